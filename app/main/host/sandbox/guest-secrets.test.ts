import fs from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { WarrantError } from '#contract/errors';
import { Redactor } from '../redact/redactor.ts';
import { bytes, Guest, type GuestScene, makeGuestScene, recordsOf } from '../testing/guest-fixture.ts';
import { GuestDivergence } from './guest-bridge.ts';

const VALUE = 'tracker/value+1';

let scene: GuestScene;
let kept: { value: string; version: number };
let revealed: string[];

beforeEach(() => {
  scene = makeGuestScene(['held.txt']);
  kept = { value: VALUE, version: 7 };
  revealed = [];
  const redactor = new Redactor();
  redactor.know('tracker', VALUE);
  scene.secrets = {
    names: () => ['tracker'],
    reveal: async (name) => {
      if (kept.value === '') throw new WarrantError('not-found', `The value of the secret ${name} is not kept.`);
      revealed.push(name);
      return kept;
    },
    heldIn: (content) => redactor.namesIn(content),
  };
});

/** Everything that was recorded and kept of it. */
function recorded(): string {
  const blobs = path.join(scene.fixture.scratch, 'data/blobs');
  const files = fs.readdirSync(blobs, { recursive: true, encoding: 'utf8', withFileTypes: true });
  const contents = files.flatMap((file) =>
    file.isFile() ? [fs.readFileSync(path.join(file.parentPath, file.name), 'utf8')] : [],
  );
  return JSON.stringify([scene.events, contents]);
}

describe('a secret that the call may see', () => {
  it('is a file of its name in a folder that can only be read', async () => {
    const guest = new Guest(scene);
    expect(await guest.list('/secrets')).toBe('tracker');
    expect([await guest.stat('/secrets'), await guest.stat('/secrets/tracker')]).toEqual(['folder', 'file']);
    expect(await guest.read('/secrets/tracker')).toBe(VALUE);
    expect(await guest.ask({ operation: 'read', path: '/secrets/tracker', position: 8, length: 5 })).toMatchObject({
      bytes: bytes('value'),
    });
    expect(await guest.put('/secrets/tracker', 'x')).toBe('EROFS');
    expect(await guest.say({ operation: 'remove', path: '/secrets/tracker' })).toBe('EROFS');
    expect(await guest.say({ operation: 'rename', path: '/secrets/tracker', to: '/agent/x' })).toBe('EROFS');
    expect([await guest.read('/secrets/other'), await guest.read('/secrets')]).toEqual(['ENOENT', 'EISDIR']);
  });

  it('leaves no value in what is recorded', async () => {
    const guest = new Guest(scene);
    for (const at of ['/secrets/tracker', '/secrets']) await guest.stat(at);
    await guest.read('/secrets/tracker');
    await guest.bridge.flush();
    expect(scene.events).toHaveLength(6);
    expect(recorded()).not.toContain(VALUE);
  });

  it('is given again after a restart in the version it had, and the call ends where that is gone (A18.5)', async () => {
    const first = new Guest(scene);
    await first.read('/secrets/tracker');
    await first.bridge.flush();
    expect(await new Guest(scene, recordsOf(scene.events)).read('/secrets/tracker')).toBe(VALUE);
    kept = { value: 'another value', version: 8 };
    await expect(new Guest(scene, recordsOf(scene.events)).read('/secrets/tracker')).rejects.toBeInstanceOf(
      GuestDivergence,
    );
    kept = { value: '', version: 0 };
    await expect(new Guest(scene, recordsOf(scene.events)).read('/secrets/tracker')).rejects.toBeInstanceOf(
      GuestDivergence,
    );
  });
});

it('does not exist for a call that may not see it (A18.2)', async () => {
  scene.secrets = { ...scene.secrets, names: () => [] };
  const guest = new Guest(scene);
  for (const at of ['/secrets', '/secrets/tracker'])
    expect([await guest.stat(at), await guest.list(at), await guest.read(at)]).toEqual(['ENOENT', 'ENOENT', 'ENOENT']);
  expect(revealed).toEqual([]);
});

describe('a value', () => {
  it.each([
    VALUE,
    [...VALUE].reverse().join(''),
    `key=${Buffer.from(VALUE).toString('base64')}`,
    Buffer.from(VALUE).toString('hex'),
    JSON.stringify({ VALUE }),
  ])('is written to no file: %s', async (content) => {
    const guest = new Guest(scene);
    expect(await guest.ask({ operation: 'put', path: '/agent/a.txt', bytes: bytes(content) })).toEqual({
      ok: false,
      errno: 'EACCES',
      message: 'the content holds the secret tracker; secrets are not written to files',
    });
    expect(await guest.put('/folders/ROOT/a.txt', content)).toBe('EACCES');
    expect([await guest.changes(), await guest.read('/agent/a.txt')]).toEqual([[], 'ENOENT']);
  });

  it('names no file', async () => {
    const guest = new Guest(scene);
    const name = Buffer.from(VALUE).toString('hex');
    expect(await guest.say({ operation: 'makeFolder', path: `/agent/${name}` })).toBe('EACCES');
    await guest.put('/agent/a.txt', 'text');
    expect(await guest.say({ operation: 'rename', path: '/agent/a.txt', to: `/agent/${name}` })).toBe('EACCES');
  });

  it('in a person’s file is read by the code that may read the file, kept nowhere, and read again after a restart', async () => {
    const held = path.join(scene.fixture.root, 'held.txt');
    fs.writeFileSync(held, `key=${VALUE}\n`);
    const first = new Guest(scene);
    expect(await first.read('/folders/ROOT/held.txt')).toBe(`key=${VALUE}\n`);
    await first.bridge.flush();
    expect(recorded()).not.toContain(VALUE);
    expect(await new Guest(scene, recordsOf(scene.events)).read('/folders/ROOT/held.txt')).toBe(`key=${VALUE}\n`);
    fs.writeFileSync(held, `key=${VALUE}, changed\n`);
    await expect(new Guest(scene, recordsOf(scene.events)).read('/folders/ROOT/held.txt')).rejects.toBeInstanceOf(
      GuestDivergence,
    );
  });
});
