import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { makeFolderFixture } from '../testing/folder-fixture.ts';
import { inspectPath, toAgentPath } from './inspect-path.ts';

const LAYOUT = [
  'note.txt',
  'd/x',
  '../ROOT-evil/x',
  'link => $OUTSIDE/s',
  'inner => note.txt',
  'a => b',
  'b => a',
  'gone => missing',
];

/** The path cases; `$ROOT` and `$OUTSIDE` stand for real paths, as a person may give them. */
describe.each(['read', 'write'] as const)('inspectPath for a %s', (use) => {
  test.each([
    ['$ROOT/note.txt', 'file'],
    ['note.txt', 'file'],
    ['d', 'folder'],
    ['new.txt', 'missing'],
    ['new/folder/x.txt', 'missing'],
    ['zz/../note.txt', 'file'],
    ['~/x', 'missing'],
    ['$HOME/x', 'missing'],
    ['%USERPROFILE%', 'missing'],
    ['inner', use === 'read' ? 'file' : 'symlink'],
    ['$ROOT-evil/x', 'outside'],
    ['../s', 'outside'],
    ['a/../../s', 'outside'],
    ['$ROOT/../outside/s', 'outside'],
    ['$OUTSIDE/s', 'outside'],
    ['link', use === 'read' ? 'outside' : 'symlink'],
    ['a', 'symlink'],
    ['gone', use === 'read' ? 'missing' : 'symlink'],
    ['', 'name'],
    ['   ', 'name'],
    ['.', 'name'],
    ['./', 'name'],
    ['a\0b', 'name'],
    ['a'.repeat(256), 'name'],
    ['file:///etc/passwd', 'name'],
    ['C:\\x', 'name'],
    ['\\\\srv\\share\\x', 'name'],
    ['C:x', 'name'],
    ['/c:/x', 'outside'],
    ['note.txt:stream', 'name'],
    ['note.txt::$DATA', 'name'],
    ['note.txt.', 'name'],
    ['note.txt ', 'name'],
    ['PROGRA~1', 'name'],
    ['hard', 'hard-link'],
  ])('says of %j: %s', (text, expected) => {
    const { workspace, root, outside } = makeFolderFixture(LAYOUT);
    fs.linkSync(path.join(outside, 's'), path.join(root, 'hard'));
    const real = text.replace('$ROOT', root).replace('$OUTSIDE', outside);
    const result = inspectPath(workspace, toAgentPath(real, [{ name: 'ROOT', paths: [root] }]), use);
    expect(result.ok ? result.value.kind : result.error.code).toBe(expected);
    if (!result.ok) expect(result.error.message).not.toContain(`${root}/`);
  });
});

test('a folder granted for reading refuses a write, whatever the path', () => {
  const { workspace } = makeFolderFixture(['note.txt'], { access: 'read' });
  for (const text of ['note.txt', 'new.txt']) {
    const result = inspectPath(workspace, text, 'write');
    expect(result.ok ? 'let through' : result.error.code).toBe('read-only');
  }
});
