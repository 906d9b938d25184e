import { firstSensitivePattern } from '#contract/path-rules';
import { formatVirtualPath, parseVirtualPath, type VirtualPath } from '#contract/virtual-path';
import type { ChildKind } from './held-child.ts';
import {
  type FileContent,
  type FileStat,
  type ListedEntry,
  listInside,
  readInside,
  readRangeInside,
  statInside,
} from './jail.ts';
import {
  type ChangeRoute,
  type Expectation,
  lookForChange,
  type MoveEnd,
  makeFolderInside,
  moveInside,
  type Removed,
  removeInside,
  setModeInside,
  sha256,
  type Written,
  writeInside,
} from './jail-changes.ts';
import { done, fail, type JailResult } from './jail-error.ts';
import type { OpenFolder } from './open-folder.ts';

/** A folder that a person granted, held open, under the name that the agent sees. */
export interface GrantedFolder {
  id: string;
  name: string;
  folder: OpenFolder;
  access: 'read' | 'write';
}

export interface WorkspaceParts {
  /** The agent's own durable disk, `/agent`. */
  agentDisk: OpenFolder;
  /** The first is what a relative path means (A8.6). */
  folders: readonly GrantedFolder[];
  /**
   * Whether a link may be followed to the path it leads to. The default refuses protected files (P19); a policy with
   * further deny rules passes its own.
   */
  mayFollow?: (path: VirtualPath) => boolean;
}

/** A path inside a place: its disk, its access, and the two ways of walking it. */
interface Located {
  path: VirtualPath & { place: 'agent' | 'folder' };
  shown: string;
  folder: OpenFolder;
  access: 'read' | 'write';
}

/** Files larger than this cannot be moved between disks. */
const LARGEST_COPY = 64 << 20;

/**
 * The places of one agent, by virtual path: `/agent/…` and `/folders/NAME/…`. It is the physical wall only: what is
 * outside cannot be reached and a folder granted for reading cannot be written (P11). Whether a call may be made at all
 * is decided by the policy before anything here is called. Every operation is synchronous and returns a value or a
 * `JailError`; no message shows a real path.
 */
export class Workspace {
  readonly #parts: WorkspaceParts;
  readonly #names: readonly string[];

  constructor(parts: WorkspaceParts) {
    this.#parts = parts;
    this.#names = parts.folders.map((folder) => folder.name);
  }

  /** The names of the granted folders, the first being what relative paths mean. */
  get folderNames(): readonly string[] {
    return this.#names;
  }

  /** The folders granted, with their access. */
  get folders(): readonly GrantedFolder[] {
    return this.#parts.folders;
  }

