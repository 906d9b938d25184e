import { findTokens, mayHoldTokens } from './token-finder.ts';
import { type Span, ValueFinder } from './value-finder.ts';
import { SHORTEST_VALUE } from './value-forms.ts';

/** A hash is left as it is where a short value stands in it by chance: sixteen in a thousand million would. */
const HASH = /^[0-9a-f]{64}$/;
const NOT_BY_CHANCE = 12;

/** What stands in place of a secret's value, the same everywhere (rule K3). */
export const placeholderOf = (name: string): string => `[secret:${name}]`;

/** The text with its parts replaced; parts that touch each other are replaced together. */
function replaceSpans(text: string, spans: readonly Span[]): string {
  const sorted = [...spans].sort((one, other) => one.start - other.start || other.end - one.end);
  let result = '';
  let at = 0;
  for (const { start, end, placeholder } of sorted) {
    if (end <= at) continue;
    result += start >= at ? text.slice(at, start) + placeholder : '';
    at = end;
  }
  return result + text.slice(at);
}

/**
 * Takes the values of all secrets, in every form, and whatever looks like a token, out of what is kept, shown or sent
 * (asks B41; rules K2, K3, K6). The values live in this process's memory only. Time is linear in the text (rule K7).
 *
 * A value that was replaced or deleted is known on until the host ends: a call that was given it may still be at work.
 */
export class Redactor {
  readonly #values = new Map<string, Set<string>>();
  #finder = new ValueFinder([]);

  /** Takes a value in. One that is too short to be told from other text is passed over. */
  know(name: string, value: string): void {
    if (value.length < SHORTEST_VALUE) return;
    const known = this.#values.get(name) ?? new Set();
    if (known.has(value)) return;
    this.#values.set(name, known.add(value));
    this.#rebuild();
  }

  /** A text without secrets; the very text where it holds none. */
  text(text: string): string {
    const spans = this.#spans(text);
    return spans.length === 0 ? text : replaceSpans(text, spans);
  }

  /**
   * A structured value without secrets, in its strings and its keys; the very value where it holds none. A hash, which is
   * 64 hex digits, is left alone unless a form of a value that is not there by chance stands in it.
   */
  value<Value>(value: Value): Value {
    return this.#walk(value) as Value;
  }

  /** Whether a JSON text may hold a secret: a quick look that says yes too often, never too seldom. */
  mayTouch(json: string): boolean {
    return mayHoldTokens(json) || this.#finder.touches(json);
  }

  /** The names of secrets whose value, or whose placeholder, stands in a content, in order. */
  namesIn(content: string | Uint8Array): string[] {
    const text = typeof content === 'string' ? content : Buffer.from(content).toString('utf8');
    const names = [...this.#values.keys()].filter((name) => text.includes(placeholderOf(name)));
    for (const { placeholder } of this.#finder.find(text)) {
      const name = placeholder.slice(placeholderOf('').length - 1, -1);
      if (!names.includes(name)) names.push(name);
    }
    return names.sort();
  }

  /** Where a text must not be cut: the parts that are taken out of it, in order. */
  spans(text: string): Span[] {
    return this.#spans(text).sort((one, other) => one.start - other.start);
  }

  /** The length of the longest value with white space in it, which no word of a text holds whole. */
  get longestWithSpace(): number {
    const lengths = [...this.#values.values()].flatMap((values) =>
      [...values].map((value) => (/\s/.test(value) ? value.length : 0)),
    );
    return Math.max(0, ...lengths);
  }

  #rebuild(): void {
    const pairs = [...this.#values].flatMap(([name, values]) =>
      [...values].map((value) => [placeholderOf(name), value] as const),
    );
    this.#finder = new ValueFinder(pairs);
  }

  #spans(text: string): Span[] {
    if (text.length < SHORTEST_VALUE) return [];
    if (HASH.test(text)) return this.#finder.find(text, NOT_BY_CHANCE);
    return [...this.#finder.find(text), ...findTokens(text)];
  }

  #walk(value: unknown): unknown {
    if (typeof value === 'string') return this.text(value);
    if (value === null || typeof value !== 'object') return value;
    if (Array.isArray(value)) {
      const items = value.map((item) => this.#walk(item));
      return items.some((item, at) => item !== value[at]) ? items : value;
    }
    if (Object.getPrototypeOf(value) !== Object.prototype && Object.getPrototypeOf(value) !== null) return value;
    const fields = Object.entries(value);
    const clean = fields.map(([key, item]) => [this.text(key), this.#walk(item)] as const);
    const same = clean.every(([key, item], at) => key === fields[at]?.[0] && item === fields[at]?.[1]);
    return same ? value : Object.fromEntries(clean);
  }
}
