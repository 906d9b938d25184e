import * as z from 'zod';
import { AgentId, ApprovalId, FolderId, GrantId, Hash, Json, Timestamp } from './ids.ts';
import { namedRecord } from './named-record.ts';
import { FileVerb, ToolCall } from './tool.ts';

/** `*` is one segment, `**` any number; part of a segment is never a pattern (rows A8.17, A16.11). */
export const Pattern = z.string();
export type Pattern = z.infer<typeof Pattern>;

/** What a grant is about. */
export const Permission = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('tool'),
    tool: Pattern,
    command: Pattern,
    input: namedRecord(Pattern).optional(),
    /**
     * The command line in `field`, read into words: exactly `words`, or, with `more`, a line that begins with them. A
     * grant that allows covers one simple command alone: an operator, a substitution or a redirect never matches (asks
     * B40). One that denies or asks covers a line that holds such a command anywhere, and a line that can't be read.
     */
    line: z.object({ field: z.string(), words: z.array(z.string()).min(1), more: z.boolean() }).optional(),
  }),
  z.object({
    kind: z.literal('file'),
    /** A granted folder, `agent` for the agent's own disk, or `*` for every place. */
    folder: z.union([FolderId, z.enum(['agent', '*'])]),
    path: Pattern,
    verbs: z.array(FileVerb),
    /** Only paths of this class: files that hold secrets (`path-rules.ts`, rule P19). */
    only: z.enum(['secret-files']).optional(),
  }),
  z.object({
    kind: z.literal('net'),
    /** Labels, `*` is exactly one of them, `**` any number (row A16.13). */
    host: Pattern,
    /** None: 80 and 443 where it allows, every port where it denies or asks. */
    ports: z.array(z.object({ from: z.int(), to: z.int() })),
    /** In upper case; `*` is every method. None: no method where it allows, every one where it denies or asks. */
    methods: z.array(z.string()),
    address: z.string().optional(),
  }),
  /** One that denies or asks may name all with `*`. One that denies `header` denies `reveal` (row A16.3). */
  z.object({ kind: z.literal('secret'), name: z.string(), use: z.enum(['header', 'reveal']) }),
  z.object({ kind: z.literal('config'), key: z.string() }),
]);
export type Permission = z.infer<typeof Permission>;

export const Layer = z.enum(['default', 'agent', 'folder', 'run']);
export type Layer = z.infer<typeof Layer>;

/**
 * May the agent do this at all? Deny beats ask, ask beats allow, absence is denial, layers only narrow. `standing` grants
 * also mean that nobody is asked; the others name what may be reached, and the order of "What runs, what asks" decides on
 * asking. One of type `ask` gives nothing: what it covers, and something else allows, is asked about each time.
 * `uses` counts down by `grant-used` entries. `labels: 'none'` does not cover calls with text from outside.
 */
export const Grant = z.object({
  id: GrantId,
  agent: z.union([AgentId, z.literal('every')]),
  type: z.enum(['allow', 'ask', 'deny']),
  standing: z.boolean(),
  permission: Permission,
  layer: Layer,
  /** Who or what made it, in words: "Default", "Agent ledger-check, accepted by you". */
  source: z.string(),
  /** The sentence that was shown when it was given. */
  sentence: z.string(),
  expiresAt: Timestamp.optional(),
  uses: z.int().optional(),
  labels: z.enum(['none', 'any']),
  /** The grant it was derived from: never wider, never outlives it; revoked with it (row A16.10). */
  parent: GrantId.optional(),
  createdAt: Timestamp.optional(),
});
export type Grant = z.infer<typeof Grant>;

export const SecretUse = z.discriminatedUnion('as', [
  z.object({ secret: z.string(), as: z.literal('header'), origin: z.string(), header: z.string() }),
  z.object({ secret: z.string(), as: z.literal('value') }),
]);
export type SecretUse = z.infer<typeof SecretUse>;

/** When a tool's effects are asked about: always, by the default order, or never (interfaces, "Agent file"). */
export const AskMode = z.enum(['always', 'effects', 'never']);
export type AskMode = z.infer<typeof AskMode>;

/** Ties a tool to an agent. Only narrows: every field removes reach the grants would otherwise allow. */
export const Binding = z.object({
  tool: z.string(),
  version: z.string().optional(),
  ask: AskMode,
  /** Absent: all folders of the agent. */
  folders: z.array(z.object({ folder: FolderId, verbs: z.array(FileVerb) })).optional(),
  hosts: z.array(z.string()),
  secrets: z.array(SecretUse),
  config: z.array(z.string()),
  timeoutMs: z.int().optional(),
  middleware: z.array(z.object({ name: z.string(), version: z.string(), config: Json })),
  options: namedRecord(Json),
});
export type Binding = z.infer<typeof Binding>;

/** The rule that decided: its id, its sentence and where it came from. The screen and `explain` show these words. */
export const Rule = z.object({ id: z.string(), sentence: z.string(), source: z.string() });
export type Rule = z.infer<typeof Rule>;

/** What stood at the agent's path `path`: the hash of a file's bytes, `folder`, or `none`. */
export const SeenFile = z.object({ path: z.string(), version: z.string() });
export type SeenFile = z.infer<typeof SeenFile>;

/**
 * The authority one call runs under. No executor accepts a call without one; only `policy/issue-warrant.ts` makes one.
 * `hash` is the hash of the exact call (rule H1), checked again at the moment of use.
 */
export const Warrant = z.object({
  call: ToolCall,
  hash: Hash,
  binding: Binding,
  grants: z.array(GrantId),
  approval: ApprovalId.optional(),
  /** The versions of the files it changes that a person was shown: it replaces no others (rule D18). */
  seen: z.array(SeenFile).optional(),
});
export type Warrant = z.infer<typeof Warrant>;

export const Decision = z.discriminatedUnion('type', [
  z.object({ type: z.literal('allow'), rule: Rule, warrant: Warrant }),
  z.object({ type: z.literal('deny'), rule: Rule, reason: z.string() }),
]);
export type Decision = z.infer<typeof Decision>;
