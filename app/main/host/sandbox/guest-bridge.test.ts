import fs from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Entry, RunEvent } from '#contract/event';
import { type HostCallRecord, reduceRun } from '#contract/projections/run-state';
import type { HostReply, HostRequest } from '../../../../sandbox/protocol.ts';
import { BlobStore } from '../store/blob-store.ts';
import { type FolderFixture, makeFolderFixture } from '../testing/folder-fixture.ts';
import { policyInput } from '../testing/policy-fixture.ts';
import { GuestBridge, GuestDivergence } from './guest-bridge.ts';
import { EMPTY_HASH } from './guest-overlay.ts';

// Each file call of a guest is decided by the file rules, recorded in a pair, and, in a person's folder, staged.

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const INLINE = 1024;

let fixture: FolderFixture;
let blobs: BlobStore;
let events: RunEvent[];
let appends: number;
let refused: (path: string, verb: string) => string | undefined;

beforeEach(() => {
  events = [];
  appends = 0;
  refused = () => undefined;
});

function prepare(layout: string[] = []): void {
  fixture = makeFolderFixture(layout);
  blobs = new BlobStore(path.join(fixture.scratch, 'data'));
}

/** A guest that asks one thing after the other. */
class Guest {
  readonly bridge: GuestBridge;
  #index = 0;

  constructor(recorded: HostCallRecord[] = []) {
    this.bridge = new GuestBridge({
      callId: 'call-1',
      workspace: fixture.workspace,
      blobs,
      recorded,
      refuses: (at, verb) => refused(at, verb),
      append: async (appended) => {
        appends += 1;
        events.push(...appended);
      },
      now: () => 7,
    });
  }

