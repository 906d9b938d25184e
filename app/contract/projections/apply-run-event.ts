import { holdsAnswers } from '../agent.ts';
import type { ApprovalResponse } from '../approval.ts';
import type { Entry, RunEvent } from '../event.ts';
import type { Fact } from '../fact.ts';
import type { ToolCallId } from '../ids.ts';
import { unionLabels } from '../label.ts';
import type { Limit, RunEnd } from '../run.ts';
import type { TextRef } from '../text-ref.ts';
import type { ToolCall } from '../tool.ts';
import { mergeFact } from './facts.ts';
import { forgetSeen, freshGuards, guardCall, guardResult, guardStep, spareGuards } from './loop-guards.ts';
import type { CallStatus, RunState, ToolCallState, TranscriptItem } from './run-state.ts';

/** Replies in a row that can't be read (rule R13). */
const UNREAD_TIMES = 3;

/** A call that was asked for and is not decided. */
export function proposeCall(state: RunState, entry: Entry<RunEvent>, call: ToolCall): void {
  state.calls.set(call.id, {
    call,
    seq: entry.seq,
    at: entry.at,
    attempt: 0,
    purpose: { type: 'execute' },
    edited: undefined,
    approvedInput: undefined,
    hostCalls: [],
    revealed: [],
    changes: [],
    answer: undefined,
    decisions: [],
    executed: undefined,
    labels: state.labels,
    resultLabels: [],
    rewrites: [],
    formedSeq: entry.seq,
    stale: undefined,
    judged: [],
    status: 'proposed',
  });
  state.open.push(call.id);
  state.transcript.push({ type: 'tool-call', seq: entry.seq, at: entry.at, callId: call.id });
}

/** A call that has not ended, or throws: an entry about another call is a fault of the program. */
function callOf(state: RunState, id: ToolCallId): ToolCallState {
  const call = state.calls.get(id);
  if (!call) throw new Error(`the log names call ${id}, which was never proposed`);
  return call;
}

/** Keeps what every call has and lets go of what belonged to its old status. Named one by one, as it is done for each entry. */
function setCall(state: RunState, old: ToolCallState, status: CallStatus, changed: Partial<ToolCallState> = {}): void {
  const { call, seq, at, attempt, purpose, edited, approvedInput, hostCalls, changes, answer, decisions } = old;
  const { executed, labels, resultLabels, rewrites, formedSeq, stale, judged, revealed } = old;
  const first = { call, seq, at, attempt, purpose, edited, approvedInput, hostCalls, changes, answer, decisions };
  const kept = { ...first, executed, labels, resultLabels, rewrites, formedSeq, stale, judged, revealed };
  state.calls.set(call.id, { ...kept, ...changed, ...status } as ToolCallState);
}

function onReply(state: RunState, entry: Entry<RunEvent>, event: Extract<RunEvent, { type: 'model-called' }>): void {
  const { reply } = event;
  state.steps += 1;
  state.spent.steps += 1;
  state.usage = {
    inputTokens: state.usage.inputTokens + reply.usage.inputTokens,
    outputTokens: state.usage.outputTokens + reply.usage.outputTokens,
  };
  state.spent.tokens += reply.usage.inputTokens + reply.usage.outputTokens;
  state.spent.ms += event.ms;
  state.spent.usd += event.usd ?? 0;
  state.cost = {
    usd: state.cost.usd + (event.usd ?? 0),
    unknown: state.cost.unknown + (event.usd === undefined && !reply.error ? 1 : 0),
  };
  state.failure = reply.error?.message;
  if (reply.error) {
    state.transcript.push({ type: 'model-failed', seq: entry.seq, at: entry.at, message: reply.error.message });
    return;
  }
  state.turns.push({ type: 'assistant', seq: entry.seq, reply });
  const empty = reply.text.trim() === '' && reply.toolCalls.length === 0;
  // Calls that can be run are read, also where an answer beside them was not taken.
  const unread = reply.toolCalls.length > 0 ? reply.toolCalls.every((c) => c.fault) : reply.problem !== undefined;
  state.emptyInARow = empty ? state.emptyInARow + 1 : 0;
  state.problemsInARow = unread ? state.problemsInARow + 1 : 0;
  // What an earlier version went past holds no run back.
  state.tripped = undefined;
  if (state.problemsInARow >= UNREAD_TIMES)
    state.tripped = { limit: 'parse', detail: `${UNREAD_TIMES} replies in a row held a call that can’t be read` };
  if (reply.text.trim() !== '') {
    const calls = reply.toolCalls.length > 0;
    const final = !calls && reply.problem === undefined;
    const held = holdsAnswers(state.run.agent);
    const { seq, at } = entry;
    state.transcript.push({ type: 'assistant', seq, at, text: reply.text, final, ...(held && { held }) });
  }
  for (const call of reply.toolCalls) {
    proposeCall(state, entry, call);
    state.tripped = guardCall(state.guards, call) ?? state.tripped;
  }
}

