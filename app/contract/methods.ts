import { eventIterator, oc } from '@orpc/contract';
import * as z from 'zod';
import { Agent } from './agent.ts';
import { AgentFile } from './agent-file.ts';
import { EditPreview } from './approval.ts';
import { Entry, Signal } from './event.ts';
import { ApprovalId, GrantId, Hash, Json, RunId, Timestamp } from './ids.ts';
import { MemoryOrigin } from './memory.ts';
import { MiddlewareUse } from './middleware.ts';
import { Price } from './model.ts';
import { Grant } from './permission.ts';
import { Tool } from './tool.ts';
import {
  AgentSource,
  AgentSummary,
  AnsweredItem,
  BundleReport,
  DoctorRow,
  Explanation,
  FactCheck,
  FactComparison,
  FactDetail,
  FactRow,
  FolderCheck,
  FoundModel,
  GrantDraft,
  HostNotice,
  InboxItem,
  MemoryList,
  MemoryRow,
  ModelProbe,
  PolicyChange,
  PolicyRow,
  Problem,
  ProviderRow,
  RunFlags,
  RunSummary,
  SecretRow,
  Sheet,
  WhatIf,
} from './views.ts';

const LogItem = z.union([Entry, Signal]);
const Ok = z.object({ ok: z.literal(true) });
const RunInput = z.object({ run: RunId });

