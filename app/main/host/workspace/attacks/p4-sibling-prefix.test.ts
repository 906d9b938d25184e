import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { makeFolderFixture } from '../../testing/folder-fixture.ts';
import { isWithin } from '../mount-table.ts';

test('a folder whose name begins like a granted one is outside', () => {
  const { workspace, root, scratch } = makeFolderFixture(['../ROOT-evil/x', 'link => ../ROOT-evil/x']);
  expect(fs.existsSync(path.join(scratch, 'ROOT-evil/x'))).toBe(true);
  for (const attempt of ['/folders/ROOT-evil/x', '../ROOT-evil/x', `${root}-evil/x`, 'link']) {
    const content = workspace.read(attempt, 100);
    expect(content.ok ? 'read' : content.error.code, attempt).toBe('outside');
  }
});

test('a folder whose name begins like a granted one is outside by the weaker form too', () => {
  const { workspace } = makeFolderFixture(['../ROOT-evil/x', 'link => ../ROOT-evil'], { strategy: 'realpath' });
  expect(workspace.read('link/x', 100).ok).toBe(false);
});

test('a path lies in a folder only below its separator', () => {
  expect(isWithin('/data-evil/x', '/data')).toBe(false);
  expect(isWithin('/data/..x', '/data')).toBe(true);
  expect(isWithin('/data', '/data')).toBe(true);
});
