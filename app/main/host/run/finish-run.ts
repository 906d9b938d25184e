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

/**
 * What is appended when a run comes to its end. An answer goes through three gates, in this order, before anything of it
 * is published: it fits the schema that it must have, or the model is asked again (rows A4.*); each checkable part of it
 * is matched with what it rests on; the guardrails look at it (rows A9.8 to A9.13). A block leaves no output, no file and
 * no memory.
 */
export async function finishRun(state: RunState, end: RunEnd, parts: RunParts, signal: AbortSignal): Promise<Update> {
  const turn = state.turns.at(-1);
  if (end.type !== 'completed' || turn?.type !== 'assistant') return { run: [{ type: 'run-ended', end }] };
  const { reply } = turn;
  const fitted = fitOutput(state, reply.text.trim());
  if (fitted.type === 'repair')
    return {
      run: [{ type: 'repair-requested', text: await storeText(parts.blobs, fitted.text), attempt: state.repairs + 1 }],
    };
  if (fitted.type === 'failed')
    return { run: [{ type: 'run-ended', end: { type: 'failed', message: fitted.message } }] };
  const marked = await markAnswer(state, { text: fitted.text, citations: reply.citations ?? [] }, parts);
  const events: RunEvent[] = [{ type: 'answer-marked', ...marked }];
  const checked = await checkGuardrails(state, marked, signal);
  events.push(...checked.events);
  if (checked.blocked) {
    const back = await takeBack(state, parts);
    return { ...back, run: [...events, ...(back.run ?? []), { type: 'run-ended', end: checked.blocked }] };
  }
  events.push({ type: 'run-ended', end: { type: 'completed', text: await storeText(parts.blobs, marked.text) } });
  return { run: events };
}
