import type { Fact, FactPlace } from '#contract/fact';
import type { Json } from '#contract/ids';
import { withoutEchoes } from '../facts/echoed-parts.ts';
import { decimalOfValue, keyOf } from './decimal.ts';
import { type FigureIndex, type Piece, SHORT_TEXT } from './figure-index.ts';
import { scanFigures } from './scan-figures.ts';
import { type Unit, unitOf } from './units.ts';

/** A fact and the bytes of its payload; none where they are not kept, or are not those that its hash names. */
export interface FactSource {
  fact: Fact;
  bytes: Uint8Array | undefined;
}

/** Payloads already read, by their hash: many facts stand in one. */
export interface ReadPayloads {
  json: Map<string, Json | undefined>;
  text: Map<string, string>;
}

const MOST_LEAVES = 20_000;

/**
 * Takes the values of one fact, as they stand at its place in the payload, into an index, and returns the texts they
 * stand in. A place that is not there, or bytes that are gone, give nothing: the fact is no ground.
 */
export function addFact(source: FactSource, order: number, index: FigureIndex, read: ReadPayloads): Piece[] {
  const { fact, bytes } = source;
  if (!bytes) return [];
  const base = { owner: fact.id, order, fact };
  if ('pointer' in fact.at) {
    const root = jsonOf(fact, bytes, read);
    const keys = keysOf(fact.at.pointer);
    const value = valueAt(root, keys);
    return value === undefined ? [] : addValue(value, root, keys, base, index);
  }
  const { from, to } = fact.at;
  if (from < 0 || to > bytes.length || from >= to) return [];
  const text = withoutEchoes(textOf(fact, bytes, from, to, read), fact.echoed);
  const document = text.length > SHORT_TEXT;
  const piece: Piece = { ...base, text, place: fact.at, document, ...(!document && { about: [fact.claim] }) };
  index.addText(piece, document ? undefined : claimUnit(fact.claim, undefined));
  return [piece];
}

function jsonOf(fact: Fact, bytes: Uint8Array, read: ReadPayloads): Json | undefined {
  if (read.json.has(fact.payloadHash)) return read.json.get(fact.payloadHash);
  let value: Json | undefined;
  try {
    value = JSON.parse(decoded(bytes)) as Json;
  } catch {
    // Bytes that are no JSON hold nothing at a pointer.
    value = undefined;
  }
  read.json.set(fact.payloadHash, value);
  return value;
}

function textOf(fact: Fact, bytes: Uint8Array, from: number, to: number, read: ReadPayloads): string {
  const key = `${fact.payloadHash} ${from} ${to}`;
  const known = read.text.get(key);
  if (known !== undefined) return known;
  const part = bytes.subarray(from, to);
  const text = part.includes(0) ? '' : decoded(part);
  read.text.set(key, text);
  return text;
}

/** The bytes as UTF-8, a mark of byte order kept so that places stay right. */
function decoded(bytes: Uint8Array): string {
  return DECODER.decode(bytes);
}

const DECODER = new TextDecoder('utf-8', { ignoreBOM: true });

/** The keys of a JSON Pointer (RFC 6901). */
function keysOf(pointer: string): string[] {
  const keys = pointer.split('/');
  keys.shift();
  return pointer.includes('~') ? keys.map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~')) : keys;
}

