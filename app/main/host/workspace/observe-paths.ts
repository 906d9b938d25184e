import { inspectPath } from './inspect-path.ts';
import type { JailErrorCode } from './jail-error.ts';
import type { Workspace } from './workspace.ts';

/** Faults that no later attempt would not have: the path leads out, or to what is no plain file. Others are the tool's. */
const WALLS: ReadonlySet<JailErrorCode> = new Set([
  'outside',
  'symlink',
  'hard-link',
  'not-a-file',
  'name',
  'read-only',
]);

/** What stands at a path, as a decision and its card need it. */
export type PathObservation =
  | { kind: 'missing' | 'file' | 'folder'; bytes: number }
  | { kind: 'refused'; reason: string };

/** Whether a fault of the jail refuses a path as such (row A8.14), so that the call is denied before it runs. */
export function isWall(code: JailErrorCode): boolean {
  return WALLS.has(code);
}

/**
 * Looks at each path, reading and changing nothing, before the calls that name them are decided.
 * @param wanted the agent's paths, and whether each is to be read or changed
 */
export function observePaths(
  workspace: Workspace,
  wanted: ReadonlyMap<string, 'read' | 'write'>,
): Map<string, PathObservation> {
  const observed = new Map<string, PathObservation>();
  for (const [path, use] of wanted) {
    const inspected = inspectPath(workspace, path, use);
    if (!inspected.ok) {
      if (isWall(inspected.error.code)) observed.set(path, { kind: 'refused', reason: inspected.error.message });
      continue;
    }
    const { kind } = inspected.value;
    if (kind === 'missing') observed.set(path, { kind, bytes: 0 });
    if (kind !== 'file' && kind !== 'folder') continue;
    const stat = workspace.stat(path);
    observed.set(path, { kind, bytes: stat.ok ? stat.value.size : 0 });
  }
  return observed;
}
