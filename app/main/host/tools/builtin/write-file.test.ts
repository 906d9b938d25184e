import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { makeFolderFixture, makeToolContext } from '../../testing/folder-fixture.ts';
import { writeFile } from './write-file.ts';

test('makes a file, announced before it is there', async () => {
  const { workspace, root } = makeFolderFixture();
  const seen: boolean[] = [];
  const context = makeToolContext(workspace);
  const willChange = async (...announced: Parameters<typeof context.willChange>) => {
    seen.push(fs.existsSync(path.join(root, 'f')));
    await context.willChange(...announced);
  };
  expect(await writeFile.run({ path: 'f', content: 'é' }, { ...context, willChange })).toEqual({
    type: 'ok',
    text: 'Wrote 2 bytes to /folders/ROOT/f (new file).',
  });
  expect(seen).toEqual([false]);
  expect(context.changes).toEqual([
    { path: '/folders/ROOT/f', kind: 'file', before: undefined, after: Buffer.from('é'), mode: 0o600 },
  ]);
  expect(fs.readFileSync(path.join(root, 'f'), 'utf8')).toBe('é');
});

test('replaces a file and hands on the old bytes', async () => {
  const { workspace } = makeFolderFixture(['f']);
  const context = makeToolContext(workspace);
  expect(await writeFile.run({ path: 'f', content: '' }, context)).toEqual({
    type: 'ok',
    text: 'Wrote 0 bytes to /folders/ROOT/f (replaced 1 bytes).',
  });
  expect(context.changes).toMatchObject([{ before: Buffer.from('f'), after: Buffer.alloc(0) }]);
});

test('does not write over a change that came in between', async () => {
  const { workspace, root } = makeFolderFixture(['f']);
  const context = {
    ...makeToolContext(workspace),
    willChange: async () => fs.writeFileSync(path.join(root, 'f'), 'of a person'),
  };
  expect(await writeFile.run({ path: 'f', content: 'x' }, context)).toMatchObject({
    type: 'error',
    code: 'tool-failed',
  });
  expect(fs.readFileSync(path.join(root, 'f'), 'utf8')).toBe('of a person');
});

test('takes content of exactly the cap and refuses one byte more, counted in bytes', async () => {
  const { workspace, root } = makeFolderFixture();
  const context = makeToolContext(workspace);
  const full = 'é'.repeat(5 << 20);
  expect(await writeFile.run({ path: 'f', content: full }, context)).toMatchObject({ type: 'ok' });
  expect(await writeFile.run({ path: 'g', content: `${full}x` }, context)).toEqual({
    type: 'error',
    code: 'too-large',
    message: 'The content is 10485761 bytes; at most 10485760 are written. Nothing was written.',
  });
  expect(fs.readdirSync(root)).toEqual(['f']);
});

test('makes folders only when it is told to', async () => {
  const { workspace, root } = makeFolderFixture();
  const context = makeToolContext(workspace);
  expect(await writeFile.run({ path: 'a/b/f', content: 'x' }, context)).toEqual({
    type: 'error',
    code: 'tool-failed',
    message: 'The folder /folders/ROOT/a does not exist. Set create_folders to make it.',
  });
  expect(context.changes).toEqual([]);
  expect(await writeFile.run({ path: 'a/b/f', content: 'x', create_folders: true }, context)).toMatchObject({
    type: 'ok',
  });
  expect(context.changes.map(({ path: at, kind }) => `${kind} ${at}`)).toEqual([
    'folder /folders/ROOT/a',
    'folder /folders/ROOT/a/b',
    'file /folders/ROOT/a/b/f',
  ]);
  expect(fs.statSync(path.join(root, 'a/b')).mode & 0o777).toBe(0o700);
});

test('needs its content', async () => {
  const { workspace, root } = makeFolderFixture();
  await expect(writeFile.run({ path: 'f' }, makeToolContext(workspace))).rejects.toThrow();
  expect(writeFile.tool.commands[0]?.input).toMatchObject({
    required: ['path', 'content'],
    additionalProperties: false,
  });
  expect(fs.readdirSync(root)).toEqual([]);
});

test('refuses a folder, a link and a place for reading, and announces nothing', async () => {
  const { workspace } = makeFolderFixture(['d/', 'l => d'], { access: 'read' });
  const writable = makeFolderFixture(['d/', 'l => d/x']);
  const context = makeToolContext(writable.workspace);
  const codes = [
    await writeFile.run({ path: 'd', content: 'x' }, context),
    await writeFile.run({ path: 'l', content: 'x' }, context),
    await writeFile.run({ path: 'f', content: 'x' }, { ...context, workspace }),
  ].map((result) => (result.type === 'ok' ? 'ok' : result.code));
  expect(codes).toEqual(['tool-failed', 'denied', 'denied']);
  expect(context.changes).toEqual([]);
});
