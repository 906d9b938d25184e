import fs from 'node:fs';
import { expect, test } from 'vitest';
import { makeFolderFixture } from '../../testing/folder-fixture.ts';

const NAMES = [
  'NUL',
  'nul',
  'nul.',
  'nul.txt',
  'nul .txt',
  'NUL.tar.gz',
  'con',
  'PRN',
  'aux',
  'AUX.c',
  'COM1',
  'com0',
  'com9.log',
  'com¹',
  'COM²',
  'lpt³',
  'LPT1',
  'CONIN$',
  'conout$',
  'CLOCK$',
  'a/nul : a',
  'a/nul',
  'nul/a',
  'C:',
  'C:x',
  'c:/x',
  '/c:/x',
  'C:\\x',
  '\\\\?\\C:\\x',
  '\\\\.\\PhysicalDrive0',
  '\\\\server\\share\\x',
  '//server/share/x',
  '//?/C:/x',
  'x::$DATA',
  'x:stream',
  'note.txt:stream',
  'note.txt::$DATA',
  'note.txt.',
  'note.txt ',
  'note.txt. .',
  'a./b',
  'a /b',
  '...',
  'PROGRA~1',
  'progra~1/x',
  'NOTE~1.TXT',
  'a~1',
  '\\x',
  'a\\..\\..\\s',
];

test.each(NAMES)('%j is refused on every system', (attempt) => {
  const { workspace, root } = makeFolderFixture(['a/', 'note.txt']);
  const results = [
    workspace.read(attempt, 10),
    workspace.write(attempt, Buffer.from('x')),
    workspace.makeFolder(attempt),
    workspace.move('note.txt', attempt),
  ];
  for (const result of results) expect(result.ok ? 'done' : result.error.code).toMatch(/^(name|outside)$/);
  expect(fs.readdirSync(root)).toEqual(['a', 'note.txt']);
});

test.each([
  'null',
  'console.log',
  'com10',
  'comma',
  'nulls.txt',
  'auxiliary',
  '.nul',
  'x~',
  'long-name-here~1',
  'a.b.c',
])('%j is a name like any other', (name) => {
  const { workspace } = makeFolderFixture();
  expect(workspace.write(name, Buffer.from('x')).ok).toBe(true);
});
