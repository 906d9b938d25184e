import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { syncFolder } from './private-folder.ts';

/**
 * Replaces `file` by these bytes, whole or not at all, on disk when it returns: a new file (mode 0600), its sync, the
 * rename, the sync of the folder. With `erase`, what the old file held is overwritten (rule K9); a disk that writes
 * elsewhere, such as an SSD or a copy-on-write file system, may still keep it.
 */
export function writePrivateFile(file: string, bytes: string | Uint8Array, erase = false): void {
  const temporary = `${file}.${randomBytes(6).toString('hex')}.tmp`;
  const old = erase ? openOld(file) : undefined;
  try {
    fs.writeFileSync(temporary, bytes, { mode: 0o600, flag: 'wx', flush: true });
    fs.renameSync(temporary, file);
    syncFolder(path.dirname(file));
    if (old !== undefined) {
      fs.writeSync(old, Buffer.alloc(fs.fstatSync(old).size), 0, undefined, 0);
      fs.fsyncSync(old);
    }
  } catch (cause) {
    fs.rmSync(temporary, { force: true });
    throw cause;
  } finally {
    if (old !== undefined) fs.closeSync(old);
  }
}

/** The old file by its descriptor: it stays reachable after the rename took its name away. */
function openOld(file: string): number | undefined {
  return fs.existsSync(file) ? fs.openSync(file, 'r+') : undefined;
}
