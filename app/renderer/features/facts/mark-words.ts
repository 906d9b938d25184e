import type { Fact } from '#contract/fact';
import type { ToolCallId } from '#contract/ids';
import type { Mark } from '#contract/mark';
import { formatEntry, formatList } from '../../strings/format.ts';
import { t } from '../../strings/translate.ts';

/** What became of stored bytes that are not what the log says. */
export type ByteFault = 'changed' | 'missing';

/** What marks are told of beside themselves: the run's facts, how its calls are numbered, which bytes have changed. */
export interface MarkGround {
  facts: ReadonlyMap<string, Fact>;
  callNumber: (id: ToolCallId) => number | undefined;
  /** What a call did in a few words. */
  callWords: (id: ToolCallId) => string;
  /** The call behind a short id that a model cited (`C5`). */
  callOfShort: (id: string) => ToolCallId | undefined;
  /** Facts whose stored bytes are not what the log says, and how. */
  altered: ReadonlyMap<string, ByteFault>;
}

/** The facts that a part of an answer rests on: the one it is from, or those behind the call that computed it. */
function factsBehind(mark: Mark): readonly string[] {
  if (mark.kind === 'fact') return mark.fact === undefined ? [] : [mark.fact];
  return mark.kind === 'computed' ? (mark.inputs ?? []) : [];
}

/** What became of the bytes behind a part of an answer; a change counts before a loss. Undefined where they are the same. */
export function faultBehind(mark: Mark, ground: MarkGround): ByteFault | undefined {
  const faults = factsBehind(mark).map((id) => ground.altered.get(id));
  return faults.includes('changed') ? 'changed' : faults.find((fault) => fault !== undefined);
}

/** The facts that an answer rests on whose stored bytes are changed, and those whose bytes are missing. Pure. */
export function alteredBehind(marks: readonly Mark[], ground: MarkGround): Readonly<Record<ByteFault, string[]>> {
  const ids = [...new Set(marks.flatMap(factsBehind))];
  const of = (fault: ByteFault) => ids.filter((id) => ground.altered.get(id) === fault);
  return { changed: of('changed'), missing: of('missing') };
}

/** What a reader of the screen hears after a figure: from fact 2. */
export function heard(mark: Mark, ground: MarkGround): string {
  switch (mark.kind) {
    case 'fact': {
      const id = mark.fact ?? '';
      const number = id.replace(/^F/, '');
      const fault = ground.altered.get(id);
      const key = fault === 'changed' ? 'mark.fromAltered' : fault === 'missing' ? 'mark.fromMissing' : 'mark.fromFact';
      return t(key, { id: number });
    }
    case 'computed': {
      const number = mark.call === undefined ? undefined : ground.callNumber(mark.call);
      const words = number === undefined ? t('mark.computed') : t('mark.computedBy', { seq: number });
      const behind = inputsWords(mark, ground);
      return behind === '' ? words : `${words}, ${behind}`;
    }
    case 'given':
      return t('mark.given');
    case 'unsourced':
      return t('mark.unsourced');
  }
}

/** Which inputs of a computed figure are not what they were; nothing where all are. */
function inputsWords(mark: Mark, ground: MarkGround): string {
  const { changed, missing } = alteredBehind([mark], ground);
  const parts = [
    changed.length > 0 ? t('mark.onChanged', { ids: formatList(changed), count: changed.length }) : '',
    missing.length > 0 ? t('mark.onMissing', { ids: formatList(missing), count: missing.length }) : '',
  ];
  return parts.filter((part) => part !== '').join(', ');
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
  return number === undefined ? t('mark.someCall') : formatEntry(number);
}

/** How many figures of an answer rest on what. */
export function countMarks(marks: readonly Mark[]): Readonly<Record<Mark['kind'], number>> {
  const counts = { fact: 0, computed: 0, given: 0, unsourced: 0 };
  for (const mark of marks) counts[mark.kind] += 1;
  return counts;
}
