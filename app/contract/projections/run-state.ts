import type { Approval, ApprovalResponse, Question } from '../approval.ts';
import type { Entry, RunEvent } from '../event.ts';
import type { Fact } from '../fact.ts';
import type { FileChange } from '../file-change.ts';
import type { ApprovalId, GrantId, Timestamp, ToolCallId } from '../ids.ts';
import type { Label } from '../label.ts';
import type { AnswerBadge, Mark } from '../mark.ts';
import type { ModelReply, Usage } from '../model.ts';
import type { Grant, Rule, Warrant } from '../permission.ts';
import type { Limit, Run, RunEnd } from '../run.ts';
import type { TextRef } from '../text-ref.ts';
import type { SandboxFigures, ToolCall, ToolOutcome } from '../tool.ts';
import { applyRunEvent, proposeCall } from './apply-run-event.ts';
import { freshGuards, type LoopGuards, type Trip } from './loop-guards.ts';

/** What a decision about a call is about: to run it, to apply what it staged, or to settle an unknown outcome. */
export type CallPurpose =
  | { type: 'execute' }
  | { type: 'apply-changes'; changes: FileChange[]; outcome: ToolOutcome; figures: SandboxFigures | undefined }
  | { type: 'reconcile'; detail: string };

/** One recorded exchange of a sandboxed guest with the host. `ended` is false while its outcome is unknown. */
export interface HostCallRecord {
  index: number;
  operation: string;
  path: string | undefined;
  requestHash: string;
  before: string | undefined;
  after: string | undefined;
  /** Of a move: where to, and what stood there. */
  to?: string;
  replaced?: string;
  ended: { response: unknown; data: string | undefined } | undefined;
}

export type CallStatus =
  | { status: 'proposed' }
  | { status: 'waiting'; approval: Approval }
  | { status: 'answered'; approval: Approval; response: ApprovalResponse }
  | { status: 'warranted'; warrant: Warrant; rule: Rule }
  | { status: 'started'; warrant: Warrant; rule: Rule; startedAt: Timestamp }
  | { status: 'asking'; warrant: Warrant; rule: Rule; question: Question }
  | { status: 'replied'; warrant: Warrant; rule: Rule; question: Question; text: string }
  | { status: 'ended'; outcome: ToolOutcome; ms: number; figures: SandboxFigures | undefined };

/** A call from its proposal to its end. `call.input` is what the model wrote; `edited` what a person made of it. */
export type ToolCallState = {
  call: ToolCall;
  /** The entry that proposed it. */
  seq: number;
  at: Timestamp;
  attempt: number;
  purpose: CallPurpose;
  edited: { input: ToolCall['input']; by: string } | undefined;
  /** What the person made of it, where a middleware changed it after that. */
  approvedInput: ToolCall['input'] | undefined;
  hostCalls: HostCallRecord[];
  changes: FileChange[];
  /** What it says once its recorded changes are made. */
  answer: string | undefined;
  /** The secrets whose value it was given, each with the version it was given first. */
  revealed: { secret: string; version: Timestamp }[];
  /** Every decision on it so far, newest last: the rule's words, and the entry. */
  decisions: { seq: number; decision: 'allow' | 'ask' | 'deny'; rule: Rule; reason: string; by: string | undefined }[];
  /** The warrant it ran under: the third of the three records. */
  executed: ToolCall | undefined;
  /** What the model had read from outside when it asked for the call. */
  labels: readonly Label[];
  /** What the result itself carried, once it has ended. */
  resultLabels: Label[];
  /** Middlewares that have changed the arguments; each does so once. */
  rewrites: string[];
  /** The entry that gave the arguments their present form: the proposal, an edit or a rewrite. */
  formedSeq: number;
  /** Why it is asked about again, if a question about it was closed as stale. */
  stale: string | undefined;
  /** What middlewares said of it, in the order they were asked. */
  judged: { seq: number; by: string; verdict: 'pass' | 'ask' | 'deny'; reason: string }[];
} & CallStatus;

export type TranscriptItem =
  | { type: 'user'; seq: number; at: Timestamp; text: TextRef }
  | {
      type: 'assistant';
      seq: number;
      at: Timestamp;
      text: string;
      final: boolean;
      /**
       * What guardrails have not let through: it is not published, and may never be. What is not final (words before a
       * call) is not looked at by them, and stays held.
       */
      held?: boolean;
      /** Once it was looked at: what its parts rest on, and what speaks against it. `text` is then as published. */
      marks?: Mark[];
      badges?: AnswerBadge[];
    }
  | { type: 'tool-call'; seq: number; at: Timestamp; callId: ToolCallId }
  | { type: 'model-failed'; seq: number; at: Timestamp; message: string }
  | {
      type: 'limit';
      seq: number;
      at: Timestamp;
      limit: Limit;
      detail: string;
      extendedBy: number | undefined;
      /** When a person let it go on. */
      extendedAt?: Timestamp;
    }
  | { type: 'repair'; seq: number; at: Timestamp; attempt: number; text: TextRef }
  | { type: 'gathering-ended'; seq: number; at: Timestamp; detail: string }
  | { type: 'recalled'; seq: number; at: Timestamp; ids: string[] }
  | {
      type: 'guardrail';
      seq: number;
      at: Timestamp;
      guardrail: string;
      verdict: 'pass' | 'block';
      reason: string;
    }
  | { type: 'compacted'; seq: number; at: Timestamp; throughSeq: number }
  | { type: 'resumed'; seq: number; at: Timestamp; cause: 'crash' | 'quit' | 'person' }
  | { type: 'ended'; seq: number; at: Timestamp; end: RunEnd };

