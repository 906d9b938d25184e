import { randomBytes } from 'node:crypto';

const TEMPORARY = /^\.warrant-(?:new|probe)-[0-9a-f]{16}$/;

/**
 * A name for a file that exists only while something is written beside it.
 * @param purpose `new`: the coming version of a file; `probe`: a check that a folder can be written
 */
export function temporaryName(purpose: 'new' | 'probe'): string {
  return `.warrant-${purpose}-${randomBytes(8).toString('hex')}`;
}

/** Whether a name is of that kind: such files are not listed, and a stale one is cleared away. */
export function isTemporaryName(name: string): boolean {
  return TEMPORARY.test(name);
}
