import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { HostRequest } from '../../../../sandbox/protocol.ts';
import { bytes, Guest, makeGuestScene } from '../testing/guest-fixture.ts';
import { EMPTY_HASH } from './guest-overlay.ts';

// Each file call of a guest is decided by the file rules, recorded in a pair, and, in a person's folder, staged.

const INLINE = 1024;

describe('a guest in a person’s folder', () => {
  it('reads its own writes, and the disk keeps what it had', async () => {
    const scene = makeGuestScene(['a.txt']);
    const guest = new Guest(scene);
    expect(await guest.put('/folders/ROOT/a.txt', 'mine')).toBe('file');
    expect(await guest.put('/folders/ROOT/new.txt', 'new')).toBe('file');
    expect(await guest.read('/folders/ROOT/a.txt')).toBe('mine');
    expect(await guest.read('new.txt')).toBe('new');
    expect(fs.readFileSync(path.join(scene.fixture.root, 'a.txt'), 'utf8')).toBe('a.txt');
    expect(fs.readdirSync(scene.fixture.root)).toEqual(['a.txt']);
    expect(await guest.changes()).toEqual(['*a.txt', '+new.txt']);
  });

  it('sees what it staged in lists, and not what it removed', async () => {
    const scene = makeGuestScene(['a', 'b', 'd/x']);
    const guest = new Guest(scene);
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
    const scene = makeGuestScene(['a']);
    const guest = new Guest(scene);
    await guest.put('/folders/ROOT/a', 'other');
    await guest.put('/folders/ROOT/a', 'a');
    await guest.put('/folders/ROOT/n', 'n');
    await guest.say({ operation: 'remove', path: '/folders/ROOT/n' });
    await guest.say({ operation: 'makeFolder', path: '/folders/ROOT/d' });
    await guest.say({ operation: 'removeFolder', path: '/folders/ROOT/d' });
    expect(await guest.changes()).toEqual([]);
  });

  it('gets the errors that a disk would give', async () => {
    const scene = makeGuestScene(['f', 'd/x', 'e/']);
    const guest = new Guest(scene);
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
    const scene = makeGuestScene(['a', 'b']);
    const guest = new Guest(scene);
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
    const scene = makeGuestScene(['d/x', 'd/y']);
    const guest = new Guest(scene);
    for (const name of ['x', 'y']) await guest.say({ operation: 'remove', path: `/folders/ROOT/d/${name}` });
    expect(await guest.say({ operation: 'removeFolder', path: '/folders/ROOT/d' })).toBe('ok');
    expect(await guest.stat('/folders/ROOT/d/x')).toBe('ENOENT');
    expect(await guest.put('/folders/ROOT/d/z', 'z')).toBe('ENOENT');
    expect(await guest.say({ operation: 'makeFolder', path: '/folders/ROOT/d' })).toBe('ok');
    expect(await guest.list('/folders/ROOT/d')).toBe('');
    expect(await guest.changes()).toEqual(['-d/x', '-d/y']);
  });

  it('may not write through a link, and is told so at once (A8.14)', async () => {
    const scene = makeGuestScene(['a', 'l => a', 'd/x', 'm => d']);
    const guest = new Guest(scene);
    expect(await guest.read('/folders/ROOT/l')).toBe('a');
    for (const at of ['/folders/ROOT/l', '/folders/ROOT/m/x', '/folders/ROOT/m/new'])
      expect(await guest.put(at, 'x'), at).toBe('EACCES');
    expect(await guest.changes()).toEqual([]);
  });

  it('finds in its change set the hashes of the bytes, and the bytes kept', async () => {
    const scene = makeGuestScene(['a']);
    const guest = new Guest(scene);
    await guest.put('/folders/ROOT/a', 'changed');
    await guest.say({ operation: 'makeFolder', path: '/folders/ROOT/d' });
    await guest.bridge.flush();
    const [folder, file] = await guest.bridge.staged();
    expect(folder).toMatchObject({ kind: 'folder', after: EMPTY_HASH });
    expect(file).toMatchObject({ kind: 'file', bytes: 7 });
    expect(scene.blobs.get(file?.after ?? '')?.toString()).toBe('changed');
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
    const scene = makeGuestScene(['f', 'd/']);
    const request = { operation, path: '/folders/ROOT/x', inline: 0, position: 0, length: 1, bytes: bytes('') };
    const asked: string[] = [];
    scene.refused = (at, use) => {
      asked.push(`${use} ${at}`);
      return 'not this';
    };
    const reply = await new Guest(scene).ask(request as HostRequest);
    expect(reply).toEqual({ ok: false, errno: 'EACCES', message: 'not this' });
    expect(asked).toEqual([`${verb} /folders/ROOT/x`]);
  });

  it.each([
    ['read', '/folders/ROOT/f'],
    ['delete', '/folders/ROOT/f'],
    ['write', '/folders/ROOT/g'],
  ])('refuse a move where %s of %s is refused (P19)', async (verb, at) => {
    const scene = makeGuestScene(['f']);
    scene.refused = (asked, use) => (asked === at && use === verb ? 'not this' : undefined);
    const guest = new Guest(scene);
    expect(await guest.say({ operation: 'rename', path: '/folders/ROOT/f', to: '/folders/ROOT/g' })).toBe('EACCES');
    expect(await guest.changes()).toEqual([]);
  });

  it('give no content along with what a name is where reading is refused (P19)', async () => {
    const scene = makeGuestScene(['.env', 'plain']);
    scene.refused = (at, use) => (use === 'read' && at.endsWith('.env') ? 'secret' : undefined);
    const guest = new Guest(scene);
    const secret = await guest.ask({ operation: 'stat', path: '/folders/ROOT/.env', inline: INLINE });
    expect(secret).toMatchObject({ ok: true, json: { kind: 'file', size: 4 } });
    expect(secret).not.toHaveProperty('bytes');
    const plain = await guest.ask({ operation: 'stat', path: '/folders/ROOT/plain', inline: INLINE });
    expect(plain).toMatchObject({ bytes: Buffer.from('plain') });
    expect([...guest.bridge.filesRead]).toEqual(['/folders/ROOT/plain']);
    expect(await guest.list('/folders/ROOT')).toBe('.env plain');
  });

  it('hold on the agent’s own disk as well', async () => {
    const scene = makeGuestScene();
    fs.writeFileSync(path.join(scene.fixture.agent, 'k'), 'k');
    scene.refused = (at, use) => (use === 'write' ? `${at} is closed` : undefined);
    expect(await new Guest(scene).put('/agent/k', 'x')).toBe('EACCES');
    expect(fs.readFileSync(path.join(scene.fixture.agent, 'k'), 'utf8')).toBe('k');
  });
});

