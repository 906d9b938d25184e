import type Database from 'better-sqlite3';
import type { Entry } from '#contract/event';
import type { AgentId, RunId, Timestamp } from '#contract/ids';
import { decodeEvent } from './encode-event.ts';
import type { EventLog } from './event-log.ts';
import { asStorageError } from './storage-error.ts';

/** A run that was given a memory, when first, and by which entry. */
export interface MemoryUse {
  run: RunId;
  at: Timestamp;
  seq: number;
}

type Uses = Map<string, MemoryUse[]>;
type Row = [stream: string, seq: number, at: Timestamp, event: string];

/** Entries that give memories, found by how their text begins (`encodeEvent` writes the type first). */
const RECALLED = `
  SELECT stream, seq, at, event FROM entries
  WHERE stream LIKE 'run:%' AND substr(event, 1, 26) = '{"type":"memories-recalled'`;

const AGENT = `
  SELECT CASE WHEN json_valid(event) THEN json_extract(event, '$.run.agent.id') END FROM entries
  WHERE stream = ? AND seq = 1`;

/**
 * Which runs were given which memories, over all runs in the log. The log is read once, at the first question; after that
 * its new entries are taken in as they come.
 */
export class MemoryUses {
  readonly #database: Database.Database;
  #uses: Uses | undefined;

  constructor(database: Database.Database, log: EventLog) {
    this.#database = database;
    log.subscribeAll((entries) => this.#follow(entries));
  }

  /** The runs that were given a memory, the newest first. */
  of(agent: AgentId, id: string): readonly MemoryUse[] {
    this.#uses ??= this.#read();
    return this.#uses.get(JSON.stringify([agent, id])) ?? [];
  }

  #read(): Uses {
    const uses: Uses = new Map();
    try {
      for (const [stream, seq, at, text] of this.#database.prepare<[], Row>(RECALLED).raw().all() as Row[]) {
        const decoded = decodeEvent(stream, text);
        // A row that can't be read is told of where its run is shown.
        if ('event' in decoded) this.#take(uses, { stream, seq, at, event: decoded.event });
      }
    } catch (cause) {
      throw asStorageError(cause, 'see which runs were given which memories');
    }
    for (const list of uses.values()) list.sort((one, other) => other.at - one.at || other.seq - one.seq);
    return uses;
  }

  #take(uses: Uses, { stream, seq, at, event }: Omit<Entry, 'hash'>): void {
    if (event.type !== 'memories-recalled') return;
    const agent = this.#database.prepare<[string], string | null>(AGENT).pluck().get(stream);
    const run = stream.slice('run:'.length);
    for (const id of event.ids) {
      const key = JSON.stringify([agent, id]);
      const known = uses.get(key) ?? [];
      if (!known.some((use) => use.run === run)) uses.set(key, [{ run, at, seq }, ...known]);
    }
  }

  #follow(entries: readonly Entry[]): void {
    for (const entry of entries) {
      // What a removed run was given is not known: all is read again when it is asked for.
      if (entry.event.type === 'run-removed') this.#uses = undefined;
      if (this.#uses) this.#take(this.#uses, entry);
    }
  }
}
