import type { FileChange } from '#contract/file-change';
import type { SeenFile } from '#contract/permission';
import type { FileUseOfCall } from './authorize.ts';

function named(hash: string | undefined, kind: FileChange['kind']): string {
  return hash === undefined ? 'none' : kind === 'folder' ? 'folder' : hash;
}

/** The version that a change replaces, as `SeenFile` has it. */
export function versionBefore({ kind, before }: FileChange): string {
  return named(before, kind);
}

/** The files of a person that a call changes, as they stand: what its card is about (rule D18). */
export function seenFiles(uses: readonly FileUseOfCall[], versionOf: (path: string) => string | undefined): SeenFile[] {
  const seen = new Map<string, string>();
  for (const { verb, shown, place } of uses) {
    if ((verb !== 'write' && verb !== 'delete') || !place || place.folder === 'agent') continue;
    const version = versionOf(shown);
    if (version !== undefined) seen.set(shown, version);
  }
  return [...seen].map(([path, version]) => ({ path, version }));
}

/**
 * The first of these files that something else has changed, or undefined. What the run itself made of it since is no
 * other's change: its calls were agreed to in their order.
 */
export function changedSince(
  seen: readonly SeenFile[],
  own: readonly FileChange[],
  versionOf: (path: string) => string | undefined,
): string | undefined {
  return seen.find(({ path, version }) => {
    const now = versionOf(path);
    if (now === undefined || now === version) return false;
    const last = own.findLast((change) => change.path === path);
    return !last || named(last.after, last.kind) !== now;
  })?.path;
}
