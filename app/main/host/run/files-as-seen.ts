import { WarrantError } from '#contract/errors';
import type { FileChange } from '#contract/file-change';
import type { Warrant } from '#contract/permission';
import type { RunState } from '#contract/projections/run-state';
import { fileChanged } from '../policy/decide-tool-call.ts';
import { changedSince, versionBefore } from '../policy/seen-files.ts';
import { observePaths } from '../workspace/observe-paths.ts';
import type { RunParts } from './run-parts.ts';

/**
 * Whether a file that a person agreed to change is another one by now, in words: then the call is asked about again
 * before it starts (rule D18). A folder that is gone is for the call itself to meet.
 */
export function changedAfterAnswer(
  warrant: Warrant,
  state: RunState,
  parts: Pick<RunParts, 'workspaceFor'>,
): string | undefined {
  const seen = warrant.seen ?? [];
  if (seen.length === 0) return undefined;
  try {
    const observed = observePaths(parts.workspaceFor(state), new Map(seen.map(({ path }) => [path, 'write'])));
    const changed = changedSince(seen, state.changes, (path) => {
      const now = observed.get(path);
      return now?.kind === 'refused' ? undefined : now?.version;
    });
    return changed === undefined ? undefined : fileChanged(changed);
  } catch (fault) {
    if (fault instanceof WarrantError && fault.code === 'refused') return undefined;
    throw fault;
  }
}

/** Throws `refused` where a change would replace another version than the person saw: the last look before it is made. */
export function refuseUnseen(warrant: Warrant, changes: readonly FileChange[], state: RunState): void {
  for (const change of changes) {
    const seen = warrant.seen?.filter(({ path }) => path === change.path) ?? [];
    if (changedSince(seen, state.changes, () => versionBefore(change)) !== undefined)
      throw new WarrantError('refused', `${fileChanged(change.path)}; nothing was written.`);
  }
}
