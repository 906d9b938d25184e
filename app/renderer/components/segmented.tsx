import type { LucideIcon } from 'lucide-react';
import { ToggleGroup } from 'radix-ui';
import type { ReactNode } from 'react';
import { formatNumber } from '../strings/format.ts';
import { Icon } from './icon.tsx';

export interface Segment<Value extends string> {
  value: Value;
  label: string;
  icon?: LucideIcon;
  count?: number;
}

/** One of two to four, side by side. */
export function Segmented<Value extends string>({
  value,
  segments,
  onChange,
  label,
}: {
  value: Value;
  segments: readonly Segment<Value>[];
  onChange: (value: Value) => void;
  label: string;
}): ReactNode {
  return (
    <ToggleGroup.Root
      type="single"
      value={value}
      aria-label={label}
      onValueChange={(next) => {
        const chosen = segments.find((segment) => segment.value === next);
        if (chosen) onChange(chosen.value);
      }}
      data-part="segmented"
      className="inline-flex gap-px rounded-2 bg-sunk p-0.5 ring-line"
    >
      {segments.map((segment) => (
        <ToggleGroup.Item
          key={segment.value}
          value={segment.value}
          className="inline-flex h-6 items-center gap-1.5 rounded-1 px-2.5 text-small font-medium text-ink-2 hover:text-ink data-[state=on]:bg-raised data-[state=on]:text-ink data-[state=on]:shadow-[var(--depth-1),inset_0_0_0_1px_var(--line-2)]"
        >
          {segment.icon && <Icon of={segment.icon} size="xs" />}
          {segment.label}
          {segment.count !== undefined && <span className="text-ink-3">{formatNumber(segment.count)}</span>}
        </ToggleGroup.Item>
      ))}
    </ToggleGroup.Root>
  );
}
