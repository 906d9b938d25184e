import { CircleAlert, HardDrive, Inbox, PowerOff, WifiOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from '../../components/icon.tsx';
import { Ring } from '../../components/ring.tsx';
import { useConnection } from '../../stores/connection-store.ts';
import { useOverview } from '../../stores/overview-store.ts';
import { type PlainKey, t } from '../../strings/translate.ts';
import { hrefOf } from './place.ts';

/** One item of the status bar: glyph, words, a quieter word after. */
export function StatusItem({
  icon,
  quiet,
  wide = false,
  href,
  children,
}: {
  icon?: typeof Inbox;
  quiet?: ReactNode;
  /** Goes on narrow windows. */
  wide?: boolean;
  href?: string;
  children: ReactNode;
}): ReactNode {
  const look = `inline-flex h-6 shrink-0 items-center gap-1.5 rounded-1 px-1.5 text-small text-ink-2 ${wide ? 'compact:hidden' : ''}`;
  const inside = (
    <>
      {icon && <Icon of={icon} size="s" />}
      <span>{children}</span>
      {quiet && <span className="text-ink-3">{quiet}</span>}
    </>
  );
  return href ? (
    <a href={href} className={`${look} no-underline hover:bg-hover`}>
      {inside}
    </a>
  ) : (
    <span className={look}>{inside}</span>
  );
}

const words = {
  connecting: ['status.connecting', undefined],
  reconnecting: ['status.reconnecting', 'status.reconnectingWhy'],
  ended: ['status.ended', 'status.endedWhy'],
  refused: ['status.refused', 'status.refusedWhy'],
} as const satisfies Record<string, readonly [PlainKey, PlainKey | undefined]>;

function ConnectionItem(): ReactNode {
  const status = useConnection((state) => state.status);
  if (status === 'connected') return null;
  const [what, why] = words[status];
  return (
    <span role="status" className="inline-flex h-6 items-center gap-1.5 px-1.5 text-small font-medium text-ink">
      {status === 'connecting' ? (
        <Ring />
      ) : (
        <Icon of={status === 'reconnecting' ? WifiOff : status === 'ended' ? PowerOff : CircleAlert} size="s" />
      )}
      {t(what)} {why && <span className="font-normal text-ink-3 compact:hidden">{t(why)}</span>}
    </span>
  );
}

/** How much waits for the person, in how many runs; leads to the Inbox. */
export function WaitingItem(): ReactNode {
  const inbox = useOverview((state) => state.inbox);
  const runs = new Set(inbox.map((item) => item.run)).size;
  if (inbox.length === 0) return <StatusItem icon={Inbox}>{t('status.nothingWaits')}</StatusItem>;
  return (
    <StatusItem
      icon={Inbox}
      href={hrefOf({ screen: 'inbox', item: undefined })}
      quiet={t('status.waitingIn', { count: runs })}
    >
      {t('status.waiting', { count: inbox.length })}
    </StatusItem>
  );
}

/** The foot of the window: what the screen says of itself, else what waits and where the data is. */
export function StatusBar({ children }: { children?: ReactNode }): ReactNode {
  return (
    <footer
      role="contentinfo"
      aria-label={t('status.label')}
      data-region
      tabIndex={-1}
      className="flex items-center gap-1 overflow-hidden border-line border-t px-2 whitespace-nowrap -outline-offset-2 [grid-area:status]"
    >
      <ConnectionItem />
      {children ?? (
        <>
          <WaitingItem />
          <span className="flex-1" />
          <StatusItem icon={HardDrive} wide>
            {t('status.local')}
          </StatusItem>
        </>
      )}
    </footer>
  );
}