function onAnswer(state: RunState, entry: Entry<RunEvent>, response: ApprovalResponse): void {
  const id = state.approvals.get(response.approvalId);
  const call = id && state.calls.get(id);
  if (call?.status !== 'waiting') return;
  const { answer } = response;
  if (answer.type === 'allow' && answer.grant?.layer === 'run') state.grants.push(answer.grant);
  const edited =
    response.editedInput === undefined
      ? {}
      : {
          edited: { input: response.editedInput, by: response.by },
          approvedInput: undefined,
          formedSeq: entry.seq,
        };
  setCall(state, call, { status: 'answered', approval: call.approval, response }, edited);
}

/** A new budget: a person's message or an opened run starts limits and guards anew. */
function renew(state: RunState): void {
  state.spent = { steps: 0, tokens: 0, ms: 0, usd: 0 };
  state.callsOf = new Map();
  state.extended = {};
  state.moreCalls = new Map();
  state.guards = freshGuards();
  state.problemsInARow = 0;
  state.emptyInARow = 0;
  state.tripped = undefined;
  state.limit = undefined;
  state.failure = undefined;
  state.repairs = 0;
  state.gathered = undefined;
}

function onUserMessage(state: RunState, entry: Entry<RunEvent>, text: TextRef): void {
  state.transcript.push({ type: 'user', seq: entry.seq, at: entry.at, text });
  state.turns.push({ type: 'user', seq: entry.seq, text });
  renew(state);
  state.end = undefined;
  state.cancelledBy = undefined;
}

function onHostCall(
  call: ToolCallState,
  event: Extract<RunEvent, { type: 'host-call-started' | 'host-call-ended' }>,
): void {
  if (event.type === 'host-call-started')
    call.hostCalls[event.index] = {
      index: event.index,
      operation: event.operation,
      path: event.path,
      requestHash: event.requestHash,
      before: event.before,
      after: event.after,
      ...(event.to !== undefined && { to: event.to }),
      ...(event.replaced !== undefined && { replaced: event.replaced }),
      ended: undefined,
    };
  else {
    const record = call.hostCalls[event.index];
    if (record) record.ended = { response: event.response, data: event.data };
  }
}

function onDecided(state: RunState, entry: Entry<RunEvent>, event: Extract<RunEvent, { type: 'tool-call-decided' }>) {
  const call = callOf(state, event.callId);
  const { decision } = event;
  // A rule may deny what a person allowed: that is not their denial.
  const answered = call.status === 'answered' && call.response.answer.type === decision.type;
  const by = call.status === 'answered' && answered ? call.response.by : undefined;
  call.decisions.push({
    seq: entry.seq,
    decision: decision.type,
    rule: decision.rule,
    reason: decision.type === 'deny' ? decision.reason : '',
    by,
  });
  if (decision.type === 'allow')
    setCall(
      state,
      call,
      { status: 'warranted', warrant: decision.warrant, rule: decision.rule },
      { executed: decision.warrant.call },
    );
}

/** A fact of a call; the same bytes and place from another source add that source (row A9.5). */
function addFact(state: RunState, fact: Fact): void {
  state.facts.set(fact.id, mergeFact(state.facts.get(fact.id), fact));
}

/** The last answer of the run, put in place of what stood in the transcript. */
function changeAnswer(state: RunState, change: Partial<Extract<TranscriptItem, { type: 'assistant' }>>): void {
  const at = state.transcript.findLastIndex((item) => item.type === 'assistant' && item.final);
  const item = state.transcript[at];
  if (item?.type === 'assistant') state.transcript[at] = { ...item, ...change };
}

function onCallEnded(state: RunState, event: Extract<RunEvent, { type: 'tool-call-ended' }>): void {
  const call = callOf(state, event.callId);
  const status = { status: 'ended' as const, outcome: event.outcome, ms: event.ms, figures: event.figures };
  setCall(state, call, status, { resultLabels: event.labels });
  state.open = state.open.filter((id) => id !== event.callId);
  state.spent.ms += event.ms;
  state.labels = unionLabels(state.labels, event.labels);
  const changed = call.changes.some((change) => change.before !== change.after);
  if (event.outcome.type === 'ok') for (const fact of event.outcome.facts) addFact(state, fact);
  guardResult(state.guards, call.call, event.outcome, changed);
  if (state.open.length === 0) state.tripped = guardStep(state.guards) ?? state.tripped;
}

