import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Entry, RunEvent } from '#contract/event';
import { type HostCallRecord, reduceRun } from '#contract/projections/run-state';
import type { HostRequest } from '../../../../sandbox/protocol.ts';
import { bytes, Guest, type GuestScene, makeGuestScene, recordsOf } from '../testing/guest-fixture.ts';
import { policyInput } from '../testing/policy-fixture.ts';
import { GuestDivergence } from './guest-bridge.ts';

// After a crash a guest runs again and is answered from the record; nothing that was done is done twice (rows A19.9, B21).

describe('a guest that runs again', () => {
  /** What a guest does, and everything it is told. */
  async function act(guest: Guest): Promise<string[]> {
    return [
      await guest.read('/folders/ROOT/a'),
      await guest.put('/folders/ROOT/new', 'new'),
      await guest.read('/folders/ROOT/new'),
      await guest.put('/agent/log', 'line'),
      await guest.stat('/agent/log'),
      await guest.list('/folders/ROOT'),
      await guest.read('/folders/ROOT/none'),
    ];
  }

  it('is told the same from the record, whatever is on disk now, and stages the same', async () => {
    const scene = makeGuestScene(['a']);
    const first = new Guest(scene);
    const told = await act(first);
    const changes = await first.changes();
    fs.writeFileSync(path.join(scene.fixture.root, 'a'), 'changed since');
    fs.rmSync(path.join(scene.fixture.agent, 'log'));
    const recorded = recordsOf(scene.events);
    scene.events = [];
    const second = new Guest(scene, recorded);
    expect(await act(second)).toEqual(told);
    expect(await second.changes()).toEqual(changes);
    expect(scene.events).toEqual([]);
    expect(fs.existsSync(path.join(scene.fixture.agent, 'log'))).toBe(false);
    expect([...second.bridge.filesRead]).toEqual([...first.bridge.filesRead]);
    expect([...second.bridge.filesWritten]).toEqual([...first.bridge.filesWritten]);
  });

  it('goes on by itself where the record ends', async () => {
    const scene = makeGuestScene(['a']);
    const told = await act(new Guest(scene));
    await new Guest(scene).bridge.flush();
    const recorded = recordsOf(scene.events).slice(0, 2);
    fs.rmSync(path.join(scene.fixture.agent, 'log'));
    expect(await act(new Guest(scene, recorded))).toEqual(told);
  });

  it.each([
    ['another operation', { operation: 'list', path: '/folders/ROOT/a' }],
    ['another path', { operation: 'read', path: '/folders/ROOT/b', position: 0, length: 10_000 }],
    ['another part', { operation: 'read', path: '/folders/ROOT/a', position: 1, length: 10_000 }],
  ] as [string, HostRequest][])('and asks for %s is ended', async (_name, request) => {
    const scene = makeGuestScene(['a', 'b']);
    const first = new Guest(scene);
    await first.read('/folders/ROOT/a');
    await first.bridge.flush();
    await expect(new Guest(scene, recordsOf(scene.events)).ask(request)).rejects.toThrow(GuestDivergence);
  });

  it('and writes other bytes is ended, and the bytes are not written', async () => {
    const scene = makeGuestScene();
    const first = new Guest(scene);
    await first.put('/agent/f', 'one');
    await first.bridge.flush();
    await expect(new Guest(scene, recordsOf(scene.events)).put('/agent/f', 'two')).rejects.toThrow(GuestDivergence);
    expect(fs.readFileSync(path.join(scene.fixture.agent, 'f'), 'utf8')).toBe('one');
  });

  it('is ended where the bytes it read are not kept any more', async () => {
    const scene = makeGuestScene(['a']);
    const first = new Guest(scene);
    await first.read('/folders/ROOT/a');
    await first.bridge.flush();
    const recorded = recordsOf(scene.events);
    scene.blobs.remove(recorded[0]?.ended?.data ?? '');
    await expect(new Guest(scene, recorded).read('/folders/ROOT/a')).rejects.toThrow(/not kept any more/);
  });

  it('is ended where a file it staged can’t be changed any more', async () => {
    const scene = makeGuestScene(['a']);
    const first = new Guest(scene);
    await first.put('/folders/ROOT/a', 'x');
    await first.bridge.flush();
    fs.rmSync(path.join(scene.fixture.root, 'a'));
    fs.symlinkSync('elsewhere', path.join(scene.fixture.root, 'a'));
    await expect(new Guest(scene, recordsOf(scene.events)).put('/folders/ROOT/a', 'x')).rejects.toThrow(
      GuestDivergence,
    );
  });

  it('is ended when its calls come out of order', async () => {
    const scene = makeGuestScene(['a']);
    const guest = new Guest(scene);
    await expect(guest.bridge.answer({ index: 1, operation: 'list', path: '/agent' })).rejects.toThrow(GuestDivergence);
  });
});

