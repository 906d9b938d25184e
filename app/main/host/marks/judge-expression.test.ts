import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { callOf, factIn, sourcesOf } from '../testing/mark-fixture.ts';
import { evaluateExpression, formatNumber } from '../tools/builtin/evaluate-expression.ts';
import { markText } from './mark-text.ts';

const values = { population: 284938, before: 270112, area: 401.6, founded: 1536, rate: 0.5, ships: [1204, 1310, 1277] };
const facts = [
  factIn('F1', 'Population', values, { pointer: '/population' }),
  factIn('F2', 'Population before', values, { pointer: '/before' }),
  factIn('F3', 'Area in km²', values, { pointer: '/area' }),
  factIn('F4', 'Founded', values, { pointer: '/founded' }),
  factIn('F5', 'Ships 2023', values, { pointer: '/ships/0' }),
  factIn('F6', 'Ships 2024', values, { pointer: '/ships/1' }),
  factIn('F7', 'Ships 2025', values, { pointer: '/ships/2' }),
];
const given = ['How old is it in 2026? What is 1500 with 17% more?'];

const markOf = (tool: string, input: Record<string, string>, kind: 'code' | 'computed', shown: string) => {
  const calls = [callOf(1, tool, input, shown, { kind })];
  return markText({ text: `The result: ${shown} of them`, citations: [] }, sourcesOf({ facts, given, calls })).marks[0];
};
const calculated = (expression: string) => {
  const evaluation = evaluateExpression(expression);
  if (!evaluation.ok) throw new Error(evaluation.message);
  return markOf('calculator', { expression }, 'computed', formatNumber(evaluation.value));
};

const HONEST = [
  '284938 / 401.6',
  '284938/401.6*100',
  '(284938 - 270112) / 270112 * 100',
  '(284938 - 270112) / 270112',
  '284938 / 270112 - 1',
  '1 - 270112 / 284938',
  '100 - 270112 / 284938 * 100',
  '(1204 + 1310 + 1277) / 3',
  '1204 + 1310 + 1277',
  '(1204 + 1310) / 2',
  '401.6 * 1000 * 1000',
  '401.6 * 100',
  '2026 - 1536',
  '2026 - 1536 + 1',
  '1500 * 1.17',
  '1500 + 1500 * 0.17',
  '1500 * 17 / 100',
  '(1500 * (1 + 17 / 100))',
  '284938 / 12',
  '284938 * 365 * 24',
  '1204 / 60 / 24',
  '1204 * 60 + 1310',
  '284938 - 270112 - 1204',
  '-(270112 - 284938)',
  '2 * (1204 + 1310)',
  '((284938) / ((401.6)))',
];

const LAUNDERED = [
  '284938/284938*100000-1000+100+10+10+1+1+1',
  '284938/284938*99123',
  '284938-284938+100000-1000',
  '284938*0+100000',
  '0*284938+12*10',
  '284938 + 1000',
  '284938 - 100',
  '284938 + 12',
  '284938 + 1 + 1 + 1',
  '(284938 + 10) / 401.6',
  '100000 - 1000 + 100',
  '284938/284938*100000',
  '284938/284938*9*11*12',
  '(284938*100000 - 284938*1000 + 284938*10) / 284938',
  '(284938*100000 - 284938*1000 + 401.6) / 284938',
  '100000 + 401.6/284938',
  '401.6/401.6*60 + 284938/284938*24',
  '(284938-270112-284938+270112)+1000*12',
  '1000*(284938/284938) + 401.6',
  '284938*7*11*9*8*5/12',
  '(1+1+1)*284938',
  '24*60*60',
  '12*12*12',
  '1000000',
  '99123',
  '--99123*1',
  '(100-1)*1000+100+24-1',
  '((284938))/((284938))*((1000))+((24))',
  '284938 * 100 - 284938 * 10',
  '(284938 * 0.000000001) + 284938/284938*100000',
];

