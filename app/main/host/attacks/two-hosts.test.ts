import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Warrant } from '../../cli/testing/warrant.ts';
import type { Host } from '../host.ts';
import { faultOf } from '../testing/fault-of.ts';
import { makeTestHome, openTestHost, removeTestHome, type TestClient } from '../testing/test-home.ts';
import { startJob } from '../testing/test-job.ts';

// Bad input: two hosts on one data folder (D13), in one process and in two.

const places = makeTestHome();
let host: Host;
let client: TestClient;
beforeAll(async () => {
  ({ host, client } = await openTestHost(places));
});
afterAll(async () => {
  await host.close();
  removeTestHome(places);
});

it('the second is refused in one line that names the folder, and the first goes on', { timeout: 120_000 }, async () => {
  const script = [{ delay_ms: 1500, text: 'done' }];
  const run = await startJob(client, places, { approve: 'ask', script });
  const { code, line } = await faultOf(openTestHost(places));
  expect(code).toBe('locked');
  expect(line).toContain(places.dataFolder);
  // A host without a front door, as a window that is only starting has none: a command waits, then says so.
  const listed = await new Warrant(places.dataFolder, places.home).run(['runs']);
  expect(listed).toMatchObject({ code: 1, out: '' });
  expect(listed.err).toMatch(/^Another Warrant is using the data folder [^\n]+\n$/);
  expect((await client.run.settled({ run })).status).toBe('completed');
  expect((await client.log.verify({})).ok).toBe(true);
  expect(fs.existsSync(path.join(places.dataFolder, 'host.lock'))).toBe(false);
});
