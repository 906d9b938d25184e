import fs from 'node:fs';
import { expect, test } from 'vitest';
import { makeFolderFixture, makeToolContext } from '../../testing/folder-fixture.ts';
import { deleteFile } from './delete-file.ts';

test('deletes a file and an empty folder, their bytes announced before', async () => {
  const { workspace, root } = makeFolderFixture(['f', 'd/', 'full/x', 'l => f']);
  const context = makeToolContext(workspace);
  const run = async (path: string) => deleteFile.run({ path }, context);
  expect(await run('f')).toEqual({ type: 'ok', text: 'Deleted /folders/ROOT/f (1 bytes, kept for restoring).' });
  expect(await run('d')).toEqual({ type: 'ok', text: 'Deleted the empty folder /folders/ROOT/d.' });
  expect(context.changes).toEqual([
    { path: '/folders/ROOT/f', kind: 'file', before: Buffer.from('f'), after: undefined, mode: 0 },
    { path: '/folders/ROOT/d', kind: 'folder', before: new Uint8Array(0), after: undefined, mode: 0 },
  ]);
  expect(await run('full')).toMatchObject({ type: 'error', message: expect.stringContaining('not empty') });
  expect(await run('missing')).toMatchObject({ type: 'error', code: 'tool-failed' });
  expect(await run('l')).toMatchObject({ type: 'error', code: 'denied' });
  expect(await run('/folders/ROOT')).toMatchObject({ type: 'error' });
  expect(context.changes).toHaveLength(2);
  expect(fs.readdirSync(root).sort()).toEqual(['full', 'l']);
});

test('does not delete a file that is too large to be kept', async () => {
  const { workspace, root } = makeFolderFixture(['big']);
  fs.truncateSync(`${root}/big`, (64 << 20) + 1);
  expect(await deleteFile.run({ path: 'big' }, makeToolContext(workspace))).toMatchObject({ code: 'too-large' });
  expect(fs.existsSync(`${root}/big`)).toBe(true);
});
