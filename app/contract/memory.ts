import * as z from 'zod';
import { AgentId, Hash, RunId, Timestamp, ToolCallId } from './ids.ts';
import { Label } from './label.ts';

/** Whose words a memory is: a person's, the agent's, or the agent's from text from outside. */
export const MemoryOrigin = z.enum(['you', 'agent', 'outside']);
export type MemoryOrigin = z.infer<typeof MemoryOrigin>;

/** UTF-8 bytes of a memory at most; a longer one is refused, not cut (row A10.5). */
export const LONGEST_MEMORY = 32_768;

/**
 * One memory of one agent. Its text is a blob of its own, so that deleting it deletes the text while entry and chain
 * stay. It is never a fact. `labels`: where the words came from, if from outside; they come back with each recall (A8).
 */
export const Memory = z.object({
  /** `M` and a number, unique for its agent. */
  id: z.string(),
  agent: AgentId,
  text: Hash,
  bytes: z.int(),
  origin: MemoryOrigin,
  labels: z.array(Label),
  rememberedAt: Timestamp,
  run: RunId.optional(),
  callId: ToolCallId.optional(),
});
export type Memory = z.infer<typeof Memory>;

/** What happened to the memories of one agent. */
export const MemoryEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('memory-added'), memory: Memory }),
  /** A person put it right: it is theirs from then on, without labels. The old text stays named here. */
  z.object({ type: z.literal('memory-corrected'), id: z.string(), text: Hash, bytes: z.int(), by: z.string() }),
  /** Gone from every search at once; its text is deleted once it can't be undone any more. */
  z.object({
    type: z.literal('memory-removed'),
    id: z.string(),
    reason: z.enum(['person', 'run-blocked', 'agent-removed']),
  }),
  z.object({ type: z.literal('memory-restored'), id: z.string() }),
]);
export type MemoryEvent = z.infer<typeof MemoryEvent>;

/** The stream of an agent's memories. */
export const memoryStream = (agent: AgentId): string => `memory:${agent}`;
