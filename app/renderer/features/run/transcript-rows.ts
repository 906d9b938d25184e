import type { Timestamp } from '#contract/ids';
import type { AnswerBadge, Mark } from '#contract/mark';
import type { RunState, ToolCallState, TranscriptItem } from '#contract/projections/run-state';
import type { RunEnd } from '#contract/run';
import type { TextRef } from '#contract/text-ref';
import { t } from '../../strings/translate.ts';
import { callLook } from './call-look.ts';

/** A text of the log with its calls named by their numbers: `call_yAaQ` says nothing to a person. Pure. */
export function withCallNumbers(text: string, state: RunState): string {
  let named = text;
  for (const [id, call] of state.calls)
    if (named.includes(id))
      named = named
        .split(new RegExp(`(?<![\\w-])${id.replace(/[^\w]/g, '\\$&')}(?![\\w-])`))
        .join(t('ground.call', { seq: callNumber(call) }).toLowerCase());
  return named;
}

/** Why an answer should not be taken at its word. With the numbers of calls, and the words of an effect that no call had. */
export type AnswerWarning =
  | { type: 'no-calls' }
  | { type: 'failed-call'; seqs: readonly number[] }
  | { type: 'no-matching-call'; claim: string | undefined };

/** One row of the transcript. `seq` is the number in the margin: the log's own. */
export type Row =
  | { type: 'user'; key: string; seq: number; at: Timestamp; text: TextRef; early: boolean }
  | {
      type: 'answer';
      key: string;
      seq: number;
      text: string;
      final: boolean;
      warnings: readonly AnswerWarning[];
      marks: readonly Mark[];
    }
  /** An answer that is not shown: guardrails have not let it through yet, or never did, and `end` is how it ended. */
  | {
      type: 'held';
      key: string;
      seq: number;
      final: boolean;
      end: RunEnd | undefined;
      /** Whether it was asked for again, as it did not fit the form. */
      misfit: boolean;
      /** Whether guardrails look at the answers of this agent; else only their form is checked. */
      guarded: boolean;
    }
  | {
      type: 'calls';
      key: string;
      seq: number;
      lastSeq: number;
      numbered: boolean;
      calls: readonly [ToolCallState, ...ToolCallState[]];
    }
  | { type: 'streaming'; key: string; text: string }
  | { type: 'working'; key: string }
  | (Extract<TranscriptItem, { type: 'ended' }> & { key: string; said: boolean })
  | (Exclude<TranscriptItem, { type: 'user' | 'assistant' | 'tool-call' | 'ended' }> & { key: string });

/** The entry that a call is referred to by: the one that decided on it, else the one that proposed it. */
export function callNumber(call: ToolCallState): number {
  return call.decisions[0]?.seq ?? call.seq;
}

/** Two entry numbers as the margin has them: 7–16, and 20,402–06 where the first digits are the same. */
export function rangeLabel(first: number, last: number, write: (number: number) => string): string {
  if (first === last) return write(first);
  const [from, to] = [String(first), String(last)];
  const kept = [2, 3].find((digits) => from.slice(0, -digits) === to.slice(0, -digits));
  const short = first >= 1000 && from.length === to.length && kept !== undefined;
  return `${write(first)}–${short ? to.slice(-kept) : write(last)}`;
}

/** Whether a call went as expected by a rule alone, so that it may fold into one row with its like. */
function folds(call: ToolCallState): boolean {
  return callLook(call).state === 'done' && call.changes.length === 0;
}

function alike(a: ToolCallState, b: ToolCallState): boolean {
  return a.call.tool === b.call.tool && a.call.command.join(' ') === b.call.command.join(' ') && folds(a) && folds(b);
}

const noMarks: readonly Mark[] = [];

/** What the log itself says against an answer. */
function recordedWarnings(state: RunState, badges: readonly AnswerBadge[]): AnswerWarning[] {
  return badges.map(({ badge, calls = [], claim }): AnswerWarning => {
    if (badge === 'no-calls') return { type: 'no-calls' };
    if (badge === 'no-matching-call') return { type: 'no-matching-call', claim };
    return {
      type: 'failed-call',
      seqs: calls.flatMap((id) => {
        const call = state.calls.get(id);
        return call ? [callNumber(call)] : [];
      }),
    };
  });
}

/** The same for logs of versions that recorded none: no call is behind it, or the last one failed. */
function guessedWarnings(callsSinceAsked: readonly ToolCallState[]): AnswerWarning[] {
  const last = callsSinceAsked.at(-1);
  if (!last) return [{ type: 'no-calls' }];
  return callLook(last).state === 'failed' ? [{ type: 'failed-call', seqs: [callNumber(last)] }] : [];
}

