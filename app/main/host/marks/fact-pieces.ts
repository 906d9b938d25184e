import type { Node } from 'jsonc-parser';
import type { Fact, FactPlace } from '#contract/fact';
import { withoutEchoes } from '../facts/echoed-parts.ts';
import { nodeAtKeys, type PayloadJson, readJson } from '../facts/payload-places.ts';
import { type PlacedText, placedWithin } from '../facts/placed-text.ts';
import { keysTwice } from '../facts/read-json-text.ts';
import { readableText } from '../facts/readable-text.ts';
import { type Decimal, decimalOfLiteral, keyOf } from './decimal.ts';
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
  json: Map<string, PayloadJson | undefined>;
  text: Map<string, PlacedText | string>;
}

/** Whose a piece is. */
interface Base {
  owner: string;
  order: number;
  fact: Fact;
}

const MOST_LEAVES = 20_000;

/**
 * Takes the values of one fact, as they stand at its place in the payload, into an index, and returns the texts they
 * stand in. Only what a reader of the payload gets is one: of a page nothing hidden, of JSON no keys. A place that is not
 * there, or bytes that are gone, give nothing: the fact is no ground.
 */
export function addFact(source: FactSource, order: number, index: FigureIndex, read: ReadPayloads): Piece[] {
  const { fact, bytes } = source;
  if (!bytes) return [];
  const base = { owner: fact.id, order, fact };
  if ('pointer' in fact.at) {
    const json = jsonOf(fact, bytes, read);
    const keys = keysOf(fact.at.pointer);
    const node = json && nodeAtKeys(json.root, keys);
    return json && node ? addValue(node, json, keys, base, index) : [];
  }
  const { from, to } = fact.at;
  if (from < 0 || to > bytes.length || from >= to) return [];
  const shown = textOf(fact, bytes, from, to, read);
  const text = withoutEchoes(typeof shown === 'string' ? shown : shown.text, fact.echoed);
  const document = text.length > SHORT_TEXT;
  const piece: Piece = {
    ...base,
    text,
    place: fact.at,
    document,
    ...(typeof shown !== 'string' && { placed: shown }),
    ...(!document && { about: [fact.claim] }),
  };
  index.addText(piece, document ? undefined : claimUnit(fact.claim, undefined));
  return [piece];
}

function jsonOf(fact: Fact, bytes: Uint8Array, read: ReadPayloads): PayloadJson | undefined {
  if (read.json.has(fact.payloadHash)) return read.json.get(fact.payloadHash);
  const json = readJson(bytes);
  read.json.set(fact.payloadHash, json);
  return json;
}

/** What a reader gets of a range. What is hidden is told by the whole payload, so that is read, once. */
function textOf(fact: Fact, bytes: Uint8Array, from: number, to: number, read: ReadPayloads): PlacedText | string {
  const { payloadHash, mediaType, sources } = fact;
  const key = `${payloadHash} ${mediaType ?? ''} ${sources[0]?.url ?? ''}`;
  let whole = read.text.get(key);
  if (whole === undefined) {
    whole = bytes.includes(0) ? '' : (readableText(bytes, mediaType, sources[0]?.url) ?? '');
    read.text.set(key, whole);
  }
  if (typeof whole !== 'string') return placedWithin(whole, from, to, bytes.length);
  const part = bytes.subarray(from, to);
  return part.includes(0) ? '' : decoded(part);
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

/** A number as it is written, to its last digit; what a string says. */
function scalarOf(node: Node, { text }: PayloadJson): { text: string; number: Decimal | undefined } | undefined {
  if (node.type === 'string') return { text: String(node.value), number: undefined };
  if (node.type !== 'number') return undefined;
  const literal = text.slice(node.offset, node.offset + node.length);
  const number = decimalOfLiteral(literal);
  return number && { text: literal, number };
}

function addValue(node: Node, json: PayloadJson, keys: string[], base: Base, index: FigureIndex): Piece[] {
  if (node.type === 'object' || node.type === 'array') return addLeaves(node, json, keys, base, index);
  const about = [base.fact.claim, ...keys];
  const scalar = scalarOf(node, json);
  if (!scalar || isEchoed(scalar, base.fact)) return [];
  const document = !scalar.number && scalar.text.length > SHORT_TEXT;
  const text = withoutEchoes(scalar.text, base.fact.echoed);
  const piece: Piece = { ...base, text, place: base.fact.at, document, ...(!document && { about }) };
  const unit = document ? undefined : (claimUnit(base.fact.claim, scalar.number) ?? unitBeside(json.root, keys));
  if (scalar.number) index.addDecimal(scalar.number, piece, unit);
  else index.addText(piece, unit);
  return [piece];
}

/** A number that stood in the request itself: the source only gave it back (rule A11). */
function isEchoed({ text, number }: { text: string; number: Decimal | undefined }, { echoed }: Fact): boolean {
  return number !== undefined && withoutEchoes(text, echoed) !== text;
}

/** An object or list as a whole is a document: each value in it stands at its own place. */
function addLeaves(node: Node, json: PayloadJson, keys: string[], base: Base, index: FigureIndex): Piece[] {
  const pieces: Piece[] = [];
  const walk = (at: Node, path: string[], around: string): void => {
    if (pieces.length >= MOST_LEAVES) return;
    if (at.type === 'array') {
      for (const [order, child] of (at.children ?? []).entries()) walk(child, [...path, String(order)], '');
      return;
    }
    if (at.type === 'object') {
      const inside = textsOf(at);
      const twice = keysTwice(at);
      for (const property of at.children ?? []) {
        const [key, child] = property.children ?? [];
        if (key && child && !twice.has(String(key.value))) walk(child, [...path, String(key.value)], inside);
      }
      return;
    }
    const scalar = scalarOf(at, json);
    if (!scalar || isEchoed(scalar, base.fact)) return;
    const place: FactPlace = { pointer: pointerOf(path) };
    const text = withoutEchoes(scalar.text, base.fact.echoed);
    const piece: Piece = { ...base, text, place, document: true, about: [...path, around] };
    if (scalar.number) index.addDecimal(scalar.number, piece, unitBeside(json.root, path));
    else index.addText(piece, scalar.text.length > SHORT_TEXT ? undefined : unitBeside(json.root, path));
    pieces.push(piece);
  };
  walk(node, keys, '');
  return pieces;
}

/** The short texts directly in an object: what its numbers are about. */
function textsOf(object: Node): string {
  const values = (object.children ?? []).flatMap((property) => property.children?.[1] ?? []);
  const texts = values.filter(({ type }) => type === 'string').map(({ value }) => String(value));
  return texts.join(' ').slice(0, 400);
}

/** A sign or a letter at a digit: what every unit of a number is. */
const MAY_STATE_UNIT = /\p{N}[ \u00a0\u202f-]?[^\s\p{N}.,;:)\]'"]|[\p{Sc}\p{Lu}][ \u00a0-]?\p{N}/u;

