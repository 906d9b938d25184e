import { Lock } from 'lucide-react';
import { ToggleGroup } from 'radix-ui';
import type { ReactNode } from 'react';
import { Icon } from '../../components/icon.tsx';
import { meaning } from '../../components/meaning-icons.ts';
import { t } from '../../strings/translate.ts';

export type Verdict = 'allow' | 'ask' | 'deny';

const verdicts = [
  ['allow', 'decision.allow', meaning.allow],
  ['ask', 'decision.ask', meaning.ask],
  ['deny', 'decision.deny', meaning.deny],
] as const;

/** One act and its verdict: Allow, Ask or Deny. Those that are not `open` carry a lock; the words below say why. */
export function DecisionRow({
  label,
  value,
  open,
  onChange,
}: {
  label: string;
  value: Verdict;
  open: readonly Verdict[];
  onChange?: (value: Verdict) => void;
}): ReactNode {
  return (
    <div className="flex flex-wrap items-center gap-3 px-4 py-1.25">
      <span className="min-w-16 flex-1">{label}</span>
      <ToggleGroup.Root
        type="single"
        value={value}
        aria-label={label}
        onValueChange={(next) => {
          const chosen = verdicts.find(([verdict]) => verdict === next)?.[0];
          if (chosen) onChange?.(chosen);
        }}
        data-part="segmented"
        className="inline-flex gap-px rounded-2 bg-sunk p-0.5 ring-line"
      >
        {verdicts.map(([verdict, word, glyph]) => {
          const locked = !open.includes(verdict) && verdict !== value;
          return (
            <ToggleGroup.Item
              key={verdict}
              value={verdict}
              disabled={locked}
              className="inline-flex h-6 items-center gap-1.5 rounded-1 px-2.5 text-small font-medium text-ink-2 enabled:hover:text-ink disabled:text-ink-3 data-[state=on]:bg-raised data-[state=on]:text-ink data-[state=on]:shadow-[var(--depth-1),inset_0_0_0_1px_var(--line-2)]"
            >
              <Icon of={locked ? Lock : glyph} size="xs" />
              {t(word)}
            </ToggleGroup.Item>
          );
        })}
      </ToggleGroup.Root>
    </div>
  );
}
