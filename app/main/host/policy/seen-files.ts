import type { FileChange } from '#contract/file-change';
import type { SeenFile } from '#contract/permission';
import type { FileUseOfCall } from './authorize.ts';

/** The version of what stands nowhere, and of a folder. */
export const NO_FILE = 'none';
export const A_FOLDER = 'folder';

/** The version that a change leaves behind. */
function versionAfter({ kind, after }: FileChange): string {
  return after === undefined ? NO_FILE : kind === 'folder' ? A_FOLDER : after;
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
    return !last || versionAfter(last) !== now;
  })?.path;
}