  ask(request: HostRequest): Promise<HostReply> {
    return this.bridge.answer({ index: this.#index++, ...request });
  }

  /** The answer in words: what was read, listed or found, or the error. */
  async say(request: HostRequest): Promise<string> {
    const reply = await this.ask(request);
    if (!reply.ok) return reply.errno;
    if (reply.bytes && request.operation !== 'stat') return new TextDecoder().decode(reply.bytes);
    const json = reply.json as { kind?: string; entries?: { name: string; kind: string }[] } | null;
    if (json?.entries) return json.entries.map(({ name, kind }) => (kind === 'folder' ? `${name}/` : name)).join(' ');
    return json?.kind ?? 'ok';
  }

  put(at: string, text: string): Promise<string> {
    return this.say({ operation: 'put', path: at, bytes: bytes(text) });
  }

  read(at: string): Promise<string> {
    return this.say({ operation: 'read', path: at, position: 0, length: 10_000 });
  }

  stat(at: string): Promise<string> {
    return this.say({ operation: 'stat', path: at, inline: INLINE });
  }

  list(at: string): Promise<string> {
    return this.say({ operation: 'list', path: at });
  }

  async changes(): Promise<string[]> {
    await this.bridge.flush();
    return (await this.bridge.staged()).map((change) => {
      const sign = change.after === undefined ? '-' : change.before === undefined ? '+' : '*';
      return `${sign}${change.path.slice('/folders/ROOT/'.length)}${change.kind === 'folder' ? '/' : ''}`;
    });
  }
}

/** What the log holds of the guest's calls, as the fold keeps it for a second attempt. */
function recordsOf(log: RunEvent[]): HostCallRecord[] {
  const records: HostCallRecord[] = [];
  for (const event of log)
    if (event.type === 'host-call-started') {
      const { index, operation, path: at, requestHash, before, after } = event;
      records[index] = { index, operation, path: at, requestHash, before, after, ended: undefined };
    } else if (event.type === 'host-call-ended') {
      const record = records[event.index];
      if (record) record.ended = { response: event.response, data: event.data };
    }
  return records;
}

const onDisk = (): string[] => fs.readdirSync(fixture.root, { recursive: true, encoding: 'utf8' }).sort();

describe('a guest in a person’s folder', () => {
  it('reads its own writes, and the disk keeps what it had', async () => {
    prepare(['a.txt']);
    const guest = new Guest();
    expect(await guest.put('/folders/ROOT/a.txt', 'mine')).toBe('file');
    expect(await guest.put('/folders/ROOT/new.txt', 'new')).toBe('file');
    expect(await guest.read('/folders/ROOT/a.txt')).toBe('mine');
    expect(await guest.read('new.txt')).toBe('new');
    expect(fs.readFileSync(path.join(fixture.root, 'a.txt'), 'utf8')).toBe('a.txt');
    expect(onDisk()).toEqual(['a.txt']);
    expect(await guest.changes()).toEqual(['*a.txt', '+new.txt']);
  });

  it('sees what it staged in lists, and not what it removed', async () => {
    prepare(['a', 'b', 'd/x']);
    const guest = new Guest();
    await guest.put('/folders/ROOT/c', 'c');
    await guest.say({ operation: 'remove', path: '/folders/ROOT/a' });
    await guest.say({ operation: 'makeFolder', path: '/folders/ROOT/e' });
    await guest.put('/folders/ROOT/e/inner', 'i');
    expect(await guest.list('/folders/ROOT')).toBe('b d/ c e/');
    expect(await guest.list('/folders/ROOT/e')).toBe('inner');
    expect(await guest.stat('/folders/ROOT/a')).toBe('ENOENT');
    expect(await guest.read('/folders/ROOT/a')).toBe('ENOENT');
    expect(await guest.stat('/folders/ROOT/e')).toBe('folder');
    expect(await guest.changes()).toEqual(['+e/', '+c', '+e/inner', '-a']);
  });

  it('leaves no change where all is as it was', async () => {
    prepare(['a']);
    const guest = new Guest();
    await guest.put('/folders/ROOT/a', 'other');
    await guest.put('/folders/ROOT/a', 'a');
    await guest.put('/folders/ROOT/n', 'n');
    await guest.say({ operation: 'remove', path: '/folders/ROOT/n' });
    await guest.say({ operation: 'makeFolder', path: '/folders/ROOT/d' });
    await guest.say({ operation: 'removeFolder', path: '/folders/ROOT/d' });
    expect(await guest.changes()).toEqual([]);
  });

  it('gets the errors that a disk would give', async () => {
    prepare(['f', 'd/x', 'e/']);
    const guest = new Guest();
    const root = '/folders/ROOT';
    const asked: [HostRequest, string][] = [
      [{ operation: 'put', path: `${root}/d`, bytes: bytes('') }, 'EISDIR'],
      [{ operation: 'put', path: `${root}/none/x`, bytes: bytes('') }, 'ENOENT'],
      [{ operation: 'makeFolder', path: `${root}/d` }, 'EEXIST'],
      [{ operation: 'makeFolder', path: `${root}/f` }, 'EEXIST'],
      [{ operation: 'makeFolder', path: `${root}/none/x` }, 'ENOENT'],
      [{ operation: 'remove', path: `${root}/none` }, 'ENOENT'],
      [{ operation: 'remove', path: `${root}/d` }, 'EISDIR'],
      [{ operation: 'removeFolder', path: `${root}/f` }, 'ENOTDIR'],
      [{ operation: 'removeFolder', path: `${root}/d` }, 'ENOTEMPTY'],
      [{ operation: 'removeFolder', path: root }, 'EBUSY'],
      [{ operation: 'list', path: `${root}/f` }, 'ENOTDIR'],
      [{ operation: 'list', path: `${root}/none` }, 'ENOENT'],
      [{ operation: 'read', path: `${root}/d`, position: 0, length: 1 }, 'EISDIR'],
      [{ operation: 'rename', path: `${root}/none`, to: `${root}/x` }, 'ENOENT'],
      [{ operation: 'rename', path: `${root}/f`, to: `${root}/none/x` }, 'ENOENT'],
      [{ operation: 'rename', path: `${root}/f`, to: `${root}/e` }, 'EISDIR'],
      [{ operation: 'rename', path: `${root}/d`, to: `${root}/g` }, 'EXDEV'],
      [{ operation: 'rename', path: `${root}/f`, to: '/agent/f' }, 'EXDEV'],
      [{ operation: 'rename', path: '/agent/none', to: `${root}/x` }, 'EXDEV'],
      [{ operation: 'put', path: '/etc/passwd', bytes: bytes('') }, 'EACCES'],
      [{ operation: 'read', path: '/folders/other/x', position: 0, length: 1 }, 'EACCES'],
    ];
    for (const [request, error] of asked) expect(await guest.say(request), JSON.stringify(request)).toBe(error);
    expect(await guest.changes()).toEqual([]);
  });

  it('moves a file as one new and one gone, over another, onto itself, and there and back', async () => {
    prepare(['a', 'b']);
    const guest = new Guest();
    const rename = (from: string, to: string) =>
      guest.say({ operation: 'rename', path: `/folders/ROOT/${from}`, to: `/folders/ROOT/${to}` });
    expect(await rename('a', 'a')).toBe('ok');
    expect(await guest.read('a')).toBe('a');
    expect(await rename('a', 'c')).toBe('ok');
    expect(await guest.changes()).toEqual(['+c', '-a']);
    expect(await rename('c', 'b')).toBe('ok');
    expect(await guest.read('b')).toBe('a');
    expect(await guest.list('/folders/ROOT')).toBe('b');
    expect(await guest.changes()).toEqual(['*b', '-a']);
    expect(await rename('b', 'a')).toBe('ok');
    expect(await guest.changes()).toEqual(['-b']);
  });

  it('empties a folder and removes it, and what lay in it is gone', async () => {
    prepare(['d/x', 'd/y']);
    const guest = new Guest();
    for (const name of ['x', 'y']) await guest.say({ operation: 'remove', path: `/folders/ROOT/d/${name}` });
    expect(await guest.say({ operation: 'removeFolder', path: '/folders/ROOT/d' })).toBe('ok');
    expect(await guest.stat('/folders/ROOT/d/x')).toBe('ENOENT');
    expect(await guest.put('/folders/ROOT/d/z', 'z')).toBe('ENOENT');
    expect(await guest.say({ operation: 'makeFolder', path: '/folders/ROOT/d' })).toBe('ok');
    expect(await guest.list('/folders/ROOT/d')).toBe('');
    expect(await guest.changes()).toEqual(['-d/x', '-d/y']);
  });

  it('may not write through a link, and is told so at once (A8.14)', async () => {
    prepare(['a', 'l => a', 'd/x', 'm => d']);
    const guest = new Guest();
    expect(await guest.read('/folders/ROOT/l')).toBe('a');
    for (const at of ['/folders/ROOT/l', '/folders/ROOT/m/x', '/folders/ROOT/m/new'])
      expect(await guest.put(at, 'x'), at).toBe('EACCES');
    expect(await guest.changes()).toEqual([]);
  });

  it('finds in its change set the hashes of the bytes, and the bytes kept', async () => {
    prepare(['a']);
    const guest = new Guest();
    await guest.put('/folders/ROOT/a', 'changed');
    await guest.say({ operation: 'makeFolder', path: '/folders/ROOT/d' });
    await guest.bridge.flush();
    const [folder, file] = await guest.bridge.staged();
    expect(folder).toMatchObject({ kind: 'folder', after: EMPTY_HASH });
    expect(file).toMatchObject({ kind: 'file', bytes: 7 });
    expect(blobs.get(file?.after ?? '')?.toString()).toBe('changed');
    expect(file?.before).not.toBe(file?.after);
  });
});

describe('the rules of the file tools', () => {
  it.each([
    ['stat', 'stat'],
    ['list', 'list'],
    ['read', 'read'],
    ['put', 'write'],
    ['makeFolder', 'write'],
    ['remove', 'delete'],
    ['removeFolder', 'delete'],
  ] as const)('decide on %s as on %s', async (operation, verb) => {
    prepare(['f', 'd/']);
    const request = { operation, path: '/folders/ROOT/x', inline: 0, position: 0, length: 1, bytes: bytes('') };
    const asked: string[] = [];
    refused = (at, use) => {
      asked.push(`${use} ${at}`);
      return 'not this';
    };
    const reply = await new Guest().ask(request as HostRequest);
    expect(reply).toEqual({ ok: false, errno: 'EACCES', message: 'not this' });
    expect(asked).toEqual([`${verb} /folders/ROOT/x`]);
  });

  it.each([
    ['read', '/folders/ROOT/f'],
    ['delete', '/folders/ROOT/f'],
    ['write', '/folders/ROOT/g'],
  ])('refuse a move where %s of %s is refused (P19)', async (verb, at) => {
    prepare(['f']);
    refused = (asked, use) => (asked === at && use === verb ? 'not this' : undefined);
    const guest = new Guest();
    expect(await guest.say({ operation: 'rename', path: '/folders/ROOT/f', to: '/folders/ROOT/g' })).toBe('EACCES');
    expect(await guest.changes()).toEqual([]);
  });

  it('give no content along with what a name is where reading is refused (P19)', async () => {
    prepare(['.env', 'plain']);
    refused = (at, use) => (use === 'read' && at.endsWith('.env') ? 'secret' : undefined);
    const guest = new Guest();
    const secret = await guest.ask({ operation: 'stat', path: '/folders/ROOT/.env', inline: INLINE });
    expect(secret).toMatchObject({ ok: true, json: { kind: 'file', size: 4 } });
    expect(secret).not.toHaveProperty('bytes');
    const plain = await guest.ask({ operation: 'stat', path: '/folders/ROOT/plain', inline: INLINE });
    expect(plain).toMatchObject({ bytes: Buffer.from('plain') });
    expect([...guest.bridge.filesRead]).toEqual(['/folders/ROOT/plain']);
    expect(await guest.list('/folders/ROOT')).toBe('.env plain');
  });

  it('hold on the agent’s own disk as well', async () => {
    prepare();
    fs.writeFileSync(path.join(fixture.agent, 'k'), 'k');
    refused = (at, use) => (use === 'write' ? `${at} is closed` : undefined);
    expect(await new Guest().put('/agent/k', 'x')).toBe('EACCES');
    expect(fs.readFileSync(path.join(fixture.agent, 'k'), 'utf8')).toBe('k');
  });
});

describe('the record of a guest’s calls', () => {
  it('is a pair for each, a refused one too, from the first on', async () => {
    prepare(['a']);
    refused = (at) => (at.endsWith('/b') ? 'no' : undefined);
    const guest = new Guest();
    await guest.read('/folders/ROOT/a');
    await guest.read('/folders/ROOT/b');
    await guest.put('/folders/ROOT/c', 'c');
    await guest.put('/agent/d', 'd');
    await guest.bridge.flush();
    expect(events.map((event) => `${event.type} ${'index' in event ? event.index : ''}`)).toEqual(
      [0, 1, 2, 3].flatMap((index) => [`host-call-started ${index}`, `host-call-ended ${index}`]),
    );
    expect(events[3]).toMatchObject({ response: { errno: 'EACCES', message: 'no' } });
  });

  it('of a change of the agent’s disk is durable before the change is made', async () => {
    prepare();
    const guest = new Guest();
    const seen: boolean[] = [];
    const there = (): boolean => fs.existsSync(path.join(fixture.agent, 'f'));
    const append = guest.bridge.flush.bind(guest.bridge);
    guest.bridge.flush = async () => {
      seen.push(there());
      await append();
    };
    await guest.put('/agent/f', 'x');
    expect(seen).toEqual([false]);
    expect(there()).toBe(true);
    expect(events.at(-1)).toMatchObject({ type: 'host-call-started', operation: 'put', path: '/agent/f' });
    expect(blobs.get((events.at(-1) as { after: string }).after)?.toString()).toBe('x');
  });

  it('of 1,000 small reads costs few appends', async () => {
    prepare(['a']);
    const guest = new Guest();
    for (let n = 0; n < 1000; n += 1) await guest.read('/folders/ROOT/a');
    await guest.bridge.flush();
    expect(events).toHaveLength(2000);
    expect(appends).toBeLessThanOrEqual(32);
  });
});

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
    prepare(['a']);
    const first = new Guest();
    const told = await act(first);
    const changes = await first.changes();
    fs.writeFileSync(path.join(fixture.root, 'a'), 'changed since');
    fs.rmSync(path.join(fixture.agent, 'log'));
    const recorded = recordsOf(events);
    events = [];
    const second = new Guest(recorded);
    expect(await act(second)).toEqual(told);
    expect(await second.changes()).toEqual(changes);
    expect(events).toEqual([]);
    expect(fs.existsSync(path.join(fixture.agent, 'log'))).toBe(false);
    expect([...second.bridge.filesRead]).toEqual([...first.bridge.filesRead]);
    expect([...second.bridge.filesWritten]).toEqual([...first.bridge.filesWritten]);
  });

  it('goes on by itself where the record ends', async () => {
    prepare(['a']);
    const told = await act(new Guest());
    await new Guest().bridge.flush();
    const recorded = recordsOf(events).slice(0, 2);
    fs.rmSync(path.join(fixture.agent, 'log'));
    expect(await act(new Guest(recorded))).toEqual(told);
  });

  it.each([
    ['another operation', { operation: 'list', path: '/folders/ROOT/a' }],
    ['another path', { operation: 'read', path: '/folders/ROOT/b', position: 0, length: 10_000 }],
    ['another part', { operation: 'read', path: '/folders/ROOT/a', position: 1, length: 10_000 }],
  ] as [string, HostRequest][])('and asks for %s is ended', async (_name, request) => {
    prepare(['a', 'b']);
    const first = new Guest();
    await first.read('/folders/ROOT/a');
    await first.bridge.flush();
    await expect(new Guest(recordsOf(events)).ask(request)).rejects.toThrow(GuestDivergence);
  });

  it('and writes other bytes is ended, and the bytes are not written', async () => {
    prepare();
    const first = new Guest();
    await first.put('/agent/f', 'one');
    await first.bridge.flush();
    await expect(new Guest(recordsOf(events)).put('/agent/f', 'two')).rejects.toThrow(GuestDivergence);
    expect(fs.readFileSync(path.join(fixture.agent, 'f'), 'utf8')).toBe('one');
  });

  it('is ended where the bytes it read are not kept any more', async () => {
    prepare(['a']);
    const first = new Guest();
    await first.read('/folders/ROOT/a');
    await first.bridge.flush();
    const recorded = recordsOf(events);
    blobs.remove(recorded[0]?.ended?.data ?? '');
    await expect(new Guest(recorded).read('/folders/ROOT/a')).rejects.toThrow(/not kept any more/);
  });

  it('is ended where a file it staged can’t be changed any more', async () => {
    prepare(['a']);
    const first = new Guest();
    await first.put('/folders/ROOT/a', 'x');
    await first.bridge.flush();
    fs.rmSync(path.join(fixture.root, 'a'));
    fs.symlinkSync('elsewhere', path.join(fixture.root, 'a'));
    await expect(new Guest(recordsOf(events)).put('/folders/ROOT/a', 'x')).rejects.toThrow(GuestDivergence);
  });

  it('is ended when its calls come out of order', async () => {
    prepare(['a']);
    const guest = new Guest();
    await expect(guest.bridge.answer({ index: 1, operation: 'list', path: '/agent' })).rejects.toThrow(GuestDivergence);
  });
});

