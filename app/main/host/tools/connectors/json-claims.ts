import type { Node } from 'jsonc-parser';
import type { FactPlace } from '#contract/fact';
import { oneLine } from './html-text.ts';
import { childOf, nodeAt, stringOf } from './json-tree.ts';

/** A claim and its place in the payload. */
export interface Claim {
  claim: string;
  at: FactPlace;
}

/** So many claims of one payload; with more, the whole document is one claim besides. */
export const MOST_CLAIMS = 500;

/** Keys whose value says what another one next to it is, is called, is measured in, or when it held. */
const NAMES = ['label', 'name', 'title', 'propertyLabel', 'id', 'key', 'code'];
const UNITS = ['unit', 'units', 'unitLabel', 'unitText', 'unitCode', 'unit_of_measurement', 'currency', 'currencyCode'];
const TIMES = ['year', 'date', 'period', 'asOf', 'as_of', 'pointInTime', 'time', 'timestamp'];
/** Keys that say nothing of the value in them. */
const PLAIN = new Set(['value', 'amount', 'val', 'quantity', 'data', '#text', '@value']);

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

const words = (key: string): string =>
  oneLine(key.replaceAll(/[_-]+/gu, ' ').replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')).slice(0, LONGEST_PART);

const step = (key: string | number): string => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`;

/** A table of SPARQL results (`application/sparql-results+json`): each row names what its value is in the columns beside. */
function isSparql(root: Node): boolean {
  return nodeAt(root, 'head', 'vars')?.type === 'array' && nodeAt(root, 'results', 'bindings')?.type === 'array';
}

/** The words a value stands under, and the object whose other values say more of it. */
interface Context {
  pointer: string;
  path: string[];
  /** The objects around, the nearest first. */
  around: Node[];
}

/** A year or a day, where no more of a time says anything. */
const shortTime = (time: string): string => time.replace(/(?:-01-01)?T00:00:00Z$/u, '');

function claimOf(value: string, key: string | number, context: Context, text: string): string {
  const own = context.around[0];
  const outer = context.around[1];
  const isOf = (keys: readonly string[]): boolean => keys.includes(String(key));
  const plain = PLAIN.has(String(key));
  // What says more of another value is said as it is.
  const about = isOf(NAMES) || isOf(UNITS) || isOf(TIMES) ? undefined : own;
  const name = said(about, NAMES, text) ?? (plain ? said(outer, NAMES, text) : undefined);
  const measured = said(about, UNITS, text) ?? (plain ? said(outer, UNITS, text) : undefined);
  const unit = measured === NO_UNIT ? undefined : measured;
  const time = said(about, TIMES, text) ?? (plain ? said(outer, TIMES, text) : undefined);
  const path = [...context.path];
  if (name !== undefined && path.at(-1) !== name) path.push(name);
  if (!plain || path.length === 0) path.push(typeof key === 'number' ? `item ${key + 1}` : words(key));
  const when = time === undefined ? '' : ` (${shortTime(time)})`;
  return `${path.join(' › ')}: ${value}${unit === undefined ? '' : ` ${unit}`}${when}`;
}

/**
 * Each value of a JSON payload as a claim in words, at its JSON pointer: the keys it stands under, the name next to it,
 * value, unit and time (`measures › area: 401.6 km2 (2024)`). Null and empty text claim nothing.
 * @param root of `text`, as `jsonTree` reads it
 * @returns at most `MOST_CLAIMS`, in order; `more` where there are others
 */
export function jsonClaims(root: Node, text: string): { claims: Claim[]; more: boolean } {
  const claims: Claim[] = [];
  let more = false;
  const sparql = isSparql(root);
  const visit = (node: Node, key: string | number, context: Context): void => {
    if (claims.length >= MOST_CLAIMS) {
      more = true;
      return;
    }
    const { pointer, path, around } = context;
    if (node.type === 'array') {
      node.children?.forEach((child, index) => {
        visitBelow(child, index, { pointer, path, around });
      });
      return;
    }
    if (node.type === 'object') {
      const seen = new Map<string, Node>();
      for (const property of node.children ?? []) {
        const [name, value] = property.children ?? [];
        if (name && value) seen.set(String(name.value), value);
      }
      for (const [name, value] of seen) visitBelow(value, name, { pointer, path, around: [node, ...around] });
      return;
    }
    const value = scalarText(node, text);
    if (value !== undefined) claims.push({ claim: claimOf(value, key, context, text), at: { pointer } });
  };
  const visitBelow = (node: Node, key: string | number, context: Context): void => {
    const isBranch = node.type === 'object' || node.type === 'array';
    const named = typeof key === 'number' ? [] : [words(key)];
    const path = isBranch ? [...context.path, ...named].slice(-4) : context.path;
    visit(node, key, { ...context, pointer: context.pointer + step(key), path });
  };
  if (sparql) {
    visitSparql(root, text, claims);
    more = claims.length >= MOST_CLAIMS;
  } else if (root.type === 'object' || root.type === 'array') visit(root, '', { pointer: '', path: [], around: [] });
  else {
    const value = scalarText(root, text);
    if (value !== undefined) claims.push({ claim: value, at: { pointer: '' } });
  }
  return { claims, more };
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
      const isTime = TIMES.includes(column);
      const path = PLAIN.has(column) && labels.length > 0 ? labels : [...labels, words(column)];
      const measured = isTime || unit === undefined || unit === NO_UNIT ? '' : ` ${unit}`;
      const when = isTime || time === undefined ? '' : ` (${shortTime(time)})`;
      const claim = `${path.map(oneLine).join(' › ')}: ${oneLine(value)}${measured}${when}`;
      claims.push({ claim, at: { pointer: `/results/bindings/${index}${step(column)}/value` } });
    }
  });
}
