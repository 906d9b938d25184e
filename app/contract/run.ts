import * as z from 'zod';
import { Agent, Unattended } from './agent.ts';
import { RunId } from './ids.ts';
import { Protocol } from './model.ts';
import { Grant } from './permission.ts';
import { TextRef } from './text-ref.ts';
import { Tool, ToolCall } from './tool.ts';

/** What a run is for: a prompt for a model, or one call given directly (`tool invoke`). */
export const Goal = z.discriminatedUnion('type', [
  z.object({ type: z.literal('prompt'), text: TextRef }),
  z.object({ type: z.literal('invoke'), call: ToolCall }),
]);
export type Goal = z.infer<typeof Goal>;

/**
 * Agent and tools are pinned at the start; grants are read when a call is decided, and the warrant records which.
 * `grants` hold for this run alone (flags of the command line, an agent file accepted for one run).
 */
export const Run = z.object({
  id: RunId,
  title: z.string(),
  agent: Agent,
  tools: z.array(Tool),
  protocol: Protocol,
  goal: Goal,
  grants: z.array(Grant),
  /** `all`: everything that may be allowed without a person is (`--approve all`). */
  approve: z.enum(['ask', 'all']),
  unattended: Unattended,
  /** Tokens the model reads at most; history above it is compacted. */
  contextTokens: z.int(),
  parent: z.object({ run: RunId, seq: z.int(), kind: z.enum(['fork', 'task', 'delegation']) }).optional(),
});
export type Run = z.infer<typeof Run>;

/** A run that reached a limit has not ended: it waits, and `limit-extended` or a message moves it on. */
export const RunEnd = z.discriminatedUnion('type', [
  z.object({ type: z.literal('completed'), text: TextRef }),
  z.object({
    type: z.literal('blocked'),
    guardrail: z.string(),
    reason: z.string(),
    /** What the run had left and is gone: paths of files that are as they were before, and ids of memories. */
    takenBack: z.object({ files: z.array(z.string()), memories: z.array(z.string()) }).optional(),
  }),
  z.object({ type: z.literal('cancelled'), by: z.string() }),
  z.object({ type: z.literal('failed'), message: z.string() }),
]);
export type RunEnd = z.infer<typeof RunEnd>;

export const Limit = z.enum(['steps', 'tokens', 'seconds', 'usd', 'calls', 'repeat', 'parse', 'no-progress']);
export type Limit = z.infer<typeof Limit>;
