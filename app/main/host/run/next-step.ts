import type { Trip } from '#contract/projections/loop-guards';
import type { RunState, ToolCallState } from '#contract/projections/run-state';
import type { RunEnd } from '#contract/run';
import { repairsOf } from '../guardrails/fit-output.ts';

/** What happens next in a run. `wait`: only a person can move it on. */
export type Step =
  | { type: 'decide'; calls: ToolCallState[] }
  | { type: 'execute'; call: ToolCallState }
  | { type: 'close'; calls: ToolCallState[] }
  | { type: 'limit'; trip: Trip }
  | { type: 'end-gathering'; detail: string }
  | { type: 'wait' }
  | { type: 'call-model' }
  | { type: 'finish'; end: RunEnd }
  | { type: 'done' };

/**
 * Limits that are measured before another model call; the words name agent and number (row A2.8). Where a price is not
 * known nothing is spent that could be counted, and the limit of money holds nobody back: the screen says so.
 */
function limitOf(state: RunState): Trip | undefined {
  const { agent } = state.run;
  const { limits, name } = agent;
  const { spent, extended, gathered } = state;
  // After gathering there is one more step for the answer, and one for each repair of it.
  const steps = gathered === undefined ? limits.steps + (extended.steps ?? 0) : gathered + 1 + repairsOf(agent);
  if (spent.steps >= steps) return { limit: 'steps', detail: `${name} used ${spent.steps} of ${steps} steps` };
  const tokens = limits.tokens + (extended.tokens ?? 0);
  if (spent.tokens >= tokens) return { limit: 'tokens', detail: `${name} used ${spent.tokens} of ${tokens} tokens` };
  const seconds = limits.seconds + (extended.seconds ?? 0);
  if (spent.ms >= seconds * 1000)
    return { limit: 'seconds', detail: `${name} used ${Math.round(spent.ms / 1000)} of ${seconds} seconds` };
  const usd = limits.usd + (extended.usd ?? 0);
  // With a limit of nothing a model that costs nothing goes on.
  if (spent.usd > 0 && spent.usd >= usd - CENT_FRACTION)
    return { limit: 'usd', detail: `${name} used ${dollars(spent.usd, usd)} of ${dollars(usd, usd)} USD` };
  return undefined;
}

/** What adding up many small sums may be off by. */
const CENT_FRACTION = 1e-9;

/** To the cent; with more places where the limit is below ten cents. */
function dollars(amount: number, most: number): string {
  return amount.toFixed(most < 0.1 ? 4 : 2);
}

/** A call that may not be started any more, as its tool was called as often as the agent may. */
function callsLimit(state: RunState, call: ToolCallState): Trip | undefined {
  const { tool } = call.call;
  const limits = state.run.agent.limits.calls ?? {};
  const most = Object.hasOwn(limits, tool) ? limits[tool] : undefined;
  if (most === undefined || call.purpose.type !== 'execute') return undefined;
  const allowed = most + (state.moreCalls.get(tool) ?? 0);
  const made = state.callsOf.get(tool) ?? 0;
  if (made < allowed) return undefined;
  return { limit: 'calls', tool, detail: `${tool} was called ${made} of ${allowed} times` };
}

function finished(state: RunState): RunEnd | undefined {
  if (state.run.goal.type === 'invoke' && state.turns.length === 0) return invoked(state);
  if (state.failure !== undefined) return { type: 'failed', message: state.failure };
  const turn = state.turns.at(-1);
  if (turn?.type !== 'assistant') return undefined;
  const { reply } = turn;
  if (reply.stopReason === 'aborted' || reply.problem !== undefined || reply.toolCalls.length > 0) return undefined;
  if (reply.text.trim() !== '') return { type: 'completed', text: { text: reply.text.trim() } };
  // R31: an empty reply is asked for once more, then it is a failure
  return state.emptyInARow >= 2 ? { type: 'failed', message: 'The model gave an empty answer twice.' } : undefined;
}

function invoked(state: RunState): RunEnd {
  const [call] = state.calls.values();
  if (call?.status !== 'ended') throw new Error('a direct call is finished only after it ended');
  const { outcome } = call;
  if (outcome.type === 'ok') return { type: 'completed', text: outcome.output };
  return { type: 'failed', message: outcome.message };
}

/**
 * The next step of a run, from its state alone. Calls of one reply run one after the other, in the order the model
 * asked (row A3.3), each decided before the first one starts; every one has ended before the model is asked again.
 */
export function nextStep(state: RunState): Step {
  if (state.end) return { type: 'done' };
  const open = state.open.flatMap((id) => state.calls.get(id) ?? []);
  if (state.cancelledBy !== undefined)
    return open.length > 0
      ? { type: 'close', calls: open }
      : { type: 'finish', end: { type: 'cancelled', by: state.cancelledBy } };
  if (state.limit) return { type: 'wait' };
  if (state.tripped) return { type: 'limit', trip: state.tripped };
  const undecided = open.filter((call) => call.status === 'proposed' || call.status === 'answered');
  // Nobody is asked about a call that could not be made.
  const asked = undecided.find((call) => call.status === 'proposed');
  const [first] = open;
  const next = asked ?? (undecided.length === 0 && first?.status === 'warranted' ? first : undefined);
  const over = next && callsLimit(state, next);
  if (over) return { type: 'limit', trip: over };
  if (undecided.length > 0) return { type: 'decide', calls: undecided };
  if (first)
    return first.status === 'waiting' || first.status === 'asking'
      ? { type: 'wait' }
      : { type: 'execute', call: first };
  const end = finished(state);
  if (end) return { type: 'finish', end };
  const limit = limitOf(state);
  if (limit?.limit === 'steps' && state.run.agent.output?.gather && state.gathered === undefined)
    return {
      type: 'end-gathering',
      detail: `${limit.detail} while it looked things up; its answer is asked for now, without tools`,
    };
  return limit ? { type: 'limit', trip: limit } : { type: 'call-model' };
}
