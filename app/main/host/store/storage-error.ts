import Database from 'better-sqlite3';
import { WarrantError } from '#contract/errors';

const FULL = new Set(['SQLITE_FULL', 'ENOSPC', 'EDQUOT', 'EFBIG']);
const READ_ONLY = new Set(['EROFS', 'EACCES', 'EPERM']);
const MISSING = new Set(['ENOENT', 'ENOTDIR', 'EEXIST', 'ELOOP', 'ENAMETOOLONG', 'EISDIR']);

function codeOf(cause: unknown): string {
  if (cause instanceof Database.SqliteError) return cause.code;
  if (cause instanceof Error && 'code' in cause && typeof cause.code === 'string') return cause.code;
  return '';
}

/**
 * Names a fault of SQLite or of the file system for a person. Takes what was thrown and what was being done ("write to
 * the log in /data"); gives a `WarrantError` (`disk`, `locked`, `corrupt`), or the same thing where the cause is not one
 * of the storage: that is a fault of the program and must be seen as one.
 */
export function asStorageError(cause: unknown, doing: string): unknown {
  const code = codeOf(cause);
  if (FULL.has(code))
    return new WarrantError(
      'disk',
      `Could not ${doing}: the disk is full. Nothing saved is lost; free space and retry.`,
    );
  if (READ_ONLY.has(code) || code.startsWith('SQLITE_READONLY') || code === 'SQLITE_PERM')
    return new WarrantError(
      'disk',
      `Could not ${doing}: the place can’t be written to. Make it writable, or choose another data folder.`,
      [code],
    );
  if (code.startsWith('SQLITE_BUSY') || code.startsWith('SQLITE_LOCKED'))
    return new WarrantError('locked', `Could not ${doing}: another program holds the file. Close it and retry.`);
  if (code.startsWith('SQLITE_NOTADB') || code.startsWith('SQLITE_CORRUPT'))
    return new WarrantError(
      'corrupt',
      `Could not ${doing}: the file is damaged or is no database. It was left as it is; put a backup in its place, or move it away to start anew.`,
    );
  if (code.startsWith('SQLITE_IOERR') || code.startsWith('SQLITE_CANTOPEN') || code === 'EIO')
    return new WarrantError('disk', `Could not ${doing}: the disk reported a fault (${code}).`, [code]);
  if (MISSING.has(code) || code === 'EMFILE' || code === 'ENFILE')
    return new WarrantError('disk', `Could not ${doing}: ${cause instanceof Error ? cause.message : code}.`, [code]);
  return cause;
}
