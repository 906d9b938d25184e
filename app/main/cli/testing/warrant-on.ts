import path from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { LoopFixture } from '../../host/testing/loop-fixture.ts';
import { errorLine } from '../error-text.ts';
import { exitCodeOfError } from '../exit-codes.ts';
import { runProgram } from '../program.ts';

/** How a command ended: its exit code and both streams. */
interface Ended {
  code: number;
  out: string;
  err: string;
}

/** Runs a command on the host of a test, in this process. */
export async function warrantOn(loop: LoopFixture, words: readonly string[], typed = ''): Promise<Ended> {
  const [output, errors, input] = [new PassThrough(), new PassThrough(), new PassThrough()];
  input.end(typed);
  const refuse = (): never => {
    throw new Error('not part of these commands');
  };
  let code: number;
  try {
    code = await runProgram(words, {
      terminal: { input, output, errors, interactive: false, debug: false },
      version: '0',
      workingFolder: loop.home,
      dataFolder: path.join(loop.home, 'data'),
      open: () => Promise.resolve({ client: loop.client, attached: true, close: () => Promise.resolve() }),
      serve: refuse,
      verifyAlone: refuse,
    });
  } catch (error) {
    code = exitCodeOfError(error);
    errors.write(`${errorLine(error)}\n`);
  }
  output.end();
  errors.end();
  return { code, out: await text(output), err: await text(errors) };
}
