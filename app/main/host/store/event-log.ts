import Database from 'better-sqlite3';
import { WarrantError } from '#contract/errors';
import { CATALOG_STREAM, type CatalogEvent, type Entry, type LogEvent } from '#contract/event';
import type { Timestamp } from '#contract/ids';
import { Redactor } from '../redact/redactor.ts';
import { FIRST_HASH, type Head, headFault, type Row, rowHash } from './chain.ts';
import { encodeEvent } from './encode-event.ts';
import { LogReader, type Verification } from './log-reader.ts';
import { asStorageError } from './storage-error.ts';
import { StreamQueue } from './stream-queue.ts';

/** What is to be appended to one stream. `expectedSeq` is the seq of the entry that the writer last knew, 0 for none. */
export interface Batch {
  stream: string;
  expectedSeq: number;
  events: LogEvent[];
}

export type Listener = (entries: Entry[]) => void;

interface Staged {
  entry: Entry;
  text: string;
}

interface Waiter {
  entries: Entry[];
  resolve: (entries: Entry[]) => void;
  reject: (cause: unknown) => void;
}

const EMPTY: Head = { seq: 0, hash: FIRST_HASH };

/** How long a later-append waits at most for a commit to join. */
const LATER_MS = 50;

/**
 * The append-only log: the one writer of the table `entries`. Streams are numbered from 1 without gaps and chained by
 * hash. Order is by seq alone; the clock may jump (case O15).
 *
 * An append is checked, numbered and hashed at once, then committed with everything else that arrived in the same turn
 * of the event loop, in one transaction and one sync. Its promise resolves after that sync, so what was acknowledged
 * survives a kill (rule D3). When a commit fails, everything in it fails, and the log goes on from what is on disk.
 */
export class EventLog {
  /** For whoever appends what depends on where a stream ends. */
  readonly turns = new StreamQueue();
  readonly #database: Database.Database;
  readonly #now: () => Timestamp;
  readonly #redactor: Redactor;
  readonly #reader: LogReader;
  readonly #begin: Database.Statement;
  readonly #commit: Database.Statement;
  readonly #insert: Database.Statement;
  readonly #setHead: Database.Statement;
  /** As the next append sees them: what is staged is counted. */
  readonly #heads = new Map<string, Head>();
  readonly #failedLater = new Map<string, unknown>();
  readonly #listeners = new Map<string, Set<Listener>>();
  #onFault: ((fault: unknown) => void) | undefined;
  readonly #everyListener = new Set<Listener>();
  #staged: Staged[] = [];
  #waiters: Waiter[] = [];
  #laterStreams = new Set<string>();
  #scheduled = false;
  #timer: NodeJS.Timeout | undefined;
  #closed = false;

