import type Database from 'better-sqlite3';
import { WarrantError } from '#contract/errors';
import type { Entry } from '#contract/event';
import type { AgentId, Hash, RunId, ToolCallId } from '#contract/ids';
import { type MemoryEvent, type MemoryOrigin, memoryStream } from '#contract/memory';
import type { EventLog } from './event-log.ts';
import { partExpression, wordExpressions } from './match-expressions.ts';
import {
  type IndexedMemory,
  memoryOf,
  numberOf,
  parametersOf,
  type MemoryTableRow as Row,
  VISIBLE,
  type Viewer,
} from './memory-rows.ts';
import { MemoryWords } from './memory-words.ts';
import { MemoryWriter } from './memory-writer.ts';
import { isAnswered } from './published-runs.ts';
import { asStorageError } from './storage-error.ts';

/** Another shape of the tables, or another way to read entries into them: what an older one wrote is made anew. */
const SHAPE = 2;
const STREAM = memoryStream('');

/**
 * What every agent remembers, as of the last entry on disk: rows, and for each agent an index of words and one of
 * trigrams of its own, so that nothing another agent has changes what it finds (row A10.8). A cache of the streams
 * `memory:AGENT`: an agent's part is made anew where it is missing, damaged or of an older shape, and goes on where it is
 * behind.
 */
export class MemoryIndex {
  readonly #database: Database.Database;
  readonly #log: EventLog;
  readonly #writer: MemoryWriter;
  readonly #statements = new Map<string, Database.Statement>();
  readonly #words = new Map<AgentId, MemoryWords>();
  /** Agents whose runs were looked at since the start: entries that an earlier host did not get to are made up for. */
  readonly #published = new Set<AgentId>();

  /**
   * Takes the connection of `openCacheConnection`, which stays the caller's to close; `loadText` gives the text of a blob,
   * or undefined where it is not there or not whole.
   */
  constructor(database: Database.Database, log: EventLog, loadText: (hash: Hash) => string | undefined) {
    this.#database = database;
    this.#log = log;
    this.#writer = new MemoryWriter(database, (sql) => this.#prepare(sql), loadText);
    log.subscribeAll((entries) => this.#follow(entries));
  }

  /** The number that the next memory of an agent gets; no number is given twice. */
  nextNumber(agent: AgentId): number {
    const sql = 'SELECT coalesce(max(number), 0) + 1 FROM memories WHERE agent = ?';
    return this.#using(agent, () => this.#prepare<[string], number>(sql).pluck().get(agent) ?? 1);
  }

  get(agent: AgentId, id: string): IndexedMemory | undefined {
    const number = numberOf(id);
    return number === undefined ? undefined : this.#one('agent = ? AND number = ?', agent, [agent, number]);
  }

  /** What a call has kept, also where it was removed since. */
  ofCall(agent: AgentId, run: RunId, callId: ToolCallId): IndexedMemory | undefined {
    return this.#one('run = ? AND agent = ? AND call_id = ?', agent, [run, agent, callId]);
  }

  /** The memories that a run has left. */
  ofRun(agent: AgentId, run: RunId): IndexedMemory[] {
    return this.#all("agent = ? AND run = ? AND state IN ('kept', 'corrected') ORDER BY number", agent, [agent, run]);
  }

  /** Those that are removed, and whose texts may still be there. */
  removed(agent: AgentId): IndexedMemory[] {
    return this.#all("agent = ? AND state = 'removed' ORDER BY number", agent, [agent]);
  }

  /** Texts that a memory of the agent had before a person put it right. */
  replaced(agent: AgentId): Hash[] {
    const found = this.#all("agent = ? AND state IN ('kept', 'corrected') AND instr(blobs, ',')", agent, [agent]);
    return found.flatMap(({ blobs }) => blobs.slice(1));
  }

  /** How many there are, by whose words they are, and how many of them can't be read. */
  counts(agent: AgentId): Record<MemoryOrigin | 'unreadable', number> {
    const sql = `SELECT origin, count(*) AS count, sum(text IS NULL) AS unreadable FROM memories
      WHERE agent = ? AND state IN ('kept', 'corrected') GROUP BY origin`;
    const rows = this.#using(agent, () =>
      this.#prepare<[string], { origin: MemoryOrigin; count: number; unreadable: number }>(sql).all(agent),
    );
    const counts = { you: 0, agent: 0, outside: 0, unreadable: 0 };
    for (const { origin, count, unreadable } of rows) {
      counts[origin] = count;
      counts.unreadable += unreadable;
    }
    return counts;
  }

