import fs from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { makeFolderFixture } from '../testing/folder-fixture.ts';

describe.each(['descriptor', 'realpath'] as const)('reading (%s)', (strategy) => {
  test('gives the bytes of a file below folders', () => {
    const { workspace } = makeFolderFixture(['a/b/c.txt'], { strategy });
    const content = workspace.read('a/b/c.txt', 100);
    expect(content).toEqual({ ok: true, value: { bytes: Buffer.from('a/b/c.txt'), size: 9, truncated: false } });
  });

  test('lists a folder sorted, with kinds and sizes', () => {
    const { workspace } = makeFolderFixture(['b', 'a/', 'Z', 'é', 'link => b'], { strategy });
    const listed = workspace.list('/folders/ROOT');
    expect(listed.ok && listed.value).toEqual({
      entries: [
        { name: 'Z', kind: 'file', size: 1 },
        { name: 'a', kind: 'folder', size: 0 },
        { name: 'b', kind: 'file', size: 1 },
        { name: 'link', kind: 'link', size: 0 },
        { name: 'é', kind: 'file', size: 2 },
      ],
      truncated: false,
    });
  });

  test('follows a link inside and refuses one that leaves', () => {
    const { workspace } = makeFolderFixture(['d/x', 'in => d/x', 'out => ../outside/s'], { strategy });
    expect(workspace.read('in', 100).ok).toBe(true);
    const out = workspace.read('out', 100);
    expect(out.ok ? 'read' : out.error.code).toBe('outside');
  });

  test('leaves no descriptor open, whatever the outcome', () => {
    const { workspace } = makeFolderFixture(['a/b/c.txt', 'loop => loop', 'up => a/../../x', 'in => a/b'], {
      strategy,
    });
    const count = () => fs.readdirSync('/proc/self/fd').length;
    const before = count();
    for (const attempt of [
      'a/b/c.txt',
      'a/b',
      'a/b/missing',
      'a/missing/x',
      'loop',
      'up',
      'in/c.txt',
      'a/b/c.txt/x',
      '',
    ]) {
      workspace.read(attempt, 10);
      workspace.list(attempt);
      workspace.stat(attempt);
      workspace.write(`${attempt}/n`, Buffer.from('x'));
      workspace.move(attempt, 'a/b/c.txt');
    }
    expect(count()).toBe(before);
  });
});

describe('a cap', () => {
  test('reads 2 GiB no further than the cap', () => {
    const { workspace, root } = makeFolderFixture();
    fs.writeFileSync(path.join(root, 'huge'), '');
    fs.truncateSync(path.join(root, 'huge'), 2 ** 31);
    const content = workspace.read('huge', 1 << 20);
    expect(content.ok && { length: content.value.bytes.length, ...content.value, bytes: undefined }).toEqual({
      length: 1 << 20,
      size: 2 ** 31,
      truncated: true,
      bytes: undefined,
    });
  });

  test('marks nothing at exactly its size', () => {
    const { workspace } = makeFolderFixture(['12345678']);
    expect(workspace.read('12345678', 8)).toMatchObject({ ok: true, value: { truncated: false } });
    expect(workspace.read('12345678', 7)).toMatchObject({ ok: true, value: { truncated: true, size: 8 } });
  });

  test('cuts between characters: what is left is a beginning of the text', () => {
    const { workspace, root } = makeFolderFixture();
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 30 }), fc.nat(40), (text, cap) => {
        fs.writeFileSync(path.join(root, 't'), text);
        const content = workspace.read('t', cap);
        if (!content.ok) throw new Error(content.error.message);
        const shown = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(content.value.bytes);
        expect(text.startsWith(shown)).toBe(true);
        expect(content.value.bytes.length).toBeLessThanOrEqual(cap);
        expect(content.value.bytes.length).toBeGreaterThan(Math.min(cap, Buffer.byteLength(text)) - 4);
        expect(content.value.truncated).toBe(Buffer.byteLength(text) > cap);
      }),
    );
  });

  test('reads a file that says it is empty and is not', () => {
    const { workspace, root } = makeFolderFixture();
    fs.writeFileSync(path.join(root, 'e'), '');
    expect(workspace.read('e', 10)).toMatchObject({ ok: true, value: { size: 0, truncated: false } });
  });
});

test('a range gives a part, and nothing beyond the end', () => {
  const { workspace, root } = makeFolderFixture();
  fs.writeFileSync(path.join(root, 'f'), '0123456789');
  const parts = [
    [2, 3],
    [8, 100],
    [10, 5],
    [50, 5],
    [0, 0],
  ].map(([offset = 0, length = 0]) => workspace.readRange('f', offset, length));
  expect(parts.map((part) => (part.ok ? part.value.toString() : part.error.code))).toEqual(['234', '89', '', '', '']);
});

test('a slash at the end asks for a folder', () => {
  const { workspace } = makeFolderFixture(['f', 'd/', 'to-d => d', 'to-f => f']);
  const codes = ['f/', 'to-f/', 'd/', 'to-d/'].map((name) => {
    const stat = workspace.stat(name);
    return stat.ok ? stat.value.kind : stat.error.code;
  });
  expect(codes).toEqual(['not-a-folder', 'not-a-folder', 'folder', 'folder']);
});

test('the places are listed, and the agent disk is one of them', () => {
  const { workspace } = makeFolderFixture(['f']);
  const names = ['/', '/folders', '/folders/ROOT', '/agent'].map((place) => {
    const listed = workspace.list(place);
    return listed.ok ? listed.value.entries.map(({ name }) => name) : listed.error;
  });
  expect(names).toEqual([['agent', 'folders'], ['ROOT'], ['f'], []]);
});

test('a list says when it is cut', () => {
  const { workspace } = makeFolderFixture(['a', 'b', 'c']);
  expect(workspace.list('/folders/ROOT', 2)).toMatchObject({
    ok: true,
    value: { truncated: true, entries: [{ name: 'a' }, { name: 'b' }] },
  });
});
