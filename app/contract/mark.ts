import * as z from 'zod';
import { FactPlace } from './fact.ts';
import { ToolCallId } from './ids.ts';

/** What a model says a part of its answer rests on: the words, as they stand in the answer, and a short id (`F2`, `C5`). */
export const Citation = z.object({ quote: z.string(), id: z.string() });
export type Citation = z.infer<typeof Citation>;

/** What in an answer can be checked. */
export const MarkedItem = z.enum(['number', 'date', 'amount', 'name', 'url', 'quotation']);
export type MarkedItem = z.infer<typeof MarkedItem>;

/** What it rests on. Decided by matching the value, never by a citation alone. */
export const MarkKind = z.enum(['fact', 'computed', 'given', 'unsourced']);
export type MarkKind = z.infer<typeof MarkKind>;

/** One checkable part of an answer. `start` and `end` count UTF-16 units of the published text. */
export const Mark = z.object({
  start: z.int(),
  end: z.int(),
  text: z.string(),
  item: MarkedItem,
  kind: MarkKind,
  /** The short id of the fact it is from. */
  fact: z.string().optional(),
  /** Where in that fact's payload the value stands. */
  at: FactPlace.optional(),
  /** The call that computed it. */
  call: ToolCallId.optional(),
  /** The facts that the arguments of that call rest on. */
  inputs: z.array(z.string()).optional(),
  /** The id that the model cited for it. */
  cited: z.string().optional(),
  /** What is wrong with what the model cited or did; its kind is then `unsourced`. */
  problem: z.enum(['unknown-id', 'wrong-citation', 'ungrounded-input', 'failed-call']).optional(),
  /** The value as it stands in its source, where the answer states it rounded or in another unit or form. */
  value: z.string().optional(),
});
export type Mark = z.infer<typeof Mark>;

/**
 * What speaks against a whole answer: no call stands behind it, a call that it rests on has failed, or it claims an
 * effect that no call had (asks B24 to B26).
 */
export const Badge = z.enum(['no-calls', 'failed-evidence', 'no-matching-call']);
export type Badge = z.infer<typeof Badge>;

/** A badge and its ground: the failed calls, or the words that claim an effect. */
export const AnswerBadge = z.object({
  badge: Badge,
  calls: z.array(ToolCallId).optional(),
  claim: z.string().optional(),
});
export type AnswerBadge = z.infer<typeof AnswerBadge>;