function pointerOf(keys: readonly string[]): string {
  return keys.map((key) => `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

function valueAt(root: Json | undefined, keys: readonly string[]): Json | undefined {
  let value = root;
  for (const key of keys) {
    if (value === null || typeof value !== 'object') return undefined;
    if (Array.isArray(value)) value = /^(?:0|[1-9]\d*)$/.test(key) ? value[Number(key)] : undefined;
    else value = Object.hasOwn(value, key) ? value[key] : undefined;
  }
  return value;
}

function addValue(
  value: Json,
  root: Json | undefined,
  keys: string[],
  base: { owner: string; order: number; fact: Fact },
  index: FigureIndex,
): Piece[] {
  if (value !== null && typeof value === 'object') return addLeaves(value, root, keys, base, index);
  const about = [base.fact.claim, ...keys];
  if (isEchoed(value, base.fact)) return [];
  if (typeof value === 'number') {
    const piece: Piece = { ...base, text: String(value), place: base.fact.at, document: false, about };
    index.addValue(value, piece, claimUnit(base.fact.claim, value) ?? siblingUnit(root, keys));
    return [piece];
  }
  if (typeof value !== 'string') return [];
  const document = value.length > SHORT_TEXT;
  const text = withoutEchoes(value, base.fact.echoed);
  const piece: Piece = { ...base, text, place: base.fact.at, document, ...(!document && { about }) };
  index.addText(piece, document ? undefined : (claimUnit(base.fact.claim, undefined) ?? siblingUnit(root, keys)));
  return [piece];
}

/** A number that stood in the request itself: the source only gave it back (rule A11). */
function isEchoed(value: Json, { echoed }: Fact): boolean {
  return typeof value === 'number' && withoutEchoes(String(value), echoed) !== String(value);
}

/** An object or list as a whole is a document: each value in it stands at its own place. */
function addLeaves(
  value: Json,
  root: Json | undefined,
  keys: string[],
  base: { owner: string; order: number; fact: Fact },
  index: FigureIndex,
): Piece[] {
  const pieces: Piece[] = [];
  const walk = (at: Json, path: string[], around: string): void => {
    if (pieces.length >= MOST_LEAVES) return;
    if (at !== null && typeof at === 'object') {
      const inside = textsOf(at);
      for (const [key, child] of Array.isArray(at) ? at.entries() : Object.entries(at))
        walk(child, [...path, String(key)], inside);
      return;
    }
    if ((typeof at !== 'number' && typeof at !== 'string') || isEchoed(at, base.fact)) return;
    const place: FactPlace = { pointer: pointerOf(path) };
    const text = withoutEchoes(String(at), base.fact.echoed);
    const piece: Piece = { ...base, text, place, document: true, about: [...path, around] };
    if (typeof at === 'number') index.addValue(at, piece, siblingUnit(root, path));
    else index.addText(piece, at.length > SHORT_TEXT ? undefined : siblingUnit(root, path));
    pieces.push(piece);
  };
  walk(value, keys, '');
  return pieces;
}

/** The short texts directly in an object: what its numbers are about. */
function textsOf(value: Json): string {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return '';
  const texts = Object.values(value).filter((child): child is string => typeof child === 'string');
  return texts.join(' ').slice(0, 400);
}

/** A sign or a letter at a digit: what every unit of a number is. */
const MAY_STATE_UNIT = /\p{N}[ \u00a0\u202f-]?[^\s\p{N}.,;:)\]'"]|[\p{Sc}\p{Lu}][ \u00a0-]?\p{N}/u;

/** The unit that the claim gives to a value, or to its only number. */
function claimUnit(claim: string, value: number | undefined): Unit | undefined {
  if (!MAY_STATE_UNIT.test(claim)) return undefined;
  const numbers = scanFigures(claim).filter((figure) => figure.type === 'number');
  if (value === undefined) return numbers.length === 1 ? numbers[0]?.unit : undefined;
  const key = keyOf(decimalOfValue(value));
  return numbers.find((figure) => figure.readings.some((reading) => keyOf(reading) === key))?.unit;
}

const UNIT_FIELDS = ['unit', 'units', 'currency', 'unitCode', 'unitText', 'uom', 'unit_of_measure', 'currency_code'];

/** The unit that a neighbour of a value states: a field `unit` beside it, or the same field of `…_units`. */
function siblingUnit(root: Json | undefined, keys: readonly string[]): Unit | undefined {
  const outer = valueAt(root, keys.slice(0, -2));
  const above = keys.at(-2);
  const parent = above === undefined ? outer : valueAt(outer, [above]);
  if (parent === null || typeof parent !== 'object' || Array.isArray(parent)) return undefined;
  for (const field of UNIT_FIELDS) {
    const written = Object.hasOwn(parent, field) ? parent[field] : undefined;
    if (typeof written === 'string') return unitOf(written);
  }
  if (above === undefined || outer === null || typeof outer !== 'object' || Array.isArray(outer)) return undefined;
  const units = valueAt(outer, [`${above}_units`, keys.at(-1) ?? '']);
  return typeof units === 'string' ? unitOf(units) : undefined;
}
