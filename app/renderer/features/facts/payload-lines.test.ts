import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EDGE_BYTES, isBinary, shownRanges, spanOfPlace, spanOfPointer } from './payload-bytes.ts';
import { hexRow, hexRows, linesOf, piecesOf } from './payload-lines.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const json = '{\n  "name": "Città",\n  "a/b": [1, {"value": 401.6}]\n}\n';

describe('the place of a fact', () => {
  it('is found by its pointer, escapes and indexes of lists included', () => {
    const span = spanOfPointer(json, '/a~1b/1/value');
    expect(span && json.slice(span.start, span.end)).toBe('401.6');
    expect(spanOfPointer(json, '/name/0')).toBeUndefined();
    expect(spanOfPointer(json, 'name')).toBeUndefined();
    expect(spanOfPointer('no json', '/a')).toBeUndefined();
  });

  it('is found by its bytes, where a letter takes several', () => {
    const data = bytes(json);
    const from = bytes(json.slice(0, json.indexOf('401.6'))).length;
    const span = spanOfPlace({ offset: 0, data }, json, { from, to: from + 5 });
    expect(span && json.slice(span.start, span.end)).toBe('401.6');
  });
});

describe('lines of a payload', () => {
  it('are numbered, and those of the span are marked', () => {
    const span = spanOfPointer(json, '/a~1b/1/value');
    expect(linesOf(json, span).map(({ number, marked }) => [number, marked])).toEqual([
      [1, false],
      [2, false],
      [3, true],
      [4, false],
    ]);
  });

  it('are cut into the tokens of JSON and the span', () => {
    const span = spanOfPointer(json, '/a~1b/1/value');
    const line = linesOf(json, span)[2];
    expect(line && piecesOf(line, span, true)).toEqual([
      { text: '  ', kind: undefined, marked: false },
      { text: '"a/b"', kind: 'key', marked: false },
      { text: ': [', kind: undefined, marked: false },
      { text: '1', kind: 'number', marked: false },
      { text: ', {', kind: undefined, marked: false },
      { text: '"value"', kind: 'key', marked: false },
      { text: ': ', kind: undefined, marked: false },
      { text: '401.6', kind: 'number', marked: true },
      { text: '}]', kind: undefined, marked: false },
    ]);
  });

  it('lose no letter and mark exactly the span, whatever they hold', () => {
    const text = fc.array(fc.constantFrom('a', '"', '\\', '1', '{', ':', '\n', ' ', 'é', '😀'), { maxLength: 40 });
    fc.assert(
      fc.property(text, fc.nat(40), fc.nat(10), fc.boolean(), (parts, start, length, coloured) => {
        const whole = parts.join('');
        const span = { start: Math.min(start, whole.length), end: Math.min(start + length, whole.length) };
        const lines = linesOf(whole, span);
        const pieces = lines.map((line) => piecesOf(line, span, coloured));
        expect(pieces.map((line) => line.map((piece) => piece.text).join('')).join('\n')).toBe(
          whole.replace(/\n$/, ''),
        );
        const marked = pieces.flat().filter((piece) => piece.marked);
        expect(marked.map((piece) => piece.text).join('')).toBe(whole.slice(span.start, span.end).replaceAll('\n', ''));
      }),
    );
  });
});

describe('a huge payload', () => {
  it('shows its first and last 64 KB and what is round the place, in order and never twice', () => {
    expect(shownRanges(2 * EDGE_BYTES, undefined)).toEqual([{ start: 0, end: 2 * EDGE_BYTES }]);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10_000_000 }), fc.nat(10_000_000), (size, at) => {
        const place = { start: Math.min(at, size - 1), end: Math.min(at + 1, size) };
        const ranges = shownRanges(size, place);
        expect(ranges.some((range) => range.start <= place.start && range.end >= place.end)).toBe(true);
        expect(ranges[0]?.start).toBe(0);
        expect(ranges.at(-1)?.end).toBe(size);
        for (const [index, range] of ranges.entries()) {
          expect(range.end).toBeLessThanOrEqual(size);
          expect(range.start).toBeGreaterThanOrEqual(index === 0 ? 0 : (ranges[index - 1]?.end ?? 0) + 1);
        }
      }),
    );
  });
});

describe('bytes', () => {
  it('that are no text are known by a zero or by what is not UTF-8, cut letters aside', () => {
    const part = (...data: number[]) => ({ offset: 0, data: Uint8Array.from(data) });
    expect(isBinary({ offset: 0, data: bytes('Città') })).toBe(false);
    expect(isBinary(part(0x41, 0x00))).toBe(true);
    expect(isBinary(part(0x41, 0xff, 0x41))).toBe(true);
    expect(isBinary({ offset: 4, data: bytes('😀 Città 😀').slice(2, -2) })).toBe(false);
  });

  it('stand in rows of eight with their place, those of the span marked', () => {
    const part = { offset: 16, data: bytes('A fact: 1536') };
    expect(hexRows(part.data)).toBe(2);
    const row = hexRow(part, 1, { start: 24, end: 26 });
    expect(row.offset).toBe(24);
    expect(row.bytes.map(({ hex, letter, marked }) => `${hex}${letter}${marked ? '*' : ''}`)).toEqual([
      '311*',
      '355*',
      '333',
      '366',
    ]);
  });
});
