import type Database from 'better-sqlite3';
import type { AgentId, Hash } from '#contract/ids';
import type { MemoryEvent } from '#contract/memory';
import { corrected, numberOf, type MemoryTableRow as Row } from './memory-rows.ts';
import type { MemoryWords } from './memory-words.ts';
import { isAnswered } from './published-runs.ts';

/** Writes what entries say into the tables of the memory index. */
export class MemoryWriter {
  readonly #database: Database.Database;
  readonly #prepare: (sql: string) => Database.Statement;
  readonly #loadText: (hash: Hash) => string | undefined;

  constructor(
    database: Database.Database,
    prepare: (sql: string) => Database.Statement,
    loadText: (hash: Hash) => string | undefined,
  ) {
    this.#database = database;
    this.#prepare = prepare;
    this.#loadText = loadText;
  }

  /** Takes one entry of an agent's stream into its row and its full-text tables, in the caller's transaction. */
  take(agent: AgentId, words: MemoryWords, event: MemoryEvent): void {
    if (event.type === 'memory-added') {
      this.#add(agent, words, event.memory);
      return;
    }
    const number = numberOf(event.id);
    const row =
      number === undefined
        ? undefined
        : (this.#prepare('SELECT * FROM memories WHERE agent = ? AND number = ?').get(agent, number) as
            | Row
            | undefined);
    if (!row) return;
    if (row.text !== null) words.remove(row.number, row.text);
    this.#prepare('DELETE FROM memory_vectors WHERE agent = ? AND number = ?').run(agent, row.number);
    const blobs = JSON.parse(row.blobs) as Hash[];
    switch (event.type) {
      case 'memory-corrected':
        this.#set(words, { ...row, ...corrected(event.bytes), blobs: JSON.stringify([event.text, ...blobs]) });
        return;
      case 'memory-removed':
        this.#set(words, { ...row, state: 'removed' });
        return;
      case 'memory-restored':
        this.#set(words, { ...row, state: blobs.length > 1 ? 'corrected' : 'kept' });
        return;
    }
  }

  #add(agent: AgentId, words: MemoryWords, memory: Extract<MemoryEvent, { type: 'memory-added' }>['memory']): void {
    const number = numberOf(memory.id);
    if (number === undefined) return;
    const { run = null, callId = null, bytes, origin, rememberedAt } = memory;
    this.#prepare(
      `INSERT INTO memories (agent, number, blobs, bytes, origin, labels, remembered_at, run, call_id, state, published)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 'kept', ?)`,
    ).run(
      agent,
      number,
      JSON.stringify([memory.text]),
      bytes,
      origin,
      JSON.stringify(memory.labels),
      rememberedAt,
      run,
      callId,
      run === null || isAnswered(this.#database, run) ? 1 : 0,
    );
    this.#setText(words, agent, number, memory.text);
  }

  #set(words: MemoryWords, row: Row): void {
    this.#prepare(
      `UPDATE memories SET blobs = @blobs, bytes = @bytes, origin = @origin, labels = @labels, state = @state,
         published = @published, text = NULL WHERE agent = @agent AND number = @number`,
    ).run(row);
    const [blob] = JSON.parse(row.blobs) as Hash[];
    if (row.state !== 'removed' && blob !== undefined) this.#setText(words, row.agent, row.number, blob);
  }

  #setText(words: MemoryWords, agent: AgentId, number: number, blob: Hash): void {
    const text = this.#loadText(blob);
    if (text === undefined) return;
    this.#prepare('UPDATE memories SET text = ? WHERE agent = ? AND number = ?').run(text, agent, number);
    words.add(number, text);
  }
}
