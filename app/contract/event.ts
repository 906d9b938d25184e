import * as z from 'zod';
import { Agent, Secret } from './agent.ts';
import { Approval, ApprovalResponse, Question } from './approval.ts';
import { FileChange, KeptPath } from './file-change.ts';
import { AgentId, ApprovalId, FolderId, GrantId, Hash, Json, RunId, Timestamp, ToolCallId } from './ids.ts';
import { Label } from './label.ts';
import { AnswerBadge, Mark } from './mark.ts';
import { MemoryEvent } from './memory.ts';
import { ModelReply, Price, Protocol } from './model.ts';
import { Decision, Grant } from './permission.ts';
import { Limit, Run, RunEnd } from './run.ts';
import { TextRef } from './text-ref.ts';
import { SandboxFigures, Tool, ToolOutcome } from './tool.ts';

const event = <Type extends string, Shape extends z.ZodRawShape>(type: Type, shape: Shape) =>
  z.object({ type: z.literal(type), ...shape });

/**
 * What happened in a run, in the past tense. Entries are never changed and never removed; a new need is a new type or a
 * new optional field. "Recovery" says what a restart reads the entry for.
 */
export const RunEvent = z.discriminatedUnion('type', [
  /** First entry of every run. Recovery: pins agent, tools and goal. */
  event('run-started', { run: Run }),
  /** A host took the run up again. Pairs with nothing. */
  event('run-resumed', { cause: z.enum(['crash', 'quit', 'person']) }),
  /** A person renamed the run. */
  event('run-renamed', { title: z.string() }),
  /** A person wrote. After `run-ended` it opens the run again; after `limit-reached` it moves the run on. */
  event('user-message-added', { text: TextRef }),
  /** What the model meant to do before it read anything from outside. */
  event('plan-recorded', {
    calls: z.array(
      z.object({
        tool: z.string(),
        command: z.array(z.string()),
        /** Targets it named, as it wrote them. */
        targets: z.array(z.string()).optional(),
      }),
    ),
  }),
  /** A whole reply. Results up to `throughSeq` were delivered with the request. A call that died left no entry. */
  event('model-called', {
    reply: ModelReply,
    protocol: Protocol,
    requestHash: Hash,
    throughSeq: z.int(),
    /** What it had read from outside when it replied. */
    labels: z.array(Label),
    ms: z.number(),
    /** What the call cost in US dollars; absent where the price is not known. */
    usd: z.number().optional(),
    /** The price that `usd` was worked out with, as it was then. */
    price: Price.optional(),
  }),
  /** A middleware changed the arguments; the call is decided again. */
  event('call-rewritten', { callId: ToolCallId, by: z.string(), input: Json }),
  /** A middleware judged; one that a person wrote does so in the sandbox, and its verdict is an input of the decision. */
  event('middleware-judged', {
    callId: ToolCallId,
    by: z.string(),
    verdict: z.enum(['pass', 'ask', 'deny']),
    reason: z.string(),
  }),
  /** Allowed with its warrant, or denied. A denied call is followed by its `tool-call-ended`. */
  event('tool-call-decided', { callId: ToolCallId, decision: Decision }),
  /** A person must answer. Pairs with `approval-answered` or `approval-closed`. Recovery: still open. */
  event('approval-requested', { approval: Approval }),
  event('approval-answered', { response: ApprovalResponse }),
  /** The question ended without an answer; `covered`: a grant given meanwhile allows the call. */
  event('approval-closed', {
    approvalId: ApprovalId,
    reason: z.enum(['expired', 'stale', 'covered', 'run-ended']),
    /** Of a stale one: what is not as the card showed it, in words. */
    detail: z.string().optional(),
  }),
  /** A grant with a number of uses was used once. */
  event('grant-used', { grant: GrantId, callId: ToolCallId }),
  /** A person took back a grant that was given for this run alone, and put it back. Recovery: what is in force. */
  event('run-grant-revoked', { id: GrantId }),
  event('run-grant-restored', { id: GrantId }),
  /** The value of a secret was given to a call, under a grant that says so (row A18.3). Never the value. */
  event('secret-revealed', { callId: ToolCallId, secret: z.string(), version: Timestamp }),
  /** The agent asked a person (`ask_person`). Pairs with `question-answered`. */
  event('question-asked', { question: Question }),
  event('question-answered', { id: z.string(), text: z.string() }),
  /** Written before the first effect of the call (rule D4). Pairs with `tool-call-ended`. Recovery: attempt + 1. */
  event('tool-call-started', { callId: ToolCallId, attempt: z.int() }),
  /** A sandboxed guest asked the host. `index` counts within the call. Pairs with `host-call-ended`. */
  event('host-call-started', {
    callId: ToolCallId,
    index: z.int(),
    operation: z.string(),
    path: z.string().optional(),
    requestHash: Hash,
    before: Hash.optional(),
    after: Hash.optional(),
    /** Of a move: where to, and what stood there and is replaced. */
    to: z.string().optional(),
    replaced: Hash.optional(),
  }),
  /** Its answer; bytes of the answer are the blob `data`. Recovery: a re-run guest is answered from here. */
  event('host-call-ended', {
    callId: ToolCallId,
    index: z.int(),
    response: Json,
    data: Hash.optional(),
    bytes: z.int().optional(),
  }),
  /** The guest ended and left changes for a person's folder: they are decided as one set. Recovery: not run again. */
  event('changes-staged', {
    callId: ToolCallId,
    changes: z.array(FileChange),
    outcome: ToolOutcome,
    figures: SandboxFigures.optional(),
  }),
  /** The call is over. Labels: where its text came from. */
  event('tool-call-ended', {
    callId: ToolCallId,
    outcome: ToolOutcome,
    labels: z.array(Label),
    ms: z.number(),
    figures: SandboxFigures.optional(),
  }),
  /**
   * A file is about to be, or was, changed by a call; both versions are blobs. All that one call changes stands in one
   * batch. Recovery: settles a started write; `answer` is what the call says once all of it is made.
   */
  event('file-changed', { callId: ToolCallId, change: FileChange, answer: z.string().optional() }),
  /**
   * Files went back to what they were before `beforeSeq`, as a guardrail blocked or a person undid. `kept`: those that did
   * not, or not all the way, as somebody else had changed, moved or deleted them meanwhile.
   */
  event('files-restored', {
    beforeSeq: z.int(),
    changes: z.array(FileChange),
    kept: z.array(KeptPath).optional(),
  }),
  /** The run waits. Pairs with `limit-extended` or a message. `tool`: whose calls a limit of calls is about. */
  event('limit-reached', { limit: Limit, detail: z.string(), tool: z.string().optional() }),
  event('limit-extended', { limit: Limit, by: z.number() }),
  /** The answer does not fit the schema it must have: the model is told why and asked again (row A4.2). */
  event('repair-requested', { text: TextRef, attempt: z.int() }),
  /** The answer as it is to be published, and what each checkable part of it rests on. Before the guardrails see it. */
  event('answer-marked', { text: z.string(), marks: z.array(Mark), badges: z.array(AnswerBadge) }),
  /**
   * Memories were given to the agent: by a call, or (without one) at the start. `text` is what the model reads then.
   */
  event('memories-recalled', {
    callId: ToolCallId.optional(),
    ids: z.array(z.string()),
    text: TextRef.optional(),
    labels: z.array(Label),
  }),
  /** `level`: of the run, or of the task that it is for a crew. */
  event('guardrail-checked', {
    guardrail: z.string(),
    verdict: z.enum(['pass', 'block']),
    reason: z.string(),
    level: z.enum(['task', 'run']).optional(),
  }),
  /**
   * An answer with a schema is asked for now, without tools, as looking things up has reached the limit of steps (row
   * A3.14). Recovery: none, the model is asked anew.
   */
  event('gathering-ended', { detail: z.string() }),
  /** History up to `throughSeq` is read as `summary` from here on; the transcript still shows everything. */
  event('context-compacted', { summary: z.string(), throughSeq: z.int() }),
  /** A person asked to stop. Recovery: no further step starts. */
  event('cancel-requested', { by: z.string() }),
  event('run-ended', { end: RunEnd }),
]);
export type RunEvent = z.infer<typeof RunEvent>;

