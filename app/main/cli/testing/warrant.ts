import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import os from 'node:os';
import path from 'node:path';
import type { Readable, Writable } from 'node:stream';

/** The built program where `npm test` has built one, which starts faster; else the sources. */
const CLI = process.env.WARRANT_TEST_CLI ?? path.resolve(import.meta.dirname, '../../cli.ts');

/** How a command ended: exit code (or 128 and the signal's name as text) and both streams. */
export interface Ended {
  code: number | null;
  out: string;
  err: string;
}

/** A command line of one data folder, run as a program of its own. */
export class Warrant {
  readonly dataFolder: string;
  readonly folder: string;

  /** @param folder what relative paths mean */
  constructor(dataFolder: string, folder: string) {
    this.dataFolder = dataFolder;
    this.folder = folder;
  }

  /** Starts a command; its standard input is `input` and then ends. */
  start(words: readonly string[], input = ''): ChildProcessByStdio<Writable, Readable, Readable> {
    const child = spawn(process.execPath, [CLI, ...words], {
      cwd: this.folder,
      stdio: ['pipe', 'pipe', 'pipe'],
      env: {
        PATH: process.env.PATH,
        HOME: this.folder,
        WARRANT_HOME: this.dataFolder,
        NODE_COMPILE_CACHE: path.join(os.tmpdir(), 'warrant-test-compile-cache'),
      },
    });
    child.stdin.on('error', () => undefined); // a command that needs no input may end before it is written
    child.stdin.end(input);
    return child;
  }

  /** Runs a command to its end. */
  async run(words: readonly string[], input = ''): Promise<Ended> {
    return ended(this.start(words, input));
  }

  /** Runs a command that must succeed; gives its standard output. */
  async print(...words: string[]): Promise<string> {
    const { code, out, err } = await this.run(words);
    if (code !== 0) throw new Error(`warrant ${words.join(' ')} ended with ${code}: ${err}`);
    return out;
  }
}

/** Collects what a command writes, until it has ended. */
export async function ended(child: ChildProcessByStdio<Writable, Readable, Readable>): Promise<Ended> {
  const result = { out: '', err: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    result.out += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    result.err += text;
  });
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, ...result };
}

/** Resolves with all output so far once `text` stands in it. */
export async function says(stream: Readable, text: string): Promise<string> {
  let all = '';
  for await (const part of stream.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    all += String(part);
    if (all.includes(text)) return all;
  }
  throw new Error(`it ended without saying ${text}: ${all}`);
}

/** The lines of `--output jsonl`, parsed. */
export function parseLines(out: string): Record<string, unknown>[] {
  return out
    .trimEnd()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}
