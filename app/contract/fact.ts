import * as z from 'zod';
import { Hash, Timestamp, ToolCallId } from './ids.ts';

/** Where a fact's bytes came from. */
export const Provenance = z.object({
  organization: z.string(),
  url: z.string(),
  collectedAt: Timestamp,
  callId: ToolCallId,
});
export type Provenance = z.infer<typeof Provenance>;

/**
 * One claim, the bytes it stands in and the place in them (a JSON pointer or a byte range). The same bytes from another
 * source add a source (row A9.5). Only the host's `collect-facts` makes one; a model has no path to it (rule A11).
 */
export const Fact = z.object({
  id: z.string(),
  claim: z.string(),
  payloadHash: Hash,
  at: z.union([z.object({ pointer: z.string() }), z.object({ from: z.int(), to: z.int() })]),
  sources: z.array(Provenance),
});
export type Fact = z.infer<typeof Fact>;
