import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { makeFolderFixture } from '../../testing/folder-fixture.ts';

test('nothing is changed in a folder that was granted for reading', () => {
  const { workspace, root, agent } = makeFolderFixture(['note.txt', 'd/'], { access: 'read' });
  fs.writeFileSync(path.join(agent, 'own.txt'), 'own');
  const attempts = [
    workspace.write('note.txt', Buffer.from('x')),
    workspace.write('new.txt', Buffer.from('x')),
    workspace.makeFolder('e'),
    workspace.remove('note.txt'),
    workspace.remove('d'),
    workspace.move('note.txt', 'other.txt'),
    workspace.move('note.txt', '/agent/note.txt'),
    workspace.move('/agent/own.txt', 'own.txt'),
    workspace.write('/folders/ROOT/../ROOT/x', Buffer.from('x')),
  ];
  expect(attempts.map((result) => (result.ok ? 'done' : result.error.code))).toEqual([
    ...Array(8).fill('read-only'),
    'outside',
  ]);
  expect(fs.readdirSync(root).sort()).toEqual(['d', 'note.txt']);
  expect(fs.readFileSync(path.join(root, 'note.txt'), 'utf8')).toBe('note.txt');
});

test('a folder granted for reading is read, and the agent disk is written', () => {
  const { workspace, agent } = makeFolderFixture(['note.txt'], { access: 'read' });
  expect(workspace.read('note.txt', 100).ok).toBe(true);
  expect(workspace.write('/agent/x', Buffer.from('x')).ok).toBe(true);
  expect(fs.readdirSync(agent)).toEqual(['x']);
});

test('the places themselves are never changed', () => {
  const { workspace, scratch } = makeFolderFixture();
  for (const place of ['/', '/folders', '/agent', '/folders/ROOT']) {
    for (const result of [
      workspace.write(place, Buffer.from('x')),
      workspace.makeFolder(place),
      workspace.remove(place),
      workspace.move(place, '/agent/moved'),
    ]) {
      expect(result.ok, place).toBe(false);
    }
  }
  expect(fs.readdirSync(scratch).sort()).toEqual(['ROOT', 'agent', 'outside']);
});
