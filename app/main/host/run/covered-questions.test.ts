import fs from 'node:fs';
import { expect, it } from 'vitest';
import type { Json } from '#contract/ids';
import { calls, type LoopFixture, openLoop } from '../testing/loop-fixture.ts';

const write = (name: string): [string, Json] => ['write_file', { path: name, content: 'text' }];

it('a folder grant answers the other questions of the same reply that it covers, and no others (B1, B7)', async () => {
  const loop = await openLoop({
    files: { 'old.txt': 'x' },
    script: [calls(write('a.txt'), write('b.txt'), ['delete_file', { path: 'old.txt' }], write('c.txt')), 'done'],
  });
  const run = await loop.start();
  expect(await loop.events(run, 'approval-requested')).toHaveLength(4);
  const ofRuns = async () => (await loop.client.policy.list({})).filter((row) => row.run !== undefined);
  expect((await ofRuns()).map(({ source }) => source)).toContainEqual(expect.stringMatching(/, for one run$/));
  const card = await loop.card(run);
  const { nonce } = await loop.client.approval.open({ id: card.id });
  loop.clock.at += 1000;
  const answer = { id: card.id, nonce, hash: card.hash, answer: { type: 'allow', reach: 'folder' } } as const;
  expect(await loop.client.approval.answer(answer)).toMatchObject({ run, alsoAnswered: 2 });
  await loop.settled(run);
  expect((await loop.events(run, 'approval-closed')).map(({ reason }) => reason)).toEqual(['covered', 'covered']);
  expect(fs.readdirSync(loop.work).sort()).toEqual(['a.txt', 'b.txt', 'old.txt']);
  expect((await loop.card(run)).call.tool).toBe('delete_file');
  await loop.answer(run, 'deny');
  expect(await loop.status(run)).toBe('completed');
  expect(fs.readdirSync(loop.work).sort()).toEqual(['a.txt', 'b.txt', 'c.txt', 'old.txt']);
  expect(await ofRuns()).toEqual([]);
});

const offersOf = async (loop: LoopFixture, run: string) => {
  const { item } = await loop.client.approval.open({ id: (await loop.card(run)).id });
  if (item.type !== 'approval') throw new Error('an approval waits');
  return item.approval.offers;
};

it('offers nothing beyond the run once that is switched off, on cards of before too, and takes none (B4)', async () => {
  const loop = await openLoop({ script: [calls(write('a.txt')), 'done'] });
  const run = await loop.start();
  const reaches = async () => (await offersOf(loop, run)).map(({ reach }) => reach);
  expect(await reaches()).toEqual(['file', 'folder', 'month', 'always']);
  await loop.client.setting.set({ key: 'approvals.always', value: false });
  expect(await reaches()).toEqual(['file', 'folder']);
  await expect(loop.answer(run, 'allow', { reach: 'always' })).rejects.toThrow(/switched off in Policy/);
  expect(await loop.status(run)).toBe('waiting');
  await loop.client.setting.set({ key: 'approvals.always', value: true });
  await loop.answer(run, 'allow', { reach: 'always' });
  expect(await loop.status(run)).toBe('completed');
});

it('says what an offer would have covered of all the agent did before, and what of that was denied (B1)', async () => {
  const loop = await openLoop({
    files: { 'old.txt': 'x' },
    script: [calls(write('a.txt'), write('b.txt'), ['delete_file', { path: 'old.txt' }]), 'done'],
  });
  await loop.client.agent.save({ file: loop.agentFile, base: loop.home });
  const start = async () => {
    const { run } = await loop.client.run.start({ agent: { name: 'worker' }, text: 'go', flags: {} });
    await loop.settled(run);
    return run;
  };
  const first = await start();
  await loop.answer(first, 'allow');
  await loop.answer(first, 'deny');
  await loop.answer(first, 'allow');
  const second = await start();
  const offers = await offersOf(loop, second);
  expect(offers.map(({ reach, covered, coveredDenied }) => [reach, covered, coveredDenied])).toEqual([
    ['file', 1, 0],
    ['folder', 2, 1],
    ['month', 2, 1],
    ['always', 2, 1],
  ]);
  await loop.answer(second, 'deny');
  expect((await offersOf(loop, second))[1]).toMatchObject({ covered: 3, coveredDenied: 2 });
});
