import { expect, test } from 'vitest';
import { makeFolderFixture, makeToolContext } from '../../testing/folder-fixture.ts';
import { makeFolder } from './make-folder.ts';

test('makes a folder and those above it, each announced', async () => {
  const context = makeToolContext(makeFolderFixture(['f', 'l => d', 'd/']).workspace);
  const run = async (path: string) => makeFolder.run({ path }, context);
  expect(await run('a/b/')).toEqual({ type: 'ok', text: 'Made the folder /folders/ROOT/a/b.' });
  expect(context.changes).toEqual(
    ['a', 'a/b'].map((name) => ({
      path: `/folders/ROOT/${name}`,
      kind: 'folder',
      before: undefined,
      after: new Uint8Array(0),
      mode: 0o700,
    })),
  );
  expect(await run('a/b')).toEqual({ type: 'ok', text: '/folders/ROOT/a/b exists already.' });
  expect(await run('f')).toMatchObject({ type: 'error', code: 'tool-failed' });
  expect(await run('f/x')).toMatchObject({ type: 'error', code: 'tool-failed' });
  expect(await run('l/x')).toMatchObject({ type: 'error', code: 'denied' });
  expect(await run('../x')).toMatchObject({ type: 'error', code: 'denied' });
  expect(context.changes).toHaveLength(2);
});