describe('the record of a guest’s calls', () => {
  it('is a pair for each, a refused one too, from the first on', async () => {
    const scene = makeGuestScene(['a']);
    scene.refused = (at) => (at.endsWith('/b') ? 'no' : undefined);
    const guest = new Guest(scene);
    await guest.read('/folders/ROOT/a');
    await guest.read('/folders/ROOT/b');
    await guest.put('/folders/ROOT/c', 'c');
    await guest.put('/agent/d', 'd');
    await guest.bridge.flush();
    expect(scene.events.map((event) => `${event.type} ${'index' in event ? event.index : ''}`)).toEqual(
      [0, 1, 2, 3].flatMap((index) => [`host-call-started ${index}`, `host-call-ended ${index}`]),
    );
    expect(scene.events[3]).toMatchObject({ response: { errno: 'EACCES', message: 'no' } });
  });

  it('of a change of the agent’s disk is durable before the change is made', async () => {
    const scene = makeGuestScene();
    const guest = new Guest(scene);
    const seen: boolean[] = [];
    const there = (): boolean => fs.existsSync(path.join(scene.fixture.agent, 'f'));
    const append = guest.bridge.flush.bind(guest.bridge);
    guest.bridge.flush = async () => {
      seen.push(there());
      await append();
    };
    await guest.put('/agent/f', 'x');
    expect(seen).toEqual([false]);
    expect(there()).toBe(true);
    expect(scene.events.at(-1)).toMatchObject({ type: 'host-call-started', operation: 'put', path: '/agent/f' });
    expect(scene.blobs.get((scene.events.at(-1) as { after: string }).after)?.toString()).toBe('x');
  });

  it('of 1,000 small reads costs few appends', async () => {
    const scene = makeGuestScene(['a']);
    const guest = new Guest(scene);
    for (let n = 0; n < 1000; n += 1) await guest.read('/folders/ROOT/a');
    await guest.bridge.flush();
    expect(scene.events).toHaveLength(2000);
    expect(scene.appends).toBeLessThanOrEqual(32);
  });
});
