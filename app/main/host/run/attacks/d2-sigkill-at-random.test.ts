import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildGuest } from '../../../../../sandbox/testing/build-guest.ts';
import { linesOf, runHost } from '../../testing/kill-host.ts';
import { makeTestHome, removeTestHome, type TestHome } from '../../testing/test-home.ts';
import type { TestJob } from '../../testing/test-job.ts';

// Rule D2, asks B21: a host is killed at random moments of a job, until the job is done, over and over.

const ROOT = path.resolve(import.meta.dirname, '../../../../..');
/** How many kills; `npm run chaos` does more. */
const KILLS = Number(process.env.WARRANT_KILLS ?? 20);

let sandbox: { node: string; script: string; modules: string };
const homes: TestHome[] = [];

beforeAll(async () => {
  sandbox = { node: process.execPath, script: await buildGuest(), modules: path.join(ROOT, 'node_modules') };
}, 60_000);
afterAll(() => {
  for (const places of homes) removeTestHome(places);
});

function home(): TestHome {
  const places = makeTestHome({ 'old.txt': 'old\n' });
  homes.push(places);
  return places;
}

const call = (name: string, args: object) => ({ name, args });

it('goes on to the same end over SIGKILL at random moments', { timeout: 0 }, async () => {
  const append = 'files.append("/agent/log.txt", "a line\\n"); print(files.readText("/agent/log.txt"));';
  const stage = 'files.write("/folders/work/1.txt", "1\\n"); files.write("/folders/work/2.txt", "2\\n");';
  const job: TestJob = {
    approve: 'all',
    script: [
      { tool_calls: [call('write_file', { path: 'a/b.txt', content: 'one\n', create_folders: true })] },
      { delay_ms: 30, tool_calls: [call('run_javascript', { code: append })] },
      { tool_calls: [call('edit_file', { path: 'a/b.txt', old: 'one', new: 'two' })] },
      { tool_calls: [call('run_javascript', { code: stage })] },
      { tool_calls: [call('read_file', { path: '/agent/log.txt' })] },
      { delay_ms: 30, expect: 'a line', text: 'done' },
    ],
  };
  const calm = home();
  const undisturbed = await runHost({ places: calm, job, sandbox });
  let places = home();
  for (let kills = 0; kills < KILLS; ) {
    const lived = await runHost({ places, job, sandbox }, { line: '', ms: Math.random() * undisturbed.ms });
    if (lived.killed) kills++;
    if (!lived.result) continue;
    expect(lived.result.ok).toBe(true);
    expect(lived.result.result.work).toEqual(undisturbed.result?.result.work);
    expect(lived.result.result.disk).toEqual({ 'log.txt': 'a line\n' });
    expect(linesOf(lived, places)).toBe(linesOf(undisturbed, calm));
    places = home();
  }
});
