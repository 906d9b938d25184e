import { Progress as Primitive } from 'radix-ui';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

const tones = { ink: 'bg-ink-2', seal: 'bg-seal', void: 'bg-void' } as const;

/** A bar whose end is known; the figures stand beside it as text. `thin` is the 2 px line under a call's head. */
export function Progress({
  value,
  most,
  label,
  tone = 'ink',
  thin = false,
  className,
}: {
  value: number;
  most: number;
  label: string;
  tone?: keyof typeof tones;
  thin?: boolean;
  className?: string;
}): ReactNode {
  const share = most > 0 ? Math.min(1, Math.max(0, value / most)) : 0;
  return (
    <Primitive.Root
      value={share * 100}
      aria-label={label}
      data-part="progress"
      className={classNames('overflow-hidden bg-press', thin ? 'h-0.5' : 'h-1 rounded-1', className)}
    >
      <Primitive.Indicator
        className={classNames('block h-full rounded-[inherit]', tones[tone])}
        style={{ inlineSize: `${share * 100}%` }}
      />
    </Primitive.Root>
  );
}
