import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

const tones = { ink: '', seal: 'text-seal-ink', sealed: 'text-seal', void: 'text-void-ink' } as const;

export type MarginTone = keyof typeof tones;

/** One entry of a ledger: its number in the margin, the glyph of what was decided on the line, the entry. */
export function MarginEntry({
  number,
  mark,
  tone = 'ink',
  children,
}: {
  number: string;
  /** The glyph on the line; without one, a dot. */
  mark?: ReactNode;
  tone?: MarginTone;
  children: ReactNode;
}): ReactNode {
  return (
    <div className="ledger-entry">
      <span className="ledger-number">{number}</span>
      <span className={classNames('ledger-knot', tones[tone])} data-mark={mark === undefined ? 'dot' : undefined}>
        {mark}
      </span>
      <div className="min-w-0">{children}</div>
    </div>
  );
}
