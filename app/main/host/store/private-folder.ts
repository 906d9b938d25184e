import fs from 'node:fs';
import path from 'node:path';
import { WarrantError } from '#contract/errors';
import { asStorageError } from './storage-error.ts';

/** Windows keeps access in lists, not in modes; a folder below the person's profile is private there already. */
const HAS_MODES = process.platform !== 'win32';
const OTHERS = 0o077;

/** What keeps a folder from being made, in words. */
const WHY = new Map([
  ['EEXIST', 'a file is in its place, or above it'],
  ['ENOTDIR', 'a file is in its place, or above it'],
  ['ENOENT', 'no folder can be made there'],
]);

/** Writes the names in a folder to disk: a new or renamed file survives a power loss only after this. */
export function syncFolder(folder: string): void {
  if (!HAS_MODES) return;
  const descriptor = fs.openSync(folder, fs.constants.O_RDONLY);
  try {
    fs.fsyncSync(descriptor);
  } finally {
    fs.closeSync(descriptor);
  }
}

function narrow(place: string, stat: fs.Stats, mode: number): void {
  if (!HAS_MODES) return;
  if (stat.uid !== process.getuid?.())
    throw new WarrantError(
      'refused',
      `${place} belongs to another user, who could read it. Choose another data folder.`,
    );
  if ((stat.mode & OTHERS) === 0) return;
  try {
    fs.chmodSync(place, mode);
  } catch {
    // Whatever the reason, the mode read below decides.
  }
  const left = fs.lstatSync(place).mode & 0o777;
  if (left & OTHERS)
    throw new WarrantError(
      'refused',
      `Other users can reach ${place} (mode ${left.toString(8)}) and this can’t be changed here. Choose a data folder on a disk that keeps access rights.`,
    );
}

/**
 * Makes a folder and those above it that are missing; gives the outermost that was made. Node's own way to do this does
 * not come to an end below a folder that takes none, such as /proc.
 */
function makeMissing(folder: string): string | undefined {
  if (fs.statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return undefined;
  const above = path.dirname(folder);
  const outermost = above === folder ? undefined : makeMissing(above);
  try {
    fs.mkdirSync(folder, { mode: 0o700 });
  } catch (cause) {
    // Another process may have made it at this moment.
    if (!fs.statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw cause;
  }
  return outermost ?? folder;
}

/**
 * Makes sure that `folder` exists and that only this user can reach it (rule K11): made with mode 0700, narrowed where
 * it is wider. Throws `refused` where it stays wider or is another user's, `disk` where it can't be made.
 */
export function makePrivateFolder(folder: string): void {
  try {
    const made = makeMissing(path.resolve(folder));
    if (made !== undefined) syncFolder(path.dirname(made));
    narrow(folder, fs.statSync(folder), 0o700);
  } catch (cause) {
    const why = WHY.get(cause instanceof Error && 'code' in cause ? String(cause.code) : '');
    if (why === undefined) throw asStorageError(cause, `use the data folder ${folder}`);
    throw new WarrantError('disk', `The data folder ${folder} can’t be made: ${why}. Choose another in WARRANT_HOME.`);
  }
}

/**
 * Makes sure that a file, where there is one, is a plain file with one name that only this user can reach (rule K11).
 * A link is refused: SQLite loses data where one database has two names. Gives whether the file is there.
 */
export function keepPrivate(file: string): boolean {
  const stat = fs.lstatSync(file, { throwIfNoEntry: false });
  if (!stat) return false;
  if (!stat.isFile() || stat.nlink > 1)
    throw new WarrantError('refused', `${file} is not a plain file with one name. Put the file itself there.`);
  narrow(file, stat, 0o600);
  return true;
}
