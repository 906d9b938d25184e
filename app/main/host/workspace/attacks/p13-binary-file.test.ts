import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { makeFolderFixture, makeToolContext } from '../../testing/folder-fixture.ts';
import { editFile } from '../../tools/builtin/edit-file.ts';
import { readFile } from '../../tools/builtin/read-file.ts';
import { searchFiles } from '../../tools/builtin/search-files.ts';

test('a file with a NUL byte is refused as text, not edited, not searched', async () => {
  const { workspace, root } = makeFolderFixture();
  fs.writeFileSync(path.join(root, 'b'), 'a\0b secret');
  const context = makeToolContext(workspace);
  expect(await readFile.run({ path: 'b' }, context)).toEqual({
    type: 'error',
    code: 'tool-failed',
    message: 'b has binary content (a NUL byte), 10 bytes. Read it with run_python instead.',
  });
  expect(await editFile.run({ path: 'b', old: 'a', new: 'c' }, context)).toMatchObject({ type: 'error' });
  expect(await searchFiles.run({ pattern: 'secret' }, context)).toMatchObject({
    type: 'ok',
    text: 'No match for "secret".\n[not searched: 1 with binary content]',
  });
  expect(context.changes).toEqual([]);
});
