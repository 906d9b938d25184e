import type { Json } from '#contract/ids';

/** A whole value, and where it ended in the text. */
interface StrictValue {
  ok: true;
  value: Json;
  end: number;
}

/**
 * Why a text is no value. `incomplete`: it ended too early (a cut-off call, rule R6). `invalid`: no JSON, which a
 * repair may mend (R7). `rejected`: well-formed, but with a meaning nobody should guess at (R8); never repaired.
 */
interface StrictFailure {
  ok: false;
  reason: 'incomplete' | 'invalid' | 'rejected';
  message: string;
}

export type StrictResult = StrictValue | StrictFailure;

/** Levels of nesting an argument may have (row A3.6). */
export const MAX_DEPTH = 100;

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const NUMBER_CHARACTER = /[-+.0-9eE]/;
const LONE_SURROGATE = /\p{Surrogate}/u;

class Failure extends Error {
  readonly reason: StrictFailure['reason'];
  constructor(reason: StrictFailure['reason'], message: string) {
    super(message);
    this.reason = reason;
  }
}

/**
 * Reads the JSON value that begins at `start`, strictly: one meaning or none. Duplicate keys, the key `__proto__`,
 * numbers a double can't hold, lone surrogates and more than `maxDepth` levels are rejected (rule R8). Recursion stops
 * at that depth, so no input can exhaust the stack. Linear in the text read.
 */
export function readStrictJson(text: string, start = 0, maxDepth = MAX_DEPTH): StrictResult {
  const reader = { text, position: start, maxDepth };
  try {
    skipSpace(reader);
    const value = readValue(reader, 0);
    return { ok: true, value, end: reader.position };
  } catch (error) {
    if (error instanceof Failure) return { ok: false, reason: error.reason, message: error.message };
    throw error;
  }
}

/** Reads a text that is one JSON value and nothing else. */
export function parseStrictJson(text: string, maxDepth = MAX_DEPTH): StrictResult {
  const result = readStrictJson(text, 0, maxDepth);
  if (!result.ok) return result;
  const rest = skipWhitespace(text, result.end);
  if (rest === text.length) return { ...result, end: rest };
  return { ok: false, reason: 'invalid', message: `text follows the JSON value at position ${rest}` };
}

/**
 * The deepest nesting of braces and brackets; those inside strings do not count (row A3.7). A text that is no JSON is
 * counted the same way: `{{{` is 3.
 */
export function jsonDepth(text: string): number {
  let depth = 0;
  let deepest = 0;
  let inString = false;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (inString) {
      if (code === 0x5c) index++;
      else if (code === 0x22) inString = false;
    } else if (code === 0x22) inString = true;
    else if (code === 0x7b || code === 0x5b) deepest = Math.max(deepest, ++depth);
    else if (code === 0x7d || code === 0x5d) depth--;
  }
  return deepest;
}

/** The position after the brace or bracket that closes the one at `start`, or undefined; strings are stepped over. */
export function endOfBalanced(text: string, start: number): number | undefined {
  let depth = 0;
  let inString = false;
  for (let index = start; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (inString) {
      if (code === 0x5c) index++;
      else if (code === 0x22) inString = false;
    } else if (code === 0x22) inString = true;
    else if (code === 0x7b || code === 0x5b) depth++;
    else if (code === 0x7d || code === 0x5d) {
      depth--;
      if (depth === 0) return index + 1;
    }
  }
  return undefined;
}

/** The first position at or after `start` that holds no JSON whitespace. */
export function skipWhitespace(text: string, start: number): number {
  let index = start;
  while (index < text.length && ' \t\n\r'.includes(text.charAt(index))) index++;
  return index;
}

interface Reader {
  text: string;
  position: number;
  maxDepth: number;
}

function skipSpace(reader: Reader): void {
  reader.position = skipWhitespace(reader.text, reader.position);
}

function readValue(reader: Reader, depth: number): Json {
  const { text, position } = reader;
  const character = text.charAt(position);
  if (character === '') throw new Failure('incomplete', 'the JSON ends before its value');
  if (character === '{' || character === '[') {
    if (depth + 1 > reader.maxDepth) {
      throw new Failure('rejected', `the JSON is nested deeper than ${reader.maxDepth} levels`);
    }
    return character === '{' ? readObject(reader, depth + 1) : readArray(reader, depth + 1);
  }
  if (character === '"') return readString(reader);
  if (character === '-' || (character >= '0' && character <= '9')) return readNumber(reader);
  for (const [word, value] of WORDS) {
    if (text.startsWith(word, position)) {
      reader.position += word.length;
      return value;
    }
    if (word.startsWith(text.slice(position))) throw new Failure('incomplete', 'the JSON ends inside a word');
  }
  throw new Failure('invalid', `no JSON value at position ${position}`);
}

