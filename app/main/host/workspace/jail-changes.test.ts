import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { makeFolderFixture } from '../testing/folder-fixture.ts';
import { sha256 } from './jail-changes.ts';

const bytes = (text: string): Buffer => Buffer.from(text);

test('a write gives back both hashes', () => {
  const { workspace, root } = makeFolderFixture();
  expect(workspace.write('f', bytes('one'))).toEqual({
    ok: true,
    value: { before: null, after: sha256(bytes('one')) },
  });
  expect(workspace.write('f', bytes('two'))).toEqual({
    ok: true,
    value: { before: sha256(bytes('one')), after: sha256(bytes('two')) },
  });
  expect(fs.readFileSync(path.join(root, 'f'), 'utf8')).toBe('two');
});

test('a write over another version than was expected is refused', () => {
  const { workspace, root } = makeFolderFixture(['f']);
  const code = (expectedBefore: string | null, name = 'f') => {
    const written = workspace.write(name, bytes('x'), { expectedBefore });
    return written.ok ? 'done' : written.error.code;
  };
  expect(code(null)).toBe('changed');
  expect(code(sha256(bytes('other')))).toBe('changed');
  expect(code(sha256(bytes('f')), 'missing')).toBe('changed');
  expect(fs.readFileSync(path.join(root, 'f'), 'utf8')).toBe('f');
  expect(code(sha256(bytes('f')))).toBe('done');
  expect(code(null, 'new')).toBe('done');
});

test('a removal or a move of another version than was expected is refused', () => {
  const { workspace, root } = makeFolderFixture(['f']);
  const expectedBefore = sha256(bytes('other'));
  for (const result of [workspace.remove('f', { expectedBefore }), workspace.move('f', 'g', { expectedBefore })]) {
    expect(result.ok ? 'done' : result.error.code).toBe('changed');
  }
  expect(fs.readdirSync(root)).toEqual(['f']);
});

test('a write needs its folder', () => {
  const { workspace, root } = makeFolderFixture(['f']);
  const codes = ['new/x.txt', 'f/x.txt'].map((name) => {
    const written = workspace.write(name, bytes('x'));
    return written.ok ? 'done' : written.error.code;
  });
  expect(codes).toEqual(['not-found', 'not-a-folder']);
  expect(fs.readdirSync(root)).toEqual(['f']);
});

test('a folder is removed only when it is empty', () => {
  const { workspace, root } = makeFolderFixture(['d/f', 'e/']);
  const removed = workspace.remove('d');
  expect(removed.ok ? 'done' : removed.error.code).toBe('not-empty');
  expect(workspace.remove('e')).toEqual({ ok: true, value: { kind: 'folder', before: null } });
  expect(fs.readdirSync(root)).toEqual(['d']);
});

test('a removed file is named by the hash of its bytes', () => {
  const { workspace } = makeFolderFixture(['f']);
  expect(workspace.remove('f')).toEqual({ ok: true, value: { kind: 'file', before: sha256(bytes('f')) } });
  const again = workspace.remove('f');
  expect(again.ok ? 'done' : again.error.code).toBe('not-found');
});

test('a move overwrites only when it is told to, and never a folder', () => {
  const { workspace, root } = makeFolderFixture(['a', 'b', 'd/x', 'e/']);
  const code = (from: string, to: string, overwrite = false) => {
    const moved = workspace.move(from, to, { overwrite });
    return moved.ok ? 'done' : moved.error.code;
  };
  expect(code('a', 'b')).toBe('exists');
  expect(code('a', 'd')).toBe('exists');
  expect(code('a', 'e', true)).toBe('exists');
  expect(code('d', 'e', true)).toBe('exists');
  expect(code('d', 'd/inside')).toBe('name');
  expect(code('missing', 'c')).toBe('not-found');
  expect(code('a', 'missing/c')).toBe('not-found');
  expect(code('a', 'a')).toBe('done');
  expect(code('a', 'b', true)).toBe('done');
  expect(code('d', 'g')).toBe('done');
  expect(fs.readdirSync(root).sort()).toEqual(['b', 'e', 'g']);
  expect(fs.readFileSync(path.join(root, 'b'), 'utf8')).toBe('a');
});

test('a move goes from place to place', () => {
  const { workspace, agent } = makeFolderFixture(['d/f']);
  expect(workspace.move('d', '/agent/d').ok).toBe(true);
  expect(fs.readFileSync(path.join(agent, 'd/f'), 'utf8')).toBe('d/f');
});

test('two writers of one file leave one whole version', async () => {
  const { workspace, root } = makeFolderFixture();
  const versions = ['a', 'b', 'c'].map((letter) => letter.repeat(100_000));
  await Promise.all(versions.map(async (version) => workspace.write('f', bytes(version))));
  expect(versions).toContain(fs.readFileSync(path.join(root, 'f'), 'utf8'));
});

test('the missing folders above a path are named, outermost first', () => {
  const { workspace } = makeFolderFixture(['a/', 'f']);
  expect(workspace.missingParents('a/b/c/x')).toEqual({
    ok: true,
    value: ['/folders/ROOT/a/b', '/folders/ROOT/a/b/c'],
  });
  const through = workspace.missingParents('f/b/x');
  expect(through.ok ? 'done' : through.error.code).toBe('not-a-folder');
});
