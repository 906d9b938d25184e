import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkCanary } from './canary-check.ts';
import { createHost } from './host.ts';
import type { Ports } from './ports.ts';
import { makeTestHome, openTestHost, removeTestHome, testPorts } from './testing/test-home.ts';

const places = makeTestHome();
let ports: Ports;
beforeAll(async () => {
  ports = await testPorts(places, { passphrase: 'a passphrase of this test' });
});
afterAll(() => removeTestHome(places));

const open = (changed: Partial<Ports>) => createHost({ ...ports, ...changed });

it('uses a test secret everywhere, finds it nowhere, and leaves nothing behind (K2)', async () => {
  const before = fs.readdirSync(places.dataFolder);
  expect(await checkCanary(ports, open)).toMatchObject({ id: 'canary', state: 'ok', advice: '' });
  expect(fs.readdirSync(places.dataFolder)).toEqual(before);
});

it('names each place where it is found, and what to do', async () => {
  const leaky = async (changed: Partial<Ports>) => {
    const host = await open(changed);
    const leak = changed.modelFor?.('canary');
    const parts: string[] = [];
    const request = { step: 0 } as Parameters<NonNullable<typeof leak>['stream']>[0];
    for await (const part of leak?.stream(request, new AbortController().signal) ?? [])
      if (part.type === 'reply') parts.push(part.reply.text);
    fs.writeFileSync(path.join(changed.dataFolder ?? '', 'debug.log'), parts.join(''));
    return host;
  };
  const row = await checkCanary(ports, leaky);
  expect(row).toMatchObject({ state: 'fault', advice: expect.stringContaining('report it') });
  expect(row.detail).toContain('debug.log (as it is)');
  expect(row.detail).toContain('debug.log (as a part of a URL)');
});

it('says when the test can’t be made', async () => {
  const row = await checkCanary(ports, () => Promise.reject(new Error('no place for it')));
  expect(row).toMatchObject({ state: 'warning', detail: expect.stringContaining('no place for it') });
});

it('is a row of doctor, which touches no run and no secret of the person’s', async () => {
  const { host, client } = await openTestHost(places, { passphrase: ports.passphrase });
  expect((await client.host.doctor({ selfTest: true })).find(({ id }) => id === 'canary')).toMatchObject({
    name: 'Secrets',
    state: 'ok',
  });
  expect([await client.run.list(), await client.secret.list()]).toEqual([[], []]);
  await host.close();
});
