import * as z from 'zod';
import { Hash } from './ids.ts';

/** A text above this many UTF-8 bytes is kept as a blob named by its hash, outside the row (rule D17). */
export const INLINE_TEXT_BYTES = 4096;

/**
 * A text of the log: whole in the row, or, above `INLINE_TEXT_BYTES`, its beginning (`head`), its blob and its size in
 * UTF-8 bytes. Deleting the blob deletes the text; entry and chain stay.
 */
export const TextRef = z.union([
  z.object({ text: z.string() }),
  z.object({ head: z.string(), blob: Hash, bytes: z.int() }),
]);
export type TextRef = z.infer<typeof TextRef>;

/** Reads a blob as text; undefined when it is not kept any more. */
export type LoadText = (blob: Hash) => string | undefined;

/** The whole text of `ref`. A text that is not kept any more is its head and a line that says so. */
export function textOf(ref: TextRef, load: LoadText): string {
  if ('text' in ref) return ref.text;
  return load(ref.blob) ?? `${ref.head}\n[${ref.bytes} bytes in all; the rest is not kept any more]`;
}