describe('a change that was started and not ended', () => {
  const disk = (name: string): string => path.join(fixture.agent, name);

  /** The record of one change of `/agent`, as a crash left it: started, not ended. */
  async function started(request: HostRequest): Promise<HostCallRecord[]> {
    const guest = new Guest();
    await guest.ask(request);
    const records = recordsOf(events.filter(({ type }) => type === 'host-call-started'));
    events = [];
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
    prepare();
    if (before) fs.writeFileSync(disk('f'), before);
    const records = await started(request);
    const after = fs.readdirSync(fixture.agent).map((name) => [name, fs.statSync(disk(name)).ino]);
    const again = new Guest(records);
    expect((await again.ask(request)).ok).toBe(true);
    expect(fs.readdirSync(fixture.agent).map((name) => [name, fs.statSync(disk(name)).ino])).toEqual(after);
    await again.bridge.flush();
    expect(events.map(({ type }) => type)).toEqual(['host-call-ended']);
  });

  it('and was not made is made now', async () => {
    prepare();
    fs.writeFileSync(disk('f'), 'old');
    const records = await started(put);
    fs.writeFileSync(disk('f'), 'old');
    expect(await new Guest(records).put('/agent/f', 'new')).toBe('file');
    expect(fs.readFileSync(disk('f'), 'utf8')).toBe('new');
  });

  it('and stands on something else now ends the call, and touches nothing', async () => {
    prepare();
    fs.writeFileSync(disk('f'), 'old');
    const records = await started(put);
    fs.writeFileSync(disk('f'), 'a third thing');
    await expect(new Guest(records).put('/agent/f', 'new')).rejects.toThrow(/neither what it was/);
    expect(fs.readFileSync(disk('f'), 'utf8')).toBe('a third thing');
  });
});

/** Entries are folded by the run; the record of host calls must come out of that fold as it is used here. */
it('the fold keeps the same record as these tests', async () => {
  prepare(['a']);
  const guest = new Guest();
  await guest.read('/folders/ROOT/a');
  await guest.put('/agent/f', 'x');
  await guest.bridge.flush();
  let { run } = policyInput({ tool: 'run_python' });
  for (const event of events)
    run = reduceRun(run, { stream: 'run:run-1', seq: run.seq + 1, at: 0, event, hash: '' } as Entry<RunEvent>);
  expect(run.calls.get('call-1')?.hostCalls).toEqual(recordsOf(events));
});
