import type { AgentSummary, RunStatus, RunSummary } from '#contract/views';

/** The one state of an agent's row. Its cause, where it has one, stands in the second line with the way out. */
export type AgentState =
  | { type: 'cannot-run'; fault: string }
  | { type: 'not-accepted' }
  | { type: 'waits'; count: number; run: string }
  | { type: 'running'; run: string }
  | { type: 'ended'; status: RunStatus; at: number; run: string }
  | { type: 'never-run' };

/** What an agent's row says of it. Takes all runs, newest first; what keeps it from running says more than its last run. */
export function agentState(agent: AgentSummary, runs: readonly RunSummary[]): AgentState {
  if (agent.fault !== undefined) return { type: 'cannot-run', fault: agent.fault };
  const own = runs.filter((run) => run.agent === agent.name);
  const waiting = own.filter((run) => run.waiting > 0);
  const [first] = waiting;
  if (first) return { type: 'waits', count: waiting.reduce((sum, run) => sum + run.waiting, 0), run: first.id };
  const running = own.find((run) => run.status === 'running');
  if (running) return { type: 'running', run: running.id };
  if (!agent.accepted) return { type: 'not-accepted' };
  const last = own[0];
  return last ? { type: 'ended', status: last.status, at: last.at, run: last.id } : { type: 'never-run' };
}
