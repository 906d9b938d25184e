/** A text read in another way. `places`: the part of the first text that each of its characters stands for. */
export interface Reading {
  text: string;
  /** Undefined: itself. */
  places: { starts: Uint32Array; ends: Uint32Array } | undefined;
}

/** Where the part begins that the character at `index` of a reading stands for. */
export function startOf({ places }: Reading, index: number): number {
  return places ? (places.starts[index] ?? 0) : index;
}

/** Where it ends. */
export function endOf({ places }: Reading, index: number): number {
  return places ? (places.ends[index] ?? 0) : index + 1;
}

/** Escapes by the character that each begins with: those of URLs, and those of JSON, JavaScript and Python. */
export type EscapeKind = '%' | '\\';

const PERCENT = 0x25;
const LETTERS = new Map([...'\b\f\n\r\t'].map((control, at) => ['bfnrt'.charCodeAt(at), control.charCodeAt(0)]));
/** Characters that a backslash before them only guards. */
const GUARDED = new Set([...`"'\\/`].map((character) => character.charCodeAt(0)));

/** The value of `digits` hex digits at `at`, or -1. */
function hexAt(text: string, at: number, digits: number): number {
  let value = 0;
  for (let index = at; index < at + digits; index++) {
    const code = text.charCodeAt(index) | 0x20;
    const digit = code >= 0x61 && code <= 0x66 ? code - 0x57 : code >= 0x30 && code <= 0x39 ? code - 0x30 : -1;
    if (digit < 0) return -1;
    value = value * 16 + digit;
  }
  return value;
}

/** What one character, or the escape that begins at it, means: the code unit and how many characters it takes. */
function unitAt(text: string, at: number, mark: number, found: { unit: number; taken: number }): void {
  const code = text.charCodeAt(at);
  found.unit = code;
  found.taken = 1;
  if (code !== mark) return;
  const next = text.charCodeAt(at + 1);
  const digits = code === PERCENT ? 2 : next === 0x75 ? 4 : next === 0x78 ? 2 : 0;
  if (digits > 0) {
    const begin = at + (code === PERCENT ? 1 : 2);
    const value = hexAt(text, begin, digits);
    if (value < 0) return;
    found.unit = value;
    found.taken = begin - at + digits;
    return;
  }
  const meant = GUARDED.has(next) ? next : LETTERS.get(next);
  if (meant === undefined) return;
  found.unit = meant;
  found.taken = 2;
}

function isSpace(code: number): boolean {
  return code === 0x20 || (code >= 0x09 && code <= 0x0d) || code === 0xa0 || code === 0x2028 || code === 0x2029;
}

function textOf(units: Uint16Array): string {
  return Buffer.from(units.buffer, units.byteOffset, units.byteLength).toString('utf16le');
}

/** Written out in full: this runs over every text that is kept, and over ten megabytes of it in one go (rule K7). */
function readAs(from: Reading, how: EscapeKind | 'space', keepPlaces: boolean): Reading {
  const { text } = from;
  const units = new Uint16Array(text.length);
  const places = keepPlaces ? { starts: new Uint32Array(text.length), ends: new Uint32Array(text.length) } : undefined;
  const mark = how.charCodeAt(0);
  const found = { unit: 0, taken: 1 };
  let length = 0;
  for (let at = 0; at < text.length; at += found.taken) {
    if (how !== 'space') unitAt(text, at, mark, found);
    else {
      found.unit = text.charCodeAt(at);
      if (isSpace(found.unit)) continue;
    }
    if (places) {
      places.starts[length] = startOf(from, at);
      places.ends[length] = endOf(from, at + found.taken - 1);
    }
    units[length++] = found.unit;
  }
  if (length === text.length) return from;
  return {
    text: textOf(units.subarray(0, length)),
    places: places && { starts: places.starts.subarray(0, length), ends: places.ends.subarray(0, length) },
  };
}

/**
 * A reading with one layer of one kind of escapes undone; the very reading where it has none. Without `keepPlaces` only
 * the text of what it gives is good.
 */
export function withoutEscapes(reading: Reading, kind: EscapeKind, keepPlaces: boolean): Reading {
  return reading.text.includes(kind) ? readAs(reading, kind, keepPlaces) : reading;
}

/** A reading with its white space left out: a value printed in pieces, or broken into lines, is whole again. */
export function withoutSpace(reading: Reading, keepPlaces: boolean): Reading {
  return /\s/.test(reading.text) ? readAs(reading, 'space', keepPlaces) : reading;
}
