import type Database from 'better-sqlite3';
import { WarrantError } from '#contract/errors';
import type { Entry } from '#contract/event';
import type { Hash, Timestamp } from '#contract/ids';
import { FIRST_HASH, type Head, headFault, type Row, rowFault } from './chain.ts';
import { decodeEvent } from './encode-event.ts';
import { asStorageError } from './storage-error.ts';

/** What `log verify` says of one stream; `broken` names the first bad entry. */
export interface Verification {
  ok: boolean;
  entries: number;
  broken?: { seq: number; reason: string };
}

type RawRow = [seq: number, at: Timestamp, event: string, hash: Hash];

/** Streams that have a head or rows. It steps from stream to stream by the key; DISTINCT would read every row. */
const STREAMS = `
  WITH RECURSIVE found (stream) AS (
    SELECT min(stream) FROM entries
    UNION ALL
    SELECT (SELECT min(stream) FROM entries WHERE stream > found.stream) FROM found WHERE found.stream IS NOT NULL
  )
  SELECT stream FROM found WHERE stream IS NOT NULL UNION SELECT stream FROM heads ORDER BY stream`;

const rowOf = ([seq, at, event, hash]: RawRow): Row => ({ seq, at, event, hash });

/** Reads the tables of the log. It writes nothing but the list of blobs of a stream that is being removed. */
export class LogReader {
  readonly #name: string;
  readonly #rows: Database.Statement<[string, number, number], RawRow>;
  readonly #last: Database.Statement<[string], Head>;
  readonly #head: Database.Statement<[string], Head>;
  readonly #streams: Database.Statement<[], string>;
  readonly #events: Database.Statement<[string], string>;
  readonly #listBlob: Database.Statement<[Hash]>;

  constructor(database: Database.Database) {
    this.#name = database.name;
    this.#rows = database
      .prepare<[string, number, number], RawRow>(
        'SELECT seq, at, event, hash FROM entries WHERE stream = ? AND seq > ? ORDER BY seq LIMIT ?',
      )
      .raw();
    this.#last = database.prepare('SELECT seq, hash FROM entries WHERE stream = ? ORDER BY seq DESC LIMIT 1');
    this.#head = database.prepare('SELECT seq, hash FROM heads WHERE stream = ?');
    this.#streams = database.prepare<[], string>(STREAMS).pluck();
    this.#events = database.prepare<[string], string>('SELECT event FROM entries WHERE stream = ?').pluck();
    this.#listBlob = database.prepare('INSERT OR IGNORE INTO blobs_to_collect (hash) VALUES (?)');
  }

  /** Also a stream of which only the head or only rows are left: verifying it says so. */
  streams(): string[] {
    return this.#reading(() => this.#streams.all());
  }

  /** The last row and the head of a stream: equal in a log that is whole. */
  ends(stream: string): { last: Head | undefined; head: Head | undefined } {
    return this.#reading(() => ({ last: this.#last.get(stream), head: this.#head.get(stream) }));
  }

  read(stream: string, afterSeq: number, limit = -1): Entry[] {
    return this.#reading(() => this.#rows.all(stream, afterSeq, limit)).map((row) => entryOf(stream, rowOf(row)));
  }

  rows(stream: string, afterSeq: number, limit: number): Row[] {
    return this.#reading(() => this.#rows.all(stream, afterSeq, limit)).map(rowOf);
  }

  readVerified(stream: string): Entry[] {
    const rows = this.#reading(() => this.#rows.all(stream, 0, -1));
    const entries: Entry[] = [];
    let last: Head = { seq: 0, hash: FIRST_HASH };
    for (const raw of rows) {
      const row = rowOf(raw);
      const fault = rowFault(last, stream, row);
      if (fault !== undefined) throw broken(stream, fault);
      entries.push(entryOf(stream, row));
      last = row;
    }
    const fault = headFault(
      last,
      this.#reading(() => this.#head.get(stream)),
    );
    if (fault) throw broken(stream, fault.reason);
    return entries;
  }

  verify(stream: string): Verification {
    return this.#reading(() => {
      let last: Head = { seq: 0, hash: FIRST_HASH };
      for (const raw of this.#rows.iterate(stream, 0, -1)) {
        const row = rowOf(raw);
        const reason = rowFault(last, stream, row);
        if (reason !== undefined) return { ok: false, entries: last.seq, broken: { seq: last.seq + 1, reason } };
        last = row;
      }
      const fault = headFault(last, this.#head.get(stream));
      return fault ? { ok: false, entries: last.seq, broken: fault } : { ok: true, entries: last.seq };
    });
  }

  /** Notes every hash that a stream's entries name, for `collectBlobs`; part of the removal's transaction. */
  listBlobs(stream: string): void {
    const hashes = new Set<Hash>();
    for (const event of this.#events.iterate(stream)) for (const [hash] of event.matchAll(HASHES)) hashes.add(hash);
    for (const hash of hashes) this.#listBlob.run(hash);
  }

  #reading<Result>(work: () => Result): Result {
    try {
      return work();
    } catch (cause) {
      throw asStorageError(cause, `read the log in ${this.#name}`);
    }
  }
}

/** Every SHA-256 written in a text; the word boundaries keep it from the inside of a longer one. */
export const HASHES = /\b[0-9a-f]{64}\b/g;

function broken(stream: string, reason: string): WarrantError {
  return new WarrantError('corrupt', `The log of ${stream} is broken: ${reason}. It is shown, but not gone on with.`);
}

function entryOf(stream: string, row: Row): Entry {
  const decoded = decodeEvent(stream, row.event);
  if ('fault' in decoded) throw broken(stream, `entry ${row.seq} can’t be read, ${decoded.fault}`);
  return { stream, seq: row.seq, at: row.at, event: decoded.event, hash: row.hash };
}
