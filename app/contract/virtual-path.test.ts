import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatVirtualPath, isUsableFolderName, parseVirtualPath, uniqueFolderNames } from './virtual-path.ts';

const FOLDERS = ['ledger', 'notes'];

function outcome(text: string, folders: readonly string[] = FOLDERS): string {
  const parsed = parseVirtualPath(text, folders);
  return parsed.ok ? formatVirtualPath(parsed.path) : parsed.row;
}

describe('parseVirtualPath', () => {
  test.each([
    ['/', '/'],
    ['/.', '/'],
    ['/folders', '/folders'],
    ['/folders/', '/folders'],
    ['/agent', '/agent'],
    ['/agent/a/b.txt', '/agent/a/b.txt'],
    ['/folders/notes', '/folders/notes'],
    ['/folders/notes/a', '/folders/notes/a'],
    ['/folders/./notes//a/./b', '/folders/notes/a/b'],
    ['note.txt', '/folders/ledger/note.txt'],
    ['./note.txt', '/folders/ledger/note.txt'],
    ['a/../note.txt', '/folders/ledger/note.txt'],
    ['a/b/../../c/', '/folders/ledger/c'],
    ['a/..', '/folders/ledger'],
    ['~/x', '/folders/ledger/~/x'],
    ['$HOME/x', '/folders/ledger/$HOME/x'],
    ['%USERPROFILE%', '/folders/ledger/%USERPROFILE%'],
    ['%2e%2e%2fs', '/folders/ledger/%2e%2e%2fs'],
    ['?', '/folders/ledger/?'],
    ['größe/été.csv', '/folders/ledger/größe/été.csv'],
    ['file.txt', '/folders/ledger/file.txt'],
    ['.env', '/folders/ledger/.env'],
  ])('reads %j as %j', (text, shown) => {
    expect(outcome(text)).toBe(shown);
  });

  test.each([
    ['', 'A8.5'],
    ['   ', 'A8.5'],
    ['.', 'A8.5'],
    ['./', 'A8.5'],
    ['./.', 'A8.5'],
    ['..', 'A8.3'],
    ['../s', 'A8.3'],
    ['a/../../s', 'A8.3'],
    ['a/../../ledger/s', 'A8.3'],
    ['/agent/..', 'A8.3'],
    ['/folders/..', 'A8.3'],
    ['/folders/ledger/../notes/x', 'A8.3'],
    ['/folders/other/x', 'A8.3'],
    ['/folders/Ledger/x', 'A8.3'],
    ['/folders/ledger-evil/x', 'A8.3'],
    ['/etc/passwd', 'A8.3'],
    ['/proc/self/mem', 'A8.3'],
    ['a\\b', 'A8.14'],
    ['file:///etc/passwd', 'P23'],
    ['FILE:x', 'P23'],
    ['//server/share/x', 'P9'],
    ['a\0b', 'P7'],
    ['note.txt\n', 'P7'],
    ['a\u202eb', 'P7'],
    ['a\ud800b', 'P7'],
    ['a/'.repeat(2049), 'P7'],
    ['a'.repeat(256), 'P21'],
    ['é'.repeat(128), 'P21'],
  ])('refuses %j by row %s', (text, row) => {
    expect(outcome(text)).toBe(row);
  });

  test('means the agent disk by a relative path when no folder is granted', () => {
    expect(outcome('note.txt', [])).toBe('/agent/note.txt');
  });

  test('keeps the steps as written, for walking, and the segments, for deciding', () => {
    expect(parseVirtualPath('link/../x/', FOLDERS)).toEqual({
      ok: true,
      path: { place: 'folder', name: 'ledger', segments: ['x'], steps: ['link', '..', 'x'], folderOnly: true },
    });
  });

  test('gives the same path back for its own formatted text', () => {
    fc.assert(
      fc.property(pathText(), (text) => {
        const first = parseVirtualPath(text, FOLDERS);
        if (!first.ok) return;
        const shown = formatVirtualPath(first.path);
        const again = parseVirtualPath(shown, FOLDERS);
        expect(again.ok && formatVirtualPath(again.path)).toBe(shown);
      }),
    );
  });

  test('never gives a segment that a file system could take for something else', () => {
    fc.assert(
      fc.property(pathText(), (text) => {
        const parsed = parseVirtualPath(text, FOLDERS);
        if (!parsed.ok || !('segments' in parsed.path)) return;
        for (const segment of parsed.path.segments) expect(segment).not.toMatch(/^\.{0,2}$|[/\\:\0]|[. ]$/);
      }),
      { numRuns: 2000 },
    );
  });

  test('answers every text with a value, never with an exception', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
        expect(typeof parseVirtualPath(text, FOLDERS).ok).toBe('boolean');
      }),
    );
  });
});

describe('uniqueFolderNames', () => {
  test('numbers the second folder of a name, whatever its case', () => {
    expect(uniqueFolderNames(['notes', 'Notes', 'notes', 'a:b', '..', 'notes-2'])).toEqual([
      'notes',
      'Notes-2',
      'notes-3',
      'folder',
      'folder-2',
      'notes-2-2',
    ]);
  });

  test('gives only names that lead to their folder', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary', maxLength: 12 }), { maxLength: 6 }), (names) => {
        const unique = uniqueFolderNames(names);
        for (const name of unique) {
          expect(isUsableFolderName(name)).toBe(true);
          expect(outcome(`/folders/${name}`, unique)).toBe(`/folders/${name}`);
        }
      }),
    );
  });
});

/** Paths made of the parts that matter, and of any characters. */
function pathText(): fc.Arbitrary<string> {
  const part = fc.oneof(
    fc.constantFrom('.', '..', '', 'a', 'agent', 'folders', 'ledger', 'notes', 'nul', 'x.', 'x ', 'C:', '~', 'a\\b'),
    fc.string({ unit: 'binary', maxLength: 5 }),
  );
  return fc
    .tuple(fc.constantFrom('', '/', '/agent/', '/folders/ledger/'), fc.array(part, { maxLength: 6 }))
    .map(([start, parts]) => start + parts.join('/'));
}
