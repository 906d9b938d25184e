import type Database from 'better-sqlite3';
import type { Entry, LogEvent } from '#contract/event';
import type { Rule } from '#contract/permission';
import { decodeEvent } from './encode-event.ts';
import type { EventLog } from './event-log.ts';
import { asStorageError } from './storage-error.ts';

/** How many calls a rule decided, by its id and by its words then: rules of several agents may share an id. */
export type Hits = ReadonlyMap<string, ReadonlyMap<string, number>>;

type Counts = Map<string, Map<string, number>>;

/** A rule that an entry names: its id, and its words or nothing for a grant that the permission rests on. */
type Named = [id: string, words: string];

/** Under these words grants are counted that a decision rests on without naming them as its rule. */
const RESTS_ON = '';

const wordsOf = ({ source, sentence }: Pick<Rule, 'source' | 'sentence'>): string => `${source}: ${sentence}`;

/** The calls that the rule of this id decided or allowed. */
export function hitsOfId(hits: Hits, id: string): number {
  return [...(hits.get(id)?.values() ?? [])].reduce((sum, count) => sum + count, 0);
}

/** The calls that exactly this rule decided, where others share its id. */
export function hitsOfRule(hits: Hits, rule: Rule): number {
  return hits.get(rule.id)?.get(wordsOf(rule)) ?? 0;
}

/** Entries that decide, found by how their text begins (`encodeEvent` writes the type first): no other is parsed. */
const DECIDED = `
  SELECT stream, event FROM entries WHERE stream != 'catalog' AND
    (substr(event, 1, 27) = '{"type":"tool-call-decided"' OR substr(event, 1, 28) = '{"type":"approval-requested"')`;

/** The agent that a run was started with. */
const FIRST = `
  SELECT CASE WHEN json_valid(event) THEN json_extract(event, '$.run.agent.id') END FROM entries
  WHERE stream = ? AND seq = 1`;

function add(counts: Counts, id: string, words: string): void {
  const said = counts.get(id) ?? new Map<string, number>();
  counts.set(id, said.set(words, (said.get(words) ?? 0) + 1));
}

/** What an entry says of rules: the one that decided, and the grants that the permission rests on. */
function namedBy(event: LogEvent): { call: string; rules: Named[] } | undefined {
  if (event.type === 'approval-requested') {
    const { call, rule } = event.approval;
    return { call: call.id, rules: [[rule.id, wordsOf(rule)]] };
  }
  if (event.type !== 'tool-call-decided') return undefined;
  const { rule } = event.decision;
  const grants = event.decision.type === 'allow' ? event.decision.warrant.grants : [];
  const rests = grants.filter((id) => id !== rule.id).map((id): Named => [id, RESTS_ON]);
  return { call: event.callId, rules: [[rule.id, wordsOf(rule)], ...rests] };
}

/**
 * How many calls each rule decided, over all runs in the log. The log is read once, at the first question; after that
 * its new entries are counted as they come, so asking again costs nothing.
 */
export class RuleHits {
  readonly #database: Database.Database;
  #counts: Counts | undefined;
  /** What was counted: a call that a rule decides twice counts once. */
  #seen = new Set<string>();
  /** The agent of each run that was asked about. */
  readonly #agents = new Map<string, string>();

  constructor(database: Database.Database, log: EventLog) {
    this.#database = database;
    log.subscribeAll((entries) => this.#follow(entries));
  }

  /** The figures as of the last entry on disk: of all runs, or of those of one agent by its id. */
  get(agent?: string): Hits {
    this.#counts ??= this.#read();
    if (agent === undefined) return this.#counts;
    const counts: Counts = new Map();
    for (const key of this.#seen) {
      const [stream, , id, words] = JSON.parse(key) as [stream: string, call: string, id: string, words: string];
      if (this.#agentOf(stream) === agent) add(counts, id, words);
    }
    return counts;
  }

  /** Whose run a stream is; nothing where its first entry can't be read. */
  #agentOf(stream: string): string {
    const known = this.#agents.get(stream);
    if (known !== undefined) return known;
    try {
      const agent = this.#database.prepare<[string], string | null>(FIRST).pluck().get(stream) ?? '';
      this.#agents.set(stream, agent);
      return agent;
    } catch (cause) {
      throw asStorageError(cause, 'count what each rule decided for one agent');
    }
  }

  #read(): Counts {
    this.#seen = new Set();
    const counts: Counts = new Map();
    try {
      const rows = this.#database.prepare<[], [stream: string, event: string]>(DECIDED).raw();
      for (const [stream, text] of rows.iterate()) {
        const decoded = decodeEvent(stream, text);
        // A row that can't be read is told of where its run is shown; the figures do without it.
        if ('event' in decoded) this.#take(counts, stream, decoded.event);
      }
    } catch (cause) {
      throw asStorageError(cause, 'count what each rule decided');
    }
    return counts;
  }

  #take(counts: Counts, stream: string, event: LogEvent): void {
    const named = namedBy(event);
    for (const [id, words] of named?.rules ?? []) {
      const key = JSON.stringify([stream, named?.call, id, words]);
      if (this.#seen.has(key)) continue;
      this.#seen.add(key);
      add(counts, id, words);
    }
  }

  #follow(entries: readonly Entry[]): void {
    for (const { stream, event } of entries) {
      // What a removed run counted is not known: all is read again when it is asked for.
      if (event.type === 'run-removed') this.#counts = undefined;
      if (this.#counts) this.#take(this.#counts, stream, event);
    }
  }
}
