import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';
import { Ring } from './ring.tsx';

const tones = {
  ink: 'ring-line-2 text-ink-2 px-1.5',
  plain: 'text-ink-2',
  /** the colour of the words around it */
  inherit: '',
  ask: 'bg-seal-wash ring-seal-line text-seal-ink px-1.5',
  sealed: 'bg-seal-fill text-on-seal font-semibold px-1.5',
  deny: 'bg-void-wash ring-void-line text-void-ink px-1.5',
  evid: 'bg-evid-wash ring-evid-line text-evid-ink px-1.5',
  unknown: 'hatch-seal text-seal-ink shadow-[inset_0_0_0_1px_var(--seal)] px-1.5',
} as const;

export type BadgeTone = keyof typeof tones;

/** A state: always glyph and word, the colour last. `running` shows the ring in place of a glyph. */
export function Badge({
  icon,
  tone = 'ink',
  running = false,
  role,
  children,
}: {
  icon?: LucideIcon | undefined;
  tone?: BadgeTone;
  running?: boolean;
  role?: 'status';
  children: ReactNode;
}): ReactNode {
  return (
    <span
      role={role}
      data-part={tone === 'plain' || tone === 'inherit' ? undefined : 'badge'}
      className={classNames(
        'inline-flex h-5 shrink-0 items-center gap-1 rounded-1 align-middle text-small/none font-medium whitespace-nowrap',
        tones[tone],
      )}
    >
      {running ? <Ring className="size-3" /> : icon && <Icon of={icon} size="xs" />}
      {children}
    </span>
  );
}
