import { findNodeAtLocation, parseTree } from 'jsonc-parser';
import type { FactPlace } from '#contract/fact';

/** A stretch of a payload: its bytes, and where they begin. */
export interface PayloadPart {
  offset: number;
  data: Uint8Array<ArrayBuffer>;
}

/** A span in units of a text, or in bytes. */
export interface Span {
  start: number;
  end: number;
}

/** Of a payload larger than twice this, the first and the last so many bytes are shown. */
export const EDGE_BYTES = 65_536;
/** And so many before and after a place in between. */
const ROUND_BYTES = 4096;

/** The bytes behind base64. */
export function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64);
  const data = new Uint8Array(text.length);
  for (let index = 0; index < text.length; index += 1) data[index] = text.charCodeAt(index);
  return data;
}

/** Which stretches of a payload are shown: all of it, or its ends and what is round the place. Pure. */
export function shownRanges(bytes: number, place: Span | undefined): Span[] {
  if (bytes <= 2 * EDGE_BYTES) return [{ start: 0, end: bytes }];
  const wanted = [
    { start: 0, end: EDGE_BYTES },
    ...(place
      ? [{ start: Math.max(0, place.start - ROUND_BYTES), end: Math.min(bytes, place.end + ROUND_BYTES) }]
      : []),
    { start: bytes - EDGE_BYTES, end: bytes },
  ].sort((a, b) => a.start - b.start);
  const merged: Span[] = [];
  for (const range of wanted) {
    const last = merged.at(-1);
    if (last && range.start <= last.end) last.end = Math.max(last.end, range.end);
    else merged.push({ ...range });
  }
  return merged;
}

/** Whether bytes are no text: they hold a zero, or are not UTF-8 but for a character that was cut at either end. */
export function isBinary({ data }: PayloadPart): boolean {
  if (data.includes(0)) return true;
  const isTail = (byte: number | undefined) => byte !== undefined && (byte & 0xc0) === 0x80;
  let start = 0;
  while (start < 3 && isTail(data[start])) start += 1;
  let end = data.length;
  while (end > start && data.length - end < 3 && isTail(data[end - 1])) end -= 1;
  if (end > start && (data[end - 1] ?? 0) >= 0xc0) end -= 1;
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(data.subarray(start, end));
    return false;
  } catch {
    // Not UTF-8: that is the answer.
    return true;
  }
}

/** A span of bytes as units of the text that they are read as. */
export function spanInText(data: Uint8Array, span: Span): Span {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const start = decoder.decode(data.subarray(0, span.start)).length;
  return { start, end: start + decoder.decode(data.subarray(span.start, span.end)).length };
}

/** Where a JSON pointer leads in a text, in units of it; undefined where it leads nowhere. */
export function spanOfPointer(text: string, pointer: string): Span | undefined {
  const root = parseTree(text);
  if (!root || (pointer !== '' && !pointer.startsWith('/'))) return undefined;
  const path = pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
  let node: typeof root | undefined = root;
  for (const part of path) node = node && findNodeAtLocation(node, [node.type === 'array' ? Number(part) : part]);
  return node && { start: node.offset, end: node.offset + node.length };
}

/** The span of a place in a whole text payload, in units of its text. */
export function spanOfPlace(part: PayloadPart, text: string, place: FactPlace): Span | undefined {
  if ('pointer' in place) return spanOfPointer(text, place.pointer);
  return spanInText(part.data, { start: place.from - part.offset, end: place.to - part.offset });
}
