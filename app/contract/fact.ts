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

/** A place in a payload: a JSON pointer (RFC 6901) to a value, or bytes `from` (included) `to` (not included). */
export const FactPlace = z.union([z.object({ pointer: z.string() }), z.object({ from: z.int(), to: z.int() })]);
export type FactPlace = z.infer<typeof FactPlace>;

/** So many characters of a claim are kept; the bytes are whole (case F27). */
export const LONGEST_CLAIM = 500;

/**
 * One claim, the bytes it stands in and the place in them. The same bytes from another source add a source (row A9.5).
 * Only the host's `collect-facts` makes one; a model has no path to it (rule A11).
 */
export const Fact = z.object({
  /** `F` and a number, unique in its run: how a model cites it and a screen shows it. */
  id: z.string(),
  claim: z.string(),
  payloadHash: Hash,
  at: FactPlace,
  sources: z.array(Provenance),
  /** The media type of the payload, such as `application/json`. */
  mediaType: z.string().optional(),
  /** The size of the payload. */
  bytes: z.int().optional(),
  /**
   * Parts of the value that stood in the request itself: a source that gives back what it was sent is no ground for
   * them (rule A11). The rest of the value is its own.
   */
  echoed: z.array(z.string()).optional(),
});
export type Fact = z.infer<typeof Fact>;

/** What a tool gave as a fact and is none, as its ground is missing (decision D3): not published, but a guardrail sees it. */
export const UnprovenFact = z.object({
  claim: z.string(),
  /** `place`: the payload has no such place. */
  missing: z.enum(['source_org', 'source_url', 'collected_at', 'payload_hash', 'place']),
  /** Why, where it is not simply absent. */
  reason: z.string().optional(),
});
export type UnprovenFact = z.infer<typeof UnprovenFact>;
