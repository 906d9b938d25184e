import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { makeFolderFixture } from '../testing/folder-fixture.ts';
import { checkFolder } from './check-folder.ts';

/** Which call of the file system fails next, and how. */
const fault = vi.hoisted(() => ({ call: '', code: '' }));

vi.mock(import('node:fs'), async (importOriginal) => {
  const real = await importOriginal();
  const failing = (name: 'writeFileSync' | 'writeSync' | 'openSync' | 'fsyncSync' | 'renameSync' | 'mkdirSync') => {
    const original = real.default[name] as (...args: unknown[]) => unknown;
    return (...args: unknown[]) => {
      // Opening fails for a new file only, which is the only one opened with a mode.
      if (fault.call !== name || (name === 'openSync' && args.length < 3)) return original(...args);
      throw Object.assign(new Error(`${fault.code}: '/real/path'`), { code: fault.code, syscall: name });
    };
  };
  const replaced = {
    ...real.default,
    writeFileSync: failing('writeFileSync'),
    writeSync: failing('writeSync'),
    openSync: failing('openSync'),
    fsyncSync: failing('fsyncSync'),
    renameSync: failing('renameSync'),
    mkdirSync: failing('mkdirSync'),
  };
  return { ...real, default: replaced as typeof real.default };
});

afterEach(() => {
  fault.call = '';
});

test.each([
  ['writeFileSync', 'ENOSPC', 'no-space'],
  ['fsyncSync', 'ENOSPC', 'no-space'],
  ['fsyncSync', 'EIO', 'io'],
  ['renameSync', 'EDQUOT', 'no-space'],
  ['writeFileSync', 'EFBIG', 'too-large'],
  ['renameSync', 'EROFS', 'read-only'],
])('when %s fails with %s the old content stays and nothing is left behind (P38)', (call, code, expected) => {
  const { workspace, root } = makeFolderFixture(['old.txt']);
  fault.call = call;
  fault.code = code;
  const results = [workspace.write('old.txt', Buffer.from('new')), workspace.write('fresh.txt', Buffer.from('new'))];
  fault.call = '';
  for (const result of results) {
    expect(result.ok ? 'done' : result.error.code).toBe(expected);
    expect(result.ok ? '' : result.error.message).not.toContain('/real/path');
  }
  expect(fs.readdirSync(root)).toEqual(['old.txt']);
  expect(fs.readFileSync(path.join(root, 'old.txt'), 'utf8')).toBe('old.txt');
});

test('a full disk refuses a folder in words', () => {
  const { workspace } = makeFolderFixture();
  fault.call = 'mkdirSync';
  fault.code = 'ENOSPC';
  expect(workspace.makeFolder('d')).toEqual({
    ok: false,
    error: {
      code: 'no-space',
      message: '/folders/ROOT/d could not be written: the disk is full. Free some space and try again.',
    },
  });
});

test.each([
  ['openSync', 'EROFS', 'its disk is read-only'],
  ['openSync', 'EACCES', 'this user may not (EACCES)'],
  ['writeSync', 'ENOSPC', 'its disk is full'],
])('a folder where %s fails with %s is not granted for writing, and is for reading (B14)', (call, code, reason) => {
  const scratch = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), 'warrant-probe-'));
  onTestFinished(() => fs.rmSync(scratch, { recursive: true, force: true }));
  const work = path.join(scratch, 'work');
  fs.mkdirSync(work);
  const around = { dataFolder: path.join(scratch, 'data'), appFolder: path.join(scratch, 'app'), home: scratch };
  fault.call = call;
  fault.code = code;
  expect(checkFolder(work, 'write', around)).toEqual({
    ok: false,
    code: 'not-writable',
    message: `A test file could not be written in ${work}: ${reason}. Grant it for reading, or change that first.`,
  });
  expect(checkFolder(work, 'read', around)).toMatchObject({ ok: true });
  expect(fs.readdirSync(work)).toEqual([]);
});
