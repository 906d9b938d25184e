import type { FactPlace } from '#contract/fact';
import type { Hit } from './figure-index.ts';

/**
 * Where in the payload the value of a hit stands: its own bytes, where the text is a part of the payload as it is; else
 * the place of the text that holds it.
 */
export function placeOfHit(hit: Hit, bytes: Uint8Array | undefined): FactPlace | undefined {
  const { place, text, placed } = hit.piece;
  if (!place || 'pointer' in place || !bytes) return place;
  if (placed) {
    const from = placed.from[hit.start];
    const to = placed.to[hit.end - 1];
    return from !== undefined && to !== undefined && from < to ? { from, to } : place;
  }
  const from = place.from + Buffer.byteLength(text.slice(0, hit.start));
  const to = from + Buffer.byteLength(text.slice(hit.start, hit.end));
  // Bytes that are no UTF-8 do not stand where their text says.
  const same = Buffer.from(bytes.subarray(from, to)).toString('utf8') === text.slice(hit.start, hit.end);
  return same ? { from, to } : place;
}
