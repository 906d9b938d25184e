import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Host } from '../host.ts';
import { faultOf } from '../testing/fault-of.ts';
import { makeTestHome, openTestHost, removeTestHome, type TestClient } from '../testing/test-home.ts';
import { driveJob, resultOf } from '../testing/test-job.ts';

// Bad input: a tool that is not there, in an agent file, called directly, called by a model.

const places = makeTestHome({ 'a.txt': 'a\n' });
let host: Host;
let client: TestClient;
beforeAll(async () => {
  ({ host, client } = await openTestHost(places));
});
afterAll(async () => {
  await host.close();
  removeTestHome(places);
});

it('in an agent file is named with its place, and nothing is saved', async () => {
  const file = { name: 'odd', tools: [{ tool: 'calculator' }, { tool: 'frobnicate' }] };
  const { code, line } = await faultOf(client.agent.save({ file, base: places.home }));
  expect(code).toBe('bad-input');
  expect(line).toContain('/tools/1');
  expect(line).toContain('frobnicate');
  expect(await client.agent.list()).toEqual([]);
});

it('called directly is one line that names those there are, and no run', async () => {
  const { code, line } = await faultOf(client.tool.invoke({ tool: 'frobnicate', input: {} }));
  expect(code).toBe('not-found');
  expect(line).toContain('calculator');
  expect(await client.run.list()).toEqual([]);
});

it('called by a model is told to the model, which goes on', async () => {
  const script = [{ tool_calls: [{ name: 'frobnicate', args: { x: 1 } }] }, { expect: 'calculator', text: 'done' }];
  const run = await driveJob(client, places, { approve: 'ask', script }, () => undefined);
  const { lines, work } = await resultOf(client, run, places);
  expect(lines.at(-1)).toMatchObject({ status: 'completed', output: 'done' });
  expect(work).toEqual({ 'a.txt': 'a\n' });
});
