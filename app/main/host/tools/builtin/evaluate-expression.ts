/** The value of an expression, or why it has none. Positions count characters from 1. */
export type Evaluation = { ok: true; value: number } | { ok: false; message: string };

/** One pair of parentheses, or the whole text: what has been read of it and what waits for its right side. */
interface Level {
  /** Where its parenthesis opened; 0 for the whole text. */
  openedAt: number;
  /** Terms before the present one, added up. */
  sum: number;
  /** The present term is added or taken away. */
  addSign: 1 | -1;
  /** Factors of the present term, multiplied; undefined before the first. */
  product: number | undefined;
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

const level = (openedAt: number): Level => ({
  openedAt,
  sum: 0,
  addSign: 1,
  product: undefined,
  operator: '*',
  factorSign: 1,
});

/**
 * Evaluates `+ - * /`, parentheses, decimals and repeated signs (rows A5.1 and A5.2): `*` and `/` before `+` and `-`,
 * each from the left. Nothing is ever run as code. Levels are kept in a list and not on the call stack, so that no
 * depth of parentheses overflows; the time taken grows with the length of the text.
 * @param text the expression
 * @returns its value, always finite; or the reason: division by zero, unexpected end, missing or extra parenthesis,
 *   expected number, trailing text (row A5.3), a result that is too large
 */
export function evaluateExpression(text: string): Evaluation {
  const levels: Level[] = [];
  let current = level(0);
  let position = 0;

  const at = (index: number): string => `at position ${index + 1}`;
  const fail = (message: string): Evaluation => ({ ok: false, message });

  /** Takes a factor into the present term. Returns the reason when it can't be. */
  const take = (magnitude: number): string | undefined => {
    const factor = current.factorSign * magnitude;
    current.factorSign = 1;
    if (current.product === undefined) current.product = factor;
    else if (current.operator === '*') current.product *= factor;
    else if (factor === 0) return 'division by zero';
    else current.product /= factor;
    return Number.isFinite(current.product) ? undefined : 'the result is too large';
  };

  /** Adds the present term to the sum. Returns the reason when it can't be. */
  const closeTerm = (): string | undefined => {
    current.sum += current.addSign * (current.product ?? 0);
    current.product = undefined;
    current.operator = '*';
    return Number.isFinite(current.sum) ? undefined : 'the result is too large';
  };

  let expectsFactor = true;
  for (;;) {
    while (SPACE.has(text.charAt(position))) position += 1;
    if (position >= text.length) break;
    const character = text.charAt(position);

    if (expectsFactor) {
      if (character === '+' || character === '-') {
        if (character === '-') current.factorSign = current.factorSign === 1 ? -1 : 1;
        position += 1;
      } else if (character === '(') {
        levels.push(current);
        current = level(position + 1);
        position += 1;
      } else {
        const number = readNumber(text, position);
        if (number === undefined) return fail(`expected a number ${at(position)}, ${found(text, position)}`);
        if (number.value === undefined) return fail(`"${number.text.slice(0, 40)}" ${at(position)} is not a number`);
        if (!Number.isFinite(number.value)) return fail(`the number ${at(position)} is too large`);
        const reason = take(number.value);
        if (reason) return fail(reason);
        position += number.text.length;
        expectsFactor = false;
      }
    } else if (character === '*' || character === '/') {
      current.operator = character;
      position += 1;
      expectsFactor = true;
    } else if (character === '+' || character === '-') {
      const reason = closeTerm();
      if (reason) return fail(reason);
      current.addSign = character === '+' ? 1 : -1;
      position += 1;
      expectsFactor = true;
    } else if (character === ')') {
      const outer = levels.pop();
      if (!outer) return fail(`the ")" ${at(position)} has no "("`);
      const reason = closeTerm();
      if (reason) return fail(reason);
      const inside = current.sum;
      current = outer;
      const refused = take(inside);
      if (refused) return fail(refused);
      position += 1;
    } else {
      return fail(`unexpected text ${at(position)}: ${found(text, position)}`);
    }
  }

  if (expectsFactor) return fail(text.trim() === '' ? 'the expression is empty' : 'unexpected end: expected a number');
  if (levels.length > 0) return fail(`missing ")" for the "(" ${at(current.openedAt - 1)}`);
  const reason = closeTerm();
  return reason ? fail(reason) : { ok: true, value: current.sum };
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
