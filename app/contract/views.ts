import * as z from 'zod';
import { Approval, Question } from './approval.ts';
import { Fact } from './fact.ts';
import { AgentId, GrantId, Hash, Json, RunId, Timestamp, ToolCallId } from './ids.ts';
import { Label } from './label.ts';
import { MemoryOrigin } from './memory.ts';
import { Grant, Permission, Rule } from './permission.ts';

/** One state of a run, in the words of `interfaces.md` ("end" line) and `running`, `interrupted`. */
export const RunStatus = z.enum([
  'running',
  'waiting',
  'limit',
  'interrupted',
  'completed',
  'failed',
  'blocked',
  'denied',
  'cancelled',
]);
export type RunStatus = z.infer<typeof RunStatus>;

/** A row of the run list. `waiting` counts what a person must answer. */
export const RunSummary = z.object({
  id: RunId,
  title: z.string(),
  agent: z.string(),
  model: z.string(),
  status: RunStatus,
  waiting: z.int(),
  startedAt: Timestamp,
  at: Timestamp,
  seq: z.int(),
});
export type RunSummary = z.infer<typeof RunSummary>;

/** Something that waits for a person, in any run. */
export const InboxItem = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('approval'),
    run: RunId,
    runTitle: z.string(),
    agent: z.string(),
    at: Timestamp,
    approval: Approval,
  }),
  z.object({
    type: z.literal('question'),
    run: RunId,
    runTitle: z.string(),
    agent: z.string(),
    at: Timestamp,
    question: Question,
  }),
]);
export type InboxItem = z.infer<typeof InboxItem>;

/** Sent while a page is open: the run list and the inbox as they change, never stored. */
export const HostNotice = z.discriminatedUnion('type', [
  z.object({ type: z.literal('run-changed'), run: RunSummary }),
  z.object({ type: z.literal('run-removed'), run: RunId }),
  z.object({ type: z.literal('inbox-changed'), items: z.array(InboxItem) }),
  z.object({ type: z.literal('catalog-changed') }),
]);
export type HostNotice = z.infer<typeof HostNotice>;

/** A line of the sheet "This agent may". `code` is set in mono. */
export const SheetLine = z.object({ text: z.string(), code: z.string().optional() });
export const Sheet = z.object({
  without: z.array(SheetLine),
  asking: z.array(SheetLine),
  never: z.array(SheetLine),
  most: z.array(SheetLine),
});
export type Sheet = z.infer<typeof Sheet>;

export const Problem = z.object({ path: z.string(), message: z.string() });
export type Problem = z.infer<typeof Problem>;

export const AgentSummary = z.object({
  id: AgentId,
  name: z.string(),
  description: z.string(),
  model: z.string(),
  revision: z.int(),
  accepted: z.boolean(),
  sample: z.boolean(),
  summary: z.string(),
  /** Why it can't run, if it can't. */
  fault: z.string().optional(),
});
export type AgentSummary = z.infer<typeof AgentSummary>;

/** The result of looking at a folder before it is granted (asks B14). */
export const FolderCheck = z.object({
  path: z.string(),
  ok: z.boolean(),
  message: z.string(),
  files: z.int(),
  bytes: z.int(),
  /** False where counting stopped early. */
  counted: z.boolean(),
});
export type FolderCheck = z.infer<typeof FolderCheck>;

export const FoundModel = z.object({
  ref: z.string(),
  provider: z.string(),
  name: z.string(),
  where: z.string(),
  local: z.boolean(),
  /** `demo` follows rules and is no language model. */
  rules: z.boolean(),
});
export type FoundModel = z.infer<typeof FoundModel>;

export const ModelProbe = z.object({
  ref: z.string(),
  protocol: z.enum(['native', 'react', 'none']),
  lines: z.array(z.object({ ok: z.boolean(), text: z.string() })),
});
export type ModelProbe = z.infer<typeof ModelProbe>;

export const ProviderRow = z.object({
  provider: z.string(),
  name: z.string(),
  /** Where the key comes from: the vault, the environment (development), not needed, or none. */
  key: z.enum(['vault', 'environment', 'none-needed', 'none']),
  baseUrl: z.string(),
});
export type ProviderRow = z.infer<typeof ProviderRow>;

export const DoctorRow = z.object({
  id: z.string(),
  name: z.string(),
  state: z.enum(['ok', 'warning', 'fault']),
  detail: z.string(),
  advice: z.string(),
});
export type DoctorRow = z.infer<typeof DoctorRow>;

/**
 * The answer of `explain`: the same words as on screen. `steps` led to it, in the order they were taken; `source` says
 * who stands behind each: Workspace, Default, Agent, You, Middleware.
 */
export const Explanation = z.object({
  decision: z.enum(['allow', 'ask', 'deny']),
  reason: z.string(),
  rule: Rule,
  steps: z.array(z.object({ text: z.string(), source: z.string() })),
});
export type Explanation = z.infer<typeof Explanation>;

