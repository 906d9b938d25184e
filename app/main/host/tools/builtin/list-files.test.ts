import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { makeFolderFixture, makeToolContext } from '../../testing/folder-fixture.ts';
import { listFiles } from './list-files.ts';

async function list(layout: string[], input: { path: string; recursive?: boolean }): Promise<unknown> {
  return listFiles.run(input, makeToolContext(makeFolderFixture(layout).workspace));
}

test('lists a folder, sorted, one entry a line', async () => {
  expect(await list(['b.txt', 'a/x', 'l => b.txt'], { path: '/folders/ROOT' })).toEqual({
    type: 'ok',
    text: 'a/\nb.txt (5 bytes)\nl (link)',
  });
});

test('lists everything below when it is told to, and follows no link', async () => {
  expect(await list(['a/b/c', 'a/up => ..', 'z'], { path: '/folders/ROOT', recursive: true })).toEqual({
    type: 'ok',
    text: 'a/\na/b/\na/b/c (5 bytes)\na/up (link)\nz (1 byte)',
  });
});

test('shows the places', async () => {
  expect(await list([], { path: '/' })).toEqual({ type: 'ok', text: 'agent/\nfolders/' });
  expect(await list([], { path: '/folders' })).toEqual({ type: 'ok', text: 'ROOT/' });
  expect(await list(['x'], { path: '/', recursive: true })).toEqual({
    type: 'ok',
    text: 'agent/\nfolders/\nfolders/ROOT/',
  });
  expect(await list(['x'], { path: '/folders', recursive: true })).toEqual({ type: 'ok', text: 'ROOT/' });
});

test('says that a folder is empty, and what a refused path should be', async () => {
  expect(await list([], { path: '/agent' })).toEqual({ type: 'ok', text: '/agent is empty.' });
  expect(await list([], { path: '.' })).toEqual({
    type: 'error',
    code: 'invalid-input',
    message:
      'The path "." is refused: empty path; name a file or a folder, or a place such as /agent (A8.5). To see your places, list "/".',
  });
});

test('shows odd characters in names as their numbers', async () => {
  const { workspace, root } = makeFolderFixture();
  fs.writeFileSync(path.join(root, 'a\nb\u202etxt'), '');
  expect(await listFiles.run({ path: '/folders/ROOT' }, makeToolContext(workspace))).toEqual({
    type: 'ok',
    text: 'a\\u{a}b\\u{202e}txt (0 bytes)',
  });
});

test('cuts a list over 2000 entries with a mark, and marks none of exactly so many', async () => {
  const { workspace, root } = makeFolderFixture();
  for (let file = 0; file < 2000; file += 1) fs.writeFileSync(path.join(root, `f${file}`), '');
  const run = async () => listFiles.run({ path: '/folders/ROOT', recursive: true }, makeToolContext(workspace));
  expect(await run()).not.toHaveProperty('truncated');
  fs.writeFileSync(path.join(root, 'one-more'), '');
  const result = await run();
  const lines = result.type === 'ok' ? result.text.split('\n') : [];
  expect(lines).toHaveLength(2001);
  expect(lines.at(-1)).toBe('[cut: only the first 2000 entries are shown; list a folder below it]');
  expect(result).toMatchObject({ truncated: true });
});
