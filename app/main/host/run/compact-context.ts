import type { RunEvent } from '#contract/event';
import { estimateTokens, outcomeText, toPrompt } from '#contract/projections/prompt';
import type { RunState, Turn } from '#contract/projections/run-state';
import { type LoadText, textOf } from '#contract/text-ref';

/** History may fill this much of the model's window; the rest is for its reply. */
const SHARE = 0.75;
const KEPT_TURNS = 4;

type Compacted = Extract<RunEvent, { type: 'context-compacted' }>;

const LINE_CHARACTERS = 400;

function shorten(text: string, length: number): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > length ? `${line.slice(0, length)}…` : line;
}

function linesOf(turn: Turn, state: RunState, load: LoadText, length: number): string[] {
  if (turn.type === 'user') return [`The person wrote: ${shorten(textOf(turn.text, load), length)}`];
  if (turn.type === 'note') return [`You were told: ${shorten(textOf(turn.text, load), length)}`];
  const lines = turn.reply.text.trim() === '' ? [] : [`You wrote: ${shorten(turn.reply.text, length)}`];
  for (const call of turn.reply.toolCalls) {
    const found = state.calls.get(call.id);
    const result = found?.status === 'ended' ? shorten(outcomeText(found.outcome, load), length) : 'no result';
    lines.push(`You called ${call.tool} with ${shorten(JSON.stringify(call.input), length)} and got: ${result}`);
  }
  return lines;
}

/** The entry that replaces every turn up to `throughSeq` by a digest, cut to a quarter of the window, oldest lines first. */
function digest(state: RunState, load: LoadText, throughSeq: number): Compacted {
  const goal = state.run.goal.type === 'prompt' ? textOf(state.run.goal.text, load) : '';
  const earlier = state.turns.filter((turn) => turn.seq <= throughSeq && turn.seq > 1);
  let lines = earlier.flatMap((turn) => linesOf(turn, state, load, LINE_CHARACTERS));
  let left = 0;
  while (lines.length > 1 && lines.join('\n').length > state.run.contextTokens) {
    lines = lines.slice(1);
    left++;
  }
  const note = left > 0 ? `[${left} earlier lines left out]\n` : '';
  const summary = `${goal}\n\n[The earlier part of this run, shortened to fit the model’s window]\n${note}${lines.join('\n')}`;
  return { type: 'context-compacted', summary, throughSeq };
}

/**
 * When history is over the model's window: the entry that replaces all but the last turns by a digest that the host
 * makes, so no hidden model call and nothing invented. It keeps four turns, or as many as fit, and the person's last
 * message whole; their first one stands before the digest, which says how much it leaves out. Undefined where nothing
 * needs to be, or can be, shortened.
 */
export function compactContext(state: RunState, load: LoadText): Compacted | undefined {
  const most = state.run.contextTokens * SHARE;
  if (estimateTokens(toPrompt(state, load)) <= most) return undefined;
  const from = state.compaction?.throughSeq ?? 0;
  const fresh = state.turns.filter((turn) => turn.seq > from);
  let shortest: Compacted | undefined;
  for (let kept = KEPT_TURNS; kept >= 0; kept--) {
    const last = fresh.at(-1 - kept);
    if (!last || (kept === 0 && last.type === 'user')) continue;
    shortest = digest(state, load, last.seq);
    if (estimateTokens(toPrompt({ ...state, compaction: shortest }, load)) <= most) break;
  }
  return shortest;
}
