import { canonicalJson } from '../canonical-json.ts';
import type { ToolCallId } from '../ids.ts';
import type { Limit } from '../run.ts';
import type { TextRef } from '../text-ref.ts';
import { offeredName, type ToolCall, type ToolOutcome } from '../tool.ts';

/** A guard that has tripped, in words a person understands. */
export interface Trip {
  limit: Limit;
  detail: string;
  /** Whose calls a limit of calls is about. */
  tool?: string;
}

/** The same call in a row, none of which brought anything that the one before had not (rule R14, asks B28). */
const SAME_CALL_TIMES = 3;
/** Rounds of two calls made in turn, with the same results. */
const IN_TURN_ROUNDS = 3;
/** Replies in a row whose every call failed with the same error of the same tool, whatever the arguments were. */
const SAME_ERROR_STEPS = 4;
/**
 * Replies in a row that brought nothing new: each call and its result were seen before, and no file changed. Six, as a
 * look back at two or three files is work, and a third round of it is not.
 */
const STALE_STEPS = 6;

/** A call looks two back: from the third of A B A B A B on each repeats the one before the last. */
const IN_TURN_CALLS = 2 * (IN_TURN_ROUNDS - 1);

interface Asked {
  tool: string;
  signature: number;
}

/** What the guards remember of a run since the last message. Small: fingerprints, not texts. */
export interface LoopGuards {
  last: Asked | undefined;
  beforeLast: Asked | undefined;
  /** How often the last call was asked for in a row. */
  same: number;
  /** How many calls in a row repeat the one before the last. */
  inTurn: number;
  /** Calls that have not ended, and what each call brought when it was last made. */
  open: Map<ToolCallId, Asked>;
  results: Map<number, number>;
  /** Calls together with what they brought. */
  seen: Set<string>;
  /** What the calls of the present reply came to; `error` is undefined once one of them did not fail like the others. */
  step: { ended: number; fresh: boolean; error: string | undefined };
  error: string;
  failedSteps: number;
  staleSteps: number;
}

/** Guards that have seen nothing. */
export function freshGuards(): LoopGuards {
  return {
    last: undefined,
    beforeLast: undefined,
    same: 0,
    inTurn: 0,
    open: new Map(),
    results: new Map(),
    seen: new Set(),
    step: { ended: 0, fresh: false, error: undefined },
    error: '',
    failedSteps: 0,
    staleSteps: 0,
  };
}

/** 53 bits of a text: enough to tell the calls of a run apart, and no secret depends on it. */
function fingerprint(text: string): number {
  let low = 0x811c9dc5;
  let high = text.length;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    low = Math.imul(low ^ unit, 0x01000193);
    high = Math.imul(high, 31) + unit;
    high ^= low >>> 15;
  }
  return (high >>> 0) * 0x200000 + (low >>> 11);
}

function wordsOf(ref: TextRef | undefined): string {
  return ref === undefined ? '' : 'text' in ref ? ref.text : ref.blob;
}

function resultOf(outcome: ToolOutcome): number {
  return outcome.type === 'ok'
    ? fingerprint(wordsOf(outcome.output))
    : fingerprint(`${outcome.code}\0${outcome.message}\0${wordsOf(outcome.output)}`);
}

/** Takes in a call that the model asks for. Gives the trip of the guard that says to stop before it is made. */
export function guardCall(guards: LoopGuards, call: ToolCall): Trip | undefined {
  const tool = offeredName(call.tool, call.command);
  const asked = { tool, signature: fingerprint(`${tool} ${canonicalJson(call.input)}`) };
  const { last, beforeLast } = guards;
  const repeats = last?.signature === asked.signature;
  guards.same = (repeats ? guards.same : Math.min(guards.same, 0)) + 1;
  guards.inTurn =
    !repeats && beforeLast?.signature === asked.signature ? guards.inTurn + 1 : Math.min(guards.inTurn + 1, 0);
  guards.beforeLast = last;
  guards.last = asked;
  guards.open.set(call.id, asked);
  if (guards.same >= SAME_CALL_TIMES)
    return { limit: 'repeat', detail: `${tool} was asked for ${guards.same} times with the same arguments` };
  if (guards.inTurn < IN_TURN_CALLS) return undefined;
  const rounds = guards.inTurn / 2 + 1;
  const both = last?.tool === tool ? `Two calls of ${tool}` : `${last?.tool} and ${tool}`;
  return { limit: 'repeat', detail: `${both} were made in turn ${rounds} times with the same results` };
}

/** Takes in how a call ended. `changed`: a file is not as it was before. */
export function guardResult(guards: LoopGuards, call: ToolCall, outcome: ToolOutcome, changed: boolean): void {
  const asked = guards.open.get(call.id);
  if (!asked) return;
  guards.open.delete(call.id);
  const result = resultOf(outcome);
  const before = guards.results.get(asked.signature);
  if (before !== undefined && before !== result) {
    guards.same = Math.min(guards.same, 1);
    guards.inTurn = Math.min(guards.inTurn, 0);
  }
  guards.results.set(asked.signature, result);
  const pair = `${asked.signature} ${result}`;
  const { step } = guards;
  if (changed || !guards.seen.has(pair)) step.fresh = true;
  guards.seen.add(pair);
  const error = outcome.type === 'error' ? `${asked.tool}\0${outcome.message}` : undefined;
  step.error = step.ended === 0 || step.error === error ? error : undefined;
  step.ended += 1;
}

/** Takes in that every call of a reply has ended. Gives the trip of the guard that says to stop before the next one. */
export function guardStep(guards: LoopGuards): Trip | undefined {
  const { ended, fresh, error } = guards.step;
  if (ended === 0) return undefined;
  guards.step = { ended: 0, fresh: false, error: undefined };
  guards.staleSteps = fresh ? Math.min(guards.staleSteps + 1, 0) : guards.staleSteps + 1;
  if (error === undefined) {
    guards.error = '';
    guards.failedSteps = Math.min(guards.failedSteps + 1, 0);
  } else {
    guards.failedSteps = error === guards.error ? guards.failedSteps + 1 : Math.min(guards.failedSteps, 0) + 1;
    guards.error = error;
  }
  if (error !== undefined && guards.failedSteps >= SAME_ERROR_STEPS) {
    const [tool = '', message = ''] = error.split('\0');
    const detail = `${tool} failed ${guards.failedSteps} times in a row with the same error: ${shortened(message)}`;
    return { limit: 'repeat', detail };
  }
  if (guards.staleSteps >= STALE_STEPS)
    return { limit: 'no-progress', detail: `nothing new was learnt in ${guards.staleSteps} steps` };
  return undefined;
}

function shortened(message: string): string {
  const line = message.replace(/\s+/g, ' ').trim();
  return line.length > 160 ? `${line.slice(0, 159)}…` : line;
}

/** A person lets the run go on: none of the guards trips before `by` more, whatever these are. */
export function spareGuards(guards: LoopGuards, by: number): void {
  guards.same = Math.min(guards.same, SAME_CALL_TIMES - by);
  guards.inTurn = Math.min(guards.inTurn, IN_TURN_CALLS - by);
  guards.failedSteps = Math.min(guards.failedSteps, SAME_ERROR_STEPS - by);
  guards.staleSteps = Math.min(guards.staleSteps, STALE_STEPS - by);
}

/** The history was shortened for the model: what it looks up again is new to it. */
export function forgetSeen(guards: LoopGuards): void {
  guards.seen.clear();
  guards.staleSteps = Math.min(guards.staleSteps, 0);
}
