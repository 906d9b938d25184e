import { createContext } from 'react';
import { canonicalJson } from '#contract/canonical-json';
import type { Entry, RunEvent } from '#contract/event';
import type { GrantId, Hash, Timestamp, ToolCallId } from '#contract/ids';
import type { Rule } from '#contract/permission';
import { effectiveCall, type ToolCallState } from '#contract/projections/run-state';
import type { ToolCall } from '#contract/tool';

type Entries = readonly Entry<RunEvent>[];

/** The entries of the run on screen, asked for where an entry behind a call is named. Stays the same function. */
export const RunEntries = createContext<() => Entries>(() => []);

/** One of the three records of a call: what it was, the entry that says so, who, and the hash it was bound to. */
export interface CallRecord {
  call: ToolCall;
  seq: number;
  by: string | undefined;
  hash: Hash | undefined;
}

/** What the model proposed, what was allowed and what ran. Absent where it did not come that far. */
export interface CallRecords {
  proposed: CallRecord;
  approved: CallRecord | undefined;
  executed: CallRecord | undefined;
  /** Whether the three are not one and the same. */
  differ: boolean;
  /** Whether what ran is byte for byte what was allowed: its tool, its arguments and, where both are known, its hash. */
  exact: boolean;
}

/** The bytes that count: tool, command and arguments in canonical form. */
function bytesOf({ tool, command, input }: ToolCall): string {
  return canonicalJson({ tool, command, input });
}

/** The answer and the warrant of a call as the log has them. */
function entriesOf(entries: Entries, callId: ToolCallId) {
  const asked = new Set<string>();
  let answered: { seq: number; by: string; hash: Hash } | undefined;
  let warranted: { seq: number; hash: Hash; call: ToolCall } | undefined;
  for (const { seq, event } of entries) {
    if (event.type === 'approval-requested' && event.approval.call.id === callId) asked.add(event.approval.id);
    else if (event.type === 'approval-answered' && asked.has(event.response.approvalId)) {
      if (event.response.answer.type === 'allow') answered = { seq, by: event.response.by, hash: event.response.hash };
    } else if (event.type === 'tool-call-decided' && event.callId === callId && event.decision.type === 'allow')
      warranted = { seq, hash: event.decision.warrant.hash, call: event.decision.warrant.call };
  }
  return { answered, warranted };
}

/** The three records of a call (asks B2), from its state and the entries of its run. */
export function callRecords(call: ToolCallState, entries: Entries): CallRecords {
  const { answered, warranted } = entriesOf(entries, call.call.id);
  const allowed = effectiveCall(call);
  const ran = warranted?.call ?? call.executed;
  const approved = answered && { call: allowed, ...answered };
  const executed = ran && { call: ran, seq: warranted?.seq ?? call.seq, by: undefined, hash: warranted?.hash };
  const proposed = bytesOf(call.call);
  const exact =
    executed !== undefined &&
    bytesOf(executed.call) === bytesOf(allowed) &&
    (answered === undefined || executed.hash === undefined || answered.hash === executed.hash);
  return {
    proposed: { call: call.call, seq: call.seq, by: undefined, hash: undefined },
    approved,
    executed,
    differ: proposed !== bytesOf(allowed) || (executed !== undefined && bytesOf(executed.call) !== proposed),
    exact,
  };
}

/** Whether a rule is a grant that a person gave on a card, as the host names those. */
export function isGrant(rule: Rule): boolean {
  return rule.id.startsWith('grant-');
}

/** When a grant was given in this run, by the entry of its answer; undefined for one of another run or of the agent. */
export function grantGiven(entries: Entries, grant: GrantId): { seq: number; at: Timestamp } | undefined {
  const found = entries.find(
    ({ event }) =>
      event.type === 'approval-answered' &&
      event.response.answer.type === 'allow' &&
      event.response.answer.grant?.id === grant,
  );
  return found && { seq: found.seq, at: found.at };
}

/**
 * Whether a question about a call was closed because a grant, given meanwhile, allows it (asks B1): asked, then allowed
 * by that grant without an answer. Gives the decision.
 */
export function coveredBy(call: ToolCallState): ToolCallState['decisions'][number] | undefined {
  return call.decisions.find(
    (decision, index) =>
      decision.decision === 'allow' &&
      decision.by === undefined &&
      isGrant(decision.rule) &&
      call.decisions[index - 1]?.decision === 'ask',
  );
}

/** The same from the log: what allowed the call whose question an entry closed. */
export function closedBy(entries: Entries, closed: Entry<RunEvent>): GrantId | undefined {
  if (closed.event.type !== 'approval-closed' || closed.event.reason !== 'covered') return undefined;
  const { approvalId } = closed.event;
  const asked = entries.findLast(
    ({ seq, event }) => seq < closed.seq && event.type === 'approval-requested' && event.approval.id === approvalId,
  )?.event;
  if (asked?.type !== 'approval-requested') return undefined;
  const decided = entries.find(
    ({ seq, event }) =>
      seq > closed.seq && event.type === 'tool-call-decided' && event.callId === asked.approval.call.id,
  )?.event;
  return decided?.type === 'tool-call-decided' ? decided.decision.rule.id : undefined;
}
