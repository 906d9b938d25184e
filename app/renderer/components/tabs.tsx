import { Tabs as Primitive } from 'radix-ui';
import type { ReactNode } from 'react';
import { formatNumber } from '../strings/format.ts';
import { classNames } from './class-names.ts';

export interface Tab<Value extends string> {
  value: Value;
  label: string;
  count?: number;
  content: () => ReactNode;
}

/** Panes under one head, one shown. Takes the tabs and which is open; the body scrolls. */
export function Tabs<Value extends string>({
  value,
  tabs,
  onChange,
  label,
  size = 'bar',
}: {
  value: Value;
  tabs: readonly Tab<Value>[];
  onChange: (value: Value) => void;
  label: string;
  size?: 'bar' | 'pane';
}): ReactNode {
  return (
    <Primitive.Root
      value={value}
      onValueChange={(next) => {
        const chosen = tabs.find((tab) => tab.value === next);
        if (chosen) onChange(chosen.value);
      }}
      className="flex min-h-0 flex-1 flex-col"
    >
      <Primitive.List
        aria-label={label}
        className={classNames(
          'flex shrink-0 items-stretch gap-0.5 border-line border-b px-3',
          size === 'bar' ? 'h-11' : 'h-9',
        )}
      >
        {tabs.map((tab) => (
          <Primitive.Trigger
            key={tab.value}
            value={tab.value}
            className="relative inline-flex items-center gap-1.5 px-1.5 text-note font-medium text-ink-2 after:absolute after:inset-x-1.5 after:-bottom-px after:h-0.5 after:rounded-1 hover:text-ink data-[state=active]:text-ink data-[state=active]:after:bg-ink"
          >
            {tab.label}
            {tab.count !== undefined && (
              <span className="figures text-cap/none font-medium text-ink-3">{formatNumber(tab.count)}</span>
            )}
          </Primitive.Trigger>
        ))}
      </Primitive.List>
      {tabs.map((tab) => (
        <Primitive.Content key={tab.value} value={tab.value} className="min-h-0 flex-1 overflow-auto">
          {tab.value === value && tab.content()}
        </Primitive.Content>
      ))}
    </Primitive.Root>
  );
}
