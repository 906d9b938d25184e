import { expect, it, vi } from 'vitest';
import type { RunEvent } from '#contract/event';
import type { Hash } from '#contract/ids';
import { BlobStore } from './blob-store.ts';
import { collectBlobs } from './collect-blobs.ts';
import { openLog, temporaryFolder } from './testing.ts';

const message = (blob: Hash): RunEvent => ({ type: 'user-message-added', text: { head: 'x', blob, bytes: 9 } });

it('deletes the blobs of a removed run, but none that another run names or that was just put', async () => {
  const place = temporaryFolder();
  const { log, database, close } = openLog(place.folder);
  const before = new BlobStore(place.folder);
  const own = await before.put(Buffer.from('only of the removed run'));
  const shared = await before.put(Buffer.from('of both'));
  const fresh = await before.put(Buffer.from('put again a moment ago'));
  const other = await before.put(Buffer.from('of no run at all'));
  await log.append([
    {
      stream: 'run:a',
      expectedSeq: 0,
      events: [message(own), message(shared), message(fresh), message('0'.repeat(64))],
    },
    { stream: 'run:b', expectedSeq: 0, events: [message(shared)] },
  ]);
  await log.removeStream('run:a', { type: 'run-removed', run: 'a', seq: 4, hash: '0'.repeat(64) });

  const blobs = new BlobStore(place.folder);
  blobs.putLater(Buffer.from('put again a moment ago'));
  expect(collectBlobs(database, blobs)).toEqual([own]);
  expect([own, shared, fresh, other].map((hash) => blobs.has(hash))).toEqual([false, true, true, true]);

  vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 61_000);
  expect(collectBlobs(database, blobs)).toEqual([fresh]);
  vi.restoreAllMocks();
  expect(collectBlobs(database, blobs)).toEqual([]);
  expect(blobs.has(other)).toBe(true);
  close();
  place.remove();
});
