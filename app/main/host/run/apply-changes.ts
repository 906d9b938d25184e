import type { FileChange } from '#contract/file-change';
import { EMPTY_HASH } from '../sandbox/guest-overlay.ts';
import type { BlobStore } from '../store/blob-store.ts';
import { sha256 } from '../workspace/jail-changes.ts';
import type { Workspace } from '../workspace/workspace.ts';

const LARGEST_FILE = 64 << 20;

/** What is at a path now, as a change writes it: the hash of the bytes, `EMPTY_HASH` for a folder, undefined for none. */
function hashNow(workspace: Workspace, path: string): { hash: string | undefined } | { fault: string } {
  const stat = workspace.stat(path);
  if (!stat.ok) return stat.error.code === 'not-found' ? { hash: undefined } : { fault: stat.error.message };
  if (stat.value.kind === 'folder') return { hash: EMPTY_HASH };
  const content = workspace.readForChange(path, LARGEST_FILE);
  return content.ok ? { hash: sha256(content.value.bytes) } : { fault: content.error.message };
}

/** Where each file of a set stands: as before, as after, or as something else. */
export function settleChanges(
  workspace: Workspace,
  changes: readonly FileChange[],
): 'before' | 'after' | 'mixed' | 'other' {
  const states = new Set<string>();
  for (const change of changes) {
    const now = hashNow(workspace, change.path);
    if ('fault' in now) states.add('other');
    else if (now.hash === change.after) states.add('after');
    else if (now.hash === change.before) states.add('before');
    else states.add('other');
  }
  if (states.has('other')) return 'other';
  if (states.size > 1) return 'mixed';
  return states.has('after') ? 'after' : 'before';
}

function applyOne(workspace: Workspace, blobs: BlobStore, change: FileChange): string | undefined {
  if (change.after === undefined) {
    const removed = workspace.remove(
      change.path,
      change.kind === 'file' ? { expectedBefore: change.before ?? null } : {},
    );
    return removed.ok ? undefined : removed.error.message;
  }
  if (change.kind === 'folder') {
    const made = workspace.makeFolder(change.path);
    return made.ok ? undefined : made.error.message;
  }
  const bytes = blobs.get(change.after);
  if (!bytes) return `the bytes for ${change.path} are not kept any more`;
  const written = workspace.write(change.path, bytes, { expectedBefore: change.before ?? null });
  return written.ok ? undefined : written.error.message;
}

/**
 * Makes a staged change set, file by file, each atomically and only over the version it was made from (rule D18).
 * Changes that are there already are passed over, so it may be run again after a restart. Before anything is touched,
 * every file is looked at: if one has changed meanwhile, none is changed. Returns the reason, or undefined.
 */
export function applyChanges(
  workspace: Workspace,
  blobs: BlobStore,
  changes: readonly FileChange[],
): string | undefined {
  const pending: FileChange[] = [];
  for (const change of changes) {
    const now = hashNow(workspace, change.path);
    if ('fault' in now) return now.fault;
    if (now.hash === change.after) continue;
    if (now.hash !== change.before) return `${change.path} was changed by something else; nothing was written`;
    pending.push(change);
  }
  for (const change of pending) {
    const fault = applyOne(workspace, blobs, change);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

/** The versions that stand before a set is applied, kept so that it can be undone. */
export async function keepVersions(
  workspace: Workspace,
  blobs: BlobStore,
  changes: readonly FileChange[],
): Promise<void> {
  for (const change of changes) {
    if (change.before === undefined || change.kind === 'folder') continue;
    const content = workspace.readForChange(change.path, LARGEST_FILE);
    if (content.ok && !content.value.truncated) await blobs.put(content.value.bytes);
  }
}
