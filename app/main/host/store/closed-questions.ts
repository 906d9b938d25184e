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

type Row = [stream: string, seq: number, at: Timestamp, event: string];

const begins = (type: string): string => {
  const text = `{"type":"${type}"`;
  return `substr(event, 1, ${text.length}) = '${text}'`;
};

/** Entries are found by how their text begins (`encodeEvent` writes the type first): no other is parsed. */
const ENDS = `
  SELECT stream, seq, at, event FROM entries
  WHERE stream != 'catalog' AND (${begins('approval-answered')} OR ${begins('approval-closed')})
  ORDER BY at DESC, stream, seq DESC LIMIT ?`;
const ASKED = `SELECT stream, seq, at, event FROM entries WHERE stream = ? AND ${begins('approval-requested')}`;

/** Reads questions that are over from the log of all runs. */
export class ClosedQuestions {
  readonly #ends: Database.Statement<[number], Row>;
  readonly #asked: Database.Statement<[string], Row>;

  constructor(database: Database.Database) {
    this.#ends = database.prepare<[number], Row>(ENDS).raw();
    this.#asked = database.prepare<[string], Row>(ASKED).raw();
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
    const found = new Map<string, ClosedQuestion>();
    const cards = new Map<string, Map<string, Approval>>();
    // An answer may be followed by another end of the same question: the newer one counts.
    for (const [stream, , at, text] of this.#ends.all(limit * 2)) {
      const decoded = decodeEvent(stream, text);
      if (!('event' in decoded)) continue;
      const { event } = decoded;
      if (event.type !== 'approval-answered' && event.type !== 'approval-closed') continue;
      const id = event.type === 'approval-answered' ? event.response.approvalId : event.approvalId;
      const key = `${stream} ${id}`;
      const known = found.get(key);
      if (known) {
        if (event.type === 'approval-answered') known.answered ??= event;
        continue;
      }
      if (found.size === limit) continue;
      const asked = cards.get(stream) ?? this.#cards(stream);
      cards.set(stream, asked);
      const approval = asked.get(id);
      const answered = event.type === 'approval-answered' ? event : undefined;
      if (approval) found.set(key, { run: stream.slice('run:'.length), at, approval, answered, end: event });
    }
    return [...found.values()];
  }

  #cards(stream: string): Map<string, Approval> {
    const cards = new Map<string, Approval>();
    for (const [, , , text] of this.#asked.iterate(stream)) {
      const decoded = decodeEvent(stream, text);
      if ('event' in decoded && decoded.event.type === 'approval-requested')
        cards.set(decoded.event.approval.id, decoded.event.approval);
    }
    return cards;
  }
}
