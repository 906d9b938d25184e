import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { faultOf } from '../testing/fault-of.ts';
import { makeTestHome, openTestHost, removeTestHome, type TestHome } from '../testing/test-home.ts';

// Bad input: a key store that can't be read. Keys are refused in one line, the file is left as it is, and everything
// that needs no key works.

let places: TestHome;
beforeEach(() => {
  places = makeTestHome();
});
afterEach(() => removeTestHome(places));

it.each([
  ['garbage', 'garbage \u0000\u0001'],
  ['empty', ''],
  ['other JSON', '{"format": 2}'],
  ['sealed elsewhere', '{"format":1,"seal":{"kind":"os","check":"AAAA"},"secrets":[]}'],
])('that is %s', async (_what, text) => {
  const file = path.join(places.dataFolder, 'vault.json');
  fs.writeFileSync(file, text, { mode: 0o600 });
  const { host, client } = await openTestHost(places, { passphrase: 'correct horse' });
  const rows = await client.host.doctor();
  const row = rows.find(({ name }) => name === 'Key storage');
  expect(row?.state).not.toBe('ok');
  expect(row?.detail).toMatch(/^[^\n]+$/);
  const { line } = await faultOf(client.model.setKey({ provider: 'openai', key: 'sk-secret' }));
  expect(line).toContain(file);
  expect(line).not.toContain('sk-secret');
  const { run } = await client.tool.invoke({ tool: 'calculator', input: { expression: '6*7' } });
  expect((await client.run.settled({ run })).status).toBe('completed');
  await host.close();
  expect(fs.readFileSync(file, 'utf8')).toBe(text);
});

it('with a wrong passphrase keeps its secrets for the right one', async () => {
  const first = await openTestHost(places, { passphrase: 'right' });
  await first.client.model.setKey({ provider: 'openai', key: 'sk-secret' });
  await first.host.close();
  const wrong = await openTestHost(places, { passphrase: 'wrong' });
  expect((await faultOf(wrong.client.model.setKey({ provider: 'openai', key: 'sk-other' }))).line).toContain(
    'passphrase',
  );
  await wrong.host.close();
  const right = await openTestHost(places, { passphrase: 'right' });
  const row = (await right.client.model.providers()).find(({ provider }) => provider === 'openai');
  expect(row).toMatchObject({ key: expect.anything() });
  await right.host.close();
});
