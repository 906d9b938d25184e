import type { Json } from '#contract/ids';

/** A phrase of the request this long is looked for in a value as a whole. */
const SHORTEST_PHRASE = 12;
/** Nothing longer is decoded or compared piece by piece. */
const LONGEST_PIECE = 100_000;
const MOST_PIECES = 5000;
/** A value of which more stood in the request is taken for an echo as a whole. */
const MOST_ECHOES = 200;

/** A date as one, or a number; not one in a name such as `v1` or `Q42`. */
const FIGURE =
  /(?<![\p{L}\p{Nd}_])(?:\p{Nd}{4}-\p{Nd}{2}-\p{Nd}{2}(?!\p{Nd})|\p{Nd}+(?:[.,'’\u00a0\u202f ]\p{Nd}+)*)/gu;

/** A text as it is compared: whatever its case and its spaces. */
const plain = (text: string): string => text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();

/** A figure without its separators, so that 1680 and 1,680 are one. */
function digitsOf(figure: string): string {
  // A fraction of zeros adds nothing: 1680.00 is 1680. Three of them may be thousands.
  const whole = figure.normalize('NFKC').replace(/(?<=\p{Nd})[.,](?:0{1,2}|0{4,})$/u, '');
  return whole.replace(/\P{Nd}/gu, '');
}

/** What a call has sent, as far as it could come back as if it were the source's own (rule A11). */
export class RequestParts {
  readonly #pieces = new Set<string>();
  readonly #figures = new Set<string>();

  /**
   * Adds the arguments of a call: every text and key, taken apart as address, form, JSON and base64.
   * @param numbers whether bare numbers are sent, too, and do not only say how much is wanted
   */
  add(input: Json, numbers: boolean): void {
    for (const text of leavesOf(input, numbers)) this.#addText(text, 0);
  }

  #addText(text: string, depth: number): void {
    const piece = plain(text.slice(0, LONGEST_PIECE));
    if (piece === '' || this.#pieces.has(piece) || this.#pieces.size >= MOST_PIECES) return;
    this.#pieces.add(piece);
    // An address counts by its parts: a page that is called 2024_Olympics says itself that it is about 2024.
    if (!URL.canParse(text) && !/^\p{Nd}+_/u.test(piece))
      for (const [figure] of piece.matchAll(FIGURE)) this.#figures.add(digitsOf(figure));
    if (depth < 3) for (const part of partsOf(text.slice(0, LONGEST_PIECE))) this.#addText(part, depth + 1);
  }

  /**
   * What of a value stood in the request: all of it, or the figures and phrases of it that did, as they stand in the
   * value. Empty where nothing did.
   */
  echoedIn(value: string): 'whole' | string[] {
    const own = plain(value);
    const figures = [...value.matchAll(FIGURE)].map(([figure]) => figure);
    const bare = figures.length === 1 && /^[-+]?[^\p{L}\p{Nd}]*$/u.test(own.replace(FIGURE, ''));
    const sent = figures.filter((figure) => this.#figures.has(digitsOf(figure)));
    if (this.#pieces.has(own) || (bare && sent.length > 0)) return 'whole';
    const phrases: string[] = [];
    for (const piece of this.#pieces) {
      if (piece.length < SHORTEST_PHRASE) continue;
      if (own.length >= SHORTEST_PHRASE && piece.includes(own)) return 'whole';
      if (own.includes(piece)) phrases.push(piece);
    }
    const parts = new Set([...sent, ...phrases]);
    return parts.size > MOST_ECHOES ? 'whole' : [...parts];
  }
}

/**
 * A text with the parts of it that stood in the request blanked, each by as many spaces, so that every other part stays
 * where it is. What is looked for in a fact is looked for in this.
 */
export function withoutEchoes(text: string, echoed: readonly string[] | undefined): string {
  if (echoed === undefined || echoed.length === 0) return text;
  const parts = [...echoed].sort((one, other) => other.length - one.length);
  const pattern = parts.map((part) => part.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&').replace(/\s+/g, '\\s+')).join('|');
  const whole = new RegExp(`(?<!\\p{Nd}|\\p{Nd}[.,])(?:${pattern})(?!\\p{Nd}|[.,]\\p{Nd})`, 'giu');
  return text.replace(whole, (part) => ' '.repeat(part.length));
}

/** Texts and keys of a JSON value; a call's arguments are never nested deeper than the log can hold. */
function leavesOf(input: Json, numbers: boolean): string[] {
  if (typeof input === 'string') return [input];
  if (typeof input === 'number') return numbers ? [String(input)] : [];
  if (input === null || typeof input !== 'object') return [];
  if (Array.isArray(input)) return input.flatMap((each) => leavesOf(each, numbers));
  return Object.entries(input).flatMap(([key, value]) => [...(numbers ? [key] : []), ...leavesOf(value, numbers)]);
}

/** What a text is made of where it is an address, a form, JSON, or holds base64. */
function partsOf(text: string): string[] {
  const parts: string[] = [];
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url) {
    const { hostname, pathname, hash, searchParams } = url;
    parts.push(hostname, ...pathname.split('/').map(decoded), decoded(hash.slice(1)));
    for (const [key, value] of searchParams) parts.push(key, value);
  } else if (/[=&%+]/.test(text)) {
    for (const [key, value] of new URLSearchParams(text)) parts.push(key, value);
    parts.push(decoded(text));
  }
  for (const [code] of text.matchAll(/[A-Za-z0-9+/_-]{8,}={0,2}/g)) {
    const bytes = Buffer.from(code, 'base64');
    const said = bytes.toString('utf8');
    if (!/[\p{Cc}\ufffd]/u.test(said.replace(/[\r\n\t]/g, ''))) parts.push(said);
  }
  const value = jsonOf(text);
  if (value !== undefined) parts.push(...leavesOf(value, true));
  return parts;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    // A stray percent sign: the text as it is.
    return part;
  }
}

function jsonOf(text: string): Json | undefined {
  if (!/^\s*[[{"]/.test(text)) return undefined;
  try {
    return JSON.parse(text) as Json;
  } catch {
    // Not JSON: it is looked at as text.
    return undefined;
  }
}
