import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Host } from '../host.ts';
import { faultOf } from '../testing/fault-of.ts';
import { makeTestHome, openTestHost, removeTestHome, type TestClient } from '../testing/test-home.ts';

// Bad input: granting the data folder, what is in it, or a folder that holds it, by every way a folder can be granted
// (P18).

const made = makeTestHome();
const around = path.join(made.home, 'around');
const places = { ...made, dataFolder: path.join(around, 'data') };
const link = path.join(made.home, 'link');
let host: Host;
let client: TestClient;

beforeAll(async () => {
  fs.mkdirSync(places.dataFolder, { recursive: true });
  fs.symlinkSync(around, link);
  ({ host, client } = await openTestHost(places));
});
afterAll(async () => {
  await host.close();
  removeTestHome(made);
});

it.each([
  ['the data folder', () => places.dataFolder],
  ['a folder in it', () => path.join(places.dataFolder, 'blobs')],
  ['the folder around it', () => around],
  ['the same through a link', () => link],
  ['the same by a detour', () => `${around}/data/../`],
  ['the root', () => '/'],
])('%s is refused in one line, however it is granted', async (_what, folder) => {
  const given = folder();
  for (const access of ['read', 'write'] as const) {
    const checked = await client.folder.check({ path: given, access });
    expect(checked.ok).toBe(false);
    expect(checked.message).toMatch(/^[^\n]+$/);
    const file = { name: 'greedy', tools: [{ tool: 'read_file' }], folders: [{ path: given, access }] };
    expect((await faultOf(client.agent.save({ file, base: made.home }))).code).toBe('bad-input');
    const source = { file, base: made.home, path: path.join(made.home, 'greedy.agent.json') };
    await faultOf(client.run.start({ agent: source, text: 'x', flags: { accept: true, approve: 'all' } }));
    const flags = { folders: [{ path: given, access }] };
    expect((await faultOf(client.tool.invoke({ tool: 'list_files', input: { path: '.' }, flags }))).code).toBe(
      'refused',
    );
  }
  expect(await client.run.list()).toEqual([]);
  expect(await client.agent.list()).toEqual([]);
  expect((await client.log.verify({})).ok).toBe(true);
});
