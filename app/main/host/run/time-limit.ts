import type { RunState } from '#contract/projections/run-state';

/**
 * How long one call may take, in milliseconds: its own limit, or what the run's limit of seconds leaves if that is less, in
 * whole seconds and at least one.
 * A call given directly by a person has only its own.
 */
export function timeLimitOf(state: RunState, ownMs: number): number {
  if (state.run.goal.type === 'invoke') return ownMs;
  const seconds = state.run.agent.limits.seconds + (state.extended.seconds ?? 0);
  const left = Math.ceil((seconds * 1000 - state.spent.ms) / 1000);
  return Math.min(ownMs, Math.max(1, left) * 1000);
}
