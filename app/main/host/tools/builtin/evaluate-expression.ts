/** The value of an expression, or why it has none. Positions count characters from 1. */
export type Evaluation = { ok: true; value: number } | { ok: false; message: string };

/** One pair of parentheses, or the whole text: what has been read of it and what waits for its right side. */
interface Level<T> {
  /** Where its parenthesis stands; 0 for the whole text. */
  openedAt: number;
  /** Terms before the present one, added up. */
  sum: T;
  /** The present term is added or taken away. */
  addSign: 1 | -1;
  /** Factors of the present term, multiplied; undefined before the first. */
  product: T | undefined;
  operator: '*' | '/';
  /** Signs in front of the factor that comes next. */
  factorSign: 1 | -1;
}

const SPACE = new Set([' ', '\t', '\n', '\r']);

/** Characters that people and models write and the grammar does not know, with what to write instead. */
const HINTS: readonly [RegExp, string][] = [
  [/[×·∗✕⋅]/u, 'write "*" to multiply'],
  [/[÷∕]/u, 'write "/" to divide'],
  [/[−–—‐]/u, 'write "-" for minus'],
  [/[０-９＋－＊／（）．]/u, 'write plain ASCII digits and signs'],
  [/\^/u, 'powers are not supported; multiply instead'],
  [/%/u, 'percent and remainder are not supported; divide by 100 instead'],
  [/[,_'’]/u, 'write numbers without separators, such as 1000'],
  [/=/u, 'leave out the equals sign'],
  [/[\p{L}$]/u, 'names, functions and exponents are not supported'],
  [/[[\]{}]/u, 'use round parentheses'],
];

const level = <T>(openedAt: number, sum: T): Level<T> => ({
  openedAt,
  sum,
  addSign: 1,
  product: undefined,
  operator: '*',
  factorSign: 1,
});

class Fault extends Error {}

/** What an expression is read into. */
export interface Algebra<T> {
  zero: T;
  literal(value: number, text: string): T;
  plus(sum: T, term: T): T;
  negated(value: T): T;
  product(one: T, other: T): T;
  quotient(one: T, other: T): T;
}

const NUMBERS: Algebra<number> = {
  zero: 0,
  literal: (value) => value,
  plus: (sum, term) => finite(sum + term),
  negated: (value) => -value,
  product: (one, other) => finite(one * other),
  quotient: (one, other) => {
    if (other === 0) throw new Fault('division by zero');
    return finite(one / other);
  },
};

/**
 * Evaluates `+ - * /`, parentheses, decimals and repeated signs (rows A5.1 and A5.2): `*` and `/` before `+` and `-`,
 * each from the left. Nothing is ever run as code. Levels are kept in a list and not on the call stack, so that no
 * depth of parentheses overflows; the time taken grows with the length of the text.
 * @param text the expression
 * @returns its value, always finite; or the reason: division by zero, unexpected end, missing or extra parenthesis,
 *   expected number, trailing text (row A5.3), a result that is too large
 */
export function evaluateExpression(text: string): Evaluation {
  try {
    return { ok: true, value: new Reader(text, NUMBERS).read() };
  } catch (error) {
    if (error instanceof Fault) return { ok: false, message: error.message };
    throw error;
  }
}

/** Reads an expression of the same grammar into something else than its value; undefined where it is none. */
export function readExpression<T>(text: string, algebra: Algebra<T>): T | undefined {
  try {
    return new Reader(text, algebra).read();
  } catch (error) {
    if (error instanceof Fault) return undefined;
    throw error;
  }
}

const at = (position: number): string => `at position ${position + 1}`;

/** Reads one expression. `#current` is the innermost level, `#outer` those around it. */
class Reader<T> {
  readonly #text: string;
  readonly #algebra: Algebra<T>;
  readonly #outer: Level<T>[] = [];
  #current: Level<T>;
  #position = 0;
  constructor(text: string, algebra: Algebra<T>) {
    this.#text = text;
    this.#algebra = algebra;
    this.#current = level(0, algebra.zero);
  }

  read(): T {
    let expectsFactor = true;
    for (this.#skipSpace(); this.#position < this.#text.length; this.#skipSpace())
      expectsFactor = expectsFactor ? this.#readFactor() : this.#readOperator();
    if (expectsFactor)
      throw new Fault(this.#text.trim() === '' ? 'the expression is empty' : 'unexpected end: expected a number');
    if (this.#outer.length > 0) throw new Fault(`missing ")" for the "(" ${at(this.#current.openedAt)}`);
    this.#closeTerm();
    return this.#current.sum;
  }

  #skipSpace(): void {
    while (SPACE.has(this.#text.charAt(this.#position))) this.#position += 1;
  }

  /** Reads a sign, an opening parenthesis or a number. Returns whether a factor is still to come. */
  #readFactor(): boolean {
    const start = this.#position;
    const character = this.#text.charAt(start);
    this.#position += 1;
    if (character === '+') return true;
    if (character === '-') {
      this.#current.factorSign = this.#current.factorSign === 1 ? -1 : 1;
      return true;
    }
    if (character === '(') {
      this.#outer.push(this.#current);
      this.#current = level(start, this.#algebra.zero);
      return true;
    }
    const number = readNumber(this.#text, start);
    if (number === undefined) throw new Fault(`expected a number ${at(start)}, ${found(this.#text, start)}`);
    if (number.value === undefined) throw new Fault(`"${number.text.slice(0, 40)}" ${at(start)} is not a number`);
    if (!Number.isFinite(number.value)) throw new Fault(`the number ${at(start)} is too large`);
    this.#take(this.#algebra.literal(number.value, number.text));
    this.#position = start + number.text.length;
    return false;
  }

  /** Reads an operator or a closing parenthesis. Returns whether a factor has to follow. */
  #readOperator(): boolean {
    const start = this.#position;
    const character = this.#text.charAt(start);
    this.#position += 1;
    if (character === '*' || character === '/') {
      this.#current.operator = character;
      return true;
    }
    if (character === '+' || character === '-') {
      this.#closeTerm();
      this.#current.addSign = character === '+' ? 1 : -1;
      return true;
    }
    if (character !== ')') throw new Fault(`unexpected text ${at(start)}: ${found(this.#text, start)}`);
    const outer = this.#outer.pop();
    if (!outer) throw new Fault(`the ")" ${at(start)} has no "("`);
    this.#closeTerm();
    const { sum } = this.#current;
    this.#current = outer;
    this.#take(sum);
    return false;
  }

  /** Takes a factor into the present term. */
  #take(magnitude: T): void {
    const current = this.#current;
    const factor = current.factorSign === 1 ? magnitude : this.#algebra.negated(magnitude);
    current.factorSign = 1;
    if (current.product === undefined) current.product = factor;
    else if (current.operator === '*') current.product = this.#algebra.product(current.product, factor);
    else current.product = this.#algebra.quotient(current.product, factor);
  }

  /** Adds the present term to the sum. */
  #closeTerm(): void {
    const current = this.#current;
    if (current.product !== undefined) {
      const term = current.addSign === 1 ? current.product : this.#algebra.negated(current.product);
      current.sum = this.#algebra.plus(current.sum, term);
    }
    current.product = undefined;
    current.operator = '*';
  }
}

function finite(value: number): number {
  if (!Number.isFinite(value)) throw new Fault('the result is too large');
  return value;
}

/** The digits and dots that begin at `position`; no value when they are no number, nothing when there are none. */
function readNumber(text: string, position: number): { text: string; value: number | undefined } | undefined {
  let end = position;
  while (/[0-9.]/.test(text.charAt(end))) end += 1;
  if (end === position) return undefined;
  const digits = text.slice(position, end);
  const isNumber = /^(?:[0-9]+\.?[0-9]*|\.[0-9]+)$/.test(digits);
  return { text: digits, value: isNumber ? Number(digits) : undefined };
}

function found(text: string, position: number): string {
  const character = String.fromCodePoint(text.codePointAt(position) ?? 0xfffd);
  const hint =
    text.startsWith('**', position) || (character === '*' && text.charAt(position - 1) === '*')
      ? 'powers are not supported; multiply instead'
      : HINTS.find(([pattern]) => pattern.test(character))?.[1];
  return `found ${JSON.stringify(character)}${hint === undefined ? '' : ` (${hint})`}`;
}

/**
 * Prints a value with 15 significant digits, as plain decimals between 1e-6 and 1e21 (decision D1: `1500 * 1.12` is
 * `1680`).
 * @param value a finite number
 */
export function formatNumber(value: number): string {
  const rounded = Number(value.toPrecision(15));
  return String(Object.is(rounded, -0) ? 0 : rounded);
}
