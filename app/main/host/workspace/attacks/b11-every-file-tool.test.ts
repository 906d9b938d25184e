import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { Json } from '#contract/ids';
import { makeFolderFixture, makeToolContext, SECRET } from '../../testing/folder-fixture.ts';
import { deleteFile } from '../../tools/builtin/delete-file.ts';
import { editFile } from '../../tools/builtin/edit-file.ts';
import { listFiles } from '../../tools/builtin/list-files.ts';
import { makeFolder } from '../../tools/builtin/make-folder.ts';
import { moveFile } from '../../tools/builtin/move-file.ts';
import { readFile } from '../../tools/builtin/read-file.ts';
import { searchFiles } from '../../tools/builtin/search-files.ts';
import { writeFile } from '../../tools/builtin/write-file.ts';

/** B11, B17: outside, by every tool, by path, by link and by search. */
test.each([
  '../outside/s',
  '/folders/../outside/s',
  '$OUTSIDE/s',
  'link',
  'folder-link/s',
  'made/../../outside/s',
  'missing/../../outside/s',
  '/etc/passwd',
  'up/outside/s',
])('no file tool reaches the outside by %s', async (attempt) => {
  const { workspace, outside, scratch } = makeFolderFixture([
    'mine.txt',
    'made/',
    'link => $OUTSIDE/s',
    'folder-link => ../outside',
    'up => ..',
  ]);
  const before = fs.readdirSync(scratch, { recursive: true });
  const at = attempt.replace('$OUTSIDE', outside);
  const folder = path.posix.dirname(at);
  const context = makeToolContext(workspace);
  const calls: [string, Promise<{ type: string }>][] = [
    ['read_file', readFile.run({ path: at }, context)],
    ['list_files', listFiles.run({ path: folder === '.' ? at : folder, recursive: true }, context)],
    ['search_files', searchFiles.run({ pattern: 'secret', path: at }, context)],
    ['write_file', writeFile.run({ path: at, content: 'x' }, context)],
    ['write_file with folders', writeFile.run({ path: `${at}/new/x`, content: 'x', create_folders: true }, context)],
    ['edit_file', editFile.run({ path: at, old: 'secret', new: 'x' }, context)],
    ['move_file from', moveFile.run({ from: at, to: 'taken' } as Json, context)],
    ['move_file to', moveFile.run({ from: 'mine.txt', to: `${at}-new` }, context)],
    ['make_folder', makeFolder.run({ path: `${at}/new` }, context)],
    ['delete_file', deleteFile.run({ path: at }, context)],
  ];
  for (const [tool, call] of calls) {
    const result = await call;
    if (tool === 'move_file to' && attempt === 'link') continue; // "link-new" is a name inside
    expect(JSON.stringify(result), tool).not.toContain(SECRET);
    expect(JSON.stringify(result), `${tool} shows a real path`).not.toContain(
      attempt.includes('$') ? 'nothing' : scratch,
    );
    expect(result.type, tool).toBe('error');
  }
  expect(fs.readFileSync(path.join(outside, 's'), 'utf8')).toBe(SECRET);
  if (attempt !== 'link') expect(fs.readdirSync(scratch, { recursive: true })).toEqual(before);
  expect(fs.readdirSync(outside)).toEqual(['s']);
});

test('a search of everything stays inside and does not follow links', async () => {
  const { workspace } = makeFolderFixture([
    'mine.txt',
    'link => $OUTSIDE/s',
    'folder-link => ../outside',
    'up => ..',
    'self => .',
  ]);
  const found = await searchFiles.run({ pattern: 'secret' }, makeToolContext(workspace));
  expect(found).toMatchObject({ type: 'ok', text: 'No match for "secret".' });
  const names = await searchFiles.run({ pattern: '*' }, makeToolContext(workspace));
  expect(names.type === 'ok' && names.text.split('\n').filter((line) => line.includes('/s'))).toEqual([
    '/folders/ROOT/self',
  ]);
});
