import type { ReactNode } from 'react';
import { formatNumber } from '../strings/format.ts';
import { classNames } from './class-names.ts';

/** A filter that is on or off, with how many it finds. */
export function FilterChip({
  pressed,
  onPress,
  count,
  children,
}: {
  pressed: boolean;
  onPress: () => void;
  count?: number;
  children: ReactNode;
}): ReactNode {
  return (
    <button
      type="button"
      aria-pressed={pressed}
      onClick={onPress}
      data-part="chip"
      className={classNames(
        'inline-flex h-6 shrink-0 items-center gap-1.5 rounded-2 px-2 text-small whitespace-nowrap',
        pressed ? 'bg-ink text-on-ink' : 'bg-raised text-ink-2 ring-line-2 hover:bg-hover',
      )}
    >
      {children}
      {count !== undefined && <span className={pressed ? 'opacity-80' : 'text-ink-3'}>{formatNumber(count)}</span>}
    </button>
  );
}
