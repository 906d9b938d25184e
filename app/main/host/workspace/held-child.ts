import fs from 'node:fs';
import path from 'node:path';
import { done, fail, fromSystem, type JailResult } from './jail-error.ts';
import type { OpenFolder } from './open-folder.ts';

/** A folder on the way to a file, held open while the way is walked. `path` is how its children are named. */
export interface HeldFolder {
  readonly fd: number;
  readonly path: string;
}

/** What is at a name, itself and not what a link points to. */
export type ChildKind = 'file' | 'folder' | 'link' | 'other';

const { O_RDONLY, O_DIRECTORY = 0, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = fs.constants;

/** The granted folder as the first held one; its descriptor belongs to `root` and is not closed by the walk. */
export function holdRoot(root: OpenFolder): HeldFolder {
  return { fd: root.fd, path: root.strategy === 'descriptor' ? `/proc/self/fd/${root.fd}` : root.root };
}

/** The path by which the operating system is asked for a child. For use in this folder's files only; never shown. */
export function childPath(folder: HeldFolder, name: string): string {
  return `${folder.path}${path.sep}${name}`;
}

/**
 * Looks at a name without following it and without opening it.
 * @returns its kind and status, or nothing when there is nothing
 * @throws an error of the operating system other than that the name is free
 */
export function lookAt(folder: HeldFolder, name: string): { kind: ChildKind; stat: fs.BigIntStats } | undefined {
  const stat = fs.lstatSync(childPath(folder, name), { bigint: true, throwIfNoEntry: false });
  return stat && { kind: kindOf(stat), stat };
}

/** The kind of what a status describes. */
export function kindOf(stat: fs.BigIntStats | fs.Dirent): ChildKind {
  if (stat.isFile()) return 'file';
  if (stat.isDirectory()) return 'folder';
  return stat.isSymbolicLink() ? 'link' : 'other';
}

/**
 * Opens a folder inside a held one, never through a link.
 * @returns the child, to be closed by the caller, or `outside` when it lies on another disk
 * @throws an error of the operating system
 */
export function openChildFolder(
  root: OpenFolder,
  parent: HeldFolder,
  name: string,
  shown: string,
): JailResult<HeldFolder> {
  const at = childPath(parent, name);
  const fd = fs.openSync(at, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
  const path = root.strategy === 'descriptor' ? `/proc/self/fd/${fd}` : at;
  const checked = checkOpened(root, fd, at, shown);
  if (!checked.ok) {
    fs.closeSync(fd);
    return checked;
  }
  return done({ fd, path });
}

/**
 * Opens a regular file for reading: never through a link, never waiting for the other end of a pipe (P6), and refused
 * when it has a second name (P5) or lies on another disk.
 * @returns a descriptor to be closed by the caller, and the status read from it
 */
export function openChildFile(
  root: OpenFolder,
  parent: HeldFolder,
  name: string,
  shown: string,
): JailResult<{ fd: number; stat: fs.BigIntStats }> {
  const at = childPath(parent, name);
  let fd: number;
  try {
    const before = lookAt(parent, name);
    // Opening a device can already do something, so it is looked at first.
    if (before && before.kind !== 'file') return refuseKind(before.kind, shown);
    fd = fs.openSync(at, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  } catch (error) {
    return fromSystem(error, shown);
  }
  const stat = fs.fstatSync(fd, { bigint: true });
  const kind = kindOf(stat);
  const checked = kind === 'file' ? checkOpened(root, fd, at, shown) : refuseKind(kind, shown);
  const linked = stat.nlink > 1n ? refuseHardLink(shown) : undefined;
  if (!checked.ok || linked) {
    fs.closeSync(fd);
    return checked.ok ? (linked ?? refuseHardLink(shown)) : checked;
  }
  return done({ fd, stat });
}

/** The refusal for what is not a regular file. */
export function refuseKind(kind: ChildKind, shown: string): JailResult<never> {
  if (kind === 'folder') return fail('is-folder', `${shown} is a folder.`);
  if (kind === 'link') return fail('symlink', `${shown} is a link; links are not followed here.`);
  return fail('not-a-file', `${shown} is not a regular file.`);
}

/** The refusal for a file with a second name (P5). */
export function refuseHardLink(shown: string): JailResult<never> {
  return fail(
    'hard-link',
    `${shown} has a second name (a hard link) that may lie outside the folder, so it is not used.`,
  );
}

/**
 * After opening: the file is on the disk of the granted folder, and, where paths are all there is, a fresh real path
 * leads to the very same file inside it.
 */
function checkOpened(root: OpenFolder, fd: number, at: string, shown: string): JailResult<true> {
  const stat = fs.fstatSync(fd, { bigint: true });
  if (String(stat.dev) !== root.identity.dev && mountOf(fd) !== mountOf(root.fd)) {
    return fail('outside', `${shown} lies on another disk than its folder.`);
  }
  if (root.strategy === 'descriptor') return done(true);
  const real = fs.realpathSync.native(at);
  if (real !== root.root && !real.startsWith(root.root + path.sep))
    return fail('outside', `${shown} leads out of its folder.`);
  const fresh = fs.statSync(real, { bigint: true });
  if (fresh.dev !== stat.dev || fresh.ino !== stat.ino)
    return fail('outside', `${shown} was swapped while it was opened.`);
  return done(true);
}

/**
 * The mount a descriptor belongs to. Some file systems (overlay, btrfs) report several devices within one mount, so
 * a differing device alone is no proof. Elsewhere than on Linux there is nothing to ask: each descriptor is its own.
 */
function mountOf(fd: number): string {
  if (process.platform !== 'linux') return `descriptor ${fd}`;
  return /^mnt_id:\s*(\d+)$/m.exec(fs.readFileSync(`/proc/self/fdinfo/${fd}`, 'utf8'))?.[1] ?? `descriptor ${fd}`;
}