const WORDS: readonly (readonly [string, Json])[] = [
  ['true', true],
  ['false', false],
  ['null', null],
];

function readObject(reader: Reader, depth: number): Json {
  const object: { [key: string]: Json } = {};
  const keys = new Set<string>();
  reader.position++;
  skipSpace(reader);
  if (peek(reader) === '}') {
    reader.position++;
    return object;
  }
  for (;;) {
    if (peek(reader) !== '"') throw new Failure('invalid', `a key in quotes is missing at position ${reader.position}`);
    const key = readString(reader);
    if (keys.has(key)) throw new Failure('rejected', `the key ${JSON.stringify(key)} stands twice in one object`);
    if (key === '__proto__') throw new Failure('rejected', 'the key "__proto__" is not allowed');
    keys.add(key);
    skipSpace(reader);
    expect(reader, ':');
    skipSpace(reader);
    object[key] = readValue(reader, depth);
    skipSpace(reader);
    if (peek(reader) === '}') {
      reader.position++;
      return object;
    }
    expect(reader, ',');
    skipSpace(reader);
  }
}

function readArray(reader: Reader, depth: number): Json {
  const array: Json[] = [];
  reader.position++;
  skipSpace(reader);
  if (peek(reader) === ']') {
    reader.position++;
    return array;
  }
  for (;;) {
    array.push(readValue(reader, depth));
    skipSpace(reader);
    if (peek(reader) === ']') {
      reader.position++;
      return array;
    }
    expect(reader, ',');
    skipSpace(reader);
  }
}

function readString(reader: Reader): string {
  const { text, position } = reader;
  let index = position + 1;
  for (;;) {
    const code = text.charCodeAt(index);
    if (Number.isNaN(code)) throw new Failure('incomplete', 'the JSON ends inside a string');
    if (code === 0x22) break;
    if (code < 0x20) throw new Failure('invalid', `a raw control character stands in a string at position ${index}`);
    index += code === 0x5c ? 2 : 1;
  }
  reader.position = index + 1;
  const value = unescapeString(text.slice(position, index + 1));
  if (LONE_SURROGATE.test(value)) throw new Failure('rejected', 'a string holds half of a character (lone surrogate)');
  return value;
}

const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}|([\s\S]))/g;

/** `literal` is a JSON string without control characters; only a wrong escape can still be wrong with it. */
function unescapeString(literal: string): string {
  for (const match of literal.matchAll(ESCAPE)) {
    if (match[1] !== undefined) throw new Failure('invalid', `no such escape in a string: ${match[0]}`);
  }
  return JSON.parse(literal);
}

function readNumber(reader: Reader): number {
  NUMBER.lastIndex = reader.position;
  const match = NUMBER.exec(reader.text);
  const end = reader.position + (match?.[0].length ?? 1);
  const next = reader.text.charAt(end);
  if (match === null || NUMBER_CHARACTER.test(next)) {
    if (/^-?[0-9.eE+-]*$/.test(reader.text.slice(reader.position, reader.position + 40))) {
      throw new Failure('incomplete', 'the JSON ends inside a number');
    }
    throw new Failure('invalid', `no JSON number at position ${reader.position}`);
  }
  const value = Number(match[0]);
  if (!Number.isFinite(value)) throw new Failure('rejected', 'a number is too large');
  if (!/[.eE]/.test(match[0]) && !Number.isSafeInteger(value)) {
    throw new Failure('rejected', `the whole number ${match[0].slice(0, 40)} can't be held exactly; give it as text`);
  }
  reader.position = end;
  return value;
}

function peek(reader: Reader): string {
  const character = reader.text.charAt(reader.position);
  if (character === '') throw new Failure('incomplete', 'the JSON ends too early');
  return character;
}

function expect(reader: Reader, character: string): void {
  if (peek(reader) !== character) {
    throw new Failure('invalid', `"${character}" is missing at position ${reader.position}`);
  }
  reader.position++;
}
