import { expect, it } from 'vitest';
import type { HostNotice } from '#contract/views';
import { calls, type LoopFixture, openLoop } from './testing/loop-fixture.ts';

// What open pages are told: the inbox when they come, then each change of it, and every run as it goes on.

/** Collects notices until the test ends. */
async function listen(loop: LoopFixture): Promise<HostNotice[]> {
  const notices: HostNotice[] = [];
  const stream = await loop.client.host.subscribe();
  void (async () => {
    for await (const notice of stream) notices.push(notice);
  })();
  await expect.poll(() => notices.length).toBeGreaterThan(0);
  return notices;
}

const inboxes = (notices: HostNotice[]): number[] =>
  notices.flatMap((notice) => (notice.type === 'inbox-changed' ? [notice.items.length] : []));

it('tells of a card when it comes and when it goes', async () => {
  const loop = await openLoop({ script: [calls(['write_file', { path: 'a', content: '' }]), 'done'] });
  const notices = await listen(loop);
  expect(inboxes(notices)).toEqual([0]);
  const run = await loop.start();
  await expect.poll(() => inboxes(notices).at(-1)).toBe(1);
  await loop.answer(run, 'allow');
  await expect.poll(() => inboxes(notices).at(-1)).toBe(0);
  const statuses = notices.flatMap((notice) => (notice.type === 'run-changed' ? [notice.run.status] : []));
  expect(statuses).toContain('waiting');
  expect(statuses.at(-1)).toBe('completed');
});

it('tells of a card of an earlier start when it goes', async () => {
  const loop = await openLoop({ script: [calls(['write_file', { path: 'a', content: '' }]), 'done'] });
  const run = await loop.start();
  await loop.reopen();
  const notices = await listen(loop);
  expect(inboxes(notices)).toEqual([1]);
  await loop.answer(run, 'deny');
  await expect.poll(() => inboxes(notices).at(-1)).toBe(0);
});

it('does not read the inbox again for runs that ask nothing', async () => {
  const loop = await openLoop({ script: [calls(['calculator', { expression: '1' }]), 'done'] });
  const notices = await listen(loop);
  await loop.start();
  await expect.poll(() => notices.filter(({ type }) => type === 'run-changed').length).toBeGreaterThan(3);
  expect(inboxes(notices)).toEqual([0]);
});
