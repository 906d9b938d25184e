import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const CLI = path.resolve(import.meta.dirname, '../out/main/cli.cjs');
const DEADLINE_MS = 120_000;

/**
 * Lets one host make Python's memory picture, which takes seconds, so that each test can start with a copy of it.
 * Gives the function that removes it. Without a sandbox there is none, and the tests go on without.
 */
export default async function makePythonPicture(): Promise<() => void> {
  const scratch = mkdtempSync(path.join(tmpdir(), 'warrant-e2e-picture-'));
  const home = path.join(scratch, 'home');
  const cache = path.join(home, 'cache');
  const host = spawn(process.execPath, [CLI, 'serve', '--no-open'], {
    env: { PATH: process.env.PATH ?? '', HOME: scratch, WARRANT_HOME: home },
    stdio: 'ignore',
  });
  const gone = new Promise<void>((resolve) => host.once('exit', () => resolve()));
  const isMade = (): boolean => existsSync(cache) && readdirSync(cache).some((name) => name.endsWith('.snapshot'));
  const begun = Date.now();
  while (!isMade() && host.exitCode === null && Date.now() - begun < DEADLINE_MS) await wait(100);
  host.kill('SIGKILL');
  await gone;
  process.env.WARRANT_TEST_CACHE = cache;
  return () => rmSync(scratch, { recursive: true, force: true });
}
