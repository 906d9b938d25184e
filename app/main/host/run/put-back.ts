import type { FileChange, KeptPath } from '#contract/file-change';
import { EMPTY_HASH } from '../sandbox/guest-overlay.ts';
import type { BlobStore } from '../store/blob-store.ts';
import { sha256 } from '../workspace/jail-changes.ts';
import type { JailError } from '../workspace/jail-error.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { Version } from './made-changes.ts';
import { type ReturnPlan, type Step, sameVersion, wayBack } from './plan-return.ts';

const LARGEST_FILE = 64 << 20;
/** What is written here is for its owner alone, until it gets the mode back that it had. */
const WRITTEN_MODE = { file: 0o600, folder: 0o700 } as const;

/** What was put back, as changes; and the paths that stay as somebody else left them. */
export interface PutBack {
  restored: FileChange[];
  kept: KeptPath[];
}

/** A path, what stands there and what is to stand there. */
interface Return {
  path: string;
  now: Version | undefined;
  target: Version | undefined;
}

const GONE = 'was moved or deleted meanwhile';
const CHANGED = 'was changed meanwhile';
const OTHER = 'is something else now';

/** What stands at a path; `fault`: why it can't be told, or that it is neither a file nor a folder. */
function versionAt(workspace: Workspace, path: string): { version: Version | undefined } | { fault: string } {
  const kind = workspace.lookForChange(path);
  if (!kind.ok) return kind.error.code === 'not-found' ? { version: undefined } : { fault: whyOf(kind.error) };
  if (kind.value === null) return { version: undefined };
  const stat = workspace.stat(path);
  const mode = stat.ok ? { mode: stat.value.mode } : {};
  if (kind.value === 'folder') return { version: { kind: 'folder', hash: EMPTY_HASH, ...mode } };
  const content = workspace.readForChange(path, LARGEST_FILE);
  if (!content.ok) return { fault: whyOf(content.error) };
  if (content.value.truncated) return { fault: CHANGED };
  return { version: { kind: 'file', hash: sha256(content.value.bytes), ...mode } };
}

/** Why a path can't be put back, in words that follow its name. */
function whyOf({ code, message }: JailError): string {
  switch (code) {
    case 'not-found':
      return GONE;
    case 'changed':
    case 'exists':
      return CHANGED;
    case 'not-empty':
      return 'holds something that the run did not put there';
    case 'symlink':
    case 'hard-link':
    case 'not-a-file':
    case 'is-folder':
    case 'not-a-folder':
      return OTHER;
    default:
      return `could not be put back: ${message}`;
  }
}

/** What somebody else has done to a path that can't be put back from what stands there now. */
function whyNot(now: Version | undefined, steps: readonly Step[]): string {
  if (!now) return GONE;
  const last = steps.at(-1)?.after;
  return last?.kind === now.kind ? CHANGED : OTHER;
}

/**
 * Goes one step of the way back, inside the same walls as the calls were (no link is followed, each file only over the
 * version that was looked at). What is there already is passed over, so it may be gone again: `again` where an earlier
 * attempt may have come as far as that.
 */
export function putBack(step: ReturnPlan, workspace: Workspace, blobs: BlobStore, again: boolean): PutBack {
  if (step.type === 'folder-moved') return moveBack(step.from, step.to, workspace);
  const kept: KeptPath[] = [];
  const returns: Return[] = [];
  const restored: FileChange[] = [];
  for (const [path, steps] of step.paths) {
    const found = versionAt(workspace, path);
    if ('fault' in found) {
      kept.push({ path, why: found.fault });
      continue;
    }
    const now = found.version;
    const way = wayBack(now, steps);
    const last = steps.at(-1);
    if (!way.whole) kept.push({ path, why: whyNot(now, steps) });
    // A new file that is gone may live on under another name.
    else if (!again && !now && !way.target && last?.after && steps.some(({ sure }) => sure))
      kept.push({ path, why: GONE });
    else if (sameVersion(way.target, now) && !sameVersion(last?.after, now))
      restored.push(changeOf({ path, now: last?.after, target: way.target }));
    if (!sameVersion(way.target, now) || lacksMode(now, way.target)) returns.push({ path, now, target: way.target });
  }
  const failed = new Set<string>();
  for (const each of inOrder(returns)) {
    const why = putOne(each, workspace, blobs);
    if (why === undefined) restored.push(...(sameVersion(each.now, each.target) ? [] : [changeOf(each)]));
    else {
      failed.add(each.path);
      kept.push({ path: each.path, why });
    }
  }
  const back = returns.filter(({ path }) => !failed.has(path));
  return { restored, kept: [...kept, ...modesBack(back, workspace)] };
}

