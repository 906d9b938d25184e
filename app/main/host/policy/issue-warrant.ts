import type { ApprovalId, GrantId } from '#contract/ids';
import type { Binding, SeenFile, Warrant } from '#contract/permission';
import type { RunState, ToolCallState } from '#contract/projections/run-state';
import { effectiveCall } from '#contract/projections/run-state';
import { callHash } from './call-hash.ts';

/** The only constructor of `Warrant`: called by the decision alone, after every rule has been asked. */
export function issueWarrant(
  run: RunState,
  state: ToolCallState,
  authority: { binding: Binding; grants: GrantId[]; approval: ApprovalId | undefined; seen: SeenFile[] },
): Warrant {
  return {
    call: effectiveCall(state),
    hash: callHash(run, state),
    binding: authority.binding,
    grants: authority.grants,
    ...(authority.approval === undefined ? {} : { approval: authority.approval }),
    ...(authority.seen.length > 0 && { seen: authority.seen }),
  };
}
