import { INLINE_TEXT_BYTES, type TextRef } from '#contract/text-ref';
import type { BlobStore } from '../store/blob-store.ts';

/** Results above this are cut for the model, with a notice (row A2.13). Bytes of UTF-8. */
export const LONGEST_RESULT_BYTES = 1 << 20;

const HEAD_BYTES = 2048;

/** A beginning of `bytes` of at most `length` bytes that ends between two characters. */
export function wholeCharacters(bytes: Uint8Array, length: number): Uint8Array {
  let end = Math.min(length, bytes.length);
  while (end > 0 && end < bytes.length && ((bytes[end] ?? 0) & 0xc0) === 0x80) end--;
  return bytes.subarray(0, end);
}

/** Keeps a text for the log, without secrets: in the row, or as a blob on disk before the row that names it (rule D17). */
export async function storeText(blobs: BlobStore, text: string): Promise<TextRef> {
  const clean = blobs.clean(text);
  const bytes = new TextEncoder().encode(clean);
  if (bytes.length <= INLINE_TEXT_BYTES) return { text: clean };
  const blob = await blobs.put(bytes);
  return { head: new TextDecoder().decode(wholeCharacters(bytes, HEAD_BYTES)), blob, bytes: bytes.length };
}

/** Cuts a result at the cap, between two characters, with a notice that says how much there was (row A2.13). */
export function capResult(text: string): { text: string; truncated: boolean } {
  const bytes = new TextEncoder().encode(text);
  if (bytes.length <= LONGEST_RESULT_BYTES) return { text, truncated: false };
  const kept = new TextDecoder().decode(wholeCharacters(bytes, LONGEST_RESULT_BYTES));
  return { text: `${kept}\n[cut: ${LONGEST_RESULT_BYTES} of ${bytes.length} bytes shown]`, truncated: true };
}
