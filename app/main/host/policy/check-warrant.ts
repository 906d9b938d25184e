import type { Warrant } from '#contract/permission';
import type { RunState, ToolCallState } from '#contract/projections/run-state';
import { callHash } from './call-hash.ts';

/**
 * At the moment of use: the warrant is for exactly this call (rule H1), and every grant it rests on is still in force.
 * Returns undefined if it holds, else the reason in words. A warrant read back after a restart is checked the same way.
 */
export function checkWarrant(
  warrant: Warrant,
  run: RunState,
  state: ToolCallState,
  grants: Pick<ReadonlyMap<string, unknown>, 'has'>,
): string | undefined {
  if (warrant.hash !== callHash(run, state)) return 'the call is not the one that was allowed';
  const gone = warrant.grants.find((id) => !grants.has(id));
  if (gone !== undefined) return 'a grant it rests on was revoked';
  return undefined;
}
