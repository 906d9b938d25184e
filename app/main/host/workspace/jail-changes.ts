import { createHash } from 'node:crypto';
import fs from 'node:fs';
import {
  type ChildKind,
  childPath,
  type HeldFolder,
  lookAt,
  openChildFile,
  openChildFolder,
  refuseHardLink,
  refuseKind,
} from './held-child.ts';
import { done, fail, fromSystem, type JailResult, systemCode } from './jail-error.ts';
import type { OpenFolder } from './open-folder.ts';
import { isTemporaryName, temporaryName } from './temporary-name.ts';
import { type Route, walk } from './walk.ts';

/** Changes inside one granted folder. No link is followed or changed (A8.14): every route walks with `links: 'never'`. */
export type ChangeRoute = Omit<Route, 'links'>;

/** The version a file must have for the change to be made (D18): a SHA-256, `null` for "not there", absent for any. */
export interface Expectation {
  expectedBefore?: string | null;
}

export interface Written {
  /** SHA-256 of the bytes that were replaced, `null` for a new file. */
  before: string | null;
  after: string;
}

export interface Removed {
  kind: 'file' | 'folder';
  /** SHA-256 of the file's bytes, `null` for a folder. */
  before: string | null;
}

/** A new file is for its owner only, and so is one that replaces another (P12, D8). */
const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;
/** A temporary file this old, or older than this process, was left by a program that was killed. */
const STALE_MS = 10 * 60_000;

/**
 * Writes a whole file: a temporary file in the held folder, synced, renamed over the name, the folder synced. Whoever
 * reads sees the old bytes or the new ones (P12, P42); with a full disk the old ones stay (P38).
 * @returns both hashes, or `changed`, `is-folder`, `not-a-file`, `hard-link`, `symlink`, `no-space`, `not-found` …
 */
export function writeInside(
  root: OpenFolder,
  route: ChangeRoute,
  bytes: Uint8Array,
  expectation: Expectation = {},
): JailResult<Written> {
  return walk(root, { ...route, links: 'never' }, ({ parent, name, folderOnly }) => {
    if (name === undefined) return refuseKind('folder', route.shown);
    if (folderOnly) return fail('name', `${route.shown} ends in a slash; a file needs a name.`);
    const before = hashOf(root, parent, name, route.shown);
    if (!before.ok) return before;
    if (!meets(expectation, before.value)) return changed(route.shown);
    replaceFile(parent, name, bytes);
    return done({ before: before.value, after: sha256(bytes) });
  });
}

/**
 * Gives a file or a folder its permission bits; no link is followed, and no other bit is set.
 * @returns nothing, or `not-found`, `symlink`, `hard-link`, `not-a-file` …
 */
export function setModeInside(root: OpenFolder, route: ChangeRoute, mode: number): JailResult<undefined> {
  return walk(root, { ...route, links: 'never' }, ({ parent, name }) => {
    if (name === undefined) return fail('denied', `${route.shown} is the whole folder; its mode is not changed.`);
    const kind = lookAt(parent, name)?.kind;
    const opened =
      kind === 'folder'
        ? openChildFolder(root, parent, name, route.shown)
        : openChildFile(root, parent, name, route.shown);
    if (!opened.ok) return opened;
    try {
      fs.fchmodSync(opened.value.fd, mode & 0o777);
      fs.fsyncSync(opened.value.fd);
    } finally {
      fs.closeSync(opened.value.fd);
    }
    return done(undefined);
  });
}

/**
 * Makes one folder, mode 0700, in a folder that exists.
 * @returns nothing, or `exists`, `not-found`, `symlink` …
 */
export function makeFolderInside(root: OpenFolder, route: ChangeRoute): JailResult<undefined> {
  return walk(root, { ...route, links: 'never' }, ({ parent, name }) => {
    if (name === undefined || lookAt(parent, name)) return fail('exists', `${route.shown} exists already.`);
    fs.mkdirSync(childPath(parent, name), { mode: FOLDER_MODE });
    syncFolder(parent);
    return done(undefined);
  });
}

/**
 * Removes a file, or a folder that is empty.
 * @returns what was removed and the hash of its bytes, or `not-found`, `not-empty`, `changed`, `hard-link`, `symlink` …
 */
export function removeInside(root: OpenFolder, route: ChangeRoute, expectation: Expectation = {}): JailResult<Removed> {
  return walk<Removed>(root, { ...route, links: 'never' }, ({ parent, name, folderOnly }) => {
    if (name === undefined) return fail('denied', `${route.shown} is the whole folder; it is not removed.`);
    const kind = lookAt(parent, name)?.kind;
    if (kind === 'folder') {
      fs.rmdirSync(childPath(parent, name));
      syncFolder(parent);
      return done({ kind, before: null });
    }
    if (folderOnly && kind) return fail('not-a-folder', `${route.shown} is not a folder.`);
    const before = hashOf(root, parent, name, route.shown);
    if (!before.ok) return before;
    if (before.value === null) return fail('not-found', `${route.shown} does not exist.`);
    if (!meets(expectation, before.value)) return changed(route.shown);
    fs.unlinkSync(childPath(parent, name));
    syncFolder(parent);
    return done({ kind: 'file', before: before.value });
  });
}

/**
 * What is at the end of a route that is to be changed, found the way a change finds it: no link is passed.
 * @returns its kind, `null` for a free name in a folder that exists, or `not-found` (no such folder), `symlink` …
 */
