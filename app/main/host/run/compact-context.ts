import type { RunEvent } from '#contract/event';
import { estimateTokens, outcomeText, toPrompt } from '#contract/projections/prompt';
import type { RunState, Turn } from '#contract/projections/run-state';
import { type LoadText, textOf } from '#contract/text-ref';

/** History may fill this much of the model's window; the rest is for its reply. */
const SHARE = 0.75;
const KEPT_TURNS = 4;
const LINE_CHARACTERS = 400;

function shorten(text: string, length: number): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > length ? `${line.slice(0, length)}…` : line;
}

function linesOf(turn: Turn, state: RunState, load: LoadText, length: number): string[] {
  if (turn.type === 'user') return [`The person wrote: ${shorten(textOf(turn.text, load), length)}`];
  const lines = turn.reply.text.trim() === '' ? [] : [`You wrote: ${shorten(turn.reply.text, length)}`];
  for (const call of turn.reply.toolCalls) {
    const found = state.calls.get(call.id);
    const result = found?.status === 'ended' ? shorten(outcomeText(found.outcome, load), length) : 'no result';
    lines.push(`You called ${call.tool} with ${shorten(JSON.stringify(call.input), length)} and got: ${result}`);
  }
  return lines;
}

/**
 * When history is over the model's window: the entry that replaces all but the last turns by a digest that the host
 * makes, so no hidden model call and nothing invented. The person's first message is kept whole. Undefined where
 * nothing needs to be, or can be, shortened. The digest is cut to a quarter of the window, oldest lines first, and says
 * how many it leaves out.
 */
export function compactContext(
  state: RunState,
  load: LoadText,
): Extract<RunEvent, { type: 'context-compacted' }> | undefined {
  const window = state.run.contextTokens;
  if (estimateTokens(toPrompt(state, load)) <= window * SHARE) return undefined;
  const from = state.compaction?.throughSeq ?? 0;
  const fresh = state.turns.filter((turn) => turn.seq > from);
  const cut = fresh.slice(0, Math.max(0, fresh.length - KEPT_TURNS));
  const last = cut.at(-1);
  if (!last) return undefined;
  const goal = state.run.goal.type === 'prompt' ? textOf(state.run.goal.text, load) : '';
  const earlier = state.turns.filter((turn) => turn.seq <= last.seq && turn.seq > 1);
  const budget = window;
  let lines = earlier.flatMap((turn) => linesOf(turn, state, load, LINE_CHARACTERS));
  let left = 0;
  while (lines.length > 1 && lines.join('\n').length > budget) {
    lines = lines.slice(1);
    left++;
  }
  const note = left > 0 ? `[${left} earlier lines left out]\n` : '';
  const summary = `${goal}\n\n[The earlier part of this run, shortened to fit the model’s window]\n${note}${lines.join('\n')}`;
  return { type: 'context-compacted', summary, throughSeq: last.seq };
}