/** What the model is told again in order: the person's words and its own replies. Results are found by call id. */
export type Turn =
  | { type: 'user'; seq: number; text: TextRef }
  | { type: 'assistant'; seq: number; reply: ModelReply }
  /** Words of the host to the model: the faults of an answer that must be put right, or what it remembers. */
  | { type: 'note'; seq: number; text: TextRef };

/** What was used since the last message or extension: limits are measured on it. Milliseconds, tokens. */
export interface Spent {
  steps: number;
  tokens: number;
  ms: number;
  usd: number;
}

export interface RunState {
  run: Run;
  title: string;
  seq: number;
  startedAt: Timestamp;
  at: Timestamp;
  transcript: TranscriptItem[];
  turns: Turn[];
  calls: Map<ToolCallId, ToolCallState>;
  /** Calls of the last reply that have not ended, in the order the model asked. */
  open: ToolCallId[];
  approvals: Map<ApprovalId, ToolCallId>;
  steps: number;
  usage: Usage;
  spent: Spent;
  /** US dollars of all replies whose price is known, and how many replies had none. */
  cost: { usd: number; unknown: number };
  /** Calls of each tool since the last message. */
  callsOf: Map<string, number>;
  /** What limits were extended by since the last message; calls by tool. */
  extended: Partial<Record<Limit, number>>;
  moreCalls: Map<string, number>;
  labels: readonly Label[];
  /** What the model meant to do before it read anything from outside. */
  plan: { tool: string; command: string[]; targets: string[] }[];
  /** What the person answered to questions of the agent, in words that were not offered to them. */
  said: string[];
  /** Grants that hold for this run alone: those it started with and those given on its cards. */
  grants: Grant[];
  /** Those of them that a person took back. */
  revoked: Grant[];
  /** How often each grant with a number of uses was used. */
  used: Map<GrantId, number>;
  changes: FileChange[];
  /** The facts of all calls by their short id, those of the same bytes and place merged (row A9.5), in order. */
  facts: Map<string, Fact>;
  /** Answers that did not fit since the last message (row A4.1). */
  repairs: number;
  /** Steps that were used when gathering ended at its limit: from then on the answer is asked for without tools. */
  gathered: number | undefined;
  compaction: { summary: string; throughSeq: number } | undefined;
  /** A guard that has tripped and is not on the log yet. */
  tripped: Trip | undefined;
  limit: (Trip & { seq: number }) | undefined;
  /** Why the last model call failed; a resumed run asks again. */
  failure: string | undefined;
  problemsInARow: number;
  emptyInARow: number;
  guards: LoopGuards;
  cancelledBy: string | undefined;
  end: RunEnd | undefined;
}

/** Descriptions of tools that are not ours or the person's are text from outside, and the model reads them first. */
function outsideDescriptions(run: Run): Label[] {
  return run.tools
    .filter((tool) => tool.origin !== 'own')
    .map((tool): Label => ({ origin: 'outside', tool: tool.name }));
}

function startState(entry: Entry<RunEvent>, run: Run): RunState {
  const state: RunState = {
    run,
    title: run.title,
    seq: entry.seq,
    startedAt: entry.at,
    at: entry.at,
    transcript: [],
    turns: [],
    calls: new Map(),
    open: [],
    approvals: new Map(),
    steps: 0,
    usage: { inputTokens: 0, outputTokens: 0 },
    spent: { steps: 0, tokens: 0, ms: 0, usd: 0 },
    cost: { usd: 0, unknown: 0 },
    callsOf: new Map(),
    extended: {},
    moreCalls: new Map(),
    labels: outsideDescriptions(run),
    plan: [],
    said: [],
    grants: [...run.grants],
    revoked: [],
    used: new Map(),
    changes: [],
    facts: new Map(),
    repairs: 0,
    gathered: undefined,
    compaction: undefined,
    tripped: undefined,
    limit: undefined,
    failure: undefined,
    problemsInARow: 0,
    emptyInARow: 0,
    guards: freshGuards(),
    cancelledBy: undefined,
    end: undefined,
  };
  if (run.goal.type === 'prompt') {
    state.transcript.push({ type: 'user', seq: entry.seq, at: entry.at, text: run.goal.text });
    state.turns.push({ type: 'user', seq: entry.seq, text: run.goal.text });
  } else proposeCall(state, entry, run.goal.call);
  return state;
}

/** The call as it will be decided and run: with the person's edit, if there is one. */
export function effectiveCall(state: ToolCallState): ToolCall {
  return state.edited ? { ...state.call, input: state.edited.input } : state.call;
}

/** The call as it was before the first middleware changed it, or undefined where none stands behind its present form. */
export function callBeforeRewrite(state: ToolCallState): ToolCall | undefined {
  if (!state.edited || !state.rewrites.includes(state.edited.by)) return undefined;
  return { ...state.call, input: state.approvedInput ?? state.call.input };
}

/**
 * Folds one entry into the state of its run. An entry at or before `state.seq` is passed over, so folding twice is the
 * same as once. It takes the given state over: collections inside are updated in place (a copy for each of 10,000
 * entries would be quadratic) and a fresh outer object is returned; fold on from that one only.
 */
export function reduceRun(state: RunState | undefined, entry: Entry<RunEvent>): RunState {
  if (!state) {
    if (entry.event.type !== 'run-started') throw new Error(`a run starts with run-started, not ${entry.event.type}`);
    return startState(entry, entry.event.run);
  }
  if (entry.seq <= state.seq) return state;
  const next = { ...state, seq: entry.seq, at: entry.at };
  applyRunEvent(next, entry);
  return next;
}

/** Folds a whole stream. Undefined for an empty one. */
export function foldRun(entries: Iterable<Entry<RunEvent>>): RunState | undefined {
  let state: RunState | undefined;
  for (const entry of entries) state = reduceRun(state, entry);
  return state;
}
