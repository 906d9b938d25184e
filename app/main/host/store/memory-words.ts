import type Database from 'better-sqlite3';
import { folded } from './match-expressions.ts';

/**
 * The two full-text tables of one agent: of words, without case and marks, and of trigrams, for parts of words. They
 * keep no text of their own, and what is removed is taken out of them at once.
 */
export class MemoryWords {
  readonly #database: Database.Database;
  readonly #tables: { words: string; parts: string };
  readonly #statements = new Map<string, Database.Statement>();

  /** @param place the number that the tables of the agent are named after */
  constructor(database: Database.Database, place: number) {
    this.#database = database;
    this.#tables = { words: `memory_words_${place}`, parts: `memory_parts_${place}` };
  }

  /** Makes the tables where they are missing. */
  create(): void {
    const { words, parts } = this.#tables;
    for (const [table, tokenizer] of [
      [words, 'unicode61 remove_diacritics 2'],
      [parts, 'trigram remove_diacritics 1'],
    ]) {
      const known = this.#database.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?").get(table);
      if (known) continue;
      this.#database.exec(`CREATE VIRTUAL TABLE ${table} USING fts5(text, content = '', tokenize = "${tokenizer}")`);
      this.#database.exec(`INSERT INTO ${table} (${table}, rank) VALUES ('secure-delete', 1)`);
    }
  }

  drop(): void {
    this.#statements.clear();
    for (const table of Object.values(this.#tables)) this.#database.exec(`DROP TABLE IF EXISTS ${table}`);
  }

  add(number: number, text: string): void {
    for (const table of Object.values(this.#tables))
      this.#statement(`INSERT INTO ${table} (rowid, text) VALUES (?, ?)`).run(number, folded(text));
  }

  /** Takes a text out; it must be the one that was added. */
  remove(number: number, text: string): void {
    for (const table of Object.values(this.#tables))
      this.#statement(`INSERT INTO ${table} (${table}, rowid, text) VALUES ('delete', ?, ?)`).run(number, folded(text));
  }

  /** Numbers of the memories that match an expression of `wordExpressions`, best first; all of them below zero. */
  match(expression: string, limit: number): number[] {
    return this.#match(this.#tables.words, expression, limit);
  }

  /** The same for `partExpression`. */
  matchPart(expression: string, limit: number): number[] {
    return this.#match(this.#tables.parts, expression, limit);
  }

  #match(table: string, expression: string, limit: number): number[] {
    const sql = `SELECT rowid FROM ${table} WHERE ${table} MATCH ? ORDER BY rank, rowid DESC LIMIT ?`;
    return this.#statement(sql).pluck().all(expression, limit) as number[];
  }

  #statement(sql: string): Database.Statement {
    const known = this.#statements.get(sql);
    if (known) return known;
    const statement = this.#database.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }
}
