import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { takeHostLock } from '../host-lock.ts';
import { openStore } from '../store.ts';
import { openLog, renamed, temporaryFolder } from '../testing.ts';

const RACER = fileURLToPath(new URL('./lock-racer.ts', import.meta.url));
const ROUNDS = 50;

let place: ReturnType<typeof temporaryFolder>;

beforeEach(() => {
  place = temporaryFolder();
});

afterEach(() => place.remove());

interface Racer {
  child: ChildProcess;
  ask(line: string): Promise<string>;
}

function startRacer(): Racer {
  const child = spawn(process.execPath, [RACER], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines: Interface = createInterface({ input: child.stdout });
  return {
    child,
    async ask(line) {
      const answer = once(lines, 'line');
      child.stdin.write(`${line}\n`);
      return String((await answer)[0]);
    },
  };
}

it('lets exactly one of two processes in that start at the same moment, fifty times', async () => {
  const racers = [startRacer(), startRacer()];
  for (let round = 0; round < ROUNDS; round += 1) {
    const folder = path.join(place.folder, String(round));
    fs.mkdirSync(folder, { mode: 0o700 });
    // Every other round finds what a killed host left behind.
    if (round % 2) {
      fs.writeFileSync(path.join(folder, 'host.lock'), JSON.stringify({ pid: 1, origin: 'http://127.0.0.1:9' }));
      fs.writeFileSync(path.join(folder, 'host.guard'), '', { mode: 0o600 });
    }
    const start = JSON.stringify({ folder, at: Date.now() + 15 });
    const answers = await Promise.all(racers.map((racer) => racer.ask(start)));
    expect(answers.sort(), `round ${round}`).toEqual(['locked', 'won']);
    await Promise.all(racers.map((racer) => racer.ask('release')));
  }
  for (const { child } of racers) child.kill();
});

it('gives the folder free the moment its host is killed', async () => {
  const racer = startRacer();
  expect(await racer.ask(JSON.stringify({ folder: place.folder, at: 0 }))).toBe('won');
  expect(() => takeHostLock(place.folder)).toThrow(expect.objectContaining({ code: 'locked' }));
  const ended = once(racer.child, 'exit');
  racer.child.kill('SIGKILL');
  await ended;
  takeHostLock(place.folder).release();
});

it('does not let a second store open in the same process either, nor touch what is there', () => {
  const first = openStore(place.folder, Date.now);
  const before = fs.readdirSync(place.folder).sort();
  expect(() => openStore(place.folder, Date.now)).toThrow(expect.objectContaining({ code: 'locked' }));
  expect(fs.readdirSync(place.folder).sort()).toEqual(before);
  first.close();
});

it('keeps the chain whole even if two writers get past the lock: one of them is told', async () => {
  const one = openLog(place.folder);
  const two = openLog(place.folder);
  const append = (from: typeof one, title: string) => {
    const expectedSeq = from.log.head('run:a')?.seq ?? 0;
    return from.log.append([{ stream: 'run:a', expectedSeq, events: [renamed(title)] }]);
  };
  await append(one, '1');
  await append(two, '2');
  await expect(append(one, 'lost')).rejects.toMatchObject({ code: 'conflict' });
  await append(one, '3');
  await expect(append(two, 'lost')).rejects.toMatchObject({ code: 'conflict' });
  expect(one.log.verify('run:a')).toEqual({ ok: true, entries: 3 });
  one.close();
  two.close();
});
