import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ToolContext, ToolResult } from '../define-tool.ts';
import { calculator } from './calculator.ts';
import { evaluateExpression, formatNumber } from './evaluate-expression.ts';

const calculate = (expression: string): Promise<ToolResult> => calculator.run({ expression }, {} as ToolContext);

/** The printed value, or "error: reason". */
async function answer(expression: string): Promise<string> {
  const result = await calculate(expression);
  return result.type === 'ok' ? result.text : `error: ${result.message}`;
}

const VALUES: [string, string][] = [
  ['2 + 2 * (3 - 1)', '6'],
  ['1500 * 1.12', '1680'],
  ['0.1+0.2', '0.3'],
  ['1/3', '0.333333333333333'],
  ['2/3', '0.666666666666667'],
  ['-5 + 3', '-2'],
  ['--5', '5'],
  ['+-+2', '-2'],
  ['-2*-2', '4'],
  ['8-3-2', '3'],
  ['8/2/2', '2'],
  ['2 + 2 * 3', '8'],
  ['2\t+\n2', '4'],
  ['2\r\n+ 2', '4'],
  ['123456789', '123456789'],
  ['100000000*100000000000000', '1e+22'],
  ['100000000*10000000000000', '1e+21'],
  ['100000000*1000000000000', '100000000000000000000'],
  ['1/1000000', '0.000001'],
  ['1/10000000', '1e-7'],
  ['.5 + 5.', '5.5'],
  ['007', '7'],
  ['-(2+3)*-(1)', '5'],
  ['((((4))))', '4'],
  ['2-(3-(4-5))', '-2'],
  ['0*-1', '0'],
  ['-0', '0'],
  ['2*-(3+4)/7', '-2'],
];

const ERRORS: [string, string][] = [
  ['2**3', 'powers are not supported'],
  ['2^3', 'powers are not supported'],
  ['10 % 3', 'percent and remainder are not supported'],
  ['1e3', 'exponents are not supported'],
  ['0x10', 'exponents are not supported'],
  ['1_000', 'without separators'],
  ['1,000', 'without separators'],
  ['2(3)', 'unexpected text at position 2'],
  ['(2)(3)', 'unexpected text at position 4'],
  ['3 3', 'unexpected text at position 3'],
  ['1/0', 'division by zero'],
  ['7/0.0', 'division by zero'],
  ['1/-0', 'division by zero'],
  ['1/(2-2)', 'division by zero'],
  ['1/0*0', 'division by zero'],
  ['１+1', 'plain ASCII digits'],
  ['2 × 3', 'write "*"'],
  ['2−1', 'write "-"'],
  ['6÷2', 'write "/"'],
  ['abc', 'names, functions'],
  ['Infinity', 'names, functions'],
  ['NaN', 'names, functions'],
  ['process.exit()', 'names, functions'],
  ["require('x')", 'names, functions'],
  ['= 2+2', 'leave out the equals sign'],
  ['2+2=', 'leave out the equals sign'],
  ['', 'the expression is empty'],
  ['  \n', 'the expression is empty'],
  ['2+', 'unexpected end'],
  ['-', 'unexpected end'],
  ['(2+3', 'missing ")" for the "(" at position 1'],
  ['2+3)', 'the ")" at position 4 has no "("'],
  ['()', 'expected a number at position 2'],
  ['*2', 'expected a number at position 1'],
  ['2+*3', 'expected a number at position 3'],
  ['1.2.3', '"1.2.3" at position 1 is not a number'],
  ['.', '"." at position 1 is not a number'],
  ['👍', 'found "👍"'],
];

