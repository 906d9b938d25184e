import type Database from 'better-sqlite3';
import type { RunId } from '#contract/ids';
import { RunSummary } from '#contract/views';
import { asStorageError } from './storage-error.ts';

interface RunRow {
  id: string;
  title: string;
  agent: string;
  model: string;
  status: string;
  waiting: number;
  started_at: number;
  at: number;
  seq: number;
}

/** Texts of a run that a person would search for, by the type of the entry they stand in. */
const SPOKEN = `CASE json_extract(event, '$.type')
  WHEN 'user-message-added' THEN coalesce(json_extract(event, '$.text.text'), json_extract(event, '$.text.head'))
  WHEN 'run-started' THEN coalesce(json_extract(event, '$.run.goal.text.text'), json_extract(event, '$.run.goal.text.head'))
  WHEN 'model-called' THEN json_extract(event, '$.reply.text')
END`;

/** The form in which texts are compared: case and Unicode forms do not count. */
function folded(text: unknown): string {
  return typeof text === 'string' ? text.normalize('NFKC').toLowerCase() : '';
}

/**
 * The run list: one row per run, computed from its log by the host and kept so that listing needs no fold. A cache:
 * whatever it lacks or has late is named by `behind` and computed again.
 */
export class RunIndex {
  readonly #database: Database.Database;
  readonly #upsert: Database.Statement<[RunRow]>;

  /** Takes the connection of `openCacheConnection`, which stays the caller's to close. */
  constructor(database: Database.Database) {
    this.#database = database;
    database.function('folded', { deterministic: true }, folded);
    this.#upsert = database.prepare(
      `INSERT INTO runs (id, title, agent, model, status, waiting, started_at, at, seq)
       VALUES (@id, @title, @agent, @model, @status, @waiting, @started_at, @at, @seq)
       ON CONFLICT (id) DO UPDATE SET title = excluded.title, agent = excluded.agent, model = excluded.model,
         status = excluded.status, waiting = excluded.waiting, started_at = excluded.started_at, at = excluded.at,
         seq = excluded.seq`,
    );
  }

  upsert(summary: RunSummary): void {
    const { startedAt, ...rest } = summary;
    this.#using(() => this.#upsert.run({ ...rest, started_at: startedAt }));
  }

  remove(id: RunId): void {
    this.#using(() => this.#database.prepare('DELETE FROM runs WHERE id = ?').run(id));
  }

  get(id: RunId): RunSummary | undefined {
    const row = this.#using(() => this.#database.prepare<[string], RunRow>('SELECT * FROM runs WHERE id = ?').get(id));
    return row && summaryOf(row);
  }

  /** Newest first; with `query`, those whose title or messages hold that text, whatever its case. */
  list(query = ''): RunSummary[] {
    const needle = folded(query.trim());
    const rows = this.#using(() =>
      needle === ''
        ? this.#database.prepare<[], RunRow>('SELECT * FROM runs ORDER BY started_at DESC, id').all()
        : this.#database
            .prepare<{ needle: string }, RunRow>(
              `SELECT * FROM runs WHERE instr(folded(title), @needle) > 0 OR EXISTS (
                 SELECT 1 FROM entries WHERE stream = 'run:' || id AND instr(folded(${SPOKEN}), @needle) > 0
               ) ORDER BY started_at DESC, id`,
            )
            .all({ needle }),
    );
    return rows.map(summaryOf);
  }

  /** Runs whose row is missing or older than their log: the host folds these and calls `upsert`. */
  behind(): RunId[] {
    return this.#using(() =>
      this.#database
        .prepare<[], string>(
          `SELECT substr(stream, 5) FROM heads LEFT JOIN runs ON id = substr(stream, 5)
           WHERE stream LIKE 'run:%' AND runs.seq IS NOT heads.seq ORDER BY stream`,
        )
        .pluck()
        .all(),
    );
  }

  /** Drops rows of runs that are not in the log any more. */
  prune(): void {
    this.#using(() =>
      this.#database.prepare("DELETE FROM runs WHERE 'run:' || id NOT IN (SELECT stream FROM heads)").run(),
    );
  }

  #using<Result>(work: () => Result): Result {
    try {
      return work();
    } catch (cause) {
      throw asStorageError(cause, `use the run list in ${this.#database.name}`);
    }
  }
}

function summaryOf({ started_at, ...rest }: RunRow): RunSummary {
  return RunSummary.parse({ ...rest, startedAt: started_at });
}
