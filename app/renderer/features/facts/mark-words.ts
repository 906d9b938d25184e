import type { Fact } from '#contract/fact';
import type { ToolCallId } from '#contract/ids';
import type { Mark } from '#contract/mark';
import { formatNumber } from '../../strings/format.ts';
import { t } from '../../strings/translate.ts';

/** What marks are told of beside themselves: the run's facts, how its calls are numbered, which bytes have changed. */
export interface MarkGround {
  facts: ReadonlyMap<string, Fact>;
  callNumber: (id: ToolCallId) => number | undefined;
  /** What a call did in a few words. */
  callWords: (id: ToolCallId) => string;
  /** Facts whose stored bytes are not what the log says. */
  altered: ReadonlySet<string>;
}

/** What a reader of the screen hears after a figure: from fact 2. */
export function heard(mark: Mark, ground: MarkGround): string {
  switch (mark.kind) {
    case 'fact': {
      const id = mark.fact ?? '';
      const number = id.replace(/^F/, '');
      return t(ground.altered.has(id) ? 'mark.fromAltered' : 'mark.fromFact', { id: number });
    }
    case 'computed': {
      const number = mark.call === undefined ? undefined : ground.callNumber(mark.call);
      return number === undefined ? t('mark.computed') : t('mark.computedBy', { seq: formatNumber(number) });
    }
    case 'given':
      return t('mark.given');
    case 'unsourced':
      return t('mark.unsourced');
  }
}

/** Why nothing stands behind a figure, in one sentence. */
export function whyUnsourced(mark: Mark, ground: MarkGround): string {
  const cited = mark.cited ?? '';
  switch (mark.problem) {
    case 'unknown-id':
      return t('mark.unknownId', { id: cited });
    case 'wrong-citation':
      return mark.fact === undefined || mark.fact === cited
        ? t('mark.wrongCitation', { id: cited })
        : t('mark.otherHasIt', { id: cited, other: mark.fact });
    case 'ungrounded-input':
      return t('mark.ungroundedInput', { seq: numberOf(mark, ground) });
    case 'failed-call':
      return t('mark.failedCall', { seq: numberOf(mark, ground) });
    default:
      return t('mark.nothing');
  }
}

function numberOf(mark: Mark, ground: MarkGround): string {
  const number = mark.call === undefined ? undefined : ground.callNumber(mark.call);
  return number === undefined ? t('mark.someCall') : formatNumber(number);
}

/** How many figures of an answer rest on what. */
export function countMarks(marks: readonly Mark[]): Readonly<Record<Mark['kind'], number>> {
  const counts = { fact: 0, computed: 0, given: 0, unsourced: 0 };
  for (const mark of marks) counts[mark.kind] += 1;
  return counts;
}
