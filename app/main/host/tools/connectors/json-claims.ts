import type { Node } from 'jsonc-parser';
import type { FactPlace } from '#contract/fact';
import { keysTwice } from '../../facts/read-json-text.ts';
import { oneLine } from './html-text.ts';
import { childOf, nodeAt, stringOf } from './json-tree.ts';

/** A claim and its place in the payload. */
export interface Claim {
  claim: string;
  at: FactPlace;
}

/** So many claims of one payload; with more, the whole document is one claim besides. */
export const MOST_CLAIMS = 500;

/** Keys whose value is what the object around it is called. */
const NAMES = ['name', 'title', 'id'];
/** Keys of a figure and nothing else: what it is of, what it counts and when it held is said by those next to it. */
const MEASURED = new Set(
  'value val amount quantity number num count figure total measurement reading #text @value _value'.split(' '),
);
/** Those of them that say nothing themselves. */
const PLAIN = new Set(['value', 'val', 'amount', 'quantity', 'number', 'figure', '#text', '@value', '_value']);
/** What a figure is of, where it is called a value only. */
const KINDS = ['kind', 'label', 'propertyLabel', 'property', 'indicator', 'measure', 'metric', 'key', 'code', 'type'];
/** Words of a `type` that tell how the value is written, not what it is of. */
const WRITTEN = new Set(['literal', 'typed-literal', 'uri', 'string', 'number', 'integer', 'float', 'double']);
const UNITS = ['unit', 'units', 'unitLabel', 'unitText', 'unitCode', 'unit_of_measurement', 'currency', 'currencyCode'];
const TIMES = ['year', 'date', 'period', 'asOf', 'as_of', 'pointInTime', 'time', 'timestamp'];

/** How some sources say that a number counts things. */
const NO_UNIT = '1';

const LONGEST_PART = 80;

/** The text of a scalar: what a string says, all else as written. */
function scalarText(node: Node | undefined, text: string): string | undefined {
  if (!node || node.type === 'object' || node.type === 'array' || node.type === 'null') return undefined;
  const said =
    node.type === 'string' ? oneLine(String(node.value)) : text.slice(node.offset, node.offset + node.length);
  return said === '' ? undefined : said;
}

/** The first of these keys that an object has a short scalar at. A value may stand one level down, as `{value: …}`. */
function said(object: Node | undefined, keys: readonly string[], text: string): string | undefined {
  for (const key of keys) {
    const node = childOf(object, key);
    const value = scalarText(node, text) ?? scalarText(childOf(node, 'value'), text);
    if (value !== undefined && value.length <= LONGEST_PART) return value;
  }
  return undefined;
}

/** A part of a path as it is told: cut where it is long, in quotation marks where it could pass for more than one part. */
function part(text: string): string {
  const line = oneLine(text);
  const short = line.length > LONGEST_PART ? `${line.slice(0, LONGEST_PART)}…` : line;
  return short === '' || /[›:“”]/u.test(short) ? `“${short}”` : short;
}

/** A key in words; one that is more than words, such as `__proto__`, as it is. */
function words(key: string): string {
  if (!/^\p{L}[\p{L}\p{N}]*(?:[_-]+[\p{L}\p{N}]+)*$/u.test(key)) return part(key);
  return part(key.replaceAll(/[_-]+/gu, ' ').replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, ' '));
}

