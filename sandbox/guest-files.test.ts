import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createGuestFiles, type GuestFiles } from './guest-files.ts';
import { FILE_LIMITS } from './limits.ts';
import { createTempFolderBridge, type TempFolderBridge } from './testing/temp-folder-bridge.ts';

let host: TempFolderBridge;
let files: GuestFiles;
beforeEach(() => {
  host = createTempFolderBridge(['/folders']);
  let index = 0;
  files = createGuestFiles((request) => host.bridge({ index: index++, ...request }));
});
afterEach(() => host.remove());

const real = (name: string) => path.join(host.folder, 'agent', name);
const asked = () => host.calls.map((call) => `${call.operation} ${call.path}`);
const text = (bytes: Uint8Array) => Buffer.from(bytes).toString();

test('a small file takes one call for its attributes and its content', () => {
  writeFileSync(real('a'), 'hello');
  expect(files.stat('/agent/a').size).toBe(5);
  expect(text(files.read('/agent/a', 0, 100))).toBe('hello');
  expect(text(files.read('/agent/a', 1, 2))).toBe('el');
  expect(files.read('/agent/a', 5, 10)).toHaveLength(0);
  expect(asked()).toEqual(['stat /agent/a']);
});

test('listing a folder takes one call, and so does looking at what is in it', () => {
  for (const name of ['a', 'b', 'c']) writeFileSync(real(name), name);
  expect(files.list('/agent').map(({ name }) => name)).toEqual(['a', 'b', 'c']);
  for (const name of ['a', 'b', 'c']) expect(files.stat(`/agent/${name}`).size).toBe(1);
  expect(asked()).toEqual(['list /agent']);
});

test('a large file is read in pieces', () => {
  const content = Buffer.alloc(FILE_LIMITS.windowBytes * 2 + 10, 'abc');
  writeFileSync(real('large'), content);
  let have = Buffer.alloc(0);
  for (;;) {
    const part = files.read('/agent/large', have.length, 8192);
    if (part.length === 0) break;
    have = Buffer.concat([have, part]);
  }
  expect(have.equals(content)).toBe(true);
  expect(asked()).toEqual(['stat /agent/large', 'read /agent/large', 'read /agent/large', 'read /agent/large']);
});

test('a written file is sent whole, once, when it is released, and reads its own bytes before', () => {
  files.create('/agent/new');
  files.write('/agent/new', Buffer.from('hello world'), 0);
  files.write('/agent/new', Buffer.from('J'), 0);
  expect(text(files.read('/agent/new', 0, 100))).toBe('Jello world');
  expect(files.list('/agent')).toMatchObject([{ name: 'new', size: 11 }]);
  files.release('/agent/new');
  expect(text(files.read('/agent/new', 0, 100))).toBe('Jello world');
  expect(readFileSync(real('new'), 'utf8')).toBe('Jello world');
  expect(asked()).toEqual(['list /agent', 'put /agent/new']);
});

test('changing a part of a file keeps the rest, and holes are zero', () => {
  writeFileSync(real('a'), 'abcdef');
  files.write('/agent/a', Buffer.from('X'), 2);
  files.truncate('/agent/a', 4);
  files.write('/agent/a', Buffer.from('Z'), 6);
  files.release('/agent/a');
  expect(readFileSync(real('a'), 'latin1')).toBe('abXd\0\0Z');
});

test('a file that was only opened is not sent', () => {
  writeFileSync(real('a'), 'abc');
  files.stat('/agent/a');
  files.release('/agent/a');
  expect(asked()).toEqual(['stat /agent/a']);
});

test('a file larger than the limit is refused while it is written', () => {
  files.create('/agent/big');
  expect(() => files.write('/agent/big', Buffer.from('x'), FILE_LIMITS.fileBytes)).toThrow('EFBIG');
});

test('the host’s refusal is raised, and its words are kept', () => {
  mkdirSync(path.join(host.folder, 'folders/invoices'));
  files.create('/folders/invoices/new');
  expect(() => files.release('/folders/invoices/new')).toThrow('granted for reading only');
  expect(files.lastRefusal()).toContain('granted for reading only');
  expect(files.isHolding()).toBe(false);
});

test('renaming and removing forget what was known', () => {
  writeFileSync(real('a'), 'first');
  files.read('/agent/a', 0, 10);
  files.rename('/agent/a', '/agent/b');
  expect(() => files.stat('/agent/a')).toThrow('ENOENT');
  expect(text(files.read('/agent/b', 0, 10))).toBe('first');
  files.remove('/agent/b');
  expect(() => files.stat('/agent/b')).toThrow('ENOENT');
});

test('names that could mislead are left out of a listing', () => {
  const misleading = createGuestFiles(() => ({
    ok: true,
    json: {
      entries: ['..', '', 'a/b', 'fine'].map((name) => ({ name, kind: 'file', size: 0, modified: 0, writable: true })),
    },
  }));
  expect(misleading.list('/agent').map(({ name }) => name)).toEqual(['fine']);
});
