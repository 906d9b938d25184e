import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { firstSensitivePattern, foldName, isExecutableByOthers, isSensitivePath, matchesName } from './path-rules.ts';

describe('foldName', () => {
  test('changes nothing when it is used again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 20 }), (name) => {
        expect(foldName(foldName(name))).toBe(foldName(name));
      }),
      { numRuns: 2000 },
    );
  });

  test('gives composed and decomposed forms, and both cases, one form', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 10 }), (name) => {
        expect(foldName(name.normalize('NFD'))).toBe(foldName(name.normalize('NFC')));
        expect(foldName(name.toUpperCase())).toBe(foldName(name));
      }),
    );
  });
});

describe('matchesName', () => {
  test.each([
    ['*', '', true],
    ['*.csv', 'A.CSV', true],
    ['*.csv', 'a.csv.txt', false],
    ['a*b*c', 'aXbXXc', true],
    ['a*b*c', 'aXbXX', false],
    ['.env.*', '.env.local', true],
    ['.env.*', '.env', false],
    ['a?c', 'abc', false],
  ])('%j against %j is %s', (pattern, name, fits) => {
    expect(matchesName(pattern, name)).toBe(fits);
  });

  test('finds a name by any pattern made by putting stars in place of its parts', () => {
    fc.assert(
      fc.property(
        fc.array(fc.stringMatching(/^[a-z.]{0,4}$/), { minLength: 1, maxLength: 5 }),
        fc.infiniteStream(fc.boolean()),
        (parts, stars) => {
          const pattern = parts.map((part) => (stars.next().value ? '*' : part)).join('');
          expect(matchesName(pattern, parts.join(''))).toBe(true);
        },
      ),
    );
  });

  test('ends soon for a pattern of many stars', () => {
    expect(matchesName(`${'*a'.repeat(300)}b`, 'a'.repeat(5000))).toBe(false);
  });
});

describe('isSensitivePath', () => {
  test.each([
    ['.env', true],
    ['app/.env', true],
    ['app/.env.production', true],
    ['app/.env.example', false],
    ['environment.md', false],
    ['keys/server.key', true],
    ['cert.pem', true],
    ['.ssh/known_hosts', true],
    ['backup/.aws/credentials', true],
    ['.git-credentials', true],
    ['.npmrc', true],
    ['.mozilla/firefox/x.default/places.sqlite', true],
    ['Library/Application Support/Google/Chrome/Default/History', true],
    ['AppData/Local/Google/Chrome/User Data/Default/History', true],
    ['.config/google-chrome/Default/History', true],
    ['cookies/oatmeal.md', false],
    ['monkey.txt', false],
  ])('%s: %s', (path, sensitive) => {
    expect(isSensitivePath(path.split('/'))).toBe(sensitive);
  });

  test('names the rule', () => {
    expect(firstSensitivePattern(['a', 'X.PEM'])).toBe('*.pem');
  });
});

describe('isExecutableByOthers', () => {
  test('counts a folder that would hold such files only when a whole folder is meant', () => {
    expect(isExecutableByOthers(['x', '.vscode'])).toBe(false);
    expect(isExecutableByOthers(['x', '.vscode'], 'folder')).toBe(true);
    expect(isExecutableByOthers(['vscode', 'tasks.json'], 'folder')).toBe(false);
  });

  test.each([
    '.git',
    'sub/.git',
    '.git/hooks/pre-commit',
    '.git/x',
    '.ssh/config',
    'authorized_keys',
    'run.bat',
    'a.EXE',
    'CLAUDE.md',
    'conftest.py',
  ])('counts %s', (path) => {
    expect(isExecutableByOthers(path.split('/'))).toBe(true);
  });

  test.each(['git.md', 'run.batch', 'notes.txt', 'main.py', 'Makefile'])('does not count %s', (path) => {
    expect(isExecutableByOthers(path.split('/'))).toBe(false);
  });
});
