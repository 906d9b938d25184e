import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { openLoop } from '../testing/loop-fixture.ts';

// What the Builder shows while a file is being made: its text and its faults, and nothing is saved.

it('gives the text of a file that can be read, also where it can’t be used yet', async () => {
  const loop = await openLoop({ script: ['unused'] });
  const file = { name: 'draft', model: 'demo', tools: [{ tool: 'no_such_tool' }], folders: [{ path: '/nowhere' }] };
  const checked = await loop.client.agent.check({ file, base: loop.home });
  expect(checked.problems.map(({ path: place }) => place)).toEqual(['/tools/0/tool']);
  expect(JSON.parse(checked.text)).toMatchObject({ name: 'draft', tools: [{ tool: 'no_such_tool' }] });
  expect(checked.sheet).toBeUndefined();
  expect(await loop.client.agent.list()).toEqual([]);
});

it('gives no text of what is no agent file', async () => {
  const loop = await openLoop({ script: ['unused'] });
  const checked = await loop.client.agent.check({ file: { name: 7, colour: 'red' }, base: loop.home });
  expect(checked.text).toBe('');
  expect(checked.problems.length).toBeGreaterThan(1);
});

it('names the folder "." after the folder that it means', async () => {
  const loop = await openLoop({ script: ['unused'] });
  const base = path.join(loop.home, 'my invoices');
  fs.mkdirSync(base);
  const file = { name: 'draft', model: 'demo', tools: [{ tool: 'read_file' }], folders: [{ path: '.' }] };
  await loop.client.agent.save({ file, base });
  const { agent } = await loop.client.agent.show({ name: 'draft' });
  expect(agent.folders.map(({ name, path: real }) => [name, real])).toEqual([['my invoices', base]]);
});
