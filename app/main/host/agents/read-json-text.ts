import type { Json } from '#contract/ids';

/** Where something stands in a text, counted from 1. Columns count characters as an editor does (UTF-16 units). */
export interface TextPlace {
  line: number;
  column: number;
}

/** A JSON text that was read, with the place of every value by its JSON pointer; or its first fault and where it is. */
export type JsonText =
  | { ok: true; value: Json; places: ReadonlyMap<string, TextPlace> }
  | { ok: false; place: TextPlace; message: string };

/** Levels of nesting; recursion stops there. */
const MOST_LEVELS = 100;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

class Fault extends Error {
  readonly position: number;
  constructor(position: number, message: string) {
    super(message);
    this.position = position;
  }
}

interface Reader {
  text: string;
  position: number;
  places: Map<string, number>;
}

/**
 * Reads a JSON text that a person wrote, so that faults can be shown where they are. Stricter than `JSON.parse`: a key
 * may not occur twice in one object, since the two readings of such a file would differ.
 */
export function readJsonText(text: string): JsonText {
  const reader: Reader = { text, position: text.startsWith('\ufeff') ? 1 : 0, places: new Map() };
  const place = placesIn(text);
  try {
    const value = readValue(reader, '', 0);
    skipSpace(reader);
    if (reader.position < text.length)
      throw new Fault(reader.position, `${shown(reader)} follows the end of the file’s value`);
    return { ok: true, value, places: new Map([...reader.places].map(([pointer, at]) => [pointer, place(at)])) };
  } catch (error) {
    if (error instanceof Fault) return { ok: false, place: place(error.position), message: error.message };
    throw error;
  }
}

/** A key as a step of a JSON pointer. */
export function pointerStep(key: string | number): string {
  return `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

function placesIn(text: string): (position: number) => TextPlace {
  const starts = [0];
  for (const match of text.matchAll(/\r\n|\n|\r/g)) starts.push(match.index + match[0].length);
  return (position) => {
    let low = 0;
    for (let high = starts.length - 1; low < high; ) {
      const middle = Math.ceil((low + high) / 2);
      if ((starts[middle] ?? 0) <= position) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: position - (starts[low] ?? 0) + 1 };
  };
}

function skipSpace(reader: Reader): void {
  while (/[ \t\n\r]/.test(reader.text.charAt(reader.position))) reader.position += 1;
}

function shown(reader: Reader): string {
  const code = reader.text.codePointAt(reader.position);
  return code === undefined ? 'the end of the file' : JSON.stringify(String.fromCodePoint(code));
}

function readValue(reader: Reader, pointer: string, level: number): Json {
  skipSpace(reader);
  if (level > MOST_LEVELS) throw new Fault(reader.position, `more than ${MOST_LEVELS} levels of nesting`);
  if (!reader.places.has(pointer)) reader.places.set(pointer, reader.position);
  const character = reader.text.charAt(reader.position);
  if (character === '{') return readObject(reader, pointer, level);
  if (character === '[') return readArray(reader, pointer, level);
  if (character === '"') return readString(reader);
  for (const [word, value] of [
    ['true', true],
    ['false', false],
    ['null', null],
  ] as const)
    if (reader.text.startsWith(word, reader.position)) {
      reader.position += word.length;
      return value;
    }
  NUMBER.lastIndex = reader.position;
  const number = NUMBER.exec(reader.text)?.[0];
  if (number === undefined) throw new Fault(reader.position, `a value belongs here, not ${shown(reader)}`);
  const value = Number(number);
  if (!Number.isFinite(value)) throw new Fault(reader.position, 'the number is too large');
  reader.position += number.length;
  return value;
}

function readString(reader: Reader): string {
  const { text, position: start } = reader;
  let end = start + 1;
  for (; text.charAt(end) !== '"'; end += text.charAt(end) === '\\' ? 2 : 1) {
    if (end >= text.length || text.charAt(end) === '\n' || text.charAt(end) === '\r')
      throw new Fault(start, 'the text has no closing quotation mark on its line');
    if (text.charCodeAt(end) < 0x20) throw new Fault(end, 'a control character; write it as an escape such as \\t');
  }
  reader.position = end + 1;
  try {
    return JSON.parse(text.slice(start, end + 1)) as string;
  } catch (error) {
    if (error instanceof SyntaxError)
      throw new Fault(start, 'the text has a bad escape in it; a backslash is written \\\\');
    throw error;
  }
}

/** A key's own place is what a fault of its value is shown at. */
function readObject(reader: Reader, pointer: string, level: number): Json {
  const fields = new Map<string, Json>();
  reader.position += 1;
  skipSpace(reader);
  if (reader.text.charAt(reader.position) === '}') {
    reader.position += 1;
    return {};
  }
  for (;;) {
    skipSpace(reader);
    const start = reader.position;
    if (reader.text.charAt(start) !== '"')
      throw new Fault(start, `a key in quotation marks belongs here, not ${shown(reader)}`);
    const key = readString(reader);
    if (fields.has(key)) throw new Fault(start, `the key ${JSON.stringify(key)} is there twice`);
    const own = pointer + pointerStep(key);
    reader.places.set(own, start);
    skipSpace(reader);
    if (reader.text.charAt(reader.position) !== ':')
      throw new Fault(reader.position, `":" belongs after the key ${JSON.stringify(key)}, not ${shown(reader)}`);
    reader.position += 1;
    fields.set(key, readValue(reader, own, level + 1));
    if (endsAfterItem(reader, '}')) return Object.fromEntries(fields);
  }
}

function readArray(reader: Reader, pointer: string, level: number): Json {
  const items: Json[] = [];
  reader.position += 1;
  skipSpace(reader);
  if (reader.text.charAt(reader.position) === ']') {
    reader.position += 1;
    return items;
  }
  for (;;) {
    items.push(readValue(reader, pointer + pointerStep(items.length), level + 1));
    if (endsAfterItem(reader, ']')) return items;
  }
}

function endsAfterItem(reader: Reader, close: '}' | ']'): boolean {
  skipSpace(reader);
  const character = reader.text.charAt(reader.position);
  if (character !== ',' && character !== close)
    throw new Fault(reader.position, `"," or "${close}" belongs here, not ${shown(reader)}`);
  reader.position += 1;
  return character === close;
}