/** What happened to the things that outlive runs: agents, tools, grants, folders, names of secrets, settings. */
export const CatalogEvent = z.discriminatedUnion('type', [
  event('agent-saved', { agent: Agent }),
  event('agent-removed', { id: AgentId }),
  event('tool-installed', { tool: Tool }),
  event('tool-removed', { name: z.string() }),
  event('grant-added', { grant: Grant }),
  event('grant-revoked', { id: GrantId }),
  event('secret-named', { secret: Secret }),
  event('secret-removed', { name: z.string() }),
  event('folder-granted', {
    folder: FolderId,
    path: z.string(),
    identity: z.string(),
    trust: z.enum(['own', 'outside']),
  }),
  event('folder-removed', { folder: FolderId }),
  /**
   * A file now holds text from outside, or (with none) no longer does. `place` is a granted folder's id, or `agent:` and
   * the id of the agent whose disk it is on; `path` the names below it, joined by `/`.
   */
  event('file-labelled', { place: z.string(), path: z.string(), labels: z.array(Label) }),
  /** Bytes that hold text from outside: a file that has them carries the labels, whatever its name is. */
  event('bytes-labelled', { hash: Hash, size: z.int(), labels: z.array(Label) }),
  event('server-added', { server: z.string() }),
  event('server-pinned', { server: z.string(), hash: Hash }),
  event('crew-saved', { crew: z.string() }),
  event('policy-saved', { hash: Hash }),
  event('token-issued', { token: z.string(), scopes: z.array(z.string()) }),
  event('setting-changed', { key: z.string(), value: Json }),
  event('artifact-published', { run: RunId, path: z.string(), hash: Hash }),
  /** A person removed a run: its rows are gone, its length and last hash stay. */
  event('run-removed', { run: RunId, seq: z.int(), hash: Hash }),
]);
export type CatalogEvent = z.infer<typeof CatalogEvent>;

/** The stream of a run, and the one stream of everything else. */
export const CATALOG_STREAM = 'catalog';
export const runStream = (run: RunId): string => `run:${run}`;

export const LogEvent = z.union([RunEvent, CatalogEvent, MemoryEvent]);
export type LogEvent = z.infer<typeof LogEvent>;

/** One row of the log. `hash` covers the previous row's hash, so a cut or an edit shows. */
export const Entry = z.object({ stream: z.string(), seq: z.int(), at: Timestamp, event: LogEvent, hash: Hash });
export interface Entry<Event = LogEvent> {
  stream: string;
  seq: number;
  at: Timestamp;
  event: Event;
  hash: Hash;
}

/** Sent to subscribers, never stored: losing one loses nothing. */
export const Signal = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text-delta'), run: RunId, text: z.string() }),
  z.object({ type: z.literal('tool-output'), run: RunId, callId: ToolCallId, text: z.string() }),
]);
export type Signal = z.infer<typeof Signal>;