/** Drops the word that is still being written: text appears in whole words. */
export function wholeWords(text: string): string {
  return /^\s*\S+$/.test(text) ? '' : text.replace(/\S+$/, '');
}

/**
 * What a person reads, in the order it happened. Calls that went as expected and are alike fold into one row with a
 * count; an answer says what stands behind it; a message sent while a step ran says that it is read after it.
 */
export function transcriptRows(state: RunState, streaming: string): Row[] {
  const rows: Row[] = [];
  let since: ToolCallState[] = [];
  for (const item of state.transcript) {
    if (item.type === 'tool-call') {
      const call = state.calls.get(item.callId);
      if (!call) continue;
      since.push(call);
      const before = rows.at(-1);
      if (before?.type === 'calls' && alike(before.calls[0], call)) {
        rows[rows.length - 1] = { ...before, lastSeq: callNumber(call), calls: [...before.calls, call] };
      } else {
        const seq = callNumber(call);
        // A call that nothing decided yet is part of the entry that says it; its words have the number already.
        const numbered = !((before?.type === 'answer' || before?.type === 'held') && before.seq === seq);
        rows.push({ type: 'calls', key: `call:${call.call.id}`, seq, lastSeq: seq, numbered, calls: [call] });
      }
    } else if (item.type === 'assistant' && item.held) {
      const { seq, final } = item;
      const guarded = state.run.agent.guardrails.length > 0;
      rows.push({ type: 'held', key: `entry:${seq}`, seq, final, end: state.end, misfit: false, guarded });
    } else if (item.type === 'assistant') {
      const { seq, text, final, badges, marks = noMarks } = item;
      const warnings = !final ? [] : badges ? recordedWarnings(state, badges) : guessedWarnings(since);
      rows.push({ type: 'answer', key: `entry:${seq}`, seq, text, final, warnings, marks });
    } else if (item.type === 'user') {
      since = [];
      rows.push({ ...item, key: `entry:${item.seq}`, early: readLater(state, item.seq) });
    } else if (item.type === 'ended') {
      const end =
        item.end.type === 'blocked' ? { ...item.end, reason: withCallNumbers(item.end.reason, state) } : item.end;
      rows.push({ ...item, end, key: `entry:${item.seq}:ended`, said: toldBefore(rows.at(-1), end) });
    } else if (item.type === 'guardrail') {
      rows.push({ ...item, reason: withCallNumbers(item.reason, state), key: `entry:${item.seq}:guardrail` });
    } else {
      const before = rows.at(-1);
      if (item.type === 'repair' && before?.type === 'held') rows[rows.length - 1] = { ...before, misfit: true };
      rows.push({ ...item, key: `entry:${item.seq}:${item.type}` });
    }
  }
  // What guardrails have not looked at is not shown, and words that arrive may be the answer.
  const words = state.run.agent.guardrails.length > 0 ? '' : wholeWords(streaming);
  if (words.trim() !== '') rows.push({ type: 'streaming', key: 'streaming', text: words });
  else if (thinks(state)) rows.push({ type: 'working', key: 'working' });
  return rows;
}

/** Whether the row before says already why the run failed or was blocked. */
function toldBefore(before: Row | undefined, end: RunEnd): boolean {
  if (before?.type === 'model-failed') return end.type === 'failed' && before.message === end.message;
  if (before?.type === 'guardrail') return end.type === 'blocked' && before.reason === end.reason;
  return false;
}

function readLater(state: RunState, seq: number): boolean {
  const answered = state.turns.some((turn) => turn.type === 'assistant' && turn.seq > seq);
  return !answered && !state.end && state.open.length > 0 && state.turns.some((turn) => turn.seq < seq);
}

/** Whether the model is being asked: nothing else is open, and nothing has ended or waits. */
function thinks(state: RunState): boolean {
  return !state.end && !state.limit && state.open.length === 0 && state.cancelledBy === undefined;
}

/** The text of a row that find looks through, lower case. */
export function searchText(row: Row): string {
  switch (row.type) {
    case 'user':
      return ('text' in row.text ? row.text.text : row.text.head).toLowerCase();
    case 'answer':
    case 'streaming':
      return row.text.toLowerCase();
    case 'calls':
      return row.calls
        .map((call) => {
          const outcome = call.status === 'ended' ? call.outcome : undefined;
          const output = outcome?.output;
          return [
            call.call.tool,
            call.call.command.join(' '),
            JSON.stringify(call.call.input),
            output ? ('text' in output ? output.text : output.head) : '',
            outcome?.type === 'error' ? outcome.message : '',
          ].join(' ');
        })
        .join(' ')
        .toLowerCase();
    case 'model-failed':
      return row.message.toLowerCase();
    case 'limit':
      return row.detail.toLowerCase();
    default:
      return '';
  }
}
