import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { makeFolderFixture, makeToolContext } from '../../testing/folder-fixture.ts';
import { readFile } from './read-file.ts';

async function read(content: string | Buffer, name = 'f'): Promise<unknown> {
  const { workspace, root } = makeFolderFixture();
  fs.writeFileSync(path.join(root, 'f'), content);
  return readFile.run({ path: name }, makeToolContext(workspace));
}

test('gives the text as it is', async () => {
  expect(await read('größe\r\n\ufeffx')).toEqual({ type: 'ok', text: 'größe\r\n\ufeffx' });
  expect(await read('\ufeffx')).toEqual({ type: 'ok', text: '\ufeffx' });
  expect(await read('')).toEqual({ type: 'ok', text: '' });
});

test('cuts at 1 MiB, between characters, with a mark', async () => {
  const result = (await read('é'.repeat(1 << 20).slice(0, (1 << 19) + 1))) as { text: string; truncated: boolean };
  expect(result.truncated).toBe(true);
  expect(result.text).toBe(`${'é'.repeat(1 << 19)}\n[cut: 1048576 of 1048578 bytes are shown]`);
});

test('says what is wrong without a real path', async () => {
  expect(await read('x', 'missing')).toEqual({
    type: 'error',
    code: 'tool-failed',
    message: '/folders/ROOT/missing does not exist.',
  });
  expect(await read('x', '/folders/ROOT')).toEqual({
    type: 'error',
    code: 'tool-failed',
    message: '/folders/ROOT is a folder. Use list_files.',
  });
  expect(await read('x', '../f')).toMatchObject({ type: 'error', code: 'denied' });
});
