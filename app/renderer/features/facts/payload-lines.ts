import type { Span } from './payload-bytes.ts';

type TokenKind = 'key' | 'string' | 'number' | 'word';

/** Part of a line that is drawn in one way. */
export interface Piece {
  text: string;
  kind: TokenKind | undefined;
  marked: boolean;
}

/** One line of a payload, and whether the span is in it. Its number is not known after a part that was left out. */
export interface PayloadLine {
  number: number | undefined;
  start: number;
  text: string;
  marked: boolean;
}

/** The lines of a text, those that the span touches marked. Pure. */
export function linesOf(text: string, span: Span | undefined, numbered = true): PayloadLine[] {
  let start = 0;
  // What ends with a line end has no line after it.
  const lines = text.replace(/\n$/, '').split('\n');
  return lines.map((line, index) => {
    const from = start;
    start += line.length + 1;
    const marked =
      span !== undefined && span.start < from + line.length + 1 && Math.max(span.end, span.start + 1) > from;
    return { number: numbered ? index + 1 : undefined, start: from, text: line.replace(/\r$/, ''), marked };
  });
}

const TOKEN = /"(?:[^"\\]|\\.)*"?(\s*:)?|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|\b(?:true|false|null)\b/g;

function tokensOf(line: string): (Span & { kind: TokenKind })[] {
  return [...line.matchAll(TOKEN)].map((found) => {
    const [whole, colon = ''] = found;
    const start = found.index;
    if (!whole.startsWith('"'))
      return { start, end: start + whole.length, kind: /^[-\d]/.test(whole) ? 'number' : 'word' };
    return { start, end: start + whole.length - colon.length, kind: colon === '' ? 'string' : 'key' };
  });
}

/** One line cut at the edges of its tokens and of the span. Takes whether it is JSON, which alone is coloured. Pure. */
export function piecesOf(line: PayloadLine, span: Span | undefined, json: boolean): Piece[] {
  const tokens = json ? tokensOf(line.text) : [];
  const from = span && line.marked ? Math.max(0, span.start - line.start) : 0;
  const to = span && line.marked ? Math.min(line.text.length, span.end - line.start) : 0;
  const edges = [...new Set([0, line.text.length, from, to, ...tokens.flatMap(({ start, end }) => [start, end])])]
    .filter((edge) => edge >= 0 && edge <= line.text.length)
    .sort((a, b) => a - b);
  let next = 0;
  return edges.slice(1).map((end, index) => {
    const start = edges[index] ?? 0;
    while ((tokens[next]?.end ?? end) <= start && next < tokens.length) next += 1;
    const token = tokens[next];
    return {
      text: line.text.slice(start, end),
      kind: token && token.start <= start && token.end >= end ? token.kind : undefined,
      marked: start >= from && end <= to && to > from,
    };
  });
}

const ROW_BYTES = 8;

/** One row of bytes: where it begins, the bytes in hexadecimal, and those that can be written as letters. */
export interface HexRow {
  offset: number;
  bytes: { hex: string; letter: string; marked: boolean }[];
}

/** The row of bytes at `index` of a part. Pure. */
export function hexRow(part: { offset: number; data: Uint8Array }, index: number, span: Span | undefined): HexRow {
  const start = index * ROW_BYTES;
  const bytes = [...part.data.subarray(start, start + ROW_BYTES)].map((byte, place) => {
    const at = part.offset + start + place;
    return {
      hex: byte.toString(16).padStart(2, '0'),
      letter: byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '·',
      marked: span !== undefined && at >= span.start && at < span.end,
    };
  });
  return { offset: part.offset + start, bytes };
}

/** How many rows of bytes a part has. */
export function hexRows(data: Uint8Array): number {
  return Math.ceil(data.length / ROW_BYTES);
}
