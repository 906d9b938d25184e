import { inspectPath } from './inspect-path.ts';
import { sha256 } from './jail-changes.ts';
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

/**
 * What stands at a path, as a decision and its card need it. `version`, of what is to be changed in a person's folder:
 * the hash of a file's bytes, `folder` or `none`, by which a change meanwhile shows (rule D18).
 */
export type PathObservation =
  | { kind: 'missing' | 'file' | 'folder'; bytes: number; version?: string }
  | { kind: 'refused'; reason: string };

/** Whether a fault of the jail refuses a path as such (row A8.14), so that the call is denied before it runs. */
export function isWall(code: JailErrorCode): boolean {
  return WALLS.has(code);
}

/** Larger files are not changed by a tool. */
const LARGEST_FILE = 64 << 20;

/** Undefined for a file that can't be read: what is to be done with it will fail for that reason. */
function versionOf(workspace: Workspace, path: string, kind: 'missing' | 'file' | 'folder'): string | undefined {
  if (kind !== 'file') return kind === 'missing' ? 'none' : 'folder';
  const content = workspace.readForChange(path, LARGEST_FILE);
  return content.ok && !content.value.truncated ? sha256(content.value.bytes) : undefined;
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
    if (kind !== 'missing' && kind !== 'file' && kind !== 'folder') continue;
    const stat = kind === 'missing' ? undefined : workspace.stat(path);
    const bytes = stat?.ok ? stat.value.size : 0;
    const version = use === 'write' && path.startsWith('/folders/') ? versionOf(workspace, path, kind) : undefined;
    observed.set(path, { kind, bytes, ...(version !== undefined && { version }) });
  }
  return observed;
}