  /**
   * `now` gives the time of each entry; `redactor` knows what may stand in none. The database is `openDatabase`'s and
   * stays the caller's to close.
   */
  constructor(database: Database.Database, now: () => Timestamp, redactor: Redactor = new Redactor()) {
    this.#database = database;
    this.#now = now;
    this.#redactor = redactor;
    this.#reader = new LogReader(database);
    this.#begin = database.prepare('BEGIN IMMEDIATE');
    this.#commit = database.prepare('COMMIT');
    this.#insert = database.prepare('INSERT INTO entries (stream, seq, at, event, hash) VALUES (?, ?, ?, ?, ?)');
    this.#setHead = database.prepare(
      'INSERT INTO heads (stream, seq, hash) VALUES (?, ?, ?) ON CONFLICT (stream) DO UPDATE SET seq = excluded.seq, hash = excluded.hash',
    );
  }

  /**
   * Appends to every stream of the batch in one transaction; resolves with the entries, in the order given, once they
   * are on disk. Rejects with `conflict` where a stream has moved on (the batch fails alone), `bad-input` for an event
   * that does not fit, `corrupt` where the stream's end is not what was last written, `disk` or `locked` where the
   * commit failed. A rejected batch left nothing.
   */
  append(batch: readonly Batch[]): Promise<Entry[]> {
    return new Promise((resolve, reject) => {
      this.#throwFailedLater(batch);
      const entries = this.#stage(batch);
      this.#waiters.push({ entries, resolve, reject });
      this.#schedule();
    });
  }

  /**
   * Appends with the next commit, at the latest after 50 ms, and returns at once: for what may be lost in a crash
   * because it would be done again, such as a guest's recorded reads. Order within the stream is kept. Throws like
   * `append` for what is known now; a failed commit is thrown by the next append to the same stream.
   */
  appendLater(batch: readonly Batch[]): Entry[] {
    this.#throwFailedLater(batch);
    const entries = this.#stage(batch);
    for (const { stream } of batch) this.#laterStreams.add(stream);
    this.#timer ??= setTimeout(() => this.#flush(), LATER_MS).unref();
    return entries;
  }

  /** The end of a stream as the next append sees it, or undefined for a stream without entries. */
  head(stream: string): Head | undefined {
    const head = this.#headOf(stream);
    return head.seq === 0 ? undefined : head;
  }

  /** Every stream that has entries, by name. */
  streams(): string[] {
    return this.#reader.streams();
  }

  /** Entries on disk after `afterSeq`, unverified. Throws `corrupt` for a row that is no event. */
  read(stream: string, afterSeq = 0, limit?: number): Entry[] {
    return this.#reader.read(stream, afterSeq, limit);
  }

  /** Rows as they are on disk, unverified and unread: the text that each hash covers. */
  rows(stream: string, afterSeq: number, limit: number): Row[] {
    return this.#reader.rows(stream, afterSeq, limit);
  }

  /** The last row of a stream on disk, and how long it should be: equal in a log that is whole. */
  ends(stream: string): { last: Head | undefined; head: Head | undefined } {
    return this.#reader.ends(stream);
  }

  /** Every entry of a stream, its chain verified in the same pass. Throws `corrupt` at the first bad one (rule D12). */
  readVerified(stream: string): Entry[] {
    return this.#reader.readVerified(stream);
  }

  /** Checks the chain of one stream and names the first bad entry (rule D12). */
  verify(stream: string): Verification {
    return this.#reader.verify(stream);
  }

  /** Calls `listener` with the new entries of a stream after each commit. Returns the function that ends it. */
  subscribe(stream: string, listener: Listener): () => void {
    const listeners = this.#listeners.get(stream) ?? new Set();
    this.#listeners.set(stream, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0 && this.#listeners.get(stream) === listeners) this.#listeners.delete(stream);
    };
  }

  /** The same for every stream; one call per stream and commit. */
  subscribeAll(listener: Listener): () => void {
    this.#everyListener.add(listener);
    return () => this.#everyListener.delete(listener);
  }

  /**
   * Removes a stream on a person's word: its rows and head go, `tombstone` is appended to the catalog, and the blobs it
   * named are listed for `collectBlobs`, all in one transaction. The old bytes are overwritten in database and WAL.
   */
  async removeStream(stream: string, tombstone: CatalogEvent): Promise<Entry> {
    this.#flush();
    const before = this.#headOf(CATALOG_STREAM);
    const { event, text } = encodeEvent(CATALOG_STREAM, tombstone, this.#redactor);
    const entry = this.#entryAfter(before, CATALOG_STREAM, event, text);
    this.#transact(`remove ${stream}`, () => {
      this.#reader.listBlobs(stream);
      this.#database.prepare('DELETE FROM entries WHERE stream = ?').run(stream);
      this.#database.prepare('DELETE FROM heads WHERE stream = ?').run(stream);
      this.#write([{ entry, text }]);
    });
    this.#heads.delete(stream);
    this.#heads.set(CATALOG_STREAM, entry);
    this.#database.pragma('wal_checkpoint(TRUNCATE)');
    this.#tell([entry]);
    return entry;
  }

  /** Commits what is staged and takes no more. */
  close(): void {
    this.#flush();
    this.#closed = true;
  }

  #headOf(stream: string): Head {
    const known = this.#heads.get(stream);
    if (known) return known;
    const { last, head } = this.#reader.ends(stream);
    const fault = headFault(last ?? EMPTY, head);
    if (fault)
      throw new WarrantError('corrupt', `The log of ${stream} is broken: ${fault.reason}. It is not written to.`);
    const found = head ?? EMPTY;
    this.#heads.set(stream, found);
    return found;
  }

  #entryAfter(head: Head, stream: string, event: LogEvent, text: string): Entry {
    const seq = head.seq + 1;
    const at = this.#now();
    return { stream, seq, at, event, hash: rowHash(head.hash, stream, seq, at, text) };
  }

  #stage(batch: readonly Batch[]): Entry[] {
    if (this.#closed) throw new WarrantError('unavailable', 'The log is closed: this host is ending.');
    const heads = new Map<string, Head>();
    const staged: Staged[] = [];
    for (const { stream, expectedSeq, events } of batch) {
      let head = heads.get(stream) ?? this.#headOf(stream);
      if (head.seq !== expectedSeq)
        throw new WarrantError(
          'conflict',
          `${stream} has ${head.seq} entries, not ${expectedSeq}: something else was written meanwhile. Read it again.`,
        );
      for (const given of events) {
        const { event, text } = encodeEvent(stream, given, this.#redactor);
        const entry = this.#entryAfter(head, stream, event, text);
        staged.push({ entry, text });
        head = { seq: entry.seq, hash: entry.hash };
      }
      heads.set(stream, head);
    }
    for (const [stream, head] of heads) this.#heads.set(stream, head);
    for (const row of staged) this.#staged.push(row);
    return staged.map((row) => row.entry);
  }

  /** After everything that can still append in this turn has run, also what awaits an earlier append. */
  #schedule(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    queueMicrotask(() => process.nextTick(() => this.#flush()));
  }

  #flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#scheduled = false;
    const staged = this.#staged;
    const waiters = this.#waiters;
    const laterStreams = this.#laterStreams;
    this.#staged = [];
    this.#waiters = [];
    if (laterStreams.size > 0) this.#laterStreams = new Set();
    try {
      if (staged.length > 0) this.#transact('write to the log', () => this.#write(staged));
    } catch (cause) {
      for (const stream of laterStreams) this.#failedLater.set(stream, cause);
      for (const waiter of waiters) waiter.reject(cause);
      return;
    }
    for (const waiter of waiters) waiter.resolve(waiter.entries);
    this.#tell(staged.map((row) => row.entry));
  }

  #write(staged: readonly Staged[]): void {
    const heads = new Map<string, Entry>();
    for (const { entry, text } of staged) {
      this.#insert.run(entry.stream, entry.seq, entry.at, text, entry.hash);
      heads.set(entry.stream, entry);
    }
    for (const [stream, { seq, hash }] of heads) this.#setHead.run(stream, seq, hash);
  }

  #transact(doing: string, work: () => void): void {
    try {
      this.#begin.run();
      work();
      this.#commit.run();
    } catch (cause) {
      if (this.#database.inTransaction) this.#database.exec('ROLLBACK');
      // What is on disk counts now, also where another program wrote there.
      this.#heads.clear();
      if (cause instanceof Database.SqliteError && cause.code.startsWith('SQLITE_CONSTRAINT'))
        throw new WarrantError('conflict', `Could not ${doing}: another program wrote to it meanwhile. Read it again.`);
      throw asStorageError(cause, `${doing} in ${this.#database.name}`);
    }
  }

  #throwFailedLater(batch: readonly Batch[]): void {
    for (const { stream } of batch) {
      const cause = this.#failedLater.get(stream);
      if (cause === undefined) continue;
      this.#failedLater.delete(stream);
      throw cause;
    }
  }

  /** What a listener throws is given to `onFault` from now on, and keeps nothing from going on (row A12.3). */
  containFaults(onFault: (fault: unknown) => void): void {
    this.#onFault = onFault;
  }

  /** What a listener throws is thrown on, after the others were called, unless somebody takes it. */
  #tell(entries: readonly Entry[]): void {
    const byStream = new Map<string, Entry[]>();
    for (const entry of entries) {
      const own = byStream.get(entry.stream);
      if (own) own.push(entry);
      else byStream.set(entry.stream, [entry]);
    }
    const faults: unknown[] = [];
    for (const [stream, own] of byStream)
      for (const listener of [...(this.#listeners.get(stream) ?? []), ...this.#everyListener]) {
        try {
          listener(own);
        } catch (cause) {
          faults.push(cause);
        }
      }
    const onFault = this.#onFault;
    if (onFault) for (const fault of faults) onFault(fault);
    else if (faults.length > 0) throw faults[0];
  }
}
