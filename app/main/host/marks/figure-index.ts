import type { Fact, FactPlace } from '#contract/fact';
import type { PlacedText } from '../facts/placed-text.ts';
import { type Decimal, decimalOfValue, keyOf, numericValue } from './decimal.ts';
import type { Figure } from './scan-figures.ts';
import { scanFigures } from './scan-figures.ts';
import type { Unit } from './units.ts';

/** A text in which values are looked for, and whose it is. */
export interface Piece {
  text: string;
  /** The id of the fact or call; '' for what the person wrote. */
  owner: string;
  /** The order of the owner among its kind. */
  order: number;
  fact?: Fact;
  /** Where in the payload the text stands. */
  place?: FactPlace;
  /** Long: a bare number in it may be about anything, so its words must agree. */
  document: boolean;
  /** For a text that is not the payload as it stands: the bytes of each of its units, and the links of a page. */
  placed?: PlacedText;
  /** Words about the whole text, where it is too short to have its own: the claim, the name of the field. */
  about?: readonly string[];
}

/** One value of a piece. */
export interface Hit {
  piece: Piece;
  start: number;
  end: number;
  unit: Unit | undefined;
  /** For a number: the reading that this hit is listed under, and its value. */
  decimal: Decimal | undefined;
  value: number;
}

/** More characters than these make a document. */
export const SHORT_TEXT = 200;

/** All values of some texts, by number and by day, for finding where a value stands. */
export class FigureIndex {
  readonly #byKey = new Map<string, Hit[]>();
  readonly #numbers: Hit[] = [];
  readonly #factors = new Map<string, Set<number>>();
  #sorted = true;

  /** Takes every value of a piece. `unit`: what its numbers count, where the text does not say. */
  addText(piece: Piece, unit?: Unit): void {
    for (const figure of scanFigures(piece.text, 'source')) this.#addFigure(figure, piece, unit);
  }

  /** Takes a number that stands alone. */
  addValue(value: number, piece: Piece, unit?: Unit): void {
    this.#addNumber({ piece, start: 0, end: piece.text.length, unit, decimal: decimalOfValue(value), value });
  }

  /** The same, to its last digit. */
  addDecimal(decimal: Decimal, piece: Piece, unit?: Unit): void {
    this.#addNumber({ piece, start: 0, end: piece.text.length, unit, decimal, value: numericValue(decimal) });
  }

  #addFigure(figure: Figure, piece: Piece, unit: Unit | undefined): void {
    const { start, end } = figure;
    if (figure.type === 'date') {
      for (const key of figure.keys)
        this.#put(key, { piece, start, end, unit: undefined, decimal: undefined, value: Number.NaN });
      return;
    }
    for (const decimal of figure.readings)
      this.#addNumber({ piece, start, end, unit: figure.unit ?? unit, decimal, value: numericValue(decimal) });
  }

  #addNumber(hit: Hit): void {
    if (!hit.decimal) return;
    this.#put(keyOf(hit.decimal), hit);
    this.#numbers.push(hit);
    this.#sorted = false;
    const { unit } = hit;
    if (!unit) return;
    const factors = this.#factors.get(unit.dimension);
    if (factors) factors.add(unit.factor);
    else this.#factors.set(unit.dimension, new Set([unit.factor]));
  }

  #put(key: string, hit: Hit): void {
    const hits = this.#byKey.get(key);
    if (hits) hits.push(hit);
    else this.#byKey.set(key, [hit]);
  }

  /** Where a number or day stands, by its key. */
  exact(key: string): readonly Hit[] {
    return this.#byKey.get(key) ?? [];
  }

  /** The numbers from `low` to `high`, at most `most` of them. */
  between(low: number, high: number, most: number): readonly Hit[] {
    if (!this.#sorted) {
      this.#numbers.sort((a, b) => a.value - b.value || a.piece.order - b.piece.order);
      this.#sorted = true;
    }
    let from = 0;
    for (let to = this.#numbers.length; from < to; ) {
      const middle = (from + to) >> 1;
      if ((this.#numbers[middle]?.value ?? 0) < low) from = middle + 1;
      else to = middle;
    }
    const found: Hit[] = [];
    for (let at = from; found.length < most; at++) {
      const hit = this.#numbers[at];
      if (!hit || !(hit.value <= high)) break;
      found.push(hit);
    }
    return found;
  }

  /** The sizes of the units of one dimension that occur. */
  factorsOf(dimension: string): ReadonlySet<number> {
    return this.#factors.get(dimension) ?? NONE;
  }
}

const NONE: ReadonlySet<number> = new Set();
