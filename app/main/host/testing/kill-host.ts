import { spawn } from 'node:child_process';
import { once } from 'node:events';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { buildProgram } from './build-program.ts';
import type { KillOrder } from './host-to-kill.ts';
import type { TestHome } from './test-home.ts';
import type { JobResult } from './test-job.ts';

/** The program of a host that is to be killed. */
export const hostToKill = (): Promise<string> => buildProgram(path.join(import.meta.dirname, 'host-to-kill.ts'));

/** What a host process wrote before it ended or was killed; `result` of one that drove its job to the end. */
export interface Lived {
  lines: string[];
  killed: boolean;
  /** From its first line to its end. */
  ms: number;
  result?: { result: JobResult; ok: boolean };
}

/**
 * Runs a host process and kills it with SIGKILL `after.ms` after the first line that starts with `after.line`; without
 * `after`, lets it end. Rejects where it ends by itself without a result.
 */
export async function runHost(order: KillOrder, after?: { line: string; ms: number }): Promise<Lived> {
  const child = spawn(process.execPath, [await hostToKill(), JSON.stringify(order)], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NODE_COMPILE_CACHE: path.join(os.tmpdir(), 'warrant-test-compile-cache') },
  });
  const lines: string[] = [];
  let errors = '';
  let timer: NodeJS.Timeout | undefined;
  let begun: number | undefined;
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  createInterface({ input: child.stdout }).on('line', (line) => {
    begun ??= performance.now();
    lines.push(line);
    if (after && !timer && line.startsWith(after.line)) timer = setTimeout(() => child.kill('SIGKILL'), after.ms);
  });
  const [, signal] = await once(child, 'close');
  clearTimeout(timer);
  const ms = performance.now() - (begun ?? performance.now());
  const found = lines.find((line) => line.startsWith('result '));
  if (signal !== 'SIGKILL' && !found)
    throw new Error(`the host ended without a result: ${lines.at(-1) ?? ''} ${errors}`);
  return {
    lines,
    killed: signal === 'SIGKILL',
    ms,
    ...(found ? { result: JSON.parse(found.slice('result '.length)) as { result: JobResult; ok: boolean } } : {}),
  };
}

/** The lines of a job's run, to be compared: the script lies elsewhere for each home. */
export function linesOf(lived: Lived, places: TestHome): string {
  return JSON.stringify(lived.result?.result.lines).replaceAll(places.home, 'HOME');
}