describe('calculator', () => {
  it.each(VALUES)('computes %j as %s', async (expression, value) => {
    expect(await answer(expression)).toBe(value);
  });

  it.each(ERRORS)('refuses %j: %s', async (expression, reason) => {
    const result = await answer(expression);
    expect(result).toContain('error: ');
    expect(result).toContain(reason);
  });

  it('refuses what is not finite (C26)', async () => {
    const long = '9'.repeat(300);
    expect(await answer(`${long}*${long}`)).toContain('too large');
    expect(await answer(`${'9'.repeat(400)}`)).toContain('too large');
    expect(await answer(`${long}*${long}-${long}*${long}`)).toContain('too large');
  });

  it('answers an expression of one mebibyte (C28)', async () => {
    const terms = 524_288;
    expect(await answer(Array.from({ length: terms }, () => '1').join('+'))).toBe(String(terms));
  });

  it('does not overflow the stack, however deep the parentheses or many the signs', async () => {
    const depth = 100_000;
    expect(await answer(`${'('.repeat(depth)}7${')'.repeat(depth)}`)).toBe('7');
    expect(await answer(`${'-('.repeat(depth)}7${')'.repeat(depth)}`)).toBe('7');
    expect(await answer(`${'-'.repeat(depth + 1)}7`)).toBe('-7');
    expect(await answer('('.repeat(depth))).toContain('unexpected end');
  });
});

/** An expression as text, and what it must come to by the host's own arithmetic. */
type Sample = { text: string; value: number; level: 'sum' | 'term' | 'factor' };
const number = fc
  .tuple(fc.nat(9999), fc.nat(99))
  .map(([whole, part]): Sample => ({ text: `${whole}.${part}`, value: Number(`${whole}.${part}`), level: 'factor' }));
const sample = fc.letrec<{ any: Sample }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 6 },
    number,
    tie('any').map((inner): Sample => ({ text: `(${inner.text})`, value: inner.value, level: 'factor' })),
    tie('any').map(
      (inner): Sample => ({ text: `-${enclosed(inner, 'factor')}`, value: -inner.value, level: 'factor' }),
    ),
    fc.tuple(tie('any'), fc.constantFrom('+', '-', '*', '/'), tie('any')).map(([left, operator, right]) => {
      const multiplies = operator === '*' || operator === '/';
      const text = `${enclosed(left, multiplies ? 'term' : 'sum')} ${operator} ${enclosed(right, multiplies ? 'factor' : 'term')}`;
      return { text, value: apply(left.value, operator, right.value), level: multiplies ? 'term' : 'sum' } as Sample;
    }),
  ),
})).any;

/** The text of a sample where something that binds as tightly as `level` must stand. */
function enclosed(inner: Sample, level: Sample['level']): string {
  const rank = { sum: 0, term: 1, factor: 2 };
  return rank[inner.level] >= rank[level] ? inner.text : `(${inner.text})`;
}

function apply(left: number, operator: string, right: number): number {
  if (operator === '+') return left + right;
  if (operator === '-') return left - right;
  return operator === '*' ? left * right : left / right;
}

describe('evaluateExpression', () => {
  it('agrees with the arithmetic of the host, precedence and order included', () => {
    fc.assert(
      fc.property(sample, ({ text, value }) => {
        const result = evaluateExpression(text);
        // A division by zero anywhere makes the host's value infinite or NaN, or hides as 1/Infinity.
        if (!result.ok) expect(result.message).toMatch(/division by zero|too large/);
        else expect(result.value === 0 ? 0 : result.value).toBe(value === 0 ? 0 : value);
      }),
      { numRuns: 500 },
    );
  });

  it('ends with a value or a reason for any text', () => {
    const text = fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom(...'0123456789.+-*/() \t'.split('')) }));
    fc.assert(
      fc.property(text, (expression) => {
        const result = evaluateExpression(expression);
        if (result.ok) expect(Number.isFinite(result.value)).toBe(true);
        else expect(result.message).not.toBe('');
      }),
      { numRuns: 1000 },
    );
  });
});

describe('formatNumber', () => {
  it('prints a text that reads back as the value to 15 digits', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        const text = formatNumber(value);
        expect(Number(text) === 0 ? 0 : Number(text)).toBe(value === 0 ? 0 : Number(value.toPrecision(15)));
        const magnitude = Math.abs(Number(text));
        if (magnitude >= 1e-6 && magnitude < 1e21) expect(text).toMatch(/^-?\d+(\.\d+)?$/);
      }),
    );
  });
});
