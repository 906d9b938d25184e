import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { makeFolderFixture, SECRET } from '../../testing/folder-fixture.ts';

test.each(['descriptor', 'realpath'] as const)('a hard link to a file outside is refused (%s)', (strategy) => {
  const { workspace, root, outside } = makeFolderFixture([], { strategy });
  fs.linkSync(path.join(outside, 's'), path.join(root, 'innocent.txt'));
  const attempts = {
    read: workspace.read('innocent.txt', 100),
    range: workspace.readRange('innocent.txt', 0, 10),
    write: workspace.write('innocent.txt', Buffer.from('x')),
    remove: workspace.remove('innocent.txt'),
    move: workspace.move('innocent.txt', 'moved.txt'),
    copyOut: workspace.move('innocent.txt', '/agent/moved.txt'),
  };
  for (const [operation, result] of Object.entries(attempts)) {
    expect(result.ok ? 'done' : result.error.code, operation).toBe('hard-link');
  }
  expect(fs.readFileSync(path.join(outside, 's'), 'utf8')).toBe(SECRET);
  expect(fs.readdirSync(root)).toEqual(['innocent.txt']);
});

test('a file whose second name is gone again is read', () => {
  const { workspace, root, outside } = makeFolderFixture(['a.txt']);
  fs.linkSync(path.join(root, 'a.txt'), path.join(outside, 'second'));
  expect(workspace.read('a.txt', 100).ok).toBe(false);
  fs.unlinkSync(path.join(outside, 'second'));
  expect(workspace.read('a.txt', 100).ok).toBe(true);
});
