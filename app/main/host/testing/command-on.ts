import path from 'node:path';
import { PassThrough } from 'node:stream';
import { runProgram } from '../../cli/program.ts';
import type { Host } from '../host.ts';
import { clientOf } from './test-home.ts';

/** How a command ended: exit code and both streams. */
export interface CommandResult {
  code: number;
  out: string;
  err: string;
}

/**
 * Runs a command of the command line in this process, on an open host.
 * @param folder the working folder; what lies in `data` in it is taken for the program's own
 * @param given what standard input holds, where nobody sits at it
 * @param answers makes the terminal one that a person sits at: each question is answered with the next of these lines
 */
export async function commandOn(
  host: Host,
  folder: string,
  words: readonly string[],
  answers?: readonly string[],
  given = '',
): Promise<CommandResult> {
  const [input, output, errors] = [new PassThrough(), new PassThrough(), new PassThrough()];
  const said = { out: '', err: '' };
  const left = [...(answers ?? [])];
  output.on('data', (text) => {
    said.out += text;
  });
  errors.on('data', (text) => {
    said.err += text;
    if (!String(text).endsWith('> ')) return;
    const line = left.shift();
    if (line === undefined) input.end();
    else input.write(`${line}\n`);
  });
  if (!answers) input.end(given);
  const code = await runProgram(words, {
    terminal: { input, output, errors, interactive: answers !== undefined, debug: false },
    version: '0.0.0',
    workingFolder: folder,
    dataFolder: path.join(folder, 'data'),
    open: () => Promise.resolve({ client: clientOf(host), attached: false, close: () => Promise.resolve() }),
    serve: () => Promise.reject(new Error('there is nothing to serve here')),
    verifyAlone: () => {
      throw new Error('no command here looks at the log without a host');
    },
  });
  return { code, ...said };
}