/** The unit that the claim gives to a value, or to its only number. */
function claimUnit(claim: string, value: Decimal | undefined): Unit | undefined {
  if (!MAY_STATE_UNIT.test(claim)) return undefined;
  const numbers = scanFigures(claim, 'answer').filter((figure) => figure.type === 'number');
  if (value === undefined) return numbers.length === 1 ? numbers[0]?.unit : undefined;
  const key = keyOf(value);
  return numbers.find((figure) => figure.readings.some((reading) => keyOf(reading) === key))?.unit;
}

const UNIT_FIELDS = ['unit', 'units', 'currency', 'unitCode', 'unitText', 'uom', 'unit_of_measure', 'currency_code'];

/** The unit that a neighbour of a value states, or its own key. */
function unitBeside(root: Node, keys: readonly string[]): Unit | undefined {
  return siblingUnit(root, keys) ?? keyUnit(keys.findLast((key) => !/^\d+$/.test(key)) ?? '');
}

/** The unit that a key ends with: `area_km2`, `priceEur`, `share_pct`, `tempC`; of one word, `percent` or `minutes`. */
function keyUnit(key: string): Unit | undefined {
  const words = key.split(/[_\s.-]+|(?<=\p{Ll})(?=\p{Lu})/u).filter((word) => word !== '');
  const last = words.at(-1) ?? '';
  if (words.some((word) => /^per$/i.test(word))) return undefined;
  if (words.length === 1) return last.length >= 5 ? unitOf(last.toLowerCase()) : undefined;
  if (/^[cf]$/i.test(last)) return unitOf(`°${last.toLowerCase()}`);
  if (/^(?:percent|percentage|pct|perc)$/i.test(last)) return unitOf('%');
  return unitOf(last) ?? unitOf(last.toLowerCase()) ?? (last.length === 3 ? unitOf(last.toUpperCase()) : undefined);
}

/** The unit that a neighbour of a value states: a field `unit` beside it, or the same field of `…_units`. */
function siblingUnit(root: Node, keys: readonly string[]): Unit | undefined {
  const outer = nodeAtKeys(root, keys.slice(0, -2));
  const above = keys.at(-2);
  const parent = above === undefined ? outer : nodeAtKeys(outer, [above]);
  if (parent?.type !== 'object') return undefined;
  for (const field of UNIT_FIELDS) {
    const written = nodeAtKeys(parent, [field]);
    if (written?.type === 'string') return unitOf(String(written.value));
  }
  if (above === undefined || outer?.type !== 'object') return undefined;
  const units = nodeAtKeys(outer, [`${above}_units`, keys.at(-1) ?? '']);
  return units?.type === 'string' ? unitOf(String(units.value)) : undefined;
}
