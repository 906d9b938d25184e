import type { AnswerBadge, Mark } from '#contract/mark';
import type { RunState, TranscriptItem } from '#contract/projections/run-state';

/** The last published answer of a run, with what its parts rest on. */
export interface MarkedText {
  seq: number;
  text: string;
  marks: readonly Mark[];
  badges: readonly AnswerBadge[] | undefined;
}

type Said = Extract<TranscriptItem, { type: 'assistant' }>;

/** Finds it. Undefined while there is none, or while guardrails hold it back. Pure. */
export function answerOf(state: RunState): MarkedText | undefined {
  const item = state.transcript.findLast((one): one is Said => one.type === 'assistant' && one.final);
  if (!item || item.held) return undefined;
  return { seq: item.seq, text: item.text, marks: item.marks ?? [], badges: item.badges };
}