export function lookForChange(root: OpenFolder, route: ChangeRoute): JailResult<ChildKind | null> {
  return walk<ChildKind | null>(root, { ...route, links: 'never' }, ({ parent, name }) =>
    done(name === undefined ? 'folder' : (lookAt(parent, name)?.kind ?? null)),
  );
}

/** One end of a move: the folder that is held and the way inside it. */
export interface MoveEnd {
  root: OpenFolder;
  route: ChangeRoute;
}

/**
 * Moves a file or a folder, also from one granted folder to another on the same disk.
 * @param options.overwrite replace a file that is there; a folder is never replaced
 * @param options.expectedBefore the hash of the file that is moved
 * @returns nothing, or `exists`, `not-found`, `changed`, `hard-link`, `symlink`, `io` (another disk) …
 */
export function moveInside(
  from: MoveEnd,
  to: MoveEnd,
  options: Expectation & { overwrite?: boolean } = {},
): JailResult<undefined> {
  return walk(from.root, { ...from.route, links: 'never' }, (source) => {
    const { shown } = from.route;
    if (source.name === undefined) return fail('denied', `${shown} is the whole folder; it is not moved.`);
    const name = source.name;
    const found = lookAt(source.parent, name);
    if (!found) return fail('not-found', `${shown} does not exist.`);
    if (found.kind !== 'file' && found.kind !== 'folder') return refuseKind(found.kind, shown);
    if (found.kind === 'file' && found.stat.nlink > 1n) return refuseHardLink(shown);
    if (source.folderOnly && found.kind === 'file') return fail('not-a-folder', `${shown} is not a folder.`);
    if (found.kind === 'file' && options.expectedBefore !== undefined) {
      const before = hashOf(from.root, source.parent, name, shown);
      if (!before.ok) return before;
      if (!meets(options, before.value)) return changed(shown);
    }
    return walk(to.root, { ...to.route, links: 'never' }, (target) => {
      if (target.name === undefined) return fail('exists', `${to.route.shown} exists already.`);
      if (target.folderOnly && found.kind === 'file')
        return fail('name', `${to.route.shown} ends in a slash; name the file.`);
      const there = lookAt(target.parent, target.name);
      const itself = there?.stat.ino === found.stat.ino && there.stat.dev === found.stat.dev;
      if (there && !itself && !(options.overwrite && there.kind === 'file' && found.kind === 'file')) {
        return fail('exists', `${to.route.shown} exists already; nothing is overwritten.`);
      }
      try {
        fs.renameSync(childPath(source.parent, name), childPath(target.parent, target.name));
      } catch (error) {
        return fromSystem(error, to.route.shown);
      }
      syncFolder(target.parent);
      syncFolder(source.parent);
      return done(undefined);
    });
  });
}

/**
 * SHA-256 in lower-case hex.
 * @param bytes any bytes
 */
export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** The hash of the file at a name, `null` when the name is free, or the refusal of what is there. */
function hashOf(root: OpenFolder, parent: HeldFolder, name: string, shown: string): JailResult<string | null> {
  if (!lookAt(parent, name)) return done(null);
  const file = openChildFile(root, parent, name, shown);
  if (!file.ok) return file;
  try {
    const hash = createHash('sha256');
    const block = Buffer.allocUnsafe(1 << 20);
    for (let count = fs.readSync(file.value.fd, block); count > 0; count = fs.readSync(file.value.fd, block)) {
      hash.update(block.subarray(0, count));
    }
    return done(hash.digest('hex'));
  } finally {
    fs.closeSync(file.value.fd);
  }
}

function replaceFile(parent: HeldFolder, name: string, bytes: Uint8Array): void {
  clearStale(parent);
  const temporary = childPath(parent, temporaryName('new'));
  const { O_CREAT, O_EXCL, O_WRONLY, O_NOFOLLOW = 0 } = fs.constants;
  const fd = fs.openSync(temporary, O_CREAT | O_EXCL | O_WRONLY | O_NOFOLLOW, FILE_MODE);
  try {
    try {
      fs.writeFileSync(fd, bytes);
      fs.fsyncSync(fd);
    } finally {
      fs.closeSync(fd);
    }
    fs.renameSync(temporary, childPath(parent, name));
  } catch (error) {
    fs.rmSync(temporary, { force: true });
    throw error;
  }
  syncFolder(parent);
}

/**
 * Removes what a killed program left half written, so that a run that is taken up leaves the folder as an undisturbed
 * one would; never a file that this process may still be writing.
 */
function clearStale(parent: HeldFolder): void {
  const stale = Math.max(Date.now() - STALE_MS, performance.timeOrigin);
  for (const name of fs.readdirSync(parent.path).filter(isTemporaryName)) {
    const found = lookAt(parent, name);
    if (found?.kind === 'file' && Number(found.stat.mtimeMs) < stale) {
      fs.rmSync(childPath(parent, name), { force: true });
    }
  }
}

/** Makes a rename durable. Some file systems cannot sync a folder; there is nothing more to be done on them. */
function syncFolder(folder: HeldFolder): void {
  try {
    fs.fsyncSync(folder.fd);
  } catch (error) {
    if (!['EINVAL', 'EPERM', 'ENOTSUP', 'EISDIR', 'EBADF'].includes(systemCode(error) ?? '')) throw error;
  }
}

function meets({ expectedBefore }: Expectation, before: string | null): boolean {
  return expectedBefore === undefined || expectedBefore === before;
}

function changed(shown: string): JailResult<never> {
  return fail('changed', `${shown} was changed by someone else in the meantime. Read it again before writing it.`);
}
