import * as z from 'zod';
import { Unattended } from './agent.ts';
import { Json } from './ids.ts';
import { namedRecord } from './named-record.ts';
import { AskMode } from './permission.ts';

/** Lower-case kebab words (row A1.2). */
export const AgentName = z
  .string()
  .max(64)
  .regex(/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/, 'a name is lower-case words joined by "-", such as ledger-check');

const SecretUseFile = z.strictObject({
  secret: z.string().min(1),
  as: z.enum(['header', 'value']),
  header: z.string().optional(),
  origin: z.string().optional(),
});

const ToolUse = z.strictObject({
  tool: z.string().min(1),
  version: z.string().optional(),
  ask: AskMode.optional(),
  hosts: z.array(z.string()).optional(),
  folders: z.array(z.string()).optional(),
  secrets: z.array(SecretUseFile).optional(),
  config: z.array(z.string()).optional(),
  timeout: z.number().positive().max(3600).optional(),
  middleware: z.array(z.strictObject({ name: z.string(), version: z.string(), config: Json })).optional(),
  options: namedRecord(Json).optional(),
});

const FolderUse = z.strictObject({
  path: z.string().min(1),
  name: z
    .string()
    .regex(/^[^/\\\p{Cc}]{1,64}$/u)
    .optional(),
  access: z.enum(['read', 'write']).default('read'),
  trust: z.enum(['own', 'outside']).default('own'),
});

/** Repairs of an answer are outside the limit of steps, so they have one of their own (row A4.1). */
export const MOST_REPAIRS = 10;

/**
 * An agent file (`*.agent.json`; interfaces, "Agent file"). It only requests: what it asks for counts after a person
 * accepted it. Unknown keys are errors. A relative folder is relative to the file.
 */
export const AgentFile = z.strictObject({
  $schema: z.string().optional(),
  name: AgentName,
  description: z.string().max(500).default(''),
  instructions: z.string().max(100_000).default(''),
  model: z.string().min(1).default('demo'),
  protocol: z.enum(['auto', 'native', 'react']).default('auto'),
  tools: z.array(ToolUse).default([{ tool: 'run_python' }, { tool: 'search_memory' }]),
  folders: z.array(FolderUse).default([]),
  guardrails: z.array(z.string()).default([]),
  /** Its tools are not used where the file does not say `gather` (rows A3.13, A9.15). */
  output: z
    .strictObject({ schema: Json, repairs: z.int().max(MOST_REPAIRS).default(2), gather: z.boolean().optional() })
    .optional(),
  memory: z.boolean().default(false),
  unattended: Unattended.default('park'),
  limits: z
    .strictObject({
      steps: z.int().min(1).max(10_000).default(15),
      tokens: z.int().min(1).default(200_000),
      seconds: z.number().min(1).default(600),
      usd: z.number().min(0).default(1),
      calls: namedRecord(z.int().min(1)).optional(),
    })
    .default({ steps: 15, tokens: 200_000, seconds: 600, usd: 1 }),
});
export type AgentFile = z.infer<typeof AgentFile>;
/** What a person may leave out. */
export type AgentFileInput = z.input<typeof AgentFile>;
