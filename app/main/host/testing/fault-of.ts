import { expect } from 'vitest';
import { codeOfError, errorLine } from '../../cli/error-text.ts';

/** How a refused request reads to a person: the host's code, and its one line. */
export async function faultOf(request: Promise<unknown>): Promise<{ code: string; line: string }> {
  const error = await request.then(
    () => undefined,
    (fault: unknown) => fault,
  );
  expect(error, 'the request was to be refused').toBeInstanceOf(Error);
  const line = errorLine(error);
  expect(line).toMatch(/^[^\n]+$/);
  expect(line).not.toMatch(/\bat .+:\d+:\d+|\[object|undefined/);
  return { code: codeOfError(error)?.code ?? '', line };
}
