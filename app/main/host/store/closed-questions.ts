import type Database from 'better-sqlite3';
import type { Approval } from '#contract/approval';
import type { LogEvent } from '#contract/event';
import type { RunId, Timestamp } from '#contract/ids';
import { decodeEvent } from './encode-event.ts';
import { asStorageError } from './storage-error.ts';

type End = Extract<LogEvent, { type: 'approval-answered' | 'approval-closed' }>;

/** A question that is over: how it was put, what was answered to it, and what ended it at last. */
export interface ClosedQuestion {
  run: RunId;
  at: Timestamp;
  approval: Approval;
  answered: Extract<LogEvent, { type: 'approval-answered' }> | undefined;
  end: End;
}

type Row = [at: Timestamp, event: string];

const begins = (type: string): string => {
  const text = `{"type":"${type}"`;
  return `substr(event, 1, ${text.length}) = '${text}'`;
};

/** Runs by when they were last at work, with the length of their log. */
const RUNS = `
  SELECT runs.id, runs.at, heads.seq FROM runs JOIN heads ON heads.stream = 'run:' || runs.id
  ORDER BY runs.at DESC, runs.id`;
/** Entries are found by how their text begins (`encodeEvent` writes the type first): no other is parsed. */
const QUESTIONS = `
  SELECT at, event FROM entries WHERE stream = ?
    AND (${begins('approval-requested')} OR ${begins('approval-answered')} OR ${begins('approval-closed')})
  ORDER BY seq`;

/**
 * Reads questions that are over from the log, run by run, the last at work first, and no more runs than it needs. Which
 * runs have none is remembered, as those would be read each time.
 */
export class ClosedQuestions {
  readonly #runs: Database.Statement<[], [id: RunId, at: Timestamp, seq: number]>;
  readonly #questions: Database.Statement<[string], Row>;
  /** The length of the log of a run in which no question was over. */
  readonly #none = new Map<RunId, number>();

  constructor(database: Database.Database) {
    this.#runs = database.prepare<[], [RunId, Timestamp, number]>(RUNS).raw();
    this.#questions = database.prepare<[string], Row>(QUESTIONS).raw();
  }

  /** The newest first, at most `limit`. A row that can't be read is told of where its run is shown. */
  newest(limit: number): ClosedQuestion[] {
    try {
      return this.#newest(limit);
    } catch (cause) {
      throw asStorageError(cause, 'read which questions are over');
    }
  }

  #newest(limit: number): ClosedQuestion[] {
    let found: ClosedQuestion[] = [];
    for (const [run, at, seq] of this.#runs.all()) {
      if (this.#none.get(run) === seq) continue;
      const last = found[limit - 1];
      if (last && last.at > at) break;
      const own = this.#ofRun(run);
      if (own.length === 0) this.#none.set(run, seq);
      else found = [...found, ...own].sort((one, other) => other.at - one.at).slice(0, limit);
    }
    return found;
  }

  /** Those of one run, newest first. An answer may be followed by another end of the same question: that counts. */
  #ofRun(run: RunId): ClosedQuestion[] {
    const cards = new Map<string, Approval>();
    const over = new Map<string, ClosedQuestion>();
    for (const [at, text] of this.#questions.iterate(`run:${run}`)) {
      const decoded = decodeEvent(`run:${run}`, text);
      if (!('event' in decoded)) continue;
      const { event } = decoded;
      if (event.type === 'approval-requested') cards.set(event.approval.id, event.approval);
      if (event.type !== 'approval-answered' && event.type !== 'approval-closed') continue;
      const id = event.type === 'approval-answered' ? event.response.approvalId : event.approvalId;
      const approval = cards.get(id);
      const answered = event.type === 'approval-answered' ? event : over.get(id)?.answered;
      over.delete(id);
      if (approval) over.set(id, { run, at, approval, answered, end: event });
    }
    return [...over.values()].reverse();
  }
}
