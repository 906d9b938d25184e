import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';

const tones = {
  plain: ['bg-sunk text-ink-2', ''],
  seal: ['bg-seal-wash ring-seal-line text-ink', 'text-seal-ink'],
  void: ['bg-void-wash ring-void-line text-ink', 'text-void-ink'],
} as const;

/** A sentence that stands beside what it is about. */
export function Note({
  icon,
  tone = 'plain',
  role,
  children,
}: {
  icon: LucideIcon;
  tone?: keyof typeof tones;
  role?: 'alert' | 'status';
  children: ReactNode;
}): ReactNode {
  const [ground, glyph] = tones[tone];
  return (
    <div
      role={role}
      data-part="note"
      className={classNames('flex gap-2 rounded-2 px-3 py-2 text-small leading-[1.125rem]', ground)}
    >
      <Icon of={icon} className={classNames('mt-px', glyph)} />
      <div className="min-w-0 flex-1">{children}</div>
    </div>
  );
}
