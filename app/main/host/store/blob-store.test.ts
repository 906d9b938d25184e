import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { BlobStore, hashOf } from './blob-store.ts';
import { temporaryFolder } from './testing.ts';

let place: ReturnType<typeof temporaryFolder>;
let blobs: BlobStore;

beforeEach(() => {
  place = temporaryFolder();
  blobs = new BlobStore(place.folder);
});

afterEach(() => place.remove());

const fileOf = (hash: string) => path.join(place.folder, 'blobs', hash.slice(0, 2), hash);

it('keeps bytes under their SHA-256, in a file only this user can read', async () => {
  const hash = await blobs.put(Buffer.from('abc'));
  expect(hash).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  expect(blobs.get(hash)).toEqual(Buffer.from('abc'));
  expect([blobs.getText(hash), blobs.has(hash), blobs.size(hash)]).toEqual(['abc', true, 3]);
  expect(fs.statSync(fileOf(hash)).mode & 0o777).toBe(0o600);
  expect(fs.statSync(path.dirname(fileOf(hash))).mode & 0o777).toBe(0o700);
});

it('takes any bytes, none among them, and the same bytes twice and at once', async () => {
  const large = Buffer.alloc(3_000_000, 7);
  const hashes = await Promise.all([blobs.put(new Uint8Array()), blobs.put(large), blobs.put(large), blobs.put(large)]);
  expect(blobs.get(hashes[0])).toEqual(Buffer.alloc(0));
  expect(new Set(hashes).size).toBe(2);
  expect(blobs.putLater(large)).toBe(hashes[1]);
  expect(blobs.get(hashes[1])?.equals(large)).toBe(true);
  const files = fs.readdirSync(path.join(place.folder, 'blobs'), { recursive: true, encoding: 'utf8' });
  expect(files.filter((name) => name.endsWith('.tmp'))).toEqual([]);
});

it('keeps bytes at once where the disk need not be waited for', () => {
  const hash = blobs.putLater(Buffer.from('read again after a crash'));
  expect(blobs.getText(hash)).toBe('read again after a crash');
});

it('knows nothing under a hash that was not put, or that is no hash', () => {
  for (const hash of [hashOf(Buffer.from('other')), '../../etc/passwd', '', 'A'.repeat(64)]) {
    expect([blobs.get(hash), blobs.has(hash), blobs.size(hash)]).toEqual([undefined, false, undefined]);
    blobs.remove(hash);
  }
});

it('says that a file holds other bytes, and mends it when the bytes are put again', async () => {
  const hash = await blobs.put(Buffer.from('whole'));
  fs.writeFileSync(fileOf(hash), 'who');
  expect(() => blobs.get(hash)).toThrow(expect.objectContaining({ code: 'corrupt' }));
  fs.writeFileSync(fileOf(hash), 'wh0le');
  expect(() => blobs.get(hash)).toThrow(expect.objectContaining({ code: 'corrupt' }));
  await blobs.put(Buffer.from('whole'));
  expect(blobs.getText(hash)).toBe('whole');
});

it('deletes bytes for good', async () => {
  const hash = await blobs.put(Buffer.from('gone'));
  blobs.remove(hash);
  expect(blobs.get(hash)).toBeUndefined();
  expect(fs.existsSync(fileOf(hash))).toBe(false);
});

it('clears away what a kill left half-written', () => {
  const left = path.join(place.folder, 'blobs', 'half.tmp');
  fs.writeFileSync(left, 'ha');
  new BlobStore(place.folder);
  expect(fs.existsSync(left)).toBe(false);
});
