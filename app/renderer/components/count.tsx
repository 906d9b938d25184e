import type { ReactNode } from 'react';
import { formatNumber } from '../strings/format.ts';
import { classNames } from './class-names.ts';

/** A count in a pill; brass only where the things counted wait for a person. */
export function Count({
  value,
  waiting = false,
  label,
  className,
}: {
  value: number;
  waiting?: boolean;
  label?: string;
  className?: string;
}): ReactNode {
  return (
    <span
      data-part="count"
      className={classNames(
        'figures inline-grid h-4.5 min-w-4.5 place-items-center rounded-full px-1.25 text-cap/none font-semibold',
        waiting ? 'bg-seal-fill text-on-seal' : 'bg-press text-ink-2',
        className,
      )}
    >
      <span aria-hidden={label !== undefined}>{formatNumber(value)}</span>
      {label !== undefined && <span className="sr-only">{label}</span>}
    </span>
  );
}
