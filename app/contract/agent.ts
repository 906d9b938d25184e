import * as z from 'zod';
import { AgentId, FolderId, Json, Timestamp } from './ids.ts';
import { ModelRef } from './model.ts';
import { namedRecord } from './named-record.ts';
import { Binding } from './permission.ts';

/**
 * A folder of a person, as it was when it was granted. `identity` is `dev:ino` of the folder opened then (rule P14).
 * The agent knows it as `/folders/NAME`; `path` is the real absolute path and is never shown to a model.
 */
export const GrantedFolder = z.object({
  id: FolderId,
  name: z.string(),
  path: z.string(),
  identity: z.string(),
  access: z.enum(['read', 'write']),
  trust: z.enum(['own', 'outside']),
});
export type GrantedFolder = z.infer<typeof GrantedFolder>;

/** Steps are model calls; money is US dollars. Reaching one pauses the run, it does not end it. */
export const Limits = z.object({
  steps: z.int().min(1).max(10_000),
  tokens: z.int().min(1),
  seconds: z.number().min(1),
  usd: z.number().min(0),
  /** Calls of a tool, by its name. */
  calls: namedRecord(z.int().min(1)).optional(),
});
export type Limits = z.infer<typeof Limits>;

export const DEFAULT_LIMITS: Limits = { steps: 15, tokens: 200_000, seconds: 600, usd: 1 };

/** What happens to questions when nobody is there. */
export const Unattended = z.enum(['park', 'skip', 'stop']);
export type Unattended = z.infer<typeof Unattended>;

/** An agent as a run pins it. `revision` counts saves; `accepted` says that a person took its reach as theirs. */
export const Agent = z.object({
  id: AgentId,
  revision: z.int(),
  name: z.string(),
  description: z.string(),
  instructions: z.string(),
  model: ModelRef,
  protocol: z.enum(['auto', 'native', 'react']),
  bindings: z.array(Binding),
  folders: z.array(GrantedFolder),
  guardrails: z.array(z.string()),
  /** `gather`: its tools run first, and the answer that follows must fit (rows A3.13, A3.14). */
  output: z.object({ schema: Json, repairs: z.int(), gather: z.boolean().optional() }).optional(),
  memory: z.boolean(),
  unattended: Unattended,
  limits: Limits,
  accepted: z.boolean(),
});
export type Agent = z.infer<typeof Agent>;

/** Is an answer of the agent held back until it was looked at? Then nothing of it is shown while it comes (decision D9). */
export const holdsAnswers = ({ guardrails, output }: Agent): boolean => guardrails.length > 0 || output !== undefined;

/** Name and origin of a secret. Its value has no type outside the vault. */
export const Secret = z.object({ name: z.string(), origin: z.string().optional(), createdAt: Timestamp });
export type Secret = z.infer<typeof Secret>;
