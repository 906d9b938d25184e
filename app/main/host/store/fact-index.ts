import type Database from 'better-sqlite3';
import type { Entry, LogEvent } from '#contract/event';
import type { Fact } from '#contract/fact';
import type { RunId } from '#contract/ids';
import { mergeFact } from '#contract/projections/facts';
import { decodeEvent } from './encode-event.ts';
import type { EventLog } from './event-log.ts';
import { asStorageError } from './storage-error.ts';

/** A fact of a run, its sources merged, and the entry that first names it. */
export interface IndexedFact {
  fact: Fact;
  seq: number;
}

type RunFacts = Map<string, IndexedFact>;
type Row = [stream: string, seq: number, event: string];

/** Entries with facts, found by how their text begins and by the list in it: no other is parsed. */
const WITH_FACTS = `substr(event, 1, 25) = '{"type":"tool-call-ended"' AND instr(event, '"facts":[{') > 0`;
const OF_ALL = `SELECT stream, seq, event FROM entries WHERE stream LIKE 'run:%' AND ${WITH_FACTS} ORDER BY stream, seq`;
const OF_RUN = `SELECT stream, seq, event FROM entries WHERE stream = ? AND ${WITH_FACTS} ORDER BY seq`;

const runOf = (stream: string): RunId => stream.slice('run:'.length);

function take(facts: RunFacts, seq: number, event: LogEvent): void {
  if (event.type !== 'tool-call-ended' || event.outcome.type !== 'ok') return;
  for (const fact of event.outcome.facts) {
    const known = facts.get(fact.id);
    facts.set(fact.id, { fact: mergeFact(known?.fact, fact), seq: known?.seq ?? seq });
  }
}

/**
 * The facts of all runs. The log is read once, at the first question about all of them; after that new entries are taken
 * as they come. Of one run only its own rows are read.
 */
export class FactIndex {
  readonly #database: Database.Database;
  #runs: Map<RunId, RunFacts> | undefined;

  constructor(database: Database.Database, log: EventLog) {
    this.#database = database;
    log.subscribeAll((entries) => this.#follow(entries));
  }

  /** The facts of one run in the order they were made. */
  ofRun(run: RunId): IndexedFact[] {
    const known = this.#runs?.get(run) ?? this.#read(OF_RUN, [`run:${run}`]).get(run);
    return [...(known?.values() ?? [])];
  }

  /** Every run that has facts. */
  ofAll(): ReadonlyMap<RunId, ReadonlyMap<string, IndexedFact>> {
    this.#runs ??= this.#read(OF_ALL, []);
    return this.#runs;
  }

  #read(query: string, values: string[]): Map<RunId, RunFacts> {
    const runs = new Map<RunId, RunFacts>();
    try {
      for (const [stream, seq, text] of this.#database
        .prepare<string[], Row>(query)
        .raw()
        .iterate(...values)) {
        const decoded = decodeEvent(stream, text);
        // A row that can't be read is told of where its run is shown.
        if ('event' in decoded) take(factsIn(runs, runOf(stream)), seq, decoded.event);
      }
    } catch (cause) {
      throw asStorageError(cause, 'read which facts there are');
    }
    return runs;
  }

  #follow(entries: readonly Entry[]): void {
    if (!this.#runs) return;
    for (const { stream, seq, event } of entries) {
      if (event.type === 'run-removed') this.#runs.delete(event.run);
      else if (event.type === 'tool-call-ended' && event.outcome.type === 'ok' && event.outcome.facts.length > 0)
        take(factsIn(this.#runs, runOf(stream)), seq, event);
    }
  }
}

function factsIn(runs: Map<RunId, RunFacts>, run: RunId): RunFacts {
  const facts = runs.get(run) ?? new Map<string, IndexedFact>();
  runs.set(run, facts);
  return facts;
}
