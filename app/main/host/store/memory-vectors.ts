import type Database from 'better-sqlite3';
import { getLoadablePath } from 'sqlite-vec';
import type { AgentId } from '#contract/ids';
import { asStorageError } from './storage-error.ts';

/** A memory by its number, and how near it is in meaning: above 0, at most 1. */
export interface Near {
  number: number;
  nearness: number;
}

const bytesOf = (vector: readonly number[]): Buffer => Buffer.from(Float32Array.from(vector).buffer);

/** The library beside the archive of a packaged app: the system can't load it from inside. */
function libraryPath(): string {
  return getLoadablePath().replace(/([\\/]app\.asar)(?=[\\/])/, '$1.unpacked');
}

/**
 * The meaning of memories, as vectors of one model, compared by sqlite-vec. A cache: what is missing is asked of the model
 * again. A vector goes with its memory.
 */
export class MemoryVectors {
  readonly #database: Database.Database;
  #state: 'closed' | 'open' | { fault: string } = 'closed';

  /** Takes the connection of the memory index. */
  constructor(database: Database.Database) {
    this.#database = database;
  }

  /** Loads the extension, once; why it can't be loaded, or undefined. */
  open(): string | undefined {
    if (this.#state === 'closed')
      try {
        this.#database.loadExtension(libraryPath());
        this.#state = 'open';
      } catch (cause) {
        this.#state = { fault: cause instanceof Error ? cause.message : String(cause) };
      }
    return this.#state === 'open' ? undefined : this.#state.fault;
  }

  /** The memories of an agent that have a text and no vector of this model yet, and how many there are of them. */
  missing(agent: AgentId, model: string, limit: number): { texts: { number: number; text: string }[]; count: number } {
    const from = `FROM memories LEFT JOIN memory_vectors AS v USING (agent, number)
      WHERE agent = ? AND text IS NOT NULL AND v.model IS NOT ?`;
    return this.#using(() => ({
      texts: this.#database
        .prepare<[string, string, number], { number: number; text: string }>(
          `SELECT number, text ${from} ORDER BY number DESC LIMIT ?`,
        )
        .all(agent, model, limit),
      count: this.#database.prepare<[string, string], number>(`SELECT count(*) ${from}`).pluck().get(agent, model) ?? 0,
    }));
  }

  /** Keeps vectors, each for the memory whose text is still this one. */
  put(agent: AgentId, model: string, vectors: readonly { number: number; text: string; vector: readonly number[] }[]) {
    this.#using(() => {
      const put = this.#database.prepare(
        `INSERT INTO memory_vectors (agent, number, model, vector)
         SELECT agent, number, ?, ? FROM memories WHERE agent = ? AND number = ? AND text = ?
         ON CONFLICT (agent, number) DO UPDATE SET model = excluded.model, vector = excluded.vector`,
      );
      this.#database.transaction(() => {
        for (const { number, text, vector } of vectors) put.run(model, bytesOf(vector), agent, number, text);
      })();
    });
  }

  /**
   * The memories nearest to a vector, by cosine, nearest first. One that points the other way, or nowhere, and one of
   * another size is not near at all (row A10.7).
   */
  nearest(agent: AgentId, model: string, vector: readonly number[], limit: number): Near[] {
    const bytes = bytesOf(vector);
    if (bytes.length === 0) return [];
    const sql = `WITH near AS MATERIALIZED (
        SELECT number, CASE length(vector) WHEN length(@bytes) THEN 1 - vec_distance_cosine(vector, @bytes) END AS nearness
        FROM memory_vectors WHERE agent = @agent AND model = @model
      )
      SELECT number, nearness FROM near WHERE nearness > 0 ORDER BY nearness DESC, number DESC LIMIT @limit`;
    return this.#using(() => this.#database.prepare<[object], Near>(sql).all({ agent, model, bytes, limit }));
  }

  #using<Result>(work: () => Result): Result {
    try {
      return work();
    } catch (cause) {
      throw asStorageError(cause, `use the memory index in ${this.#database.name}`);
    }
  }
}
