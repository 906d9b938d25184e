/** Stable codes of `WarrantError`: people and pages act on them, so add, don't change. */
export const ERROR_CODES = [
  'bad-input',
  'not-found',
  'conflict',
  'refused',
  'not-accepted',
  'unavailable',
  'corrupt',
  'disk',
  'locked',
  'newer-data',
  'internal',
] as const;
export type ErrorCode = (typeof ERROR_CODES)[number];

/**
 * An error for a person: `message` says what, where and what to do, in one line; `details` may list several faults.
 * Thrown by the host for bad input, missing things, conflicts and storage faults.
 */
export class WarrantError extends Error {
  readonly code: ErrorCode;
  readonly details: string[];
  constructor(code: ErrorCode, message: string, details: string[] = []) {
    super(message);
    this.name = 'WarrantError';
    this.code = code;
    this.details = details;
  }
}
