import { expect, it } from 'vitest';
import { openStore } from './store.ts';
import { countingClock, renamed, temporaryFolder } from './testing.ts';

it('opens a new folder, keeps what was written, and lets the next host in after its close', async () => {
  const place = temporaryFolder();
  const first = openStore(place.folder, countingClock());
  await first.log.append([{ stream: 'run:a', expectedSeq: 0, events: [renamed('x')] }]);
  const hash = await first.blobs.put(Buffer.from('kept'));
  expect(() => openStore(place.folder, countingClock())).toThrow(expect.objectContaining({ code: 'locked' }));
  expect(first.runs.behind()).toEqual(['a']);
  first.close();

  const second = openStore(place.folder, countingClock());
  expect(second.log.verify('run:a')).toEqual({ ok: true, entries: 1 });
  expect(second.blobs.getText(hash)).toBe('kept');
  expect(second.sqlite).toMatch(/^3\.\d+\.\d+$/);
  second.close();
  place.remove();
});

it('deletes what a removed run alone had kept', async () => {
  const place = temporaryFolder();
  const before = openStore(place.folder, countingClock());
  const blob = await before.blobs.put(Buffer.from('of the run'));
  const message = { type: 'user-message-added' as const, text: { head: 'of', blob, bytes: 10 } };
  await before.log.append([{ stream: 'run:a', expectedSeq: 0, events: [message] }]);
  before.close();

  const store = openStore(place.folder, countingClock());
  const head = store.log.head('run:a');
  await store.log.removeStream('run:a', { type: 'run-removed', run: 'a', seq: 1, hash: head?.hash ?? '' });
  await expect.poll(() => store.blobs.has(blob)).toBe(false);
  store.close();
  place.remove();
});
