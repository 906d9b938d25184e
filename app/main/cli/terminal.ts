import { createInterface } from 'node:readline/promises';
import { type Readable, Writable } from 'node:stream';
import { spellHidden } from '#contract/spell-hidden';

/** The three streams of a command, and whether a person sits at them. */
export interface Terminal {
  input: Readable;
  output: Writable;
  errors: Writable;
  /** Standard input and output are a terminal: questions may be asked. */
  interactive: boolean;
  debug: boolean;
}

/** Words to standard output, with what a terminal would obey and not show spelled out, whoever wrote it. */
export function print(terminal: Terminal, text: string): void {
  terminal.output.write(spellHidden(text.endsWith('\n') ? text : `${text}\n`));
}

/** One line of JSON to standard output, for programs: as it is. `indent`: several lines. */
export function printJson(terminal: Terminal, value: unknown, indent = 0): void {
  terminal.output.write(`${JSON.stringify(value, null, indent)}\n`);
}

/** One line to standard error, spelled as `print` does. */
export function warn(terminal: Terminal, text: string): void {
  terminal.errors.write(spellHidden(`${text}\n`));
}

/** Asks one question on the terminal; undefined when the input ends. */
export async function ask(terminal: Terminal, question: string): Promise<string | undefined> {
  const lines = createInterface({ input: terminal.input, output: terminal.errors });
  try {
    const closed = new Promise<undefined>((resolve) => lines.once('close', () => resolve(undefined)));
    return await Promise.race([lines.question(spellHidden(question)), closed]);
  } finally {
    lines.close();
  }
}

/** Asks one question and shows nothing of what is typed; undefined when the input ends or the person breaks off. */
export async function askHidden(terminal: Terminal, question: string): Promise<string | undefined> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: terminal.input, output: nowhere, terminal: true });
  terminal.errors.write(question);
  try {
    return await new Promise<string | undefined>((resolve) => {
      lines.once('line', resolve);
      for (const end of ['close', 'SIGINT'] as const) lines.once(end, () => resolve(undefined));
    });
  } finally {
    lines.close();
    terminal.errors.write('\n');
  }
}

/** All of standard input as text; of one with more than `most` bytes the beginning, which is longer than that. */
export async function readAll(terminal: Terminal, most = Number.POSITIVE_INFINITY): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of terminal.input) {
    const read = Buffer.from(chunk as Uint8Array);
    chunks.push(read);
    bytes += read.length;
    if (bytes > most) break;
  }
  return Buffer.concat(chunks).toString('utf8');
}
