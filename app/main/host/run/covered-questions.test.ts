import fs from 'node:fs';
import { expect, it } from 'vitest';
import type { Json } from '#contract/ids';
import { calls, openLoop } from '../testing/loop-fixture.ts';

const write = (name: string): [string, Json] => ['write_file', { path: name, content: 'text' }];

it('a folder grant answers the other questions of the same reply that it covers, and no others (B1, B7)', async () => {
  const loop = await openLoop({
    files: { 'old.txt': 'x' },
    script: [calls(write('a.txt'), write('b.txt'), ['delete_file', { path: 'old.txt' }], write('c.txt')), 'done'],
  });
  const run = await loop.start();
  expect(await loop.events(run, 'approval-requested')).toHaveLength(4);
  await loop.answer(run, 'allow', { reach: 'folder' });
  expect((await loop.events(run, 'approval-closed')).map(({ reason }) => reason)).toEqual(['covered', 'covered']);
  expect(fs.readdirSync(loop.work).sort()).toEqual(['a.txt', 'b.txt', 'old.txt']);
  expect((await loop.card(run)).call.tool).toBe('delete_file');
  await loop.answer(run, 'deny');
  expect(await loop.status(run)).toBe('completed');
  expect(fs.readdirSync(loop.work).sort()).toEqual(['a.txt', 'b.txt', 'c.txt', 'old.txt']);
});
