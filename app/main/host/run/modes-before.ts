import type { FileChange } from '#contract/file-change';
import type { Workspace } from '../workspace/workspace.ts';

/** The changes that are about to be made, each with the mode of what stands there now, to be put back with it. */
export function modesBefore(changes: readonly FileChange[], workspace: Workspace): FileChange[] {
  return changes.map((change) => {
    const stat = change.before === undefined ? undefined : workspace.stat(change.path);
    return stat?.ok ? { ...change, modeBefore: stat.value.mode } : change;
  });
}
