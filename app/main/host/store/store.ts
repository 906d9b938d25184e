import type Database from 'better-sqlite3';
import { WarrantError } from '#contract/errors';
import { CATALOG_STREAM } from '#contract/event';
import type { Hash, Timestamp } from '#contract/ids';
import { Redactor } from '../redact/redactor.ts';
import { BlobStore, LEASE_MS } from './blob-store.ts';
import { ClosedQuestions } from './closed-questions.ts';
import { collectBlobs } from './collect-blobs.ts';
import { openCacheConnection, openDatabase } from './database.ts';
import { EventLog } from './event-log.ts';
import { FactIndex } from './fact-index.ts';
import { takeHostLock } from './host-lock.ts';
import { MemoryIndex } from './memory-index.ts';
import { MemoryUses } from './memory-uses.ts';
import { MemoryVectors } from './memory-vectors.ts';
import { RuleHits } from './rule-hits.ts';
import { RunIndex } from './run-index.ts';

/** Everything that is stored in one data folder, but the vault. */
export interface Store {
  log: EventLog;
  blobs: BlobStore;
  runs: RunIndex;
  hits: RuleHits;
  /** Questions that are over. */
  closedQuestions: ClosedQuestions;
  facts: FactIndex;
  memories: MemoryIndex;
  memoryUses: MemoryUses;
  memoryVectors: MemoryVectors;
  /** The version of SQLite, for `doctor`. */
  sqlite: string;
  /** Commits what is left, closes the files and gives the data folder free. */
  close(): void;
}

/**
 * Opens a data folder as its one host: lock, database, log, blobs, run list, in that order. Throws `locked` with the
 * address of the host that has it, or what `openDatabase` throws; nothing stays open then.
 * @param redactor takes out of entries and texts what may stand in none
 */
export function openStore(dataFolder: string, now: () => Timestamp, redactor: Redactor = new Redactor()): Store {
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
    const log = new EventLog(database, now, redactor);
    const blobs = new BlobStore(dataFolder, redactor);
    const runs = new RunIndex(cache);
    runs.prune();
    collectBlobs(database, blobs);
    const stop = collectAfterRemovals(log, database, blobs);
    return {
      log,
      blobs,
      runs,
      hits: new RuleHits(cache, log),
      closedQuestions: new ClosedQuestions(cache),
      facts: new FactIndex(cache, log),
      memories: new MemoryIndex(cache, log, (hash) => wholeText(blobs, hash)),
      memoryUses: new MemoryUses(cache, log),
      memoryVectors: new MemoryVectors(cache),
      sqlite: String(database.prepare('SELECT sqlite_version()').pluck().get()),
      close() {
        stop();
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

/** A text that is there and whole; one that is not is counted, and the others are told (row A10.13). */
function wholeText(blobs: BlobStore, hash: Hash): string | undefined {
  try {
    return blobs.getText(hash);
  } catch (fault) {
    if (fault instanceof WarrantError && fault.code === 'corrupt') return undefined;
    throw fault;
  }
}

/**
 * Deletes the blobs of a run once it was removed, and once more when those are free that were put a moment before. Returns
 * the function that ends it.
 */
function collectAfterRemovals(log: EventLog, database: Database.Database, blobs: BlobStore): () => void {
  const timers = new Set<NodeJS.Timeout>();
  const collectIn = (ms: number) => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      try {
        collectBlobs(database, blobs);
      } catch (cause) {
        // A fault of the disk: they stay listed and are collected at the next start.
        if (!(cause instanceof WarrantError)) throw cause;
      }
    }, ms);
    timers.add(timer.unref());
  };
  const unsubscribe = log.subscribe(CATALOG_STREAM, (entries) => {
    if (!entries.some((entry) => entry.event.type === 'run-removed')) return;
    collectIn(0);
    collectIn(LEASE_MS + 1000);
  });
  return () => {
    unsubscribe();
    for (const timer of timers) clearTimeout(timer);
  };
}
