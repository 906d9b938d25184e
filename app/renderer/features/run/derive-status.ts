import type { RunState, ToolCallState } from '#contract/projections/run-state';
import type { RunStatus } from '#contract/views';

/** Calls that wait for a person: an approval or a question, in the order they were asked. */
export function waitingCalls(state: RunState): ToolCallState[] {
  return [...state.calls.values()].filter((call) => call.status === 'waiting' || call.status === 'asking');
}

/** The one state of a run, from its entries alone. */
export function deriveStatus(state: RunState): RunStatus {
  if (state.end) {
    return state.end.type;
  }
  if (state.limit) return 'limit';
  return waitingCalls(state).length > 0 ? 'waiting' : 'running';
}
