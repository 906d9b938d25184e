import type { Entry, RunEvent } from '#contract/event';
import type { Rule } from '#contract/permission';
import { type RunState, reduceRun, type ToolCallState } from '#contract/projections/run-state';
import type { ChangedCall } from '#contract/views';
import type { Verdict } from '../policy/decide-tool-call.ts';
import { APPROVE_ALL, UNATTENDED } from '../policy/rules.ts';
import { objectOfCall } from './object-of-call.ts';

/** The rules as they are and as they would be, asked about one call as it stood. */
export interface Judges {
  now(call: ToolCallState, run: RunState, at: number): Verdict;
  changed(call: ToolCallState, run: RunState, at: number): Verdict;
}

/** What one run's past calls come to under a change of rules. */
export interface PastCalls {
  changed: ChangedCall[];
  unchanged: number;
}

type Outcome = { word: ChangedCall['now']; rule: Rule };

/** A verdict as the run would have taken it: with `--approve all`, and where nobody is there to answer. */
function outcomeOf(verdict: Verdict, run: RunState): Outcome {
  if (verdict.type === 'unknown' || verdict.type === 'deny') return { word: 'deny', rule: verdict.rule };
  if (verdict.type === 'allow') return { word: 'allow', rule: verdict.rule };
  if (run.run.approve === 'all' && !verdict.always) return { word: 'allow', rule: APPROVE_ALL };
  if (run.run.unattended === 'skip') return { word: 'deny', rule: UNATTENDED };
  return { word: 'ask', rule: verdict.rule };
}

/** The call that an entry decides, and how; undefined for any other entry. */
function decidedBy(event: RunEvent): { callId: string; before: ChangedCall['before'] } | undefined {
  if (event.type === 'approval-requested') return { callId: event.approval.call.id, before: 'ask' };
  if (event.type === 'tool-call-decided') return { callId: event.callId, before: event.decision.type };
  return undefined;
}

/**
 * Judges every call of a run anew, as it stood when it was first decided, under the rules as they are and as they would
 * be. A call counts as changed where the two differ and the new word is not the one of then. What code staged counts as a
 * call of its own. Pure: folds the entries it is given, and keeps nothing of them.
 */
export function pastCalls(entries: Iterable<Entry<RunEvent>>, judges: Judges): PastCalls {
  const found: PastCalls = { changed: [], unchanged: 0 };
  const seen = new Set<string>();
  const open = new Map<string, ChangedCall>();
  let state: RunState | undefined;
  for (const entry of entries) {
    const decided = state && decidedBy(entry.event);
    const call = decided && state?.calls.get(decided.callId);
    if (state && decided && call) {
      const key = `${call.call.id} ${call.purpose.type}`;
      if (!seen.has(key)) {
        seen.add(key);
        const changed = changedCall(call, state, entry, decided.before, judges);
        open.delete(call.call.id);
        if (changed) {
          found.changed.push(changed);
          open.set(call.call.id, changed);
        } else found.unchanged++;
      }
    }
    if (state && entry.event.type === 'approval-answered') {
      const { approvalId, answer } = entry.event.response;
      const asked = open.get(state.approvals.get(approvalId) ?? '');
      if (asked && asked.answer === undefined) asked.answer = answer.type;
    }
    state = reduceRun(state, entry);
  }
  return found;
}

function changedCall(
  call: ToolCallState,
  run: RunState,
  entry: Entry<RunEvent>,
  before: ChangedCall['before'],
  judges: Judges,
): ChangedCall | undefined {
  const was = outcomeOf(judges.now(call, run, entry.at), run);
  const now = outcomeOf(judges.changed(call, run, entry.at), run);
  if (was.word === now.word || before === now.word) return undefined;
  return {
    run: run.run.id,
    runTitle: run.title,
    callId: call.call.id,
    seq: entry.seq,
    at: entry.at,
    agent: run.run.agent.name,
    tool: call.call.tool,
    object: objectOfCall(call, run),
    before,
    now: now.word,
    rule: now.rule,
  };
}