  /** The latest first. */
  latest(agent: AgentId, limit: number, viewer: Viewer): IndexedMemory[] {
    const sql = `SELECT * FROM memories WHERE ${VISIBLE} ORDER BY number DESC LIMIT @limit`;
    return this.#using(agent, () =>
      this.#prepare<[object], Row>(sql)
        .all({ ...parametersOf(agent, viewer), limit })
        .map(memoryOf),
    );
  }

  /** Those of these numbers that may be seen, in that order. */
  those(agent: AgentId, numbers: readonly number[], viewer: Viewer): IndexedMemory[] {
    return this.#using(agent, () => this.#those(agent, numbers, viewer));
  }

  #those(agent: AgentId, numbers: readonly number[], viewer: Viewer): IndexedMemory[] {
    const one = this.#prepare<[object], Row>(`SELECT * FROM memories WHERE ${VISIBLE} AND number = @number`);
    const parameters = parametersOf(agent, viewer);
    return numbers.flatMap((number) => one.all({ ...parameters, number })).map(memoryOf);
  }

  /**
   * Those that hold the words of a text, best first (BM25), the newer of two alike: first those that have all of them,
   * then those with any, or with words that begin so; and while there are fewer than `limit`, those that hold the
   * text as a part of a word (row A10.6). The text is data: nothing in it is read as syntax.
   */
  find(agent: AgentId, text: string, limit: number, viewer: Viewer): IndexedMemory[] {
    const found = new Map<number, IndexedMemory>();
    const take = (numbers: readonly number[]): void => {
      const fresh = numbers.filter((number) => !found.has(number));
      for (const memory of this.#those(agent, fresh, viewer)) if (found.size < limit) found.set(memory.number, memory);
    };
    this.#using(agent, () => {
      const words = this.#wordsOf(agent);
      if (!words) return;
      // What may not be seen is looked for too, and left out after: so many more are asked for.
      const more = viewer.person ? 0 : this.#unpublished(agent, viewer);
      const most = viewer.origin === undefined ? limit + more : -1;
      for (const expression of wordExpressions(text)) {
        if (found.size >= limit) return;
        take(words.match(expression, most < 0 ? most : most + found.size));
      }
      const part = partExpression(text);
      if (found.size < limit && part !== undefined) take(words.matchPart(part, most < 0 ? most : most + found.size));
      if (found.size === 0 && part === undefined && text.trim() !== '') take(this.#holding(agent, text.trim()));
    });
    return [...found.values()];
  }

  /** Memories that an unfinished run has written and other runs may not see. */
  #unpublished(agent: AgentId, { run }: Viewer): number {
    const sql = 'SELECT count(*) FROM memories WHERE agent = ? AND published = 0 AND run IS NOT ?';
    return (
      this.#prepare<[string, string | null], number>(sql)
        .pluck()
        .get(agent, run ?? null) ?? 0
    );
  }

  /** One or two characters are in no index: every text is looked through. */
  #holding(agent: AgentId, part: string): number[] {
    const sql = 'SELECT number, text FROM memories WHERE agent = ? AND text IS NOT NULL ORDER BY number DESC';
    const wanted = part.toLowerCase();
    const numbers: number[] = [];
    for (const row of this.#prepare<[string], Pick<Row, 'number'> & { text: string }>(sql).iterate(agent))
      if (row.text.toLowerCase().includes(wanted)) numbers.push(row.number);
    return numbers;
  }

  /** Every agent that has a stream. */
  agents(): AgentId[] {
    const sql = 'SELECT substr(stream, ?) FROM heads WHERE stream >= ? AND stream < ? ORDER BY stream';
    return this.#guarded(() =>
      this.#prepare<[number, string, string], string>(sql)
        .pluck()
        .all(STREAM.length + 1, STREAM, `${STREAM.slice(0, -1)};`),
    );
  }

  /** Agents that a person has removed. */
  removedAgents(): AgentId[] {
    const sql = `SELECT json_extract(event, '$.id') FROM entries
      WHERE stream = 'catalog' AND substr(event, 1, 23) = '{"type":"agent-removed"' AND json_valid(event)`;
    return this.#guarded(() => this.#prepare<[], string>(sql).pluck().all());
  }

  /** Whether a blob is still the text of a memory, or is named by an entry of another kind. */
  isNeeded(blob: Hash): boolean {
    const kept =
      "SELECT 1 FROM memories WHERE state IN ('kept', 'corrected') AND json_extract(blobs, '$[0]') = ? LIMIT 1";
    const named = "SELECT 1 FROM entries WHERE stream NOT LIKE 'memory:%' AND instr(event, ?) LIMIT 1";
    return this.#guarded(() => [kept, named].some((sql) => this.#prepare<[string]>(sql).get(blob) !== undefined));
  }

  /**
   * Notes that the texts of removed memories are gone for good, and takes what was left of them, and of texts that were
   * replaced, out of the files; false where somebody reads the file just now, so that it is not done.
   */
  setDeleted(agent: AgentId, numbers: readonly number[]): boolean {
    return this.#using(agent, () => {
      const set = this.#prepare("UPDATE memories SET state = 'deleted' WHERE agent = ? AND number = ?");
      this.#database.transaction(() => {
        for (const number of numbers) set.run(agent, number);
      })();
      return this.#database.pragma('wal_checkpoint(TRUNCATE)', { simple: true }) === 0;
    });
  }

  #one(where: string, agent: AgentId, values: (string | number)[]): IndexedMemory | undefined {
    return this.#all(`${where} LIMIT 1`, agent, values)[0];
  }

  #all(where: string, agent: AgentId, values: (string | number)[]): IndexedMemory[] {
    const sql = `SELECT * FROM memories WHERE ${where}`;
    return this.#using(agent, () =>
      this.#prepare<(string | number)[], Row>(sql)
        .all(...values)
        .map(memoryOf),
    );
  }

  #streamRow(agent: AgentId): { place: number; seq: number; shape: number } | undefined {
    return this.#prepare<[string], { place: number; seq: number; shape: number }>(
      'SELECT place, seq, shape FROM memory_streams WHERE agent = ?',
    ).get(agent);
  }

  #wordsOf(agent: AgentId): MemoryWords | undefined {
    const known = this.#words.get(agent);
    if (known) return known;
    const row = this.#streamRow(agent);
    if (!row) return undefined;
    const words = new MemoryWords(this.#database, row.place);
    this.#words.set(agent, words);
    return words;
  }

  /** Brings an agent's part up to the log. */
  #catchUp(agent: AgentId): void {
    const head = this.#prepare<[string], number>('SELECT seq FROM heads WHERE stream = ?')
      .pluck()
      .get(memoryStream(agent));
    const row = this.#streamRow(agent);
    if (head === undefined && row === undefined) return;
    if (row && (row.shape !== SHAPE || row.seq > (head ?? 0))) this.#remake(agent);
    else if (row?.seq !== head) this.#apply(agent, this.#log.read(memoryStream(agent), row?.seq ?? 0));
    if (this.#published.has(agent)) return;
    this.#published.add(agent);
    this.#publish(agent);
  }

  /** Makes an agent's part anew from its verified stream. */
  #remake(agent: AgentId): void {
    const row = this.#streamRow(agent);
    const entries = this.#log.readVerified(memoryStream(agent));
    this.#database.transaction(() => {
      if (row) new MemoryWords(this.#database, row.place).drop();
      this.#words.delete(agent);
      for (const table of ['memories', 'memory_streams', 'memory_vectors'])
        this.#prepare(`DELETE FROM ${table} WHERE agent = ?`).run(agent);
      this.#apply(agent, entries);
    })();
  }

  /** What a run with guardrails wrote is for others once the run has ended well (row A10.12). */
  #publish(agent: AgentId): void {
    const runs = this.#prepare<[string], string>('SELECT DISTINCT run FROM memories WHERE agent = ? AND published = 0')
      .pluck()
      .all(agent);
    for (const run of runs) if (isAnswered(this.#database, run)) this.#setPublished(run);
  }

  #setPublished(run: RunId): void {
    this.#prepare('UPDATE memories SET published = 1 WHERE run = ? AND published = 0').run(run);
  }

  /** A full disk leaves the index behind the log; it is brought up when it is next asked. */
  #follow(entries: readonly Entry[]): void {
    try {
      this.#guarded(() => this.#takeIn(entries));
    } catch (fault) {
      if (!(fault instanceof WarrantError)) throw fault;
      this.#published.clear();
    }
  }

  #takeIn(entries: readonly Entry[]): void {
    const [first] = entries;
    if (!first) return;
    if (first.stream.startsWith(STREAM)) {
      const agent = first.stream.slice(STREAM.length);
      const row = this.#streamRow(agent);
      if ((row?.seq ?? 0) === first.seq - 1 && (row?.shape ?? SHAPE) === SHAPE) this.#apply(agent, entries);
      return;
    }
    for (const { stream, event } of entries)
      if (event.type === 'run-ended' && event.end.type === 'completed') this.#setPublished(stream.slice('run:'.length));
  }

  #apply(agent: AgentId, entries: readonly Entry[]): void {
    const last = entries.at(-1);
    if (!last) return;
    this.#database.transaction(() => {
      const { place } = this.#prepare<[string, number, number], { place: number }>(
        `INSERT INTO memory_streams (agent, place, seq, shape)
           VALUES (?, (SELECT coalesce(max(place), 0) + 1 FROM memory_streams), ?, ?)
           ON CONFLICT (agent) DO UPDATE SET seq = excluded.seq RETURNING place`,
      ).get(agent, last.seq, SHAPE) as { place: number };
      const words = this.#words.get(agent) ?? new MemoryWords(this.#database, place);
      words.create();
      for (const { event } of entries) this.#writer.take(agent, words, event as MemoryEvent);
      this.#words.set(agent, words);
    })();
  }

  /** A statement is compiled once: that takes longer than most of them run. */
  #prepare<Values extends unknown[] | object = unknown[], Result = unknown>(sql: string) {
    const known = this.#statements.get(sql) ?? this.#database.prepare(sql);
    this.#statements.set(sql, known);
    return known as Database.Statement<Values, Result>;
  }

  /** Does something with an agent's part as it is now; one that is damaged is made anew, once. */
  #using<Result>(agent: AgentId, work: () => Result): Result {
    return this.#guarded(() => {
      try {
        this.#catchUp(agent);
        return work();
      } catch (cause) {
        if (!isDamaged(cause)) throw cause;
        this.#remake(agent);
        return work();
      }
    });
  }

  #guarded<Result>(work: () => Result): Result {
    try {
      return work();
    } catch (cause) {
      throw asStorageError(cause, `use the memory index in ${this.#database.name}`);
    }
  }
}

/** A full-text table is damaged or gone; the rest of the database may be whole. */
function isDamaged(cause: unknown): boolean {
  if (!(cause instanceof Error) || !('code' in cause)) return false;
  return (
    cause.code === 'SQLITE_CORRUPT_VTAB' ||
    (cause.code === 'SQLITE_ERROR' && /no such table: memory_/.test(cause.message))
  );
}
