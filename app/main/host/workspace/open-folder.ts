import fs from 'node:fs';
import { done, fail, fromSystem, type JailResult, systemCode } from './jail-error.ts';

/**
 * Which folder this is, whatever its path: device, inode, and when it was made (nanoseconds), empty where the system
 * does not say. An inode may be used again after a folder is deleted, hence the third.
 */
export interface FolderIdentity {
  dev: string;
  ino: string;
  born: string;
}

/**
 * How children are reached. `descriptor` (Linux): through `/proc/self/fd/N/name`, so a folder that is held cannot be
 * swapped. `realpath` (elsewhere): by path, checked against a fresh real path after opening; a swap between the check
 * and the use is noticed for reads and may be missed for writes.
 */
export type JailStrategy = 'descriptor' | 'realpath';

/** A folder held open. Everything the jail does starts from this descriptor. */
export interface OpenFolder {
  readonly fd: number;
  /** The real path at the time of opening. Never shown to an agent. */
  readonly root: string;
  readonly identity: FolderIdentity;
  readonly strategy: JailStrategy;
}

/** The strategy of this machine: by descriptor where the system offers it. */
export const MACHINE_STRATEGY: JailStrategy =
  process.platform === 'linux' && fs.existsSync('/proc/self/fd') ? 'descriptor' : 'realpath';

/**
 * Opens a folder and holds it. At grant time no identity is expected and the one found is to be recorded; later the
 * recorded one must be met, so that a folder that was replaced, or a link put in its place, is refused (P14).
 * @param folder the real path of a folder, links resolved
 * @param options.expected the identity recorded when the folder was granted
 * @param options.strategy for tests of the weaker form
 * @returns the folder held open (close it with `closeFolder`), or `not-found`, `not-a-folder`, `denied`, `replaced`
 */
export function openFolder(
  folder: string,
  options: { expected?: FolderIdentity; strategy?: JailStrategy } = {},
): JailResult<OpenFolder> {
  const { O_RDONLY, O_DIRECTORY = 0, O_NOFOLLOW = 0 } = fs.constants;
  let fd: number;
  try {
    fd = fs.openSync(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
  } catch (error) {
    const code = systemCode(error);
    if (options.expected && (code === 'ENOENT' || code === 'ENOTDIR' || code === 'ELOOP')) return replaced();
    return fromSystem(error, 'The folder');
  }
  const stat = fs.fstatSync(fd, { bigint: true });
  const identity = identityOf(stat);
  if (!stat.isDirectory()) {
    fs.closeSync(fd);
    return fail('not-a-folder', 'The folder is not a folder.');
  }
  if (options.expected && !sameFolder(options.expected, identity)) {
    fs.closeSync(fd);
    return replaced();
  }
  return done({ fd, root: folder, identity, strategy: options.strategy ?? MACHINE_STRATEGY });
}

/** Lets a folder go. It must not be used afterwards. */
export function closeFolder(folder: OpenFolder): void {
  fs.closeSync(folder.fd);
}

/** The identity of a folder from its status. A birth time equal to the change time may be a stand-in: it is left out. */
export function identityOf(stat: fs.BigIntStats): FolderIdentity {
  const known = stat.birthtimeNs > 0n && stat.birthtimeNs !== stat.ctimeNs;
  return { dev: String(stat.dev), ino: String(stat.ino), born: known ? String(stat.birthtimeNs) : '' };
}

/**
 * Whether a folder is the one that was recorded. With a birth time, device numbers may differ: they change when disks
 * are mounted in another order.
 */
export function sameFolder(recorded: FolderIdentity, found: FolderIdentity): boolean {
  if (recorded.ino !== found.ino) return false;
  if (recorded.born !== '' && found.born !== '') return recorded.born === found.born;
  return recorded.dev === found.dev;
}

/** One text for an identity, for the log. */
export function formatIdentity(identity: FolderIdentity): string {
  return `${identity.dev}:${identity.ino}:${identity.born}`;
}

/** The identity in a log entry, or nothing when the text is not one. */
export function parseIdentity(text: string): FolderIdentity | undefined {
  const [, dev, ino, born] = /^(\d+):(\d+):(\d*)$/.exec(text) ?? [];
  return dev === undefined || ino === undefined ? undefined : { dev, ino, born: born ?? '' };
}

/** The refusal for a folder that is not the one that was granted (P14). */
export function replaced(): JailResult<never> {
  return fail('replaced', 'The folder that was granted is gone, or another one is in its place. Grant it again.');
}
