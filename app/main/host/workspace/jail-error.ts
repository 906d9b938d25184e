/** Why the jail did not do what it was asked. Stable: tools, policy and tests act on it. */
export type JailErrorCode =
  /** The path, or a link on it, leaves the folder. */
  | 'outside'
  | 'not-found'
  /** A folder is needed and something else is there. */
  | 'not-a-folder'
  /** Neither a regular file nor a folder: a pipe, a socket, a device. */
  | 'not-a-file'
  | 'is-folder'
  /** The file has a second name, perhaps outside the folder (P5). */
  | 'hard-link'
  /** A link where none is followed, a chain of links without an end, or a link to a protected file. */
  | 'symlink'
  | 'too-large'
  | 'exists'
  | 'not-empty'
  | 'no-space'
  /** The name cannot be used. */
  | 'name'
  /** The folder that was granted is no longer there, or another one has taken its place (P14). */
  | 'replaced'
  /** The file is not the version that was expected (D18). */
  | 'changed'
  | 'read-only'
  /** The operating system does not permit it. */
  | 'denied'
  | 'io';

/** An expected failure. `message` names the path as the agent sees it, never the real one. */
export interface JailError {
  code: JailErrorCode;
  message: string;
}

export type JailResult<Value> = { ok: true; value: Value } | { ok: false; error: JailError };

/**
 * A failure as a value.
 * @param code what happened
 * @param message what, where, and what to do, in words that hold no real path
 */
export function fail(code: JailErrorCode, message: string): { ok: false; error: JailError } {
  return { ok: false, error: { code, message } };
}

/** A success as a value. */
export function done<Value>(value: Value): { ok: true; value: Value } {
  return { ok: true, value };
}

const CODES: ReadonlyMap<string, [JailErrorCode, string]> = new Map([
  ['ENOENT', ['not-found', 'does not exist']],
  ['ENOTDIR', ['not-a-folder', 'has a part that is not a folder']],
  ['EISDIR', ['is-folder', 'is a folder']],
  ['EEXIST', ['exists', 'exists already']],
  ['ENOTEMPTY', ['not-empty', 'is a folder that is not empty']],
  ['ELOOP', ['symlink', 'is a link; links are not followed here']],
  ['ENXIO', ['not-a-file', 'is not a regular file']],
  ['ENODEV', ['not-a-file', 'is not a regular file']],
  ['ENAMETOOLONG', ['name', 'has a name that is too long']],
  ['EINVAL', ['name', 'cannot be used for this']],
  ['EILSEQ', ['name', 'has a name that this disk cannot store']],
  ['ENOSPC', ['no-space', 'could not be written: the disk is full. Free some space and try again']],
  ['EDQUOT', ['no-space', 'could not be written: the disk quota is used up. Free some space and try again']],
  ['EFBIG', ['too-large', 'is too large for this disk']],
  ['EROFS', ['read-only', 'is on a disk that is read-only']],
  ['EACCES', ['denied', 'is not accessible to this user']],
  ['EPERM', ['denied', 'may not be changed by this user']],
  ['EXDEV', ['io', 'lies on another disk']],
]);

/**
 * Turns what the operating system reported into an expected failure. Anything that is not such a report is a fault of
 * the program and is thrown on.
 * @param error what was caught
 * @param shown the path as the agent sees it
 */
export function fromSystem(error: unknown, shown: string): { ok: false; error: JailError } {
  const code = systemCode(error);
  if (code === undefined) throw error;
  const [jailCode, text] = CODES.get(code) ?? ['io', `could not be reached (${code})`];
  return fail(jailCode, `${shown} ${text}.`);
}

/**
 * The code of an error that the operating system reported, such as `ENOENT`.
 * @param error what was caught
 * @returns the code, or nothing when it is another kind of error
 */
export function systemCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || !('syscall' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}
