import type Database from 'better-sqlite3';
import type { Timestamp } from '#contract/ids';
import { BlobStore } from './blob-store.ts';
import { collectBlobs } from './collect-blobs.ts';
import { openCacheConnection, openDatabase } from './database.ts';
import { EventLog } from './event-log.ts';
import { takeHostLock } from './host-lock.ts';
import { RunIndex } from './run-index.ts';

/** Everything that is stored in one data folder, but the vault. */
export interface Store {
  log: EventLog;
  blobs: BlobStore;
  runs: RunIndex;
  /** The version of SQLite, for `doctor`. */
  sqlite: string;
  /** Deletes the blobs of removed runs that nothing names any more: to be called after a removal. */
  collectBlobs(): void;
  /** Commits what is left, closes the files and gives the data folder free. */
  close(): void;
}

/**
 * Opens a data folder as its one host: lock, database, log, blobs, run list, in that order. Throws `locked` with the
 * address of the host that has it, or what `openDatabase` throws; nothing stays open then.
 */
export function openStore(dataFolder: string, now: () => Timestamp): Store {
  const lock = takeHostLock(dataFolder);
  const open: Database.Database[] = [];
  const closeAll = () => {
    for (const database of open.reverse()) database.close();
    lock.release();
  };
  try {
    const database = openDatabase(dataFolder);
    open.push(database);
    const cache = openCacheConnection(database);
    open.push(cache);
    const log = new EventLog(database, now);
    const blobs = new BlobStore(dataFolder);
    const runs = new RunIndex(cache);
    runs.prune();
    collectBlobs(database, blobs);
    return {
      log,
      blobs,
      runs,
      sqlite: String(database.prepare('SELECT sqlite_version()').pluck().get()),
      collectBlobs: () => void collectBlobs(database, blobs),
      close() {
        try {
          log.close();
        } finally {
          closeAll();
        }
      },
    };
  } catch (cause) {
    closeAll();
    throw cause;
  }
}
