import fs from 'node:fs';
import path from 'node:path';
import { childPath, holdRoot } from './held-child.ts';
import { systemCode } from './jail-error.ts';
import { isWithin, parseMountTable } from './mount-table.ts';
import { closeFolder, type FolderIdentity, type OpenFolder, openFolder } from './open-folder.ts';
import { findProtected, keyStoresOf, type ProtectedPlace } from './protected-places.ts';
import { temporaryName } from './temporary-name.ts';

/** What must not be reached through a granted folder. */
export interface FolderSurroundings {
  dataFolder: string;
  /** The folder the program is installed in. */
  appFolder: string;
  home: string;
  /** Folders inside the data folder that may be used after all: the agents' own disks. */
  agentDisks?: readonly string[];
  /** The kernel's mount table, for tests; read from the system when absent. */
  mountTable?: string;
  /** Entries that are counted at most; 20,000 when absent. */
  mostCounted?: number;
}

/** What the person is shown before granting. Counting stops after a while; then `complete` is false. */
interface CheckedFolder {
  /** The real path, links resolved (A8.1). */
  path: string;
  /** To be recorded with the grant and met at every later opening (P14). */
  identity: FolderIdentity;
  files: number;
  folders: number;
  bytes: number;
  complete: boolean;
}

type FolderRefusal =
  | 'missing'
  | 'not-a-folder'
  /** Is, contains or lies in something that no agent may be granted (P18). */
  | 'protected'
  | 'not-readable'
  | 'not-writable';

export type FolderCheck = { ok: true; folder: CheckedFolder } | { ok: false; code: FolderRefusal; message: string };

/** Entries that are counted at most. */
const MOST_COUNTED = 20_000;

/**
 * Checks a folder before it is granted: that it is there, that nothing protected is reached through it (P18), and, by
 * really listing it and really writing and deleting a small file, that it works (B14).
 * @param folder the path as the person gave it, absolute
 * @param access what it is to be granted for
 * @returns its real path, identity and size, or the refusal and a sentence with what to do
 */
export function checkFolder(folder: string, access: 'read' | 'write', around: FolderSurroundings): FolderCheck {
  const real = resolveFolder(folder);
  if (!real.ok) return real;
  const reason = findReason(real.path, around);
  if (reason) return refuse('protected', `The folder ${folder} cannot be granted: ${reason}.`);

  const opened = openFolder(real.path);
  if (!opened.ok) {
    if (opened.error.code === 'denied') return notReadable(folder);
    return refuse('missing', `The folder ${folder} could not be opened. Check that it still exists.`);
  }
  try {
    return probe(folder, access, opened.value, around.mostCounted ?? MOST_COUNTED);
  } finally {
    closeFolder(opened.value);
  }
}

function resolveFolder(folder: string): { ok: true; path: string } | (FolderCheck & { ok: false }) {
  try {
    const real = fs.realpathSync.native(path.resolve(folder));
    if (fs.statSync(real).isDirectory()) return { ok: true, path: real };
    return refuse('not-a-folder', `${folder} is not a folder. Choose the folder that holds it.`);
  } catch (error) {
    switch (systemCode(error)) {
      case 'ENOENT':
      case 'ENOTDIR':
        return refuse('missing', `The folder ${folder} does not exist. Check the path, or make it first.`);
      case 'ELOOP':
        return refuse('missing', `The folder ${folder} is a link that leads back to itself.`);
      case 'EACCES':
      case 'EPERM':
        return notReadable(folder);
      default:
        throw error;
    }
  }
}

function findReason(real: string, around: FolderSurroundings): string | undefined {
  if (around.agentDisks?.some((disk) => fs.existsSync(disk) && isWithin(real, fs.realpathSync.native(disk))))
    return undefined;
  const places: ProtectedPlace[] = [
    { path: around.dataFolder, what: "this program's own data" },
    { path: around.appFolder, what: 'the program itself' },
    ...keyStoresOf(around.home).filter((store) => fs.existsSync(store.path)),
  ];
  return findProtected(real, places, parseMountTable(around.mountTable ?? readMountTable()));
}

function readMountTable(): string {
  return process.platform === 'linux' ? fs.readFileSync('/proc/self/mountinfo', 'utf8') : '';
}

function probe(folder: string, access: 'read' | 'write', opened: OpenFolder, most: number): FolderCheck {
  const held = holdRoot(opened);
  try {
    fs.readdirSync(held.path);
  } catch (error) {
    if (systemCode(error) === undefined) throw error;
    return notReadable(folder);
  }
  if (access === 'write') {
    const refusal = probeWrite(folder, childPath(held, temporaryName('probe')));
    if (refusal) return refusal;
  }
  return { ok: true, folder: { path: opened.root, identity: opened.identity, ...count(opened.root, most) } };
}

/** Writes and deletes a small file; permission bits alone do not tell (read-only disks, quotas, other users' folders). */
function probeWrite(folder: string, file: string): (FolderCheck & { ok: false }) | undefined {
  const { O_CREAT, O_EXCL, O_WRONLY, O_NOFOLLOW = 0 } = fs.constants;
  try {
    const fd = fs.openSync(file, O_CREAT | O_EXCL | O_WRONLY | O_NOFOLLOW, 0o600);
    try {
      fs.writeSync(fd, 'This file checks that the folder can be written. It may be deleted.\n');
    } finally {
      fs.closeSync(fd);
      fs.unlinkSync(file);
    }
    return undefined;
  } catch (error) {
    const code = systemCode(error);
    if (code === undefined) throw error;
    const why = new Map([
      ['EROFS', 'its disk is read-only'],
      ['ENOSPC', 'its disk is full'],
      ['EDQUOT', 'the disk quota is used up'],
    ]).get(code);
    return refuse(
      'not-writable',
      `A test file could not be written in ${folder}: ${why ?? `this user may not (${code})`}. Grant it for reading, or change that first.`,
    );
  }
}

/** Counts what is below, links not followed, up to a limit. */
function count(root: string, most: number): { files: number; folders: number; bytes: number; complete: boolean } {
  const totals = { files: 0, folders: 0, bytes: 0, complete: true };
  const waiting = [root];
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    for (const entry of readable(folder)) {
      if (totals.files + totals.folders >= most) return { ...totals, complete: false };
      const at = path.join(folder, entry.name);
      if (entry.isDirectory()) {
        totals.folders += 1;
        waiting.push(at);
      } else if (entry.isFile()) {
        totals.files += 1;
        totals.bytes += fs.lstatSync(at, { throwIfNoEntry: false })?.size ?? 0;
      }
    }
  }
  return totals;
}

/** The entries of a folder, none for one that this user may not list or that is gone by now. */
function readable(folder: string): fs.Dirent[] {
  try {
    return fs.readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if (systemCode(error) === undefined) throw error;
    return [];
  }
}

function notReadable(folder: string): FolderCheck & { ok: false } {
  return refuse('not-readable', `The folder ${folder} cannot be listed by this user. Change its permissions first.`);
}

function refuse(code: FolderRefusal, message: string): FolderCheck & { ok: false } {
  return { ok: false, code, message };
}
