import {
  FileCheck,
  House,
  Inbox,
  Keyboard,
  type LucideIcon,
  Scale,
  Search,
  Settings,
  SquarePen,
  Stamp,
  UserRoundCog,
} from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { classNames } from '../../components/class-names.ts';
import { Count } from '../../components/count.tsx';
import { Icon } from '../../components/icon.tsx';
import { IconButton } from '../../components/icon-button.tsx';
import { useLayout } from '../../stores/layout-store.ts';
import { useOverview } from '../../stores/overview-store.ts';
import { type Place, SIDE_WIDTH, setView, useView } from '../../stores/view-store.ts';
import { type PlainKey, t } from '../../strings/translate.ts';
import { goTo, hrefOf, usePlace } from './place.ts';
import { Resizer } from './resizer.tsx';
import { RunList } from './run-list.tsx';

const screens: readonly { place: Place; icon: LucideIcon; name: PlainKey }[] = [
  { place: { screen: 'home' }, icon: House, name: 'nav.home' },
  { place: { screen: 'inbox', item: undefined }, icon: Inbox, name: 'nav.inbox' },
  { place: { screen: 'agents', agent: undefined }, icon: UserRoundCog, name: 'nav.agents' },
  { place: { screen: 'facts', run: undefined, fact: undefined }, icon: FileCheck, name: 'nav.facts' },
  { place: { screen: 'policy', agent: undefined, rule: undefined }, icon: Scale, name: 'nav.policy' },
];

function NavLink({
  place,
  icon,
  name,
  folded,
}: {
  place: Place;
  icon: LucideIcon;
  name: PlainKey;
  folded: boolean;
}): ReactNode {
  const here = usePlace().screen;
  // What an agent remembers is a page of the agent.
  const current = (here === 'memory' ? 'agents' : here) === place.screen;
  const waiting = useOverview((state) => state.inbox.length);
  return (
    <a
      href={hrefOf(place)}
      title={folded ? t(name) : undefined}
      aria-current={current ? 'page' : undefined}
      className={classNames(
        'relative flex items-center gap-2 rounded-2 font-medium text-ink-2 no-underline hover:bg-hover hover:text-ink',
        folded ? 'h-9 justify-center' : 'h-7 px-2',
        current && 'bg-select text-ink',
      )}
    >
      <Icon of={icon} />
      <span className={folded ? 'sr-only' : undefined}>{t(name)}</span>
      {place.screen === 'inbox' && waiting > 0 && (
        <Count
          value={waiting}
          waiting
          label={t('nav.waitingCount', { count: waiting })}
          className={folded ? 'absolute end-0 top-0.5 h-3.5! min-w-3.5! px-0.75!' : 'ms-auto'}
        />
      )}
    </a>
  );
}

function Head({ folded }: { folded: boolean }): ReactNode {
  return (
    <div
      className={classNames(
        'drag-region flex h-11 shrink-0 items-center gap-2 ps-[max(0.875rem,env(titlebar-area-x,0px))] pe-2',
        folded && 'justify-center px-0!',
      )}
    >
      <Icon of={Stamp} className="size-4.5! text-seal" />
      {!folded && (
        <>
          <span className="flex-1 font-record text-sentence/5 font-semibold tracking-[-0.005em]">{t('app.name')}</span>
          <IconButton
            icon={Search}
            label={t('nav.search')}
            keys="Mod+K"
            onClick={() => setView({ overlay: 'palette' })}
          />
          <IconButton icon={SquarePen} label={t('nav.newRun')} keys="Mod+N" onClick={() => goTo({ screen: 'home' })} />
        </>
      )}
    </div>
  );
}

/** Brand, screens, runs, settings: 232 px, or a strip of icons on narrow windows and where a person folded it. */
export function Sidebar(): ReactNode {
  const compact = useLayout((layout) => layout.compact);
  const open = useView((state) => state.sideOpen);
  const over = useView((state) => state.sideOver);
  const width = useView((state) => state.sideWidth);
  const place = usePlace();
  const panel = useRef<HTMLElement>(null);
  const folded = (compact && !over) || (!compact && !open);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new place closes the list that was laid over the page
  useEffect(() => setView({ sideOver: false }), [JSON.stringify(place)]);
  useEffect(() => {
    if (compact && over) panel.current?.querySelector<HTMLElement>('a')?.focus();
  }, [compact, over]);
  const nav = (
    <nav
      ref={panel}
      aria-label={t('nav.label')}
      data-region
      className={classNames(
        'relative flex min-h-0 flex-col border-line border-e bg-desk',
        folded ? 'w-13' : 'w-(--side-width)',
        compact && over && 'menu-edge fade-in absolute! inset-y-0 start-0 z-30',
        !(compact && over) && '[grid-area:side]',
      )}
    >
      <Head folded={folded} />
      {!folded && !compact && (
        <Resizer
          label={t('side.width')}
          edge="end"
          width={width}
          limits={SIDE_WIDTH}
          onWidth={(sideWidth) => setView({ sideWidth })}
        />
      )}
      <div className="grid gap-px px-2 py-1">
        {screens.map((screen) => (
          <NavLink key={screen.name} {...screen} folded={folded} />
        ))}
      </div>
      {folded ? <div className="flex-1" /> : <RunList />}
      <div
        className={classNames(
          'flex shrink-0 items-center gap-1 border-line border-t px-2 py-1.5',
          folded && 'flex-col',
        )}
      >
        <IconButton
          icon={Settings}
          label={t('nav.settings')}
          keys="Mod+,"
          className={place.screen === 'settings' ? 'bg-select' : ''}
          onClick={() => goTo({ screen: 'settings', section: undefined })}
        />
        <IconButton icon={Keyboard} label={t('nav.shortcuts')} keys="?" onClick={() => setView({ overlay: 'keys' })} />
      </div>
    </nav>
  );
  if (!(compact && over)) return nav;
  return (
    <>
      <div className="w-13 [grid-area:side]" />
      {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: Esc and Ctrl B do the same */}
      <div className="absolute inset-0 z-20" onClick={() => setView({ sideOver: false })} />
      {nav}
    </>
  );
}
