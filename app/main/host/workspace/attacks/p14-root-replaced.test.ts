import fs from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makeFolderFixture } from '../../testing/folder-fixture.ts';
import { closeFolder, formatIdentity, openFolder, parseIdentity } from '../open-folder.ts';

test('a folder that is moved while it is held is still the one that is used', () => {
  const { workspace, root } = makeFolderFixture(['note.txt']);
  fs.renameSync(root, `${root}-moved`);
  fs.mkdirSync(root);
  fs.writeFileSync(path.join(root, 'note.txt'), 'of another folder');
  const content = workspace.read('note.txt', 100);
  expect(content.ok && content.value.bytes.toString()).toBe('note.txt');
  expect(workspace.write('new.txt', Buffer.from('x')).ok).toBe(true);
  expect(fs.readdirSync(`${root}-moved`).sort()).toEqual(['new.txt', 'note.txt']);
  expect(fs.readdirSync(root)).toEqual(['note.txt']);
});

test('a link put in the place of the folder is never followed', () => {
  const { workspace, root, outside } = makeFolderFixture(['note.txt']);
  fs.renameSync(root, `${root}-moved`);
  fs.symlinkSync(outside, root);
  expect(workspace.read('s', 100).ok).toBe(false);
  expect(workspace.write('w', Buffer.from('x')).ok).toBe(true);
  expect(fs.readdirSync(outside)).toEqual(['s']);
});

test('by the weaker form, a folder that is no longer in its place is refused', () => {
  const { workspace, root, outside } = makeFolderFixture(['note.txt'], { strategy: 'realpath' });
  expect(workspace.read('note.txt', 100).ok).toBe(true);
  fs.renameSync(root, `${root}-moved`);
  fs.symlinkSync(outside, root);
  for (const result of [
    workspace.read('s', 100),
    workspace.write('w', Buffer.from('x')),
    workspace.list('/folders/ROOT'),
  ]) {
    expect(result.ok ? 'done' : result.error.code).toBe('replaced');
  }
  expect(fs.readdirSync(outside)).toEqual(['s']);
});

test('a folder that is deleted while it is held is an error, and a new one in its place stays untouched', () => {
  const { workspace, root } = makeFolderFixture();
  fs.rmdirSync(root);
  fs.mkdirSync(root);
  expect(workspace.write('x', Buffer.from('x')).ok).toBe(false);
  expect(workspace.makeFolder('d').ok).toBe(false);
  expect(fs.readdirSync(root)).toEqual([]);
});

test('a later opening meets the folder that was recorded, and no other', () => {
  const { root, outside, folder } = makeFolderFixture(['note.txt']);
  const recorded = parseIdentity(formatIdentity(folder.identity));
  expect(recorded).toEqual(folder.identity);
  if (!recorded) throw new Error('the identity could not be read back');

  const again = openFolder(root, { expected: recorded });
  expect(again.ok).toBe(true);
  if (again.ok) onTestFinished(() => closeFolder(again.value));

  const attempts: (() => void)[] = [
    () => fs.renameSync(root, `${root}-moved`),
    () => fs.symlinkSync(outside, root),
    () => {
      fs.unlinkSync(root);
      fs.symlinkSync(`${root}-moved`, root);
    },
    () => {
      fs.unlinkSync(root);
      fs.mkdirSync(root);
    },
  ];
  for (const attempt of attempts) {
    attempt();
    const opened = openFolder(root, { expected: recorded });
    expect(opened.ok ? 'opened' : opened.error.code).toBe('replaced');
  }
});
