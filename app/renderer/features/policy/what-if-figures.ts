import type { WhatIf } from '#contract/views';
import { t } from '../../strings/translate.ts';
import type { Word } from './rule-words.ts';

export type Figure = readonly [name: string, value: number];

/**
 * The figures of a look at past calls: what the rule is about stands first even where it is nothing, what else changed
 * only where it did, and what stays last.
 */
export function figuresOf({ counts, calls }: WhatIf, next: Word): Figure[] {
  const asked = calls.filter((call) => call.now === 'allow').every((call) => call.before === 'ask');
  const changed = [
    ['allow', t(asked ? 'whatIf.noLongerAsk' : 'whatIf.nowAllowed'), counts.nowAllowed],
    ['ask', t('whatIf.nowAsked'), counts.nowAsked],
    ['deny', t('whatIf.nowDenied'), counts.nowDenied],
  ] as const;
  return [
    ...changed.filter(([word, , count]) => word === next || count > 0).map(([, name, count]) => [name, count] as const),
    ...(counts.deniedWouldRun > 0 ? [[t('whatIf.youDenied'), counts.deniedWouldRun] as const] : []),
    [t('whatIf.unchanged'), counts.unchanged],
  ];
}

/** How many past calls would be decided otherwise. */
export function changedCount({ counts }: WhatIf): number {
  return counts.nowAllowed + counts.nowAsked + counts.nowDenied;
}
