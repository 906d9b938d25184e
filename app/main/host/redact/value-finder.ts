import { type EscapeKind, endOf, type Reading, startOf, withoutEscapes, withoutSpace } from './decode-escapes.ts';
import { formsOf, type ValueForm } from './value-forms.ts';

/** A part of a text that is taken out, and what stands in its place. */
export interface Span {
  start: number;
  end: number;
  placeholder: string;
}

interface Needle extends ValueForm {
  placeholder: string;
}

/** Longer forms are found by their beginning and then compared whole, so that no pattern grows without bound. */
const HEAD = 48;
/** JSON in JSON in a URL is seen through; deeper ones are not. */
const MOST_LAYERS = 3;
const KINDS: readonly EscapeKind[] = ['\\', '%'];

const BASE64 = /[A-Za-z0-9+/_=-]/;
const literal = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');

/**
 * A text in every way it is read: as it stands and without escapes of one kind and then perhaps the other, each with and
 * without its white space. One kind at a time: a value may itself look like an escape of the other.
 */
function readings(text: string, keepPlaces: boolean): Reading[] {
  let layer: Reading[] = [{ text, places: undefined }];
  const plain = [...layer];
  for (let depth = 0; depth < MOST_LAYERS && layer.length > 0; depth++) {
    layer = layer.flatMap((reading) =>
      KINDS.map((kind) => withoutEscapes(reading, kind, keepPlaces)).filter((below) => below !== reading),
    );
    layer = layer.filter((reading, at) => layer.findIndex((other) => other.text === reading.text) === at);
    plain.push(...layer);
  }
  return plain.flatMap((reading) => {
    const compact = withoutSpace(reading, keepPlaces);
    return compact === reading ? [reading] : [reading, compact];
  });
}

/** Finds every form of a set of values in a text (rule K2). */
export class ValueFinder {
  readonly #byHead = new Map<string, Needle[]>();
  readonly #pattern: RegExp | undefined;

  /** @param values by the text that is to stand in their place; a value may have been replaced by a newer one */
  constructor(values: Iterable<readonly [placeholder: string, value: string]>) {
    for (const [placeholder, value] of values)
      for (const form of formsOf(value)) {
        const head = form.text.slice(0, HEAD);
        const same = this.#byHead.get(head) ?? [];
        this.#byHead.set(head, [...same, { ...form, placeholder }]);
      }
    for (const needles of this.#byHead.values()) needles.sort((one, other) => other.text.length - one.text.length);
    const heads = [...this.#byHead.keys()].sort((one, other) => other.length - one.length);
    this.#pattern = heads.length === 0 ? undefined : new RegExp(heads.map(literal).join('|'), 'g');
  }

  /** Whether a text may hold a form of a value: a look that keeps no places, and says yes too often, never too seldom. */
  touches(text: string): boolean {
    return this.#pattern !== undefined && readings(text, false).some((reading) => this.#has(reading.text));
  }

  /** The parts of a text that are a form of a value of at least so many characters. In no order; they may overlap. */
  find(text: string, least = 0): Span[] {
    if (!this.touches(text)) return [];
    return readings(text, true).flatMap((reading) => this.#findIn(reading, least));
  }

  #has(text: string): boolean {
    const pattern = this.#pattern;
    if (!pattern) return false;
    pattern.lastIndex = 0;
    return pattern.test(text);
  }

  #findIn(reading: Reading, least: number): Span[] {
    const pattern = this.#pattern;
    const { text } = reading;
    const spans: Span[] = [];
    if (!pattern) return spans;
    pattern.lastIndex = 0;
    for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
      const at = match.index;
      const needle = this.#byHead.get(match[0])?.find((each) => text.startsWith(each.text, at));
      if (!needle || needle.text.length < least) {
        pattern.lastIndex = at + 1;
        continue;
      }
      const end = at + needle.text.length;
      const start = at - (needle.before > 0 && BASE64.test(text.charAt(at - 1)) ? 1 : 0);
      const last = end + (needle.after > 0 && BASE64.test(text.charAt(end)) ? 1 : 0);
      spans.push({ start: startOf(reading, start), end: endOf(reading, last - 1), placeholder: needle.placeholder });
      pattern.lastIndex = end;
    }
    return spans;
  }
}
