import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { makeFolderFixture, SECRET } from '../../testing/folder-fixture.ts';

/**
 * Layouts of links, as the tests of Go's `os.Root` have them. `target` is where the operating system ends up for
 * `open`; `refused` says that this is outside, or nowhere. `link` says that a link is on the way: a change is then
 * refused whatever it leads to (A8.14).
 */
interface Layout {
  name: string;
  layout: string[];
  open: string;
  target?: string;
  refused?: true;
  link?: true;
}

const LAYOUTS: Layout[] = [
  { name: 'a plain name', layout: [], open: 'target', target: 'target' },
  { name: 'a name in folders', layout: ['a/b/c/'], open: 'a/b/c/target', target: 'a/b/c/target' },
  { name: 'a link beside its target', layout: ['link => target'], open: 'link', target: 'target', link: true },
  { name: 'a link to the folder above', layout: ['link => ../'], open: 'link', refused: true, link: true },
  {
    name: 'a link that ends in a slash',
    layout: ['dir/', 'link => dir/'],
    open: 'link/target',
    target: 'dir/target',
    link: true,
  },
  {
    name: 'a slash after a link out and back, to a file',
    layout: ['link => ../ROOT/target'],
    open: 'link/',
    target: 'target',
    refused: true,
    link: true,
  },
  {
    name: 'a slash after a link out and back, to a folder',
    layout: ['link => ../ROOT/folder', 'folder/'],
    open: 'link/',
    refused: true,
    link: true,
  },
  { name: 'a link two folders up', layout: ['dir/link => ../../'], open: 'dir/link', refused: true, link: true },
  {
    name: 'a chain of links inside',
    layout: ['link => a/b/c/target', 'a/b => e', 'a/e => ../f', 'f => g/h/i', 'g/h/i => ..', 'g/c/'],
    open: 'link',
    target: 'g/c/target',
    link: true,
  },
  { name: 'dots in the path', layout: ['a/b/'], open: './a/./b/./target', target: 'a/b/target' },
  { name: 'double dots in the path', layout: ['a/b/'], open: 'a/../a/b/../../a/b/../b/target', target: 'a/b/target' },
  { name: 'the folder above', layout: [], open: '../', refused: true },
  { name: 'two folders above', layout: ['a/'], open: 'a/../../', refused: true },
  { name: 'back out of a folder', layout: ['a/'], open: 'a/../target', target: 'target' },
  { name: 'back out of a link', layout: ['a => b/c', 'b/c/'], open: 'a/../target', target: 'b/target', link: true },
  {
    name: 'back out, then a link',
    layout: ['a => b/c', 'b/c/'],
    open: 'b/../a/target',
    target: 'b/c/target',
    link: true,
  },
  { name: 'a link that ends in a dot', layout: ['a => b/.', 'b/'], open: 'a/target', target: 'b/target', link: true },
  { name: 'a folder that does not exist', layout: [], open: 'a/file', refused: true },
  { name: 'an empty path', layout: [], open: '', refused: true },
  { name: 'a link to itself', layout: ['a => a'], open: 'a', refused: true, link: true },
  { name: 'out and back by the path', layout: [], open: '../ROOT/target', target: 'target', refused: true },
  {
    name: 'out and back by a longer path',
    layout: ['a/'],
    open: 'a/../../ROOT/target',
    target: 'target',
    refused: true,
  },
  {
    name: 'an absolute link',
    layout: ['link => $ROOT/target'],
    open: 'link',
    target: 'target',
    refused: true,
    link: true,
  },
  {
    name: 'a link out and back',
    layout: ['link => ../ROOT/target'],
    open: 'link',
    target: 'target',
    refused: true,
    link: true,
  },
  {
    name: 'a chain of links that leaves',
    layout: ['link => a/b/c/target', 'a/b => e', 'a/e => ../../ROOT', 'c/'],
    open: 'link',
    target: 'c/target',
    refused: true,
    link: true,
  },
  { name: 'a link to a file outside', layout: ['link => $OUTSIDE/s'], open: 'link', refused: true, link: true },
  { name: 'a link to a folder outside', layout: ['link => ../outside'], open: 'link/s', refused: true, link: true },
];

describe.each(LAYOUTS)('$name', ({ layout, open, target, refused, link }) => {
  test('is read where it leads to inside, and refused else', () => {
    const { workspace, root } = makeFolderFixture(layout);
    if (target !== undefined) fs.writeFileSync(path.join(root, target), 'target');
    const content = workspace.read(open, 1000);
    expect(content.ok ? content.value.bytes.toString() : 'refused').toBe(refused ? 'refused' : 'target');
  });

  test('is listed where it leads to inside, and refused else', () => {
    const { workspace, root } = makeFolderFixture(layout);
    if (target !== undefined) {
      fs.mkdirSync(path.join(root, target));
      fs.writeFileSync(path.join(root, target, 'found'), '');
    }
    const listed = workspace.list(open);
    expect(listed.ok ? listed.value.entries.map(({ name }) => name) : 'refused').toEqual(
      refused ? 'refused' : ['found'],
    );
  });

  test('is written only without a link on the way, and never outside', () => {
    const { workspace, root, outside } = makeFolderFixture(layout);
    const written = workspace.write(open, Buffer.from('target'));
    expect(written.ok).toBe(!refused && !link);
    if (written.ok) expect(fs.readFileSync(path.join(root, target ?? ''), 'utf8')).toBe('target');
    expect(fs.readdirSync(outside)).toEqual(['s']);
    expect(fs.readFileSync(path.join(outside, 's'), 'utf8')).toBe(SECRET);
  });

  test('is made as a folder only without a link on the way', () => {
    const { workspace, root } = makeFolderFixture(layout);
    const made = workspace.makeFolder(open);
    expect(made.ok).toBe(!refused && !link);
    if (made.ok) expect(fs.statSync(path.join(root, target ?? '')).mode & 0o777).toBe(0o700);
  });

  test('is removed only without a link on the way', () => {
    const { workspace, root } = makeFolderFixture(layout);
    if (target !== undefined) fs.writeFileSync(path.join(root, target), 'target');
    const removed = workspace.remove(open);
    expect(removed.ok).toBe(!refused && !link);
    if (target !== undefined) expect(fs.existsSync(path.join(root, target))).toBe(!removed.ok);
  });
});
