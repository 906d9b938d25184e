import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { makeFolderFixture, makeToolContext } from '../../testing/folder-fixture.ts';
import { moveFile } from './move-file.ts';

test('moves a file from place to place and announces both ends', async () => {
  const { workspace, root, agent } = makeFolderFixture(['f']);
  const context = makeToolContext(workspace);
  expect(await moveFile.run({ from: 'f', to: '/agent/g' }, context)).toEqual({
    type: 'ok',
    text: 'Moved /folders/ROOT/f to /agent/g.',
  });
  expect(context.changes.map((change) => [change.path, change.before?.length, change.after?.length])).toEqual([
    ['/folders/ROOT/f', 1, undefined],
    ['/agent/g', undefined, 1],
  ]);
  expect(fs.readdirSync(root)).toEqual([]);
  expect(fs.readFileSync(path.join(agent, 'g'), 'utf8')).toBe('f');
});

test('moves a folder and announces what it holds, made before it is gone', async () => {
  const { workspace, root } = makeFolderFixture(['d/a', 'd/e/b']);
  const context = makeToolContext(workspace);
  expect(await moveFile.run({ from: 'd', to: 'new' }, context)).toMatchObject({ type: 'ok' });
  expect(
    context.changes.map((change) => `${change.after ? '+' : '-'} ${change.path.slice('/folders/ROOT/'.length)}`),
  ).toEqual(['+ new', '+ new/a', '+ new/e', '+ new/e/b', '- d/e/b', '- d/e', '- d/a', '- d']);
  expect(fs.readFileSync(path.join(root, 'new/e/b'), 'utf8')).toBe('d/e/b');
});

test.each([
  ['f', 'g', 'exists already'],
  ['f', 'd', 'exists already'],
  ['missing', 'x', 'does not exist'],
  ['f', 'nowhere/x', 'make_folder'],
  ['d', 'd/inside', 'into itself'],
  ['link', 'x', 'is a link'],
  ['with-link', 'x', 'is a link'],
  ['hooked', '.git', 'run by other programs'],
  ['f', '../x', 'leaves /folders/ROOT'],
])('does not move %s to %s: %s', async (from, to, words) => {
  const { workspace, root } = makeFolderFixture([
    'f',
    'g',
    'd/x',
    'link => f',
    'with-link/l => ../f',
    'hooked/hooks/pre-commit',
  ]);
  const before = fs.readdirSync(root, { recursive: true });
  const context = makeToolContext(workspace);
  const result = await moveFile.run({ from, to }, context);
  expect(result).toMatchObject({ type: 'error', message: expect.stringContaining(words) });
  expect(context.changes).toEqual([]);
  expect(fs.readdirSync(root, { recursive: true })).toEqual(before);
});

test('does not move a folder of more than 500 entries', async () => {
  const { workspace, root } = makeFolderFixture(Array.from({ length: 501 }, (_, index) => `d/${index}`));
  expect(await moveFile.run({ from: 'd', to: 'e' }, makeToolContext(workspace))).toMatchObject({ code: 'too-large' });
  expect(fs.readdirSync(root)).toEqual(['d']);
});