  /** The path as every result shows it, or why it is refused. */
  parse(text: string): JailResult<VirtualPath> {
    const parsed = parseVirtualPath(text, this.#names);
    if (parsed.ok) return done(parsed.path);
    const code = parsed.row === 'A8.3' ? 'outside' : 'name';
    return fail(code, `The path ${JSON.stringify(shorten(text))} is refused: ${parsed.reason} (${parsed.row}).`);
  }

  /** A path text in the one form that results and the log show. */
  show(text: string): JailResult<string> {
    const parsed = this.parse(text);
    return parsed.ok ? done(formatVirtualPath(parsed.value)) : parsed;
  }

  /**
   * What is at a path; links that stay inside are followed.
   * @returns kind, size, time and mode; the places `/` and `/folders` are folders
   */
  stat(text: string): JailResult<FileStat> {
    const parsed = this.parse(text);
    if (!parsed.ok) return parsed;
    if (parsed.value.place === 'root' || parsed.value.place === 'folders') {
      return done({ kind: 'folder', size: 0, modifiedMs: 0, mode: 0o500, names: [] });
    }
    const at = this.#locate(parsed.value);
    return at.ok ? statInside(at.value.folder, this.#reading(at.value)) : at;
  }

  /**
   * The entries of a folder, or of the places `/` and `/folders`. Links are shown as links (P17).
   * @param most stops after this many and says so
   */
  list(text: string, most = 10_000): JailResult<{ entries: ListedEntry[]; truncated: boolean }> {
    const parsed = this.parse(text);
    if (!parsed.ok) return parsed;
    if (parsed.value.place === 'root') return done({ entries: ['agent', 'folders'].map(asFolder), truncated: false });
    if (parsed.value.place === 'folders') return done({ entries: this.#names.map(asFolder), truncated: false });
    const at = this.#locate(parsed.value);
    return at.ok ? listInside(at.value.folder, this.#reading(at.value), most) : at;
  }

  /**
   * A file up to a cap in bytes, cut between two characters and marked when there is more.
   * @returns the bytes, or `is-folder`, `not-a-file`, `hard-link`, `symlink`, `not-found`, `outside` …
   */
  read(text: string, cap: number): JailResult<FileContent> {
    const at = this.#find(text);
    return at.ok ? readInside(at.value.folder, this.#reading(at.value), cap) : at;
  }

  /**
   * The same for a file that is about to be changed: no link is followed, so that what is read is what will be written
   * over (A8.14).
   */
  readForChange(text: string, cap: number): JailResult<FileContent> {
    const at = this.#find(text);
    return at.ok ? readInside(at.value.folder, { ...changing(at.value), links: 'never' }, cap) : at;
  }

  /** At most `length` bytes from `offset`; fewer at the end of the file. */
  readRange(text: string, offset: number, length: number): JailResult<Buffer> {
    const at = this.#find(text);
    return at.ok ? readRangeInside(at.value.folder, this.#reading(at.value), offset, length) : at;
  }

  /** Replaces or makes a whole file, atomically (P12); its folder must exist (A8.11). */
  write(text: string, bytes: Uint8Array, expectation: Expectation = {}): JailResult<Written> {
    const at = this.#findWritable(text);
    return at.ok ? writeInside(at.value.folder, changing(at.value), bytes, expectation) : at;
  }

  /**
   * What a change would meet: the kind of what is there, or `null` for a free name. Refused like the change itself
   * where the place is for reading only, a folder on the way is missing or a link is in it.
   */
  lookForChange(text: string): JailResult<ChildKind | null> {
    const at = this.#findWritable(text);
    return at.ok ? lookForChange(at.value.folder, changing(at.value)) : at;
  }

  /** Makes one folder in a folder that exists. */
  makeFolder(text: string): JailResult<undefined> {
    const at = this.#findWritable(text);
    return at.ok ? makeFolderInside(at.value.folder, changing(at.value)) : at;
  }

  /** Gives a file or a folder its permission bits, as they were before something else was there. */
  setMode(text: string, mode: number): JailResult<undefined> {
    const at = this.#findWritable(text);
    return at.ok ? setModeInside(at.value.folder, changing(at.value), mode) : at;
  }

  /** Removes a file, or a folder that is empty. */
  remove(text: string, expectation: Expectation = {}): JailResult<Removed> {
    const at = this.#findWritable(text);
    return at.ok ? removeInside(at.value.folder, changing(at.value), expectation) : at;
  }

  /**
   * Moves a file or a folder, also between places. Between disks a file is written anew and the old one removed.
   * @param options.overwrite replace a file that is there
   * @param options.expectedBefore the hash of the file that is moved (D18)
   */
  move(from: string, to: string, options: Expectation & { overwrite?: boolean } = {}): JailResult<undefined> {
    const source = this.#findWritable(from);
    if (!source.ok) return source;
    const target = this.#findWritable(to);
    if (!target.ok) return target;
    const moved = moveInside(moveEnd(source.value), moveEnd(target.value), options);
    if (moved.ok || source.value.folder.identity.dev === target.value.folder.identity.dev) return moved;
    return moved.error.code === 'io' ? this.#moveAcrossDisks(from, to, options.overwrite ?? false) : moved;
  }

  /**
   * The folders above a path that do not exist yet, outermost first; for a write that is to make them.
   * @returns their paths, or the refusal of a part that is no folder
   */
  missingParents(text: string): JailResult<string[]> {
    const at = this.#find(text);
    if (!at.ok) return at;
    const missing: string[] = [];
    const { segments } = at.value.path;
    for (let count = 1; count < segments.length; count += 1) {
      const shown = formatVirtualPath({ ...at.value.path, segments: segments.slice(0, count) });
      const stat = this.stat(shown);
      if (!stat.ok && stat.error.code !== 'not-found') return stat;
      if (stat.ok && stat.value.kind !== 'folder') return fail('not-a-folder', `${shown} is not a folder.`);
      if (!stat.ok) missing.push(shown);
    }
    return done(missing);
  }

  #moveAcrossDisks(from: string, to: string, overwrite: boolean): JailResult<undefined> {
    const content = this.read(from, LARGEST_COPY);
    if (!content.ok) return content;
    if (content.value.truncated) return fail('too-large', `${from} is too large to be moved to another disk.`);
    const written = this.write(to, content.value.bytes, overwrite ? {} : { expectedBefore: null });
    if (!written.ok) return written;
    const removed = this.remove(from, { expectedBefore: sha256(content.value.bytes) });
    return removed.ok ? done(undefined) : removed;
  }

  #find(text: string): JailResult<Located> {
    const parsed = this.parse(text);
    return parsed.ok ? this.#locate(parsed.value) : parsed;
  }

  #findWritable(text: string): JailResult<Located> {
    const at = this.#find(text);
    if (!at.ok || at.value.access === 'write') return at;
    return fail('read-only', `${at.value.shown} is in a folder that was granted for reading only.`);
  }

  #locate(path: VirtualPath): JailResult<Located> {
    const shown = formatVirtualPath(path);
    if (path.place === 'agent') return done({ path, shown, folder: this.#parts.agentDisk, access: 'write' });
    if (path.place !== 'folder') return fail('is-folder', `${shown} is a list of places; name a file in one of them.`);
    const granted = this.#parts.folders.find((folder) => folder.name === path.name);
    if (!granted) return fail('outside', `No folder named ${path.name} is granted.`);
    return done({ path, shown, folder: granted.folder, access: granted.access });
  }

  #reading(at: Located) {
    const links = (names: readonly string[]): boolean => {
      const target: VirtualPath = { ...at.path, segments: names, steps: names };
      return this.#parts.mayFollow ? this.#parts.mayFollow(target) : firstSensitivePattern(names) === undefined;
    };
    return { steps: at.path.steps, folderOnly: at.path.folderOnly, shown: at.shown, links };
  }
}

/** Changes walk the steps as written, like reads, so that both lead to one file; on a link they are refused. */
function changing(at: Located): ChangeRoute {
  return { steps: at.path.steps, folderOnly: at.path.folderOnly, shown: at.shown };
}

function moveEnd(at: Located): MoveEnd {
  return { root: at.folder, route: changing(at) };
}

function asFolder(name: string): ListedEntry {
  return { name, kind: 'folder', size: 0 };
}

function shorten(text: string): string {
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}
