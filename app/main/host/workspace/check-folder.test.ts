import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { checkFolder } from './check-folder.ts';
import { closeFolder, openFolder } from './open-folder.ts';

function makeScratch() {
  const scratch = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), 'warrant-check-'));
  onTestFinished(() => fs.rmSync(scratch, { recursive: true, force: true }));
  const at = (name: string) => path.join(scratch, name);
  for (const folder of ['home', 'data', 'app', 'work']) fs.mkdirSync(at(folder));
  return { at, around: { dataFolder: at('data'), appFolder: at('app'), home: at('home') } };
}

test('a folder is counted, and its identity is the one that a later opening meets', () => {
  const { at, around } = makeScratch();
  fs.mkdirSync(at('work/sub'));
  fs.writeFileSync(at('work/a'), '12345');
  fs.writeFileSync(at('work/sub/b'), '123');
  fs.symlinkSync(at('data'), at('work/link'));
  const checked = checkFolder(at('work'), 'write', around);
  if (!checked.ok) throw new Error(checked.message);
  const { identity, ...rest } = checked.folder;
  expect(rest).toEqual({ path: at('work'), files: 2, folders: 1, bytes: 8, complete: true });
  expect(fs.readdirSync(at('work')).sort()).toEqual(['a', 'link', 'sub']);
  const opened = openFolder(at('work'), { expected: identity });
  expect(opened.ok).toBe(true);
  if (opened.ok) closeFolder(opened.value);
});

test('a folder reached through a link is granted by its real path', () => {
  const { at, around } = makeScratch();
  fs.symlinkSync(at('work'), at('home/short'));
  expect(checkFolder(at('home/short'), 'read', around)).toMatchObject({ ok: true, folder: { path: at('work') } });
});

test('a missing folder, a file, and a link to itself are refused with what to do', () => {
  const { at, around } = makeScratch();
  fs.writeFileSync(at('file'), '');
  fs.symlinkSync(at('round'), at('round'));
  expect(checkFolder(at('nowhere'), 'read', around)).toEqual({
    ok: false,
    code: 'missing',
    message: `The folder ${at('nowhere')} does not exist. Check the path, or make it first.`,
  });
  expect(checkFolder(at('file'), 'read', around)).toMatchObject({ ok: false, code: 'not-a-folder' });
  expect(checkFolder(at('file/x'), 'read', around)).toMatchObject({ ok: false, code: 'missing' });
  expect(checkFolder(at('round'), 'read', around)).toMatchObject({ ok: false, code: 'missing' });
});

test('counting stops after a while and says so', () => {
  const { at, around } = makeScratch();
  for (const name of ['a', 'b', 'c', 'd']) fs.writeFileSync(at(`work/${name}`), '12');
  const check = (mostCounted: number) => checkFolder(at('work'), 'read', { ...around, mostCounted });
  expect(check(3)).toMatchObject({ ok: true, folder: { files: 3, bytes: 6, complete: false } });
  expect(check(4)).toMatchObject({ ok: true, folder: { files: 4, bytes: 8, complete: true } });
});