describe('a change that was started and not ended', () => {
  const disk = (scene: GuestScene, name: string): string => path.join(scene.fixture.agent, name);

  /** The record of one change of `/agent`, as a crash left it: started, not ended. */
  async function started(scene: GuestScene, request: HostRequest): Promise<HostCallRecord[]> {
    const guest = new Guest(scene);
    await guest.ask(request);
    const records = recordsOf(scene.events.filter(({ type }) => type === 'host-call-started'));
    scene.events = [];
    return records;
  }

  const put = { operation: 'put' as const, path: '/agent/f', bytes: bytes('new') };
  const rename = { operation: 'rename' as const, path: '/agent/f', to: '/agent/g' };

  it.each([
    ['a write', put, ''],
    ['a removal', { operation: 'remove', path: '/agent/f' }, 'old'],
    ['a move', rename, 'old'],
    ['a new folder', { operation: 'makeFolder', path: '/agent/d' }, ''],
  ] as [string, HostRequest, string][])('and was made is not made again: %s', async (_name, request, before) => {
    const scene = makeGuestScene();
    if (before) fs.writeFileSync(disk(scene, 'f'), before);
    const records = await started(scene, request);
    const after = fs.readdirSync(scene.fixture.agent).map((name) => [name, fs.statSync(disk(scene, name)).ino]);
    const again = new Guest(scene, records);
    expect((await again.ask(request)).ok).toBe(true);
    expect(fs.readdirSync(scene.fixture.agent).map((name) => [name, fs.statSync(disk(scene, name)).ino])).toEqual(
      after,
    );
    await again.bridge.flush();
    expect(scene.events.map(({ type }) => type)).toEqual(['host-call-ended']);
  });

  it('and was not made is made now', async () => {
    const scene = makeGuestScene();
    fs.writeFileSync(disk(scene, 'f'), 'old');
    const records = await started(scene, put);
    fs.writeFileSync(disk(scene, 'f'), 'old');
    expect(await new Guest(scene, records).put('/agent/f', 'new')).toBe('file');
    expect(fs.readFileSync(disk(scene, 'f'), 'utf8')).toBe('new');
  });

  it('and stands on something else now ends the call, and touches nothing', async () => {
    const scene = makeGuestScene();
    fs.writeFileSync(disk(scene, 'f'), 'old');
    const records = await started(scene, put);
    fs.writeFileSync(disk(scene, 'f'), 'a third thing');
    await expect(new Guest(scene, records).put('/agent/f', 'new')).rejects.toThrow(/neither what it was/);
    expect(fs.readFileSync(disk(scene, 'f'), 'utf8')).toBe('a third thing');
  });
});

/** Entries are folded by the run; the record of host calls must come out of that fold as it is used here. */
it('the fold keeps the same record as these tests', async () => {
  const scene = makeGuestScene(['a']);
  const guest = new Guest(scene);
  await guest.read('/folders/ROOT/a');
  await guest.put('/agent/f', 'x');
  await guest.bridge.flush();
  let { run } = policyInput({ tool: 'run_python' });
  for (const event of scene.events)
    run = reduceRun(run, { stream: 'run:run-1', seq: run.seq + 1, at: 0, event, hash: '' } as Entry<RunEvent>);
  expect(run.calls.get('call-1')?.hostCalls).toEqual(recordsOf(scene.events));
});