describe('a result of the calculator', () => {
  it.each(HONEST)('is computed from what is known: %s', (expression) => {
    expect(calculated(expression)).toMatchObject({ kind: 'computed', call: 'call-1' });
  });

  it.each(LAUNDERED)('is none where known inputs do not matter or numbers are added from nowhere: %s', (expression) => {
    expect(calculated(expression)).toMatchObject({ kind: 'unsourced', problem: 'ungrounded-input' });
  });

  it('is none in whatever way constants are put beside an input that cancels', () => {
    const constant = fc.constantFrom('10', '100', '1000', '24', '60', '365', '7', '3');
    const input = fc.constantFrom('284938', '270112', '401.6');
    const part = fc
      .tuple(input, constant, constant, fc.constantFrom('+', '-'))
      .map(([value, one, other, sign]) => ` ${sign} ${value} / ${value} * ${one} * ${other}`);
    fc.assert(
      fc.property(input, fc.array(part, { minLength: 1, maxLength: 5 }), (value, parts) => {
        expect(calculated(`${value} - ${value} + 1000000000${parts.join('')}`)).toMatchObject({ kind: 'unsourced' });
      }),
      { numRuns: 100 },
    );
  });

  it('of a very long or deep expression is judged, and not slowly', () => {
    const sum = Array.from({ length: 1500 }, () => '1204').join('+');
    expect(calculated(sum)).toMatchObject({ kind: 'computed' });
    const deep = `${'('.repeat(20_000)}1204${')'.repeat(20_000)}/401.6`;
    expect(calculated(deep)).toMatchObject({ kind: 'computed' });
    const nested = `${'('.repeat(20_000)}1204${'+1204)'.repeat(20_000)}`;
    expect(calculated(nested)).toMatchObject({ kind: 'unsourced' });
  });
});

describe('what code prints that reads no file', () => {
  it.each([
    ['print(284938 / 401.6)', '709.5'],
    ['print(round(284938 / 401.6, 1))', '709.5'],
    ['population = 284938\narea = 401.6\nprint(population / area)', '709.5'],
    ['const population = 284938;\nconst area = 401.6;\nconsole.log(population / area);', '709.5'],
    ['a = 284_938 # people\nb = 270_112\nprint("growth:", (a - b) / b * 100)', '5.489'],
    ['a = 284938\nprint(f"{a / 401.6:.1f} per km²")', '709.5'],
    ['ships = [1204, 1310, 1277]\nprint(sum(ships) / len(ships))', '1263.67'],
    ['import statistics\nprint(statistics.mean([1204, 1310, 1277]))', '1263.67'],
    ['from datetime import date\nprint(2026 - 1536)', '490'],
    ['console.log((284938 / 401.6).toFixed(1))', '709.5'],
    ['for x in [1204, 1310, 1277]:\n    print(x * 2)', '2408'],
  ])('is computed from what is known: %s', (code, shown) => {
    expect(markOf('run_python', { code }, 'code', shown)).toMatchObject({ kind: 'computed' });
  });

  it.each([
    'print(284938/284938*100000-1000+100+10+10+1+1+1)',
    'x = 284938\nprint(x/x*100000-1000+100+10+10+1+1+1)',
    'x = 284938\ny = x - x\nprint(y + 100000 - 1000)',
    'x = 284938\nprint(x // x * 99123)',
    `x = 284938\nprint(len("${'a'.repeat(77)}") * x // x)`,
    'x = 284938\ns = "abc"\nprint(len(s) * x // x)',
    'x = 284938\nprint(x - x + ord("c") * 1000)',
    'x = 284938\nprint(x - x + int("9" + "9" + "1" + "2" + "3"))',
    'x = 284938\nprint(x - x + 0x18333)',
    'x = 284938\nprint(x - x + 0b11000001100110011)',
    'x = 284938\nprint(x - x + hash("a"))',
    'import random\nx = 284938\nprint(random.randint(10, x))',
    'x = 284938\nprint("".join(["9", "9", "1", "2", "3"]))',
    'x = 284938\nprint((True + True) * x // x)',
    'x = 284938\nprint(x // x << 10)',
    'x = 284938\nprint(sum([10, 10, 10, 9, 9, 8, 8, 7, 7]) * x // x)',
    'console.log("x".charCodeAt(0) * 284938 / 284938)',
    'console.log(parseInt("zz", 36) + 284938 - 284938)',
    'const x = 284938; console.log(+!![] + x)',
    'print(24 * 60 * 60)',
    'print("99123 of 284938")',
    'print(f"99123 {284938}")',
  ])('is none where it is built beside what is known: %s', (code) => {
    expect(markOf('run_python', { code }, 'code', '99123')).toMatchObject({
      kind: 'unsourced',
      problem: 'ungrounded-input',
    });
  });
});
