import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildGuest } from '../../../../sandbox/testing/build-guest.ts';
import type { KillOrder } from '../testing/host-to-kill.ts';
import { hostToKill, runHost } from '../testing/kill-host.ts';
import { makeTestHome, removeTestHome, type TestHome } from '../testing/test-home.ts';
import { filesIn, type TestJob } from '../testing/test-job.ts';

// Bad input: a disk that gets full in the middle of a run (D11). The host's files may not grow over a limit, a smaller
// one each time, so that another kind of write fails. The run stops before the change it could not note, says so in one
// line, and goes on to the same end once there is room.

const ROOT = path.resolve(import.meta.dirname, '../../../..');
/** In blocks of `ulimit -f`, from "not even the first entry" on. */
const LIMITS = [8, 130, 200, 300];
const places: TestHome[] = [];
let sandbox: KillOrder['sandbox'];

beforeAll(async () => {
  sandbox = { node: process.execPath, script: await buildGuest(), modules: path.join(ROOT, 'node_modules') };
}, 60_000);
afterAll(() => {
  for (const each of places) removeTestHome(each);
});

const text = 'a line of some length, so that it fills a page of the log sooner\n'.repeat(40);
const job: TestJob = {
  approve: 'all',
  script: [
    ...Array.from({ length: 12 }, (_, n) => ({
      tool_calls: [{ name: 'write_file', args: { path: `${n}.txt`, content: `${n}\n${text}` } }],
    })),
    { text: 'done' },
  ],
};

function home(): TestHome {
  const made = makeTestHome();
  places.push(made);
  return made;
}

it('stops the run in one line, and it goes on to the same end once there is room', { timeout: 240_000 }, async () => {
  const undisturbed = await runHost({ places: home(), job, sandbox });
  for (const blocks of LIMITS) {
    const own = home();
    const order: KillOrder = { places: own, job, sandbox };
    const limited = spawnSync(
      'sh',
      ['-c', `ulimit -f ${blocks}; exec "$@"`, 'sh', process.execPath, await hostToKill(), JSON.stringify(order)],
      {
        encoding: 'utf8',
      },
    );
    expect(limited.stdout, `limit ${blocks}`).not.toContain('\nresult ');
    const said = limited.stdout.split('\n').filter((line) => line.startsWith('fault '));
    expect(said, `limit ${blocks}: ${limited.stderr}`).toHaveLength(1);
    expect(said[0]).toMatch(/^fault disk Could not .+: the disk .+\.$/);
    const before = filesIn(own.work);
    for (const name of Object.keys(before)) expect(before[name]).toBe(undisturbed.result?.result.work[name]);
    const again = await runHost(order);
    expect(again.result?.ok).toBe(true);
    expect(again.result?.result.work, `limit ${blocks}`).toEqual(undisturbed.result?.result.work);
    const changes = [...limited.stdout.split('\n'), ...again.lines].filter((line) => line.startsWith('after write '));
    expect(changes.sort()).toEqual(undisturbed.lines.filter((line) => line.startsWith('after write ')).sort());
    expect(fs.readdirSync(own.work).filter((name) => name.startsWith('.'))).toEqual([]);
  }
});
