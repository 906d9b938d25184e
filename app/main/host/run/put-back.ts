import type { FileChange } from '#contract/file-change';
import { EMPTY_HASH } from '../sandbox/guest-overlay.ts';
import type { BlobStore } from '../store/blob-store.ts';
import { sha256 } from '../workspace/jail-changes.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { Version } from './made-changes.ts';
import { type ReturnPlan, sameVersion, wayBack } from './plan-return.ts';

const LARGEST_FILE = 64 << 20;

/** What was put back, as changes; and the paths that stay as somebody else left them. */
export interface PutBack {
  restored: FileChange[];
  left: string[];
}

/** A path, what stands there and what is to stand there. */
interface Return {
  path: string;
  now: Version | undefined;
  target: Version | undefined;
}

/** What stands at a path; `unknown` where it can't be looked at, or is neither a file nor a folder. */
function versionAt(workspace: Workspace, path: string): Version | undefined | 'unknown' {
  const kind = workspace.lookForChange(path);
  if (!kind.ok) return kind.error.code === 'not-found' ? undefined : 'unknown';
  if (kind.value === null) return undefined;
  if (kind.value === 'folder') return { kind: 'folder', hash: EMPTY_HASH };
  const content = workspace.readForChange(path, LARGEST_FILE);
  return content.ok && !content.value.truncated ? { kind: 'file', hash: sha256(content.value.bytes) } : 'unknown';
}

/**
 * Goes one step of the way back, inside the same walls as the calls were (no link is followed, each file only over the
 * version that was looked at). What is there already is passed over, so it may be gone again.
 */
export function putBack(step: ReturnPlan, workspace: Workspace, blobs: BlobStore): PutBack {
  if (step.type === 'folder-moved') return moveBack(step.from, step.to, workspace);
  const left: string[] = [];
  const returns: Return[] = [];
  const restored: FileChange[] = [];
  for (const [path, steps] of step.paths) {
    const now = versionAt(workspace, path);
    const way = now === 'unknown' ? undefined : wayBack(now, steps);
    if (!way?.whole) left.push(path);
    if (!way || now === 'unknown') continue;
    const last = steps.at(-1)?.after;
    // Back already, from an attempt that did not get to say so.
    if (!sameVersion(way.target, now)) returns.push({ path, now, target: way.target });
    else if (way.whole && !sameVersion(last, now)) restored.push(changeOf({ path, now: last, target: now }));
  }
  for (const each of inOrder(returns)) {
    const fault = putOne(each, workspace, blobs);
    if (fault) left.push(each.path);
    else restored.push(changeOf(each));
  }
  return { restored, left };
}

const depth = (path: string): number => path.split('/').length;

/** What is new goes first, the innermost before its folder; then folders come back, the outermost first, then files. */
function inOrder(returns: readonly Return[]): Return[] {
  const goes = returns.filter(({ now, target }) => now && now.kind !== target?.kind);
  const comes = returns.filter(({ now, target }) => target && now?.kind !== target.kind);
  const stays = returns.filter(({ now, target }) => now && now.kind === target?.kind);
  return [
    ...goes.map((each) => ({ ...each, target: undefined })).sort((a, b) => depth(b.path) - depth(a.path)),
    ...comes
      .map((each) => ({ ...each, now: undefined }))
      .sort(
        (a, b) =>
          depth(a.path) - depth(b.path) || Number(a.target?.kind === 'file') - Number(b.target?.kind === 'file'),
      ),
    ...stays,
  ];
}

/** True where it could not be done. */
function putOne({ path, now, target }: Return, workspace: Workspace, blobs: BlobStore): boolean {
  if (!target) {
    const expected = now?.kind === 'file' ? { expectedBefore: now.hash } : {};
    return !workspace.remove(path, expected).ok;
  }
  if (target.kind === 'folder') return !workspace.makeFolder(path).ok;
  const bytes = blobs.get(target.hash);
  return !bytes || !workspace.write(path, bytes, { expectedBefore: now?.hash ?? null }).ok;
}

function changeOf({ path, now, target }: Return): FileChange {
  const kind = target?.kind ?? now?.kind ?? 'file';
  return {
    path,
    kind,
    ...(now && { before: now.hash }),
    ...(target && { after: target.hash }),
    bytes: 0,
    mode: 0,
    labels: [],
  };
}

/** A folder that code moved on the agent's own disk, with whatever is in it. */
function moveBack(from: string, to: string, workspace: Workspace): PutBack {
  const [there, here] = [versionAt(workspace, from), versionAt(workspace, to)];
  if (there !== undefined && here === undefined) return { restored: [], left: [] };
  const free = there === undefined && here !== 'unknown' && here?.kind === 'folder';
  if (!free || !workspace.move(to, from).ok) return { restored: [], left: [to] };
  const moved = { kind: 'folder' as const, hash: EMPTY_HASH };
  return {
    restored: [
      changeOf({ path: to, now: moved, target: undefined }),
      changeOf({ path: from, now: undefined, target: moved }),
    ],
    left: [],
  };
}
