import type Database from 'better-sqlite3';
import type { Hash } from '#contract/ids';
import type { BlobStore } from './blob-store.ts';
import { HASHES } from './log-reader.ts';
import { asStorageError } from './storage-error.ts';

/**
 * Deletes the blobs of removed streams that no other stream names. What is to be looked at stands in a table since the
 * removal itself, so a crash in between leaves nothing behind: it is looked at again at the next start. A blob put in
 * the last minute is left for the next time, as its entry may not be written yet. Gives the deleted hashes.
 *
 * One pass over the log, and none when there is nothing to look at. Throws `disk`, `locked` or `corrupt`.
 */
export function collectBlobs(database: Database.Database, blobs: BlobStore): Hash[] {
  try {
    return collect(database, blobs);
  } catch (cause) {
    throw asStorageError(cause, `delete what removed runs left in ${database.name}`);
  }
}

function collect(database: Database.Database, blobs: BlobStore): Hash[] {
  const listed = database.prepare<[], Hash>('SELECT hash FROM blobs_to_collect').pluck().all();
  const unlisted = listed.filter((hash) => !blobs.has(hash));
  const unnamed = new Set(listed.filter((hash) => blobs.has(hash) && !blobs.isLeased(hash)));
  const candidates = new Set(unnamed);
  if (candidates.size > 0)
    for (const event of database.prepare<[], string>('SELECT event FROM entries').pluck().iterate())
      for (const [hash] of event.matchAll(HASHES)) unnamed.delete(hash);
  for (const hash of unnamed) blobs.remove(hash);
  const done = [...unlisted, ...candidates];
  if (done.length > 0) {
    const forget = database.prepare('DELETE FROM blobs_to_collect WHERE hash = ?');
    database.transaction(() => {
      for (const hash of done) forget.run(hash);
    })();
  }
  return [...unnamed];
}
