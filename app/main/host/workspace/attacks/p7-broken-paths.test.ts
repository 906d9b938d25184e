import fs from 'node:fs';
import { expect, test } from 'vitest';
import { makeFolderFixture } from '../../testing/folder-fixture.ts';

test.each([
  ['a NUL byte', 'a\0b'],
  ['a NUL byte after a good name', 'note.txt\0.png'],
  ['nothing', ''],
  ['blanks', '   '],
  ['a tab and a line end', '\t\n'],
  ['more than 4096 bytes', `${'a/'.repeat(2048)}x`],
  ['more than 4096 bytes in few characters', `${'é/'.repeat(1400)}x`],
  ['a lone high surrogate', 'a\ud83d'],
  ['a lone low surrogate', '\ude00a'],
  ['a right-to-left override', 'invoice\u202efdp.exe'],
  ['an isolate', 'a\u2066b\u2069'],
  ['a line end at the end', 'note.txt\n'],
  ['a carriage return', 'note.txt\r'],
  ['an escape sequence', '\u001b[31mnote.txt'],
  ['a delete character', 'a\u007f'],
  ['a line separator', 'a\u2028b'],
])('a path with %s is refused by every operation and touches nothing', (_, attempt) => {
  const { workspace, root } = makeFolderFixture(['note.txt']);
  const results = [
    workspace.stat(attempt),
    workspace.list(attempt),
    workspace.read(attempt, 10),
    workspace.readRange(attempt, 0, 10),
    workspace.write(attempt, Buffer.from('x')),
    workspace.makeFolder(attempt),
    workspace.remove(attempt),
    workspace.move(attempt, 'b'),
    workspace.move('note.txt', attempt),
  ];
  for (const result of results) expect(result.ok ? 'done' : result.error.code).toBe('name');
  expect(fs.readdirSync(root)).toEqual(['note.txt']);
});

test('a name of 256 characters is an error and leaves no partial file', () => {
  const { workspace, root } = makeFolderFixture();
  const written = workspace.write('a'.repeat(256), Buffer.from('x'));
  expect(written.ok ? 'done' : written.error.code).toBe('name');
  expect(fs.readdirSync(root)).toEqual([]);
});

test('a name of 255 characters is written', () => {
  const { workspace, root } = makeFolderFixture();
  expect(workspace.write('a'.repeat(255), Buffer.from('x')).ok).toBe(true);
  expect(fs.readdirSync(root)).toEqual(['a'.repeat(255)]);
});

test('a way through hundreds of folders is refused before the descriptors run out', () => {
  const { workspace, root } = makeFolderFixture();
  let at = root;
  for (let depth = 0; depth < 300; depth += 1) {
    at = `${at}/d`;
    fs.mkdirSync(at);
  }
  const stat = workspace.stat(`${'d/'.repeat(300)}x`);
  expect(stat.ok ? 'found' : stat.error.code).toBe('name');
  expect(workspace.stat('d/'.repeat(150)).ok).toBe(true);
});
