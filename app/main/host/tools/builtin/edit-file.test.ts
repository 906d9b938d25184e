import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { makeFolderFixture, makeToolContext } from '../../testing/folder-fixture.ts';
import { editFile } from './edit-file.ts';

async function edit(content: string | Buffer, old: string, replacement: string) {
  const { workspace, root } = makeFolderFixture();
  fs.writeFileSync(path.join(root, 'f'), content);
  const context = makeToolContext(workspace);
  const result = await editFile.run({ path: 'f', old, new: replacement }, context);
  return { result, after: fs.readFileSync(path.join(root, 'f')), changes: context.changes };
}

test('replaces the one place, literally', async () => {
  const { result, after, changes } = await edit('\ufeffone\r\ntwo $1\r\n', 'two', '$&-$1');
  expect(result).toEqual({ type: 'ok', text: 'Edited /folders/ROOT/f at line 2.' });
  expect(after.toString()).toBe('\ufeffone\r\n$&-$1 $1\r\n');
  expect(changes).toMatchObject([{ before: Buffer.from('\ufeffone\r\ntwo $1\r\n'), after }]);
});

test.each([
  ['one two', 'three', 'does not occur'],
  ['one one', 'one', 'occurs 2 times'],
  ['aaa', 'aa', 'occurs 2 times'],
])('changes nothing in %j for %j, which %s', async (content, old, words) => {
  const { result, after, changes } = await edit(content, old, 'x');
  expect(result).toEqual({
    type: 'error',
    code: 'tool-failed',
    message: `The text "old" ${words} in /folders/ROOT/f; it must occur exactly once. Nothing was changed.`,
  });
  expect(after.toString()).toBe(content);
  expect(changes).toEqual([]);
});

test('leaves a file alone that is not whole UTF-8', async () => {
  const { result, after } = await edit(Buffer.from([0x61, 0xff, 0x62]), 'a', 'x');
  expect(result).toMatchObject({ type: 'error', code: 'tool-failed' });
  expect(after).toEqual(Buffer.from([0x61, 0xff, 0x62]));
});

test('names write_file for a file that does not exist', async () => {
  const { workspace } = makeFolderFixture();
  expect(await editFile.run({ path: 'f', old: 'a', new: 'b' }, makeToolContext(workspace))).toEqual({
    type: 'error',
    code: 'tool-failed',
    message: '/folders/ROOT/f does not exist. Use write_file to make it.',
  });
});