/** A rule as a person gives it: of a saved agent by its name, or of every agent; a folder by its id or real path. */
export const GrantDraft = z.object({
  /** The name of a saved agent, or `every`. */
  agent: z.string().min(1),
  type: z.enum(['allow', 'ask', 'deny']),
  /** For `folder` of a file permission: an id, `agent`, `*`, or the absolute path of a folder some agent was granted. */
  permission: Permission,
  expiresAt: Timestamp.optional(),
  parent: GrantId.optional(),
});
export type GrantDraft = z.infer<typeof GrantDraft>;

/** One row of the Policy screen and of `policy list`. `hits`: calls that it decided. */
export const PolicyRow = z.object({
  id: z.string(),
  kind: z.enum(['default', 'grant', 'binding', 'middleware']),
  sentence: z.string(),
  decision: z.enum(['allow', 'ask', 'deny']),
  source: z.string(),
  /** The agent it is about; absent: every agent. */
  agent: z.string().optional(),
  hits: z.int(),
  /** Can be taken away by a person, by its id. */
  revocable: z.boolean(),
  /** The run it holds for alone: revoking it names both. */
  run: RunId.optional(),
  /** The id of the person's own rule that decides instead, wherever this one would. */
  overruledBy: z.string().optional(),
  grant: Grant.optional(),
});
export type PolicyRow = z.infer<typeof PolicyRow>;

/** A change of the rules that is only asked about. */
export const PolicyChange = z.object({
  add: z.array(GrantDraft).default([]),
  revoke: z.array(z.string()).default([]),
});
export type PolicyChange = z.infer<typeof PolicyChange>;

const Word = z.enum(['allow', 'ask', 'deny']);

/** A past call whose decision would be another one. `answer`: what the person answered then, if they were asked. */
export const ChangedCall = z.object({
  run: RunId,
  runTitle: z.string(),
  callId: z.string(),
  seq: z.int(),
  at: Timestamp,
  agent: z.string(),
  tool: z.string(),
  /** What it was about, in a few words: its path, host or first argument. */
  object: z.string(),
  before: Word,
  answer: z.enum(['allow', 'deny']).optional(),
  now: Word,
  rule: Rule,
});
export type ChangedCall = z.infer<typeof ChangedCall>;

/** What a change of rules would have done to past calls, as far as it has looked; the last one has `done`. */
export const WhatIf = z.object({
  done: z.boolean(),
  runs: z.object({ looked: z.int(), of: z.int() }),
  counts: z.object({
    nowAllowed: z.int(),
    nowAsked: z.int(),
    nowDenied: z.int(),
    /** Calls that a person had denied and that would run now without a question. */
    deniedWouldRun: z.int(),
    unchanged: z.int(),
  }),
  /** Those that differ, the ones a person had denied first, then newest first; at most 500. */
  calls: z.array(ChangedCall),
  /** The sentences of the rules that would be added. */
  sentences: z.array(z.string()),
});
export type WhatIf = z.infer<typeof WhatIf>;

/** A question that is over, for the list "Answered". */
export const AnsweredItem = z.object({
  run: RunId,
  runTitle: z.string(),
  agent: z.string(),
  /** When it was over. */
  at: Timestamp,
  approval: Approval,
  outcome: z.enum(['allowed', 'denied', 'expired', 'stale', 'covered', 'run-ended']),
  by: z.string().optional(),
  note: z.string().optional(),
  /** The sentence of the grant that was given with it. */
  granted: z.string().optional(),
  edited: z.boolean(),
});
export type AnsweredItem = z.infer<typeof AnsweredItem>;

/** A named secret, without its value. `agents`: saved agents that ask for it. `kept`: its value is in the vault now. */
export const SecretRow = z.object({
  name: z.string(),
  origin: z.string().optional(),
  createdAt: Timestamp,
  agents: z.array(z.string()),
  kept: z.boolean(),
});
export type SecretRow = z.infer<typeof SecretRow>;

/** A fact of a run, as a table shows it. `seq`: the entry of the log that the call which collected it is known by. */
export const FactRow = z.object({
  run: RunId,
  runTitle: z.string(),
  agent: z.string(),
  fact: Fact,
  seq: z.int(),
});
export type FactRow = z.infer<typeof FactRow>;

/**
 * Whether the stored payload of a fact still hashes to what the log says. `changed`: other bytes are there; `missing`:
 * none are kept. `ms`: what hashing took.
 */
export const FactCheck = z.object({
  run: RunId,
  id: z.string(),
  payloadHash: Hash,
  state: z.enum(['same', 'changed', 'missing']),
  /** The hash of the bytes that are there. */
  found: Hash.optional(),
  /** The entry of the log that names the hash. */
  seq: z.int(),
  ms: z.number(),
});
export type FactCheck = z.infer<typeof FactCheck>;

/** One fact with its ground. `place` is where the value stands in the payload, in bytes. `usedIn`: entries of answers. */
export const FactDetail = z.object({
  row: FactRow,
  check: FactCheck,
  place: z.object({ from: z.int(), to: z.int() }).optional(),
  /** The text at the place, at most 2,000 characters. */
  value: z.string().optional(),
  usedIn: z.array(z.object({ seq: z.int(), text: z.string() })),
});
export type FactDetail = z.infer<typeof FactDetail>;