const step = (key: string | number): string => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`;

/** A table of SPARQL results (`application/sparql-results+json`): each row names what its value is in the columns beside. */
function isSparql(root: Node): boolean {
  return nodeAt(root, 'head', 'vars')?.type === 'array' && nodeAt(root, 'results', 'bindings')?.type === 'array';
}

/** The words a value stands under, and the object that it is directly in. */
interface Context {
  pointer: string;
  path: string[];
  object: Node | undefined;
}

/** A year or a day, where no more of a time says anything. */
const shortTime = (time: string): string => time.replace(/(?:-01-01)?T00:00:00Z$/u, '');

function claimOf(value: string, key: string | number, { path: outer, object }: Context, text: string): string {
  const path = [...outer];
  // In a list there is no key next to a value.
  if (typeof key === 'number') return `${[...path, `item ${key + 1}`].join(' › ')}: ${value}`;
  if (!MEASURED.has(key)) return `${[...path, words(key)].join(' › ')}: ${value}`;
  const kind = KINDS.map((name) => said(object, [name], text)).find(
    (found) => found !== undefined && !WRITTEN.has(found),
  );
  if (kind !== undefined && path.at(-1) !== part(kind)) path.push(part(kind));
  if (!PLAIN.has(key) || path.length === 0) path.push(words(key));
  const unit = said(object, UNITS, text);
  const time = said(object, TIMES, text);
  const counted = unit === undefined || unit === NO_UNIT ? '' : ` ${unit}`;
  return `${path.join(' › ')}: ${value}${counted}${time === undefined ? '' : ` (${shortTime(time)})`}`;
}

/** The claims of a payload. */
export interface JsonClaims {
  claims: Claim[];
  /** There are others. */
  more: boolean;
  /** The keys that stand twice in one object, each once: what is under them claims nothing. */
  twice: string[];
}

/**
 * Each value of a JSON payload as a claim in words, at its JSON pointer: the keys it stands under, with the name of the
 * object that has one, and the value as it is written (`cities › Oslo › population: 709037`). Only a figure under a key
 * such as `value` is told with the kind, unit and time of its own object (`measures › area: 401.6 km2 (2024)`): a claim
 * says no more than the payload. Null and empty text claim nothing, nor does what is under a key that stands twice.
 * @param root of `text`, as `jsonTree` reads it
 * @returns at most `MOST_CLAIMS`, in order
 */
export function jsonClaims(root: Node, text: string): JsonClaims {
  const claims: Claim[] = [];
  const twice = new Set<string>();
  let more = false;
  const visitObject = (node: Node, { pointer, path }: Context): void => {
    const repeated = keysTwice(node);
    for (const key of repeated) twice.add(key);
    const name = said(node, NAMES, text);
    const named = name === undefined || path.at(-1) === part(name) ? path : [...path, part(name)];
    for (const property of node.children ?? []) {
      const [key, value] = property.children ?? [];
      const name = String(key?.value);
      if (!value || repeated.has(name)) continue;
      visitBelow(value, name, { pointer, path: NAMES.includes(name) ? path : named, object: node });
    }
  };
  const visit = (node: Node, key: string | number, context: Context): void => {
    if (claims.length >= MOST_CLAIMS) {
      more = true;
      return;
    }
    if (node.type === 'array')
      for (const [index, child] of (node.children ?? []).entries())
        visitBelow(child, index, { ...context, object: undefined });
    else if (node.type === 'object') visitObject(node, context);
    else {
      const value = scalarText(node, text);
      if (value !== undefined)
        claims.push({ claim: claimOf(value, key, context, text), at: { pointer: context.pointer } });
    }
  };
  const visitBelow = (node: Node, key: string | number, context: Context): void => {
    const isBranch = node.type === 'object' || node.type === 'array';
    const path = isBranch && typeof key === 'string' ? [...context.path, words(key)].slice(-4) : context.path;
    visit(node, key, { ...context, pointer: context.pointer + step(key), path });
  };
  if (isSparql(root)) {
    for (const key of repeatedKeys(root)) twice.add(key);
    visitSparql(root, text, claims);
    more = claims.length >= MOST_CLAIMS;
  } else if (root.type === 'object' || root.type === 'array')
    visit(root, '', { pointer: '', path: [], object: undefined });
  else {
    const value = scalarText(root, text);
    if (value !== undefined) claims.push({ claim: value, at: { pointer: '' } });
  }
  return { claims, more, twice: [...twice] };
}

/** The keys that stand twice anywhere in a payload. */
function repeatedKeys(root: Node): Set<string> {
  const found = new Set<string>();
  const left = [root];
  for (let node = left.pop(); node; node = left.pop()) {
    if (node.type === 'object') for (const key of keysTwice(node)) found.add(key);
    for (const child of node.children ?? []) left.push(child);
  }
  return found;
}

/** Columns that say what the value of a row is of, such as `cityLabel` and `propertyLabel`; units are none. */
const isLabel = (column: string): boolean => /.Label$/u.test(column) && !UNITS.includes(column);

/**
 * The rows of a SPARQL table: a claim for each value, with the labels of its row in the order of the columns, unit and
 * time. Columns that only say more of the others are no claims of their own.
 */
function visitSparql(root: Node, text: string, claims: Claim[]): void {
  const columns = (nodeAt(root, 'head', 'vars')?.children ?? []).flatMap((column) => stringOf(column) ?? []);
  const rows = nodeAt(root, 'results', 'bindings')?.children ?? [];
  rows.forEach((row, index) => {
    const cellOf = (column: string): string | undefined => stringOf(nodeAt(row, column, 'value'));
    const labels = columns.filter(isLabel).flatMap((column) => cellOf(column) ?? []);
    const unit = said(row, UNITS, text);
    const time = said(row, TIMES, text);
    for (const column of columns) {
      const value = cellOf(column);
      if (isLabel(column) || UNITS.includes(column) || claims.length >= MOST_CLAIMS || !value) continue;
      const path = PLAIN.has(column) && labels.length > 0 ? labels : [...labels, words(column)];
      const measures = MEASURED.has(column);
      const measured = !measures || unit === undefined || unit === NO_UNIT ? '' : ` ${unit}`;
      const when = !measures || time === undefined ? '' : ` (${shortTime(time)})`;
      const claim = `${path.map(part).join(' › ')}: ${oneLine(value)}${measured}${when}`;
      claims.push({ claim, at: { pointer: `/results/bindings/${index}${step(column)}/value` } });
    }
  });
}
