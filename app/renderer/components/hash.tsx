import type { ReactNode } from 'react';

/** A hash, quiet and cut in the middle; the whole one is its title. */
export function Hash({ value }: { value: string }): ReactNode {
  return (
    <code title={value} className="text-cap whitespace-nowrap text-ink-3">
      {value.length > 12 ? `${value.slice(0, 4)}…${value.slice(-4)}` : value}
    </code>
  );
}
