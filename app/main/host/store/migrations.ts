import type Database from 'better-sqlite3';

/** One step of the format. `up` runs in a transaction of its own that also sets `user_version`. */
export interface Migration {
  version: number;
  name: string;
  up(database: Database.Database): void;
}

/**
 * Every step since the first format, in order. A released step is never changed: a new need is a new step, and a
 * database of the version before it becomes a fixture.
 */
export const MIGRATIONS: readonly Migration[] = [
  {
    version: 1,
    name: 'the log',
    /** `heads` repeats each stream's length and last hash, so that rows cut off its end are missed (rule D12). */
    up: (database) =>
      database.exec(`
        CREATE TABLE entries (
          stream TEXT NOT NULL,
          seq INTEGER NOT NULL,
          at INTEGER NOT NULL,
          event TEXT NOT NULL,
          hash TEXT NOT NULL,
          PRIMARY KEY (stream, seq)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE heads (
          stream TEXT NOT NULL PRIMARY KEY,
          seq INTEGER NOT NULL,
          hash TEXT NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE blobs_to_collect (hash TEXT NOT NULL PRIMARY KEY) STRICT, WITHOUT ROWID;
      `),
  },
  {
    version: 2,
    name: 'the run index',
    up: (database) =>
      database.exec(`
        CREATE TABLE runs (
          id TEXT NOT NULL PRIMARY KEY,
          title TEXT NOT NULL,
          agent TEXT NOT NULL,
          model TEXT NOT NULL,
          status TEXT NOT NULL,
          waiting INTEGER NOT NULL,
          started_at INTEGER NOT NULL,
          at INTEGER NOT NULL,
          seq INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX runs_by_start ON runs (started_at);
      `),
  },
  {
    version: 3,
    name: 'the memory index',
    /** The full-text tables of each agent are made with its first memory, and named after `place`. */
    up: (database) =>
      database.exec(`
        CREATE TABLE memory_streams (
          agent TEXT NOT NULL PRIMARY KEY,
          place INTEGER NOT NULL UNIQUE,
          seq INTEGER NOT NULL,
          shape INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE memories (
          key INTEGER PRIMARY KEY,
          agent TEXT NOT NULL,
          number INTEGER NOT NULL,
          blobs TEXT NOT NULL,
          bytes INTEGER NOT NULL,
          origin TEXT NOT NULL,
          labels TEXT NOT NULL,
          remembered_at INTEGER NOT NULL,
          run TEXT,
          call_id TEXT,
          state TEXT NOT NULL,
          published INTEGER NOT NULL,
          text TEXT,
          UNIQUE (agent, number)
        ) STRICT;
        CREATE INDEX memories_by_run ON memories (run) WHERE run IS NOT NULL;
        CREATE INDEX memories_to_delete ON memories (agent) WHERE state = 'removed';
        CREATE INDEX memories_unpublished ON memories (agent, run) WHERE published = 0;
        CREATE TABLE memory_vectors (
          agent TEXT NOT NULL,
          number INTEGER NOT NULL,
          model TEXT NOT NULL,
          vector BLOB NOT NULL,
          PRIMARY KEY (agent, number)
        ) STRICT;
      `),
  },
];
