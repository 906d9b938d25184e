import { formatModelRef } from '#contract/model';
import type { RunState } from '#contract/projections/run-state';
import type { InboxItem, RunStatus, RunSummary } from '#contract/views';

function endStatus(state: RunState): RunStatus {
  if (!state.end) return 'interrupted';
  if (state.end.type === 'failed' && state.run.goal.type === 'invoke') {
    const [call] = state.calls.values();
    const refused = call?.status === 'ended' && call.outcome.type === 'error' && call.outcome.code === 'denied';
    // A tool that is not bound is unknown to an agent; to the person who named it, it was denied.
    if (refused || call?.decisions.at(-1)?.decision === 'deny') return 'denied';
  }
  return state.end.type;
}

/** The status of a run. Only its host knows whether a loop is at work: `running` is given. */
export function statusOf(state: RunState, running: boolean): RunStatus {
  if (state.end) return endStatus(state);
  const waiting = [...openCalls(state)].some((call) => call.status === 'waiting' || call.status === 'asking');
  if (running && !waiting && !state.limit) return 'running';
  if (state.limit) return 'limit';
  return waiting ? 'waiting' : running ? 'running' : 'interrupted';
}

function* openCalls(state: RunState) {
  for (const id of state.open) {
    const call = state.calls.get(id);
    if (call) yield call;
  }
}

/** The row of a run in lists. */
export function summarizeRun(state: RunState, running: boolean): RunSummary {
  let waiting = 0;
  for (const call of openCalls(state)) if (call.status === 'waiting' || call.status === 'asking') waiting++;
  return {
    id: state.run.id,
    title: state.title,
    agent: state.run.agent.name,
    model: formatModelRef(state.run.agent.model),
    status: statusOf(state, running),
    waiting,
    startedAt: state.startedAt,
    at: state.at,
    seq: state.seq,
  };
}

/** What of a run waits for a person, in the order it was asked. */
export function inboxOf(state: RunState): InboxItem[] {
  const common = { run: state.run.id, runTitle: state.title, agent: state.run.agent.name };
  const items: InboxItem[] = [];
  if (state.end) return items;
  for (const call of openCalls(state))
    if (call.status === 'waiting')
      items.push({ type: 'approval', ...common, at: askedAt(call, state), approval: call.approval });
    else if (call.status === 'asking')
      items.push({ type: 'question', ...common, at: askedAt(call, state), question: call.question });
  return items;
}

function askedAt(call: { at: number }, state: RunState): number {
  return Math.max(call.at, state.startedAt);
}
