import type { FileChange } from '#contract/file-change';
import type { Hash } from '#contract/ids';

/** One staged change of a person's file: seen by the guest, not on disk. */
export type Staged =
  | { kind: 'file'; bytes: Uint8Array; hash: Hash; at: number }
  | { kind: 'folder'; at: number }
  | { kind: 'gone' };

/** What is on disk under a staged path, asked once. */
export interface Original {
  kind: 'file' | 'folder' | 'missing';
  hash: Hash | undefined;
  mode: number;
}

const parentOf = (path: string): string => path.slice(0, path.lastIndexOf('/'));

/**
 * The writes of one sandboxed call to a person's folders, laid over the disk: the guest reads its own writes, the disk
 * keeps what it had until the change set is allowed. Keys are the agent's paths.
 */
export class GuestOverlay {
  readonly #staged = new Map<string, Staged>();
  readonly #originals = new Map<string, Original>();

  /** What the overlay says of a path; undefined: the disk decides. A path below a removed folder is gone. */
  get(path: string): Staged | undefined {
    const own = this.#staged.get(path);
    if (own) return own;
    for (let above = parentOf(path); above.length > 0; above = parentOf(above))
      if (this.#staged.get(above)?.kind === 'gone') return { kind: 'gone' };
    return undefined;
  }

  /** `original` is asked once for each path. */
  set(path: string, staged: Staged, original: () => Original): void {
    if (!this.#originals.has(path)) this.#originals.set(path, original());
    this.#staged.set(path, staged);
  }

  /** Names that the overlay adds to, or takes from, a folder's listing. */
  below(folder: string): { name: string; staged: Staged }[] {
    const found: { name: string; staged: Staged }[] = [];
    for (const [path, staged] of this.#staged)
      if (parentOf(path) === folder) found.push({ name: path.slice(folder.length + 1), staged });
    return found;
  }

  /** The bytes that must be kept before the change set may be named in the log. */
  files(): Uint8Array[] {
    return [...this.#staged.values()].flatMap((staged) => (staged.kind === 'file' ? [staged.bytes] : []));
  }

  /** The change set, without what ended as it was, folders before their files and removals last. */
  changes(): FileChange[] {
    const changes: FileChange[] = [];
    for (const [path, staged] of this.#staged) {
      const original = this.#originals.get(path);
      if (!original) continue;
      const before = original.hash === undefined ? {} : { before: original.hash };
      if (staged.kind === 'gone') {
        if (original.kind !== 'missing')
          changes.push({ path, kind: original.kind, ...before, bytes: 0, mode: original.mode, labels: [] });
      } else if (staged.kind === 'folder') {
        if (original.kind === 'missing')
          changes.push({ path, kind: 'folder', after: EMPTY_HASH, bytes: 0, mode: 0o700, labels: [] });
      } else if (staged.hash !== original.hash)
        changes.push({
          path,
          kind: 'file',
          ...before,
          after: staged.hash,
          bytes: staged.bytes.length,
          mode: 0o600,
          labels: [],
        });
    }
    const rank = (change: FileChange): number => (change.after === undefined ? 2 : change.kind === 'folder' ? 0 : 1);
    const deep = (change: FileChange): number => (change.after === undefined ? -1 : 1) * change.path.split('/').length;
    return changes.sort((a, b) => rank(a) - rank(b) || deep(a) - deep(b) || (a.path < b.path ? -1 : 1));
  }
}

/** SHA-256 of nothing: stands for "a folder is there" in a change of kind folder. */
export const EMPTY_HASH = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