/** A person lets the run go on, `by` more of what it was stopped for; calls count for the tool they were counted of. */
function extendLimit(state: RunState, limit: Limit, by: number): void {
  const tool = state.limit?.tool;
  if (limit === 'calls' && tool !== undefined) state.moreCalls.set(tool, (state.moreCalls.get(tool) ?? 0) + by);
  else state.extended[limit] = (state.extended[limit] ?? 0) + by;
  if (limit === 'parse') state.problemsInARow = UNREAD_TIMES - by;
  if (limit === 'parse' || limit === 'repeat' || limit === 'no-progress') spareGuards(state.guards, by);
  // With more steps there is more to look up.
  if (limit === 'steps') state.gathered = undefined;
  state.limit = undefined;
}

/** What the model reads of it, should the person write again: else it would build on what is gone. */
function blockedNote({ guardrail, reason }: Extract<RunEnd, { type: 'blocked' }>): TextRef {
  const text = `Your last answer was not given out: ${guardrail} blocked it (${reason}). Files that you changed for it are as they were before, and what you remembered for it is gone.`;
  return { text };
}

/** Takes one entry into the state, in place. Throws where the log tells of something that can't have happened. */
export function applyRunEvent(state: RunState, entry: Entry<RunEvent>): void {
  const { event } = entry;
  switch (event.type) {
    case 'run-started':
      throw new Error(`run ${state.run.id} started twice`);
    case 'run-resumed':
      state.transcript.push({ type: 'resumed', seq: entry.seq, at: entry.at, cause: event.cause });
      if (event.cause === 'person') {
        if (state.end?.type === 'failed') renew(state);
        state.end = undefined;
        state.cancelledBy = undefined;
      }
      return;
    case 'run-renamed':
      state.title = event.title;
      return;
    case 'user-message-added':
      onUserMessage(state, entry, event.text);
      return;
    case 'model-called':
      onReply(state, entry, event);
      return;
    case 'call-rewritten': {
      const call = callOf(state, event.callId);
      const rewritten = call.edited !== undefined && call.rewrites.includes(call.edited.by);
      if (!rewritten) call.approvedInput = call.edited?.input;
      call.formedSeq = entry.seq;
      call.edited = { input: event.input, by: event.by };
      call.rewrites = [...call.rewrites, event.by];
      return;
    }
    case 'tool-call-decided':
      onDecided(state, entry, event);
      return;
    case 'approval-requested': {
      const call = callOf(state, event.approval.call.id);
      const { approval } = event;
      call.decisions.push({
        seq: entry.seq,
        decision: 'ask',
        rule: approval.rule,
        reason: approval.reason,
        by: undefined,
      });
      state.approvals.set(approval.id, call.call.id);
      setCall(state, call, { status: 'waiting', approval });
      return;
    }
    case 'approval-answered':
      onAnswer(state, entry, event.response);
      return;
    case 'approval-closed': {
      const id = state.approvals.get(event.approvalId);
      const call = id && state.calls.get(id);
      const open =
        call?.status === 'waiting' ||
        call?.status === 'answered' ||
        (call?.status === 'warranted' && call.warrant.approval === event.approvalId);
      const stale = event.reason === 'stale' ? { stale: event.detail ?? 'something changed' } : {};
      if (call && open) setCall(state, call, { status: 'proposed' }, stale);
      return;
    }
    case 'question-asked': {
      const call = callOf(state, event.question.callId);
      if (call.status === 'started')
        setCall(state, call, { status: 'asking', warrant: call.warrant, rule: call.rule, question: event.question });
      return;
    }
    case 'question-answered': {
      for (const call of state.calls.values())
        if (call.status === 'asking' && call.question.id === event.id)
          setCall(state, call, {
            status: 'replied',
            warrant: call.warrant,
            rule: call.rule,
            question: call.question,
            text: event.text,
          });
      for (const call of state.calls.values())
        if (call.status === 'replied' && call.question.id === event.id && !call.question.choices.includes(event.text))
          state.said.push(event.text);
      return;
    }
    case 'tool-call-started': {
      const call = callOf(state, event.callId);
      if (event.attempt === 0 && call.purpose.type === 'execute')
        state.callsOf.set(call.call.tool, (state.callsOf.get(call.call.tool) ?? 0) + 1);
      if (call.status === 'warranted' || call.status === 'started')
        setCall(
          state,
          call,
          { status: 'started', warrant: call.warrant, rule: call.rule, startedAt: entry.at },
          { attempt: event.attempt },
        );
      return;
    }
    case 'host-call-started':
    case 'host-call-ended':
      onHostCall(callOf(state, event.callId), event);
      return;
    case 'changes-staged': {
      const call = callOf(state, event.callId);
      setCall(
        state,
        call,
        { status: 'proposed' },
        {
          purpose: {
            type: 'apply-changes',
            changes: event.changes,
            outcome: event.outcome,
            figures: event.figures,
          },
        },
      );
      return;
    }
    case 'file-changed': {
      const call = callOf(state, event.callId);
      call.changes.push(event.change);
      call.answer = event.answer ?? call.answer;
      state.changes.push(event.change);
      return;
    }
    case 'tool-call-ended':
      onCallEnded(state, event);
      return;
    case 'grant-used':
      state.used.set(event.grant, (state.used.get(event.grant) ?? 0) + 1);
      return;
    case 'run-grant-revoked':
      state.revoked.push(...state.grants.filter((grant) => grant.id === event.id));
      state.grants = state.grants.filter((grant) => grant.id !== event.id);
      return;
    case 'run-grant-restored':
      state.grants.push(...state.revoked.filter((grant) => grant.id === event.id));
      state.revoked = state.revoked.filter((grant) => grant.id !== event.id);
      return;
    case 'limit-reached':
      state.limit = {
        limit: event.limit,
        detail: event.detail,
        ...(event.tool !== undefined && { tool: event.tool }),
        seq: entry.seq,
      };
      state.tripped = undefined;
      state.transcript.push({
        type: 'limit',
        seq: entry.seq,
        at: entry.at,
        limit: event.limit,
        detail: event.detail,
        extendedBy: undefined,
      });
      return;
    case 'limit-extended': {
      extendLimit(state, event.limit, event.by);
      const at = state.transcript.findLastIndex((i) => i.type === 'limit');
      const item = state.transcript[at];
      if (item?.type === 'limit') state.transcript[at] = { ...item, extendedBy: event.by, extendedAt: entry.at };
      return;
    }
    case 'context-compacted':
      forgetSeen(state.guards);
      state.compaction = { summary: event.summary, throughSeq: event.throughSeq };
      state.transcript.push({ type: 'compacted', seq: entry.seq, at: entry.at, throughSeq: event.throughSeq });
      return;
    case 'cancel-requested':
      state.cancelledBy = event.by;
      return;
    case 'run-ended':
      if (event.end.type === 'completed') changeAnswer(state, { held: false });
      if (event.end.type === 'blocked')
        state.turns.push({ type: 'note', seq: entry.seq, text: blockedNote(event.end) });
      state.end = event.end;
      state.limit = undefined;
      state.transcript.push({ type: 'ended', seq: entry.seq, at: entry.at, end: event.end });
      return;
    case 'plan-recorded':
      if (state.labels.length === 0)
        state.plan.push(...event.calls.map((planned) => ({ ...planned, targets: planned.targets ?? [] })));
      return;
    case 'middleware-judged': {
      const { by, verdict, reason } = event;
      callOf(state, event.callId).judged.push({ seq: entry.seq, by, verdict, reason });
      return;
    }
    case 'secret-revealed': {
      const { secret, version } = event;
      callOf(state, event.callId).revealed.push({ secret, version });
      return;
    }
    case 'repair-requested':
      state.repairs = event.attempt;
      state.turns.push({ type: 'note', seq: entry.seq, text: event.text });
      state.transcript.push({
        type: 'repair',
        seq: entry.seq,
        at: entry.at,
        attempt: event.attempt,
        text: event.text,
      });
      return;
    case 'answer-marked': {
      const { text, marks, badges } = event;
      changeAnswer(state, { text, marks, badges });
      return;
    }
    case 'memories-recalled':
      state.labels = unionLabels(state.labels, event.labels);
      if (event.callId !== undefined || event.text === undefined) return;
      // Before the request that it was recalled for, which stays the newest thing that the model reads.
      state.turns.splice(-1, 0, { type: 'note', seq: entry.seq, text: event.text });
      state.transcript.push({ type: 'recalled', seq: entry.seq, at: entry.at, ids: event.ids });
      return;
    case 'guardrail-checked': {
      const { guardrail, verdict, reason } = event;
      state.transcript.push({ type: 'guardrail', seq: entry.seq, at: entry.at, guardrail, verdict, reason });
      return;
    }
    case 'gathering-ended':
      state.gathered = state.spent.steps;
      state.transcript.push({ type: 'gathering-ended', seq: entry.seq, at: entry.at, detail: event.detail });
      return;
    case 'files-restored':
      state.changes.push(...event.changes);
      return;
  }
}