/** What a source says now, against what it said when the fact was collected. Nothing of it is kept as a fact. */
export const FactComparison = z.object({
  state: z.enum(['same', 'value-same', 'value-changed', 'gone', 'failed']),
  reason: z.string().optional(),
  payloadHash: Hash.optional(),
  before: z.string().optional(),
  now: z.string().optional(),
  fetchedAt: Timestamp,
});
export type FactComparison = z.infer<typeof FactComparison>;

/** A memory with its text. `uses`: runs that were given it. `rank`: only words, or near in meaning. */
export const MemoryRow = z.object({
  id: z.string(),
  agent: z.string(),
  text: z.string(),
  origin: MemoryOrigin,
  labels: z.array(Label),
  rememberedAt: Timestamp,
  corrected: z.boolean(),
  run: RunId.optional(),
  runTitle: z.string().optional(),
  callId: ToolCallId.optional(),
  uses: z.array(z.object({ run: RunId, runTitle: z.string(), at: Timestamp, seq: z.int() })),
  match: z.enum(['words', 'meaning']).optional(),
});
export type MemoryRow = z.infer<typeof MemoryRow>;

/** Memories found, and how many there are in all, by origin. */
export const MemoryList = z.object({
  rows: z.array(MemoryRow),
  counts: z.object({ you: z.int(), agent: z.int(), outside: z.int() }),
  /** How it was looked for, or why not by meaning. */
  by: z.enum(['words', 'words-and-meaning']),
  note: z.string().optional(),
});
export type MemoryList = z.infer<typeof MemoryList>;

/** What a check of a sealed bundle found. `whole` only if entries, facts, head and length, and signature all hold. */
export const BundleReport = z.object({
  whole: z.boolean(),
  run: RunId.optional(),
  title: z.string().optional(),
  agent: z.string().optional(),
  entries: z.int(),
  facts: z.int(),
  payloads: z.int(),
  /** The last hash and the number of entries, to be compared with what was noted elsewhere. */
  head: Hash.optional(),
  length: z.int().optional(),
  signature: z.enum(['none', 'good', 'bad']),
  /** SHA-256 of the public key, hex. */
  signedBy: z.string().optional(),
  /** Each thing that is not as it was sealed: first the first one. */
  faults: z.array(
    z.object({
      line: z.int(),
      kind: z.enum(['entry', 'payload', 'policy', 'tool', 'agent', 'header', 'seal', 'signature', 'text']),
      /** An entry's number, a payload's hash, a name. */
      what: z.string(),
      reason: z.string(),
      /** Of an entry: its number and the type of its event. */
      seq: z.int().optional(),
      about: z.string().optional(),
      /**
       * In which way it is not as it was sealed, where it was not altered: it is not there, it stands elsewhere, the end of
       * the file is gone, or it is another than was noted elsewhere.
       */
      way: z.enum(['missing', 'swapped', 'misplaced', 'cut', 'noted']).optional(),
      /** The hash that it has on record, and the one that its bytes give. */
      recorded: Hash.optional(),
      found: Hash.optional(),
    }),
  ),
  notes: z.array(z.string()),
  /** So many payloads and entries there should be, as the header names them. */
  named: z.object({ payloads: z.int(), entries: z.int() }).optional(),
  /** What of the run was not put in when the bundle was made, besides what was not asked for. */
  leftOut: z.array(z.string()).optional(),
  /** The hash of the last line, over all others: head, rules and what was left out. */
  seal: Hash.optional(),
  /** What was noted elsewhere, against what is there. */
  compared: z
    .object({
      head: z.enum(['same', 'differs', 'not-noted']),
      length: z.enum(['same', 'differs', 'not-noted']),
      key: z.enum(['same', 'differs', 'not-noted']),
    })
    .optional(),
  /** What the file is, where it is no sealed bundle. */
  instead: z.string().optional(),
});
export type BundleReport = z.infer<typeof BundleReport>;

export const RunFlags = z.object({
  /** `PATH[:ro|:rw]` as given by the person, absolute. */
  folders: z.array(z.object({ path: z.string(), access: z.enum(['read', 'write']) })).default([]),
  hosts: z.array(z.string()).default([]),
  model: z.string().optional(),
  approve: z.enum(['ask', 'never', 'all']).default('ask'),
  maxSteps: z.int().min(1).optional(),
  timeoutSeconds: z.number().positive().optional(),
  /** Accepts what an agent file requests, for this run. */
  accept: z.boolean().default(false),
});
export type RunFlags = z.infer<typeof RunFlags>;

/** By name of a saved agent, or as a file's content with the folder its relative paths start from. */
export const AgentSource = z.union([
  z.object({ name: z.string() }),
  z.object({ file: Json, base: z.string(), path: z.string() }),
]);
export type AgentSource = z.infer<typeof AgentSource>;