/** Puts modes back, the innermost first: a folder that only reads can take in nothing. Gives those that stay otherwise. */
function modesBack(returns: readonly Return[], workspace: Workspace): KeptPath[] {
  return returns
    .toSorted((one, other) => depth(other.path) - depth(one.path))
    .flatMap(({ path, target }) => {
      if (target?.mode === undefined) return [];
      const set = workspace.setMode(path, target.mode);
      return set.ok ? [] : [{ path, why: `does not have its old mode: ${set.error.message}` }];
    });
}

/** The bytes are back, and the mode is that of what was written here: that is put back too. */
function lacksMode(now: Version | undefined, target: Version | undefined): boolean {
  return (
    now !== undefined && target?.mode !== undefined && now.mode === WRITTEN_MODE[now.kind] && target.mode !== now.mode
  );
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

/** Why it could not be done; undefined where it was. */
function putOne({ path, now, target }: Return, workspace: Workspace, blobs: BlobStore): string | undefined {
  if (sameVersion(now, target)) return undefined;
  if (!target) {
    const expected = now?.kind === 'file' ? { expectedBefore: now.hash } : {};
    const removed = workspace.remove(path, expected);
    return removed.ok ? undefined : whyOf(removed.error);
  }
  if (target.kind === 'folder') {
    const made = workspace.makeFolder(path);
    return made.ok ? undefined : whyOf(made.error);
  }
  const bytes = blobs.get(target.hash);
  if (!bytes) return 'could not be put back: what it held is not kept any more';
  const written = workspace.write(path, bytes, { expectedBefore: now?.hash ?? null });
  return written.ok ? undefined : whyOf(written.error);
}

function changeOf({ path, now, target }: Return): FileChange {
  const kind = target?.kind ?? now?.kind ?? 'file';
  return {
    path,
    kind,
    ...(now && { before: now.hash }),
    ...(target && { after: target.hash }),
    bytes: 0,
    mode: target ? (target.mode ?? WRITTEN_MODE[target.kind]) : 0,
    labels: [],
  };
}

/** A folder that code moved on the agent's own disk, with whatever is in it. */
function moveBack(from: string, to: string, workspace: Workspace): PutBack {
  const [there, here] = [versionAt(workspace, from), versionAt(workspace, to)];
  if ('fault' in here) return { restored: [], kept: [{ path: to, why: here.fault }] };
  if ('fault' in there) return { restored: [], kept: [{ path: from, why: there.fault }] };
  if (there.version && !here.version) return { restored: [], kept: [] };
  if (!here.version) return { restored: [], kept: [{ path: to, why: GONE }] };
  if (there.version || here.version.kind !== 'folder') return { restored: [], kept: [{ path: to, why: CHANGED }] };
  const put = workspace.move(to, from);
  if (!put.ok) return { restored: [], kept: [{ path: to, why: whyOf(put.error) }] };
  const moved = { kind: 'folder' as const, hash: EMPTY_HASH };
  return {
    restored: [
      changeOf({ path: to, now: moved, target: undefined }),
      changeOf({ path: from, now: undefined, target: moved }),
    ],
    kept: [],
  };
}
