import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { makeFolderFixture, makeToolContext } from '../../testing/folder-fixture.ts';
import { listFiles } from '../../tools/builtin/list-files.ts';

const LAYOUT = [
  'file',
  'folder/',
  'out => $OUTSIDE/s',
  'out-folder => $OUTSIDE',
  'nowhere => missing',
  'round => round',
];

test('a link is listed as a link, whatever it leads to', () => {
  const { workspace } = makeFolderFixture(LAYOUT);
  const listed = workspace.list('/folders/ROOT');
  expect(listed.ok && listed.value.entries).toEqual([
    { name: 'file', kind: 'file', size: 4 },
    { name: 'folder', kind: 'folder', size: 0 },
    { name: 'nowhere', kind: 'link', size: 0 },
    { name: 'out', kind: 'link', size: 0 },
    { name: 'out-folder', kind: 'link', size: 0 },
    { name: 'round', kind: 'link', size: 0 },
  ]);
});

test('what a link leads to shows in no listing, not even its size', async () => {
  const { workspace, outside } = makeFolderFixture(LAYOUT);
  const before = (await listFiles.run({ path: '/folders/ROOT', recursive: true }, makeToolContext(workspace))) as {
    text: string;
  };
  fs.writeFileSync(path.join(outside, 's'), 'x'.repeat(12_345));
  fs.writeFileSync(path.join(outside, 'second'), '');
  const after = await listFiles.run({ path: '/folders/ROOT', recursive: true }, makeToolContext(workspace));
  expect(after).toEqual(before);
  expect(before.text.split('\n')).toEqual([
    'file (4 bytes)',
    'folder/',
    'nowhere (link)',
    'out (link)',
    'out-folder (link)',
    'round (link)',
  ]);
});
