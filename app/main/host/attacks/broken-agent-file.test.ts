import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Host } from '../host.ts';
import { faultOf } from '../testing/fault-of.ts';
import { makeTestHome, openTestHost, removeTestHome, type TestClient } from '../testing/test-home.ts';

// Bad input: agent files that are broken, when they are given and after they were saved.

const places = makeTestHome();
const good = { name: 'good', model: 'demo', tools: [{ tool: 'calculator' }] };
let host: Host;
let client: TestClient;
beforeAll(async () => {
  ({ host, client } = await openTestHost(places));
  await client.agent.save({ file: good, base: places.home });
});
afterAll(async () => {
  await host.close();
  removeTestHome(places);
});

it.each([
  ['nothing', ''],
  ['no JSON', '{"name": "good", '],
  ['a list', '[]'],
  ['a number', '7'],
  ['no name', '{}'],
  ['a key twice', '{"name": "good", "name": "other"}'],
  ['an unknown key', '{"name": "good", "tolls": []}'],
  ['a tool twice', '{"name": "good", "tools": [{"tool": "calculator"}, {"tool": "calculator"}]}'],
  ['a model of no provider', '{"name": "good", "model": "///"}'],
  ['an unknown limit', '{"name": "good", "limits": {"steps": -1}}'],
  ['a NUL', '{"name": "go\\u0000od"}'],
  ['a megabyte of brackets', '['.repeat(1 << 20)],
])('%s is refused in one line, and the saved agent stays as it was', async (_what, text) => {
  const { code } = await faultOf(client.agent.save({ file: text, base: places.home }));
  expect(code).toBe('bad-input');
  const source = { file: text, base: places.home, path: path.join(places.home, 'x.agent.json') };
  expect((await faultOf(client.run.start({ agent: source, text: 'x' }))).code).toBe('bad-input');
  expect((await client.agent.show({ name: 'good' })).agent).toMatchObject({ revision: 1 });
  expect(await client.run.list()).toEqual([]);
});

it('a saved file that was broken by hand is told of, the agent is still there and can be saved again', async () => {
  const { path: file } = await client.agent.show({ name: 'good' });
  fs.writeFileSync(file, '{ broken');
  const [listed] = await client.agent.list();
  expect(listed?.fault).toMatch(/^[^\n]+$/);
  expect((await client.agent.show({ name: 'good' })).agent.name).toBe('good');
  await client.agent.save({ file: good, base: places.home });
  expect((await client.agent.list())[0]?.fault).toBeUndefined();
});
