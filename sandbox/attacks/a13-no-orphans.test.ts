import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { createTestSandbox, WALLS } from '../testing/test-sandbox.ts';

// A13.13: no guest outlives its call, its pool, or its host, even when the host is killed while a guest loops.
describe.each(WALLS)('with walls %s', (walls) => {
  test('a host that is killed takes its looping guests along', async () => {
    const script = path.resolve(import.meta.dirname, '../testing/host-to-kill.ts');
    const host = spawn(process.execPath, [script, walls], { stdio: ['ignore', 'pipe', 'inherit'] });
    await once(host.stdout, 'data');
    const guests = below(host.pid ?? 0);
    expect(guests.length).toBeGreaterThanOrEqual(2);
    host.kill('SIGKILL');
    await once(host, 'exit');
    await gone(guests);
  });

  test('closing the pool ends warm and running guests', async () => {
    const box = await createTestSandbox({ walls, warm: { javascript: 2, python: 1 } });
    await Promise.all([box.sandbox.ready('javascript'), box.sandbox.ready('python')]);
    const running = box.run('javascript', 'while (true) {}', { timeoutMs: 60_000 });
    const queued = Promise.all(Array.from({ length: 6 }, () => box.run('javascript', 'while (true) {}')));
    await new Promise((resolve) => setTimeout(resolve, 300));
    const guests = below(process.pid);
    expect(guests.length).toBeGreaterThanOrEqual(3);
    await box.close();
    expect(await running).toMatchObject({ error: { code: 'cancelled' } });
    for (const outcome of await queued) expect(outcome).toMatchObject({ error: { code: 'cancelled' } });
    await gone(guests);
  });

  test('a call that is over leaves no process behind', async () => {
    const box = await createTestSandbox({ walls });
    await box.print('javascript', 'print(1)');
    await box.run('javascript', 'while (true) {}', { timeoutMs: 300 });
    await gone(below(process.pid));
    await box.close();
  });
});

function parentOf(pid: number): number | undefined {
  try {
    const [state, parent] = (readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1] ?? '').split(' ');
    return state === 'Z' || state === 'X' ? undefined : Number(parent);
  } catch {
    return undefined; // it has ended
  }
}

/** Every living process below one, by their parents. */
function below(root: number): number[] {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
  const found = [root];
  for (let index = 0; index < found.length; index += 1) {
    found.push(...all.filter((pid) => parentOf(pid) === found[index] && !found.includes(pid)));
  }
  return found.slice(1);
}

async function gone(pids: number[]): Promise<void> {
  const deadline = Date.now() + 10_000;
  while (pids.some((pid) => parentOf(pid) !== undefined) && Date.now() < deadline) {
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  expect(pids.filter((pid) => parentOf(pid) !== undefined)).toEqual([]);
}
