import fs from 'node:fs';
import path from 'node:path';
import { UsageError } from './exit-codes.ts';

/**
 * Refuses to write a file of a person's into the data folder, also through a link or another spelling: what lies there is
 * the program's own (P18). Throws `UsageError`.
 * @param what the file in words, as "The trace"
 */
export function checkOutputPlace(file: string, dataFolder: string, what: string): void {
  const own = fs.statSync(dataFolder, { bigint: true, throwIfNoEntry: false });
  if (!own) return;
  for (let at = realFolder(file); ; at = path.dirname(at)) {
    const folder = fs.statSync(at, { bigint: true, throwIfNoEntry: false });
    if (folder?.dev === own.dev && folder.ino === own.ino)
      throw new UsageError(
        `${what} can’t be written to ${file}: it lies in the data folder, which is kept for the program itself. Give a name elsewhere.`,
      );
    if (path.dirname(at) === at) return;
  }
}

/** The real path of the folder that a file is to be written to, or of the nearest above it that exists. */
function realFolder(file: string): string {
  for (let at = path.dirname(path.resolve(file)); ; at = path.dirname(at)) {
    if (fs.existsSync(at)) return fs.realpathSync.native(at);
    if (path.dirname(at) === at) return at;
  }
}

/** Why a file could not be written, in words without the system's code. */
export function writeFaultWords(fault: unknown, file: string): string {
  const folder = path.dirname(file);
  switch (fault instanceof Error && 'code' in fault ? fault.code : undefined) {
    case 'EEXIST':
    case 'ELOOP':
      return 'it is there already. Give another name.';
    case 'ENOENT':
      return `the folder ${folder} does not exist.`;
    case 'ENOTDIR':
      return `${folder} is no folder.`;
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return 'this user may not write there.';
    case 'EISDIR':
      return 'it is a folder.';
    case 'ENOSPC':
      return 'the disk is full.';
    case 'ENAMETOOLONG':
      return 'its name is too long.';
    default:
      return fault instanceof Error ? fault.message : String(fault);
  }
}
