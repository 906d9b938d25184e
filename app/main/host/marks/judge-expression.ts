import { type Algebra, readExpression } from '../tools/builtin/evaluate-expression.ts';

/** How an input stands: known from a fact, the person or an earlier call; a constant; small; or from nowhere. */
export type InputStanding = 'known' | 'free' | 'small' | 'unknown';

/** A part of an expression: its value as written, and twice with every known input changed a little. */
interface Part {
  values: readonly [number, number, number];
  /** The terms, of a sum. */
  terms: readonly Part[] | undefined;
  /** The one literal that it is; `1` and `100` may stand alone in a sum. */
  literal: number | undefined;
  /** How many constants and small numbers stand in it that are known from nowhere. */
  loose: number;
}

/** So many numbers of one expression are judged; an expression of more is taken for no ground. */
const MOST_LITERALS = 2000;
/** The inputs are changed by up to this share. */
const CHANGE = 1e-3;
/** A result that changes by less than this part of the change of its inputs does not depend on them. */
const LEAST_EFFECT = 1e-4;

/**
 * Whether the value of an expression rests on known inputs (rule A12). Constants and small numbers scale what is known;
 * they are not added to it, but for one 1 (`1 + rate`) or `100 - share`. What is known must matter: an input that
 * cancels out (`a / a * 99123`) grounds nothing, in the whole and in each term of a sum. Two terms that differ by a
 * constant alone (`a * 1000 - a * 10`) build a number and compute none.
 *
 * @param standing of each literal, as it is written
 * @returns undefined where the text is no expression of the calculator
 */
export function judgeExpression(text: string, standing: (literal: string) => InputStanding): boolean | undefined {
  const judge = new Judge(standing);
  const whole = readExpression(text, judge);
  return whole && judge.holds(whole);
}

class Judge implements Algebra<Part> {
  readonly zero: Part = { values: [0, 0, 0], terms: [], literal: undefined, loose: 0 };
  readonly #standing: (literal: string) => InputStanding;
  readonly #standings = new Map<string, InputStanding>();
  readonly #known = new Map<number, [number, number]>();
  #literals = 0;
  #holds = true;
  #ones = 0;
  #looseInSums = 0;
  #changes = 1;

  constructor(standing: (literal: string) => InputStanding) {
    this.#standing = standing;
  }

  literal(value: number, text: string): Part {
    this.#literals += 1;
    if (this.#literals > MOST_LITERALS) this.#holds = false;
    let standing = this.#standings.get(text);
    if (standing === undefined) {
      standing = this.#holds ? this.#standing(text) : 'unknown';
      this.#standings.set(text, standing);
    }
    if (standing === 'unknown') this.#holds = false;
    if (standing !== 'known') return { values: [value, value, value], terms: undefined, literal: value, loose: 1 };
    let changes = this.#known.get(value);
    if (!changes) {
      changes = [1 + this.#nextChange(), 1 + this.#nextChange()];
      this.#known.set(value, changes);
    }
    const values = [value, value * changes[0], value * changes[1]] as const;
    return { values, terms: undefined, literal: undefined, loose: 0 };
  }

  /** Each input is changed by a share of its own, so that no two changes cancel by chance. */
  #nextChange(): number {
    this.#changes = (this.#changes * 48271) % 2147483647;
    return CHANGE * (0.5 + this.#changes / 2 / 2147483647);
  }

  plus(sum: Part, term: Part): Part {
    if (!this.#holds) return term;
    // A sum in a sum is told by its own terms. The list belongs to one level, so it grows in place.
    const terms = sum === this.zero ? [] : (sum.terms as Part[]);
    if (term.terms && term.terms.length > 1) terms.push(...term.terms);
    else terms.push(term);
    return { values: each(sum, term, (a, b) => a + b), terms, literal: undefined, loose: sum.loose + term.loose };
  }

  negated(part: Part): Part {
    return {
      values: each(part, part, (value) => -value),
      terms: part.terms?.map((term) => this.negated(term)),
      literal: part.literal === undefined ? undefined : -part.literal,
      loose: part.loose,
    };
  }

  product(one: Part, other: Part): Part {
    return this.#joined(one, other, (a, b) => a * b);
  }

  quotient(one: Part, other: Part): Part {
    return this.#joined(one, other, (a, b) => a / b);
  }

  #joined(one: Part, other: Part, join: (a: number, b: number) => number): Part {
    for (const side of [one, other]) this.#checkSum(side);
    return { values: each(one, other, join), terms: undefined, literal: undefined, loose: one.loose + other.loose };
  }

  #checkSum({ terms, values }: Part): void {
    if (!this.#holds || !terms || terms.length < 2) return;
    const seen: Part[] = [];
    for (const term of terms) {
      if (!depends(term.values)) {
        const literal = term.literal ?? unwrapped(term);
        const share = literal === 100 && terms.every((other) => other === term || other.values[0] <= 0);
        if (Math.abs(literal ?? 0) !== 1 && !share) this.#holds = false;
        this.#ones += 1;
        if (this.#ones > 1) this.#holds = false;
        continue;
      }
      this.#looseInSums += term.loose;
      seen.push(term);
    }
    if (!isVaried(seen) || !values.every(Number.isFinite)) this.#holds = false;
  }

  holds(whole: Part): boolean {
    this.#checkSum(whole);
    const allowed = Math.max(2, this.#known.size);
    // Enough factors come near to any number.
    return (
      this.#holds &&
      this.#looseInSums <= allowed &&
      whole.loose <= this.#literals - whole.loose + 3 &&
      this.#moves(whole)
    );
  }

  #moves({ values }: Part): boolean {
    return depends(values, LEAST_EFFECT * CHANGE);
  }
}

function unwrapped({ terms }: Part): number | undefined {
  const [only] = terms ?? [];
  return terms?.length === 1 ? (only?.literal ?? (only && unwrapped(only))) : undefined;
}

function each(one: Part, other: Part, join: (a: number, b: number) => number): readonly [number, number, number] {
  const [a, b, c] = one.values;
  const [x, y, z] = other.values;
  return [join(a, x), join(b, y), join(c, z)];
}

/** Whether a value changed with its inputs by more than rounding does. */
function depends([value, one, other]: Part['values'], least = 1e-11): boolean {
  if (![value, one, other].every(Number.isFinite)) return false;
  const size = Math.max(Math.abs(value), Math.abs(one), Math.abs(other));
  return Math.max(Math.abs(one - value), Math.abs(other - value)) > size * least;
}

/** Whether no two terms are the same but for a constant that is not 1: such terms grow alike. */
function isVaried(terms: readonly Part[]): boolean {
  const growth = terms
    .filter(({ values }) => values[0] !== 0)
    .map(({ values: [value, one, other] }) => ({ size: Math.abs(value), one: one / value, other: other / value }))
    .sort((a, b) => a.one - b.one);
  return growth.every((term, at) => {
    const next = growth[at + 1];
    if (!next || next.one - term.one > 1e-11 || Math.abs(next.other - term.other) > 1e-11) return true;
    return Math.abs(term.size - next.size) <= 1e-11 * term.size;
  });
}
