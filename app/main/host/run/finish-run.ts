import type { RunEvent } from '#contract/event';
import type { RunState } from '#contract/projections/run-state';
import type { RunEnd } from '#contract/run';
import { fitOutput } from '../guardrails/fit-output.ts';
import type { Update } from '../store/journal.ts';
import { checkGuardrails } from './check-guardrails.ts';
import { markAnswer } from './mark-answer.ts';
import type { RunParts } from './run-parts.ts';
import { storeText } from './store-text.ts';
import { takeBack } from './take-back.ts';

/** What is to be appended, made while it is: nothing can come in between what it does to files and what it says of it. */
export type Finish = () => Update;

/**
 * What is appended when a run comes to its end. An answer goes through three gates, in this order, before anything of it
 * is published: it fits the schema that it must have, or the model is asked again (rows A4.*); each checkable part of it
 * is matched with what it rests on; the guardrails look at it (rows A9.8 to A9.13). A block leaves no output, no file and
 * no memory. A run that is stopped meanwhile has not ended here.
 */
export async function finishRun(state: RunState, end: RunEnd, parts: RunParts, signal: AbortSignal): Promise<Finish> {
  const turn = state.turns.at(-1);
  if (end.type !== 'completed' || turn?.type !== 'assistant') return () => ({ run: [{ type: 'run-ended', end }] });
  const { reply } = turn;
  const fitted = fitOutput(state, reply.text.trim());
  if (fitted.type === 'failed')
    return () => ({ run: [{ type: 'run-ended', end: { type: 'failed', message: fitted.message } }] });
  if (fitted.type === 'repair') {
    const text = await storeText(parts.blobs, fitted.text);
    return () => ({ run: [{ type: 'repair-requested', text, attempt: state.repairs + 1 }] });
  }
  const marked = await markAnswer(state, { text: fitted.text, citations: reply.citations ?? [] }, parts);
  const { events, blocked } = await checkGuardrails(state, marked, signal);
  const looked: RunEvent[] = [{ type: 'answer-marked', ...marked }, ...events];
  if (signal.aborted) return () => ({});
  if (blocked)
    return () => {
      const { stays, taken, ...back } = takeBack(state, parts);
      const reason = [blocked.reason, ...stays.map((what) => `it can’t be taken back: ${what}`)].join('; ');
      const some = taken.files.length + taken.memories.length > 0;
      const end: RunEnd = { ...blocked, reason, ...(some && { takenBack: taken }) };
      return { ...back, run: [...looked, ...(back.run ?? []), { type: 'run-ended', end }] };
    };
  const text = await storeText(parts.blobs, marked.text);
  return () => ({ run: [...looked, { type: 'run-ended', end: { type: 'completed', text } }] });
}