/** The table: `<resource>/<method>` with its input and output. Served alike on every front door. */
export const methods = {
  host: {
    info: oc.route({ method: 'GET', path: '/host' }).output(
      z.object({
        version: z.string(),
        dataFolder: z.string(),
        sqlite: z.string(),
        electron: z.boolean(),
        home: z.string(),
        samples: z.boolean(),
        platform: z.string(),
        /** How secrets are kept, in words; empty string where nothing is worth saying. */
        keyStore: z.object({ state: z.enum(['os', 'passphrase', 'session', 'unreadable']), detail: z.string() }),
        /** Where the program says what it does, and how much of it. */
        programLog: z.object({ file: z.string(), level: z.enum(['error', 'warn', 'info', 'debug']) }),
      }),
    ),
    /** With `selfTest`, also plants a secret in a host of its own and looks for what was left of it (rule K2). */
    doctor: oc
      .route({ method: 'GET', path: '/host/doctor' })
      .input(z.object({ selfTest: z.union([z.boolean(), z.stringbool()]).default(false) }).prefault({}))
      .output(z.array(DoctorRow)),
    subscribe: oc.route({ method: 'GET', path: '/host/notices' }).output(eventIterator(HostNotice)),
  },
  agent: {
    list: oc.route({ method: 'GET', path: '/agents' }).output(z.array(AgentSummary)),
    show: oc
      .route({ method: 'GET', path: '/agents/{name}' })
      .input(z.object({ name: z.string() }))
      .output(z.object({ agent: Agent, file: AgentFile, text: z.string(), path: z.string(), sheet: Sheet })),
    /** What saving would say: every fault, the file as it would be written, the sheet. Changes nothing. */
    check: oc
      .route({ method: 'POST', path: '/agents/check' })
      .input(z.object({ file: Json, base: z.string().optional() }))
      .output(
        z.object({
          problems: z.array(Problem),
          text: z.string(),
          sheet: Sheet.optional(),
          /** The person's own rules that hold over what the file asks for. */
          narrowed: z.array(z.string()).optional(),
        }),
      ),
    /** Saves and accepts: the person who saves takes the reach as theirs. `base`: where relative folders start. */
    save: oc
      .route({ method: 'POST', path: '/agents' })
      .input(z.object({ file: Json, base: z.string().optional(), replaces: z.string().optional() }))
      .output(z.object({ agent: Agent, path: z.string(), narrowed: z.array(z.string()).optional() })),
    remove: oc
      .route({ method: 'DELETE', path: '/agents/{name}' })
      .input(z.object({ name: z.string() }))
      .output(Ok),
  },
  tool: {
    list: oc.route({ method: 'GET', path: '/tools' }).output(z.array(Tool)),
    /** A run with goal `invoke`: as an agent, or as the person with the folders of the flags alone. */
    invoke: oc
      .route({ method: 'POST', path: '/tools/{tool}/invoke' })
      .input(
        z.object({
          tool: z.string(),
          command: z.array(z.string()).default([]),
          input: Json,
          agent: z.string().optional(),
          flags: RunFlags.prefault({}),
        }),
      )
      .output(z.object({ run: RunId })),
  },
  run: {
    start: oc
      .route({ method: 'POST', path: '/runs' })
      .input(z.object({ agent: AgentSource, text: z.string(), flags: RunFlags.prefault({}) }))
      .output(z.object({ run: RunId })),
    send: oc
      .route({ method: 'POST', path: '/runs/{run}/messages' })
      .input(z.object({ run: RunId, text: z.string().min(1) }))
      .output(Ok),
    /**
     * Goes on with a run that waits at a limit, failed or was interrupted. `more` is how far past the limit, in its own
     * unit (steps, tokens, seconds, US dollars, calls); by default what `extensionOf` says.
     */
    resume: oc
      .route({ method: 'POST', path: '/runs/{run}/resume' })
      .input(z.object({ run: RunId, more: z.number().positive().optional() }))
      .output(RunSummary),
    cancel: oc.route({ method: 'POST', path: '/runs/{run}/cancel' }).input(RunInput).output(Ok),
    list: oc
      .route({ method: 'GET', path: '/runs' })
      .input(z.object({ query: z.string().optional() }).optional())
      .output(z.array(RunSummary)),
    show: oc
      .route({ method: 'GET', path: '/runs/{run}' })
      .input(RunInput)
      .output(z.object({ summary: RunSummary, entries: z.array(Entry) })),
    rename: oc
      .route({ method: 'POST', path: '/runs/{run}/title' })
      .input(z.object({ run: RunId, title: z.string().min(1).max(200) }))
      .output(Ok),
    remove: oc.route({ method: 'DELETE', path: '/runs/{run}' }).input(RunInput).output(Ok),
    export: oc
      .route({ method: 'GET', path: '/runs/{run}/export' })
      .input(z.object({ run: RunId, format: z.enum(['text', 'json', 'jsonl', 'markdown', 'prov']) }))
      .output(z.object({ text: z.string() })),
    /** Resolves once the run ended, waits for a person or is at a limit. */
    settled: oc.route({ method: 'GET', path: '/runs/{run}/settled' }).input(RunInput).output(RunSummary),
  },
  approval: {
    list: oc.route({ method: 'GET', path: '/approvals' }).output(z.array(InboxItem)),
    /** The card of one pending question, and the nonce an answer must bring back (rules E16, H5). */
    open: oc
      .route({ method: 'POST', path: '/approvals/{id}/open' })
      .input(z.object({ id: ApprovalId }))
      .output(z.object({ item: InboxItem, nonce: z.string(), armsAt: Timestamp })),
    /** What a pending call would be, and come to, with these arguments instead. Records nothing. */
    preview: oc
      .route({ method: 'POST', path: '/approvals/{id}/preview' })
      .input(z.object({ id: ApprovalId, editedInput: Json }))
      .output(EditPreview),
    /** Questions that are over, newest first. */
    answered: oc
      .route({ method: 'GET', path: '/approvals/answered' })
      .input(z.object({ limit: z.coerce.number().int().min(1).max(500).default(100) }).prefault({}))
      .output(z.array(AnsweredItem)),
    answer: oc
      .route({ method: 'POST', path: '/approvals/{id}/answer' })
      .input(
        z.object({
          id: ApprovalId,
          nonce: z.string(),
          /** The hash that the card showed: an answer to anything else is refused (rule H1). */
          hash: Hash,
          answer: z.discriminatedUnion('type', [
            z.object({
              type: z.literal('allow'),
              /** The offer chosen, by its reach; absent: once. */
              reach: z.string().optional(),
              times: z.int().positive().optional(),
              until: Timestamp.optional(),
            }),
            z.object({ type: z.literal('deny') }),
          ]),
          note: z.string().max(2000).optional(),
          editedInput: Json.optional(),
        }),
      )
      .output(
        z.object({
          run: RunId,
          granted: z.string().optional(),
          /** Other open questions that the grant given with it answers too. */
          alsoAnswered: z.int().optional(),
        }),
      ),
  },
  grant: {
    /** The sentence and the grant that `add` would make; changes nothing. */
    preview: oc.route({ method: 'POST', path: '/grants/preview' }).input(GrantDraft).output(Grant),
    add: oc.route({ method: 'POST', path: '/grants' }).input(GrantDraft).output(Grant),
    /** At the next decision it is gone, and what was derived from it too. Also one that was given for one run. */
    revoke: oc
      .route({ method: 'DELETE', path: '/grants/{id}' })
      .input(z.object({ id: GrantId, run: RunId.optional() }))
      .output(z.object({ sentence: z.string() })),
    /** Puts back what was just revoked, as it was. */
    restore: oc
      .route({ method: 'POST', path: '/grants/{id}/restore' })
      .input(z.object({ id: GrantId, run: RunId.optional() }))
      .output(Grant),
  },
  policy: {
    /** Every rule that counts for an agent, or (without one) for any, those that decide most first. */
    list: oc
      .route({ method: 'GET', path: '/policy' })
      .input(z.object({ agent: z.string().optional() }).prefault({}))
      .output(z.array(PolicyRow)),
    /** Looks at past calls run by run, tells how far it is, and can be stopped. */
    whatIf: oc
      .route({ method: 'POST', path: '/policy/what-if' })
      .input(PolicyChange.extend({ agent: z.string().optional() }))
      .output(eventIterator(WhatIf)),
    /** The middlewares of every call, in order; they come before those of a binding. */
    middleware: oc.route({ method: 'GET', path: '/policy/middleware' }).output(z.array(MiddlewareUse)),
    setMiddleware: oc
      .route({ method: 'PUT', path: '/policy/middleware' })
      .input(z.object({ list: z.array(MiddlewareUse) }))
      .output(Ok),
  },
  secret: {
    list: oc.route({ method: 'GET', path: '/secrets' }).output(z.array(SecretRow)),
    /** A value goes in and never comes out. A secret with an origin is used for that origin alone. */
    set: oc
      .route({ method: 'PUT', path: '/secrets/{name}' })
      .input(
        z.object({
          name: z.string().min(1).max(64),
          origin: z.string().optional(),
          value: z.string().min(1).max(65_536),
        }),
      )
      .output(SecretRow),
    remove: oc
      .route({ method: 'DELETE', path: '/secrets/{name}' })
      .input(z.object({ name: z.string() }))
      .output(Ok),
  },
  price: {
    list: oc.route({ method: 'GET', path: '/prices' }).output(z.array(Price)),
    /** The person's own price of a model. */
    set: oc
      .route({ method: 'PUT', path: '/prices' })
      .input(z.object({ model: z.string().min(1), input: z.number().min(0), output: z.number().min(0) }))
      .output(Price),
    /** Goes back to what Warrant knows. */
    unset: oc
      .route({ method: 'DELETE', path: '/prices' })
      .input(z.object({ model: z.string() }))
      .output(Ok),
  },
  question: {
    answer: oc
      .route({ method: 'POST', path: '/questions/{id}/answer' })
      .input(z.object({ id: z.string(), text: z.string() }))
      .output(z.object({ run: RunId })),
  },
  folder: {
    check: oc
      .route({ method: 'POST', path: '/folders/check' })
      .input(z.object({ path: z.string(), access: z.enum(['read', 'write']) }))
      .output(FolderCheck),
    /** Folders below `path` (default: the person's home), for choosing one where no system dialog is to be had. */
    browse: oc
      .route({ method: 'GET', path: '/folders/browse' })
      .input(z.object({ path: z.string().optional() }))
      .output(
        z.object({
          path: z.string(),
          parent: z.string().optional(),
          folders: z.array(z.object({ name: z.string(), path: z.string() })),
          files: z.int(),
        }),
      ),
  },
  model: {
    list: oc.route({ method: 'GET', path: '/models' }).output(z.array(FoundModel)),
    probe: oc
      .route({ method: 'POST', path: '/models/probe' })
      .input(z.object({ ref: z.string() }))
      .output(ModelProbe),
    providers: oc.route({ method: 'GET', path: '/providers' }).output(z.array(ProviderRow)),
    /** A key goes in and never comes out. An empty key removes it. */
    setKey: oc
      .route({ method: 'POST', path: '/providers/{provider}/key' })
      .input(z.object({ provider: z.string(), key: z.string(), baseUrl: z.string().optional() }))
      .output(Ok),
  },
  setting: {
    list: oc.route({ method: 'GET', path: '/settings' }).output(z.record(z.string(), Json)),
    set: oc
      .route({ method: 'POST', path: '/settings/{key}' })
      .input(z.object({ key: z.string(), value: Json }))
      .output(Ok),
  },
  explain: {
    call: oc
      .route({ method: 'POST', path: '/explain/call' })
      .input(z.object({ agent: z.string(), tool: z.string(), command: z.array(z.string()).default([]), input: Json }))
      .output(Explanation),
    /** `resolve`: the addresses that names are taken to have; a name that is not there is looked up. */
    url: oc
      .route({ method: 'POST', path: '/explain/url' })
      .input(
        z.object({
          url: z.string(),
          hosts: z.array(z.string()).default([]),
          resolve: z.record(z.string(), z.array(z.string())).optional(),
          method: z.string().default('GET'),
        }),
      )
      .output(Explanation),
    path: oc
      .route({ method: 'POST', path: '/explain/path' })
      .input(
        z.object({
          path: z.string(),
          folder: z.string(),
          access: z.enum(['read', 'write']).default('read'),
          write: z.boolean().default(false),
        }),
      )
      .output(Explanation),
  },
  fact: {
    /** Facts of one run, or of all, newest run first; `query` looks in claims, sources and hashes. */
    list: oc
      .route({ method: 'GET', path: '/facts' })
      .input(
        z
          .object({
            run: RunId.optional(),
            query: z.string().optional(),
            limit: z.coerce.number().int().min(1).max(10_000).default(2000),
          })
          .prefault({}),
      )
      .output(z.object({ rows: z.array(FactRow), total: z.int() })),
    /** The runs that have facts, newest first, and how many each has. */
    runs: oc
      .route({ method: 'GET', path: '/fact-runs' })
      .output(z.array(z.object({ run: RunId, title: z.string(), facts: z.int() }))),
    show: oc
      .route({ method: 'GET', path: '/facts/{run}/{id}' })
      .input(z.object({ run: RunId, id: z.string() }))
      .output(FactDetail),
    /** Hashes stored payloads again: of one fact, of a run, or of all. */
    verify: oc
      .route({ method: 'POST', path: '/facts/verify' })
      .input(z.object({ run: RunId.optional(), id: z.string().optional() }).prefault({}))
      .output(z.array(FactCheck)),
    /** Fetches the source again, as the person and only from its own host, and compares. */
    compare: oc
      .route({ method: 'POST', path: '/facts/{run}/{id}/compare' })
      .input(z.object({ run: RunId, id: z.string() }))
      .output(FactComparison),
    /** The facts of a run, or those of them that are named, as CSV (RFC 4180). */
    csv: oc
      .route({ method: 'GET', path: '/facts/{run}/csv' })
      .input(z.object({ run: RunId, ids: z.array(z.string()).optional() }))
      .output(z.object({ text: z.string() })),
  },
  memory: {
    list: oc
      .route({ method: 'GET', path: '/memories' })
      .input(
        z.object({
          agent: z.string(),
          query: z.string().optional(),
          origin: MemoryOrigin.optional(),
          limit: z.coerce.number().int().min(1).max(10_000).default(2000),
        }),
      )
      .output(MemoryList),
    /** The person's own words. */
    add: oc
      .route({ method: 'POST', path: '/memories' })
      .input(z.object({ agent: z.string(), text: z.string().min(1) }))
      .output(MemoryRow),
    /** It is the person's from then on, and carries no labels. */
    correct: oc
      .route({ method: 'PUT', path: '/memories/{agent}/{id}' })
      .input(z.object({ agent: z.string(), id: z.string(), text: z.string().min(1) }))
      .output(MemoryRow),
    remove: oc
      .route({ method: 'DELETE', path: '/memories/{agent}/{id}' })
      .input(z.object({ agent: z.string(), id: z.string() }))
      .output(Ok),
    /** Takes back a removal, for as long as its text is kept. */
    restore: oc
      .route({ method: 'POST', path: '/memories/{agent}/{id}/restore' })
      .input(z.object({ agent: z.string(), id: z.string() }))
      .output(MemoryRow),
  },
  bundle: {
    /**
     * A sealed bundle of a run, in pieces, in order. `sign`: with this installation's key. `files`: with the versions of
     * a person's files that its entries name.
     */
    export: oc
      .route({ method: 'POST', path: '/runs/{run}/bundle' })
      .input(z.object({ run: RunId, sign: z.boolean().default(false), files: z.boolean().default(false) }))
      .output(eventIterator(z.object({ text: z.string() }))),
    /**
     * Checks a bundle that comes in pieces: `begin`, `add` as often as it takes, `end` with the report. `head` is a head or
     * a seal, `key` the SHA-256 of a public key, as they were noted elsewhere.
     */
    begin: oc.route({ method: 'POST', path: '/bundles' }).output(z.object({ id: z.string() })),
    add: oc
      .route({ method: 'POST', path: '/bundles/{id}' })
      .input(z.object({ id: z.string(), text: z.string().max(4_194_304) }))
      .output(Ok),
    end: oc
      .route({ method: 'POST', path: '/bundles/{id}/report' })
      .input(
        z.object({ id: z.string(), head: Hash.optional(), length: z.int().optional(), key: z.string().optional() }),
      )
      .output(BundleReport),
  },
  blob: {
    /**
     * A window of a kept payload, as text (invalid UTF-8 replaced) and as base64. Throws `corrupt` for bytes that are not
     * what they were, but with `unchecked`, which gives them and the hash that they have now (`hashNow`).
     */
    read: oc
      .route({ method: 'GET', path: '/blobs/{hash}' })
      .input(
        z.object({
          hash: Hash,
          offset: z.coerce.number().int().min(0).default(0),
          length: z.coerce.number().int().min(1).max(1_048_576).default(65_536),
          unchecked: z.union([z.boolean(), z.stringbool()]).optional(),
        }),
      )
      .output(z.object({ bytes: z.int(), text: z.string(), base64: z.string(), hashNow: Hash.optional() })),
  },
  log: {
    /** Entries after `afterSeq`, then as they come, with signals between; resumes by the last event id. */
    subscribe: oc
      .route({ method: 'GET', path: '/log/{stream}' })
      .input(z.object({ stream: z.string().min(1), afterSeq: z.coerce.number().int().min(0).default(0) }))
      .output(eventIterator(LogItem)),
    verify: oc
      .route({ method: 'POST', path: '/log/verify' })
      .input(z.object({ run: RunId.optional() }))
      .output(
        z.object({
          ok: z.boolean(),
          streams: z.int(),
          entries: z.int(),
          broken: z.array(z.object({ stream: z.string(), seq: z.int(), reason: z.string() })),
        }),
      ),
  },
};
