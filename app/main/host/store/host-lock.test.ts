import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { takeHostLock } from './host-lock.ts';
import { temporaryFolder } from './testing.ts';

let place: ReturnType<typeof temporaryFolder>;

beforeEach(() => {
  place = temporaryFolder();
});

afterEach(() => place.remove());

it('lets one host in at a time, and the next once it ended', () => {
  const first = takeHostLock(place.folder);
  expect(() => takeHostLock(place.folder)).toThrow(expect.objectContaining({ code: 'locked', details: [] }));
  first.release();
  takeHostLock(place.folder).release();
  expect(fs.statSync(path.join(place.folder, 'host.guard')).mode & 0o777).toBe(0o600);
});

it('names the address of the host that has the folder, and not its token', () => {
  const held = takeHostLock(place.folder);
  const file = path.join(place.folder, 'host.lock');
  fs.writeFileSync(file, JSON.stringify({ pid: 1, origin: 'http://127.0.0.1:7777', token: 'secret-token' }));
  expect(() => takeHostLock(place.folder)).toThrow(
    expect.objectContaining({
      code: 'locked',
      message: `Another Warrant is using the data folder ${place.folder}, at http://127.0.0.1:7777. Attach to it, or end it first.`,
      details: ['http://127.0.0.1:7777'],
    }),
  );
  fs.writeFileSync(file, '{"pi');
  expect(() => takeHostLock(place.folder)).toThrow(expect.objectContaining({ code: 'locked', details: [] }));
  held.release();
});

it('is not kept out by what a killed host left', () => {
  fs.writeFileSync(path.join(place.folder, 'host.lock'), JSON.stringify({ pid: 1, origin: 'http://127.0.0.1:7777' }));
  fs.writeFileSync(path.join(place.folder, 'host.guard'), '', { mode: 0o600 });
  takeHostLock(place.folder).release();
});

it('finds the same folder under another path', () => {
  const link = `${place.folder}-link`;
  fs.symlinkSync(place.folder, link);
  const held = takeHostLock(place.folder);
  expect(() => takeHostLock(link)).toThrow(expect.objectContaining({ code: 'locked' }));
  held.release();
  fs.rmSync(link);
});
