import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Citation, Mark } from '#contract/mark';
import { callOf, factIn, sourcesOf, textFact } from '../testing/mark-fixture.ts';
import type { Sources } from './ground.ts';
import { markText } from './mark-text.ts';

const city = {
  name: 'Valparaíso',
  population: 315732,
  founded: 1536,
  july: 11.4,
  growth: -5.2,
  share: 0.452,
  walk: 90,
  floors: 7,
  sunset: '2026-01-14T21:02:00',
  measures: [{ kind: 'area', value: 401.6, unit: 'km2' }],
  fare: { amount: 1680, currency: 'CLP' },
};
const about = (claim: string, pointer: string, id: string) => factIn(id, claim, city, { pointer });
const FACTS = [
  about('Population 315,732', '/population', 'F1'),
  about('Area', '/measures/0/value', 'F2'),
  about('Mean of July 11.4 °C', '/july', 'F3'),
  about('Founded', '/founded', 'F4'),
  about('Growth in percent: -5.2 %', '/growth', 'F5'),
  about('Share of homes', '/share', 'F6'),
  about('Walk of 90 minutes', '/walk', 'F7'),
  about('Floors of the tower', '/floors', 'F8'),
  about('Sunset', '/sunset', 'F9'),
  about('Fare', '/fare/amount', 'F10'),
];

const mark = (text: string, sources: Partial<Sources> = { facts: FACTS }, citations: Citation[] = []) =>
  markText({ text, citations }, sourcesOf(sources));

/** What the first item of a text rests on. */
function first(text: string, sources?: Partial<Sources>, citations?: Citation[]): Partial<Mark> {
  const [found] = mark(text, sources, citations).marks;
  if (!found) throw new Error(`there is no item in ${text}`);
  const { start: _start, end: _end, text: _text, item: _item, ...rest } = found;
  return rest;
}

describe('a figure from a fact', () => {
  it.each([
    ['It has 315,732 people', 'F1'],
    ['It has 315732 people', 'F1'],
    ['Es hat 315.732 Einwohner', 'F1'],
    ['Il y a 315 732 habitants', 'F1'],
    ['Il y a 315\u202f732 habitants', 'F1'],
    ['Es hat 315’732 Einwohner', 'F1'],
    ['It has 315,732.00 people', 'F1'],
    ['يسكنها ٣١٥٬٧٣٢ نسمة', 'F1'],
    ['It has 3,15,732 people', 'F1'],
    ['On 401.6 km²', 'F2'],
    ['On 401.6 km2', 'F2'],
    ['On 401,6 sq km', 'F2'],
    ['On 401.60 square kilometres', 'F2'],
    ['July has 11.4 °C', 'F3'],
    ['July has 11.4 degrees Celsius', 'F3'],
    ['founded in 1536', 'F4'],
    ['It changed by -5.2%', 'F5'],
    ['It changed by −5.2 %', 'F5'],
    ['A walk of 90 min', 'F7'],
    ['The tower has 7 floors', 'F8'],
    ['On 14 January 2026', 'F9'],
    ['On 2026-01-14', 'F9'],
    ['On 14.1.2026', 'F9'],
    ['On 1/14/2026', 'F9'],
    ['On January 14', 'F9'],
    ['In January 2026', 'F9'],
    ['The sun sets at 21:02', 'F9'],
    ['The sun sets at 9:02 pm', 'F9'],
    ['A ride costs 1,680 CLP', 'F10'],
    ['A ride costs $1.680', 'F10'],
    ['A ride costs CLP 1 680', 'F10'],
  ])('is matched in %j', (text, fact) => {
    expect(first(text)).toMatchObject({ kind: 'fact', fact });
    expect(first(text)).not.toHaveProperty('value');
  });

  it.each([
    ['About 316 thousand people', 'F1', '315732'],
    ['About 316,000 people', 'F1', '315732'],
    ['Some 320,000 people', 'F1', '315732'],
    ['0.32 million people', 'F1', '315732'],
    ['316k people', 'F1', '315732'],
    ['More than 315,000 people', 'F1', '315732'],
    ['Nearly 316,000 people', 'F1', '315732'],
    ['On 402 km²', 'F2', '401.6'],
    ['On 401,600,000 m²', 'F2', '401.6'],
    ['On 40,160 ha', 'F2', '401.6'],
    ['It fell by 5.2%', 'F5', '-5.2'],
    ['45.2% of the homes', 'F6', '0.452'],
    ['45% of the homes', 'F6', '0.452'],
    ['A walk of 1.5 hours', 'F7', '90'],
    ['A fare of 1.7 thousand CLP', 'F10', '1680'],
  ])('is matched in another form in %j, with the value as it stands', (text, fact, value) => {
    expect(first(text)).toMatchObject({ kind: 'fact', fact, value });
  });

  it.each([
    'It has 315,733 people',
    'It has 31,573.2 people',
    'It has 315 people',
    'About 310,000 people',
    'It has 316,000 people', // no word says that it is not exact
    'On 401.6 ha',
    'On 401.7 km²',
    'On 401.60 miles',
    'July has 11.4 °F',
    'founded in 1537',
    'It rose by 5.2%',
    'A walk of 90 km',
    'A walk of 1.6 hours',
    'It has 7 bakeries', // a small number about something else
    'A ride costs €1,680',
    'On 15 January 2026',
    'On 14 January 2027',
    'In February 2026',
    'The sun sets at 21:03',
    '45.3% of the homes',
  ])('is none in %j', (text) => {
    expect(first(text)).toEqual({ kind: 'unsourced' });
  });

  const article =
    'Valparaíso lies on 42 hills by the sea. Its harbour took 1,204 ships in May 2024. The oldest ascensor dates from 1883. '.repeat(
      1,
    ) + 'Nothing else of weight is told here, as the rest of this text only makes it long enough. '.repeat(3);
  const page = [textFact('F1', 'The article on Valparaíso', article)];

  it('in a document must share a word with it, and is shown by its own bytes', () => {
    const found = first('There are 42 hills', { facts: page });
    const from = Buffer.byteLength(article.slice(0, article.indexOf('42')));
    expect(found).toEqual({ kind: 'fact', fact: 'F1', at: { from, to: from + 2 } });
    expect(first('I saw 42 pelicans', { facts: page })).toEqual({ kind: 'unsourced' });
    expect(first('I saw 42 pelicans [F1]', { facts: page })).toMatchObject({ kind: 'fact', cited: 'F1' });
    expect(first('The harbor took 1 204 ships', { facts: page })).toMatchObject({ kind: 'fact' });
    expect(first('built in 1883 as an ascensor', { facts: page })).toMatchObject({ kind: 'fact' });
  });

  it('stands at its own place of an object that is one fact', () => {
    const whole = [factIn('F1', 'All of the city', city, { pointer: '' })];
    expect(first('The area is 401.6 km²', { facts: whole })).toEqual({
      kind: 'fact',
      fact: 'F1',
      at: { pointer: '/measures/0/value' },
    });
  });

  it('is none where the bytes are gone, are no JSON, or do not reach so far', () => {
    const gone = FACTS.map(({ fact }) => ({ fact, bytes: undefined }));
    expect(first('It has 315,732 people', { facts: gone })).toEqual({ kind: 'unsourced' });
    const broken = FACTS.map(({ fact }) => ({ fact, bytes: Buffer.from('{"population": 315732') }));
    expect(first('It has 315,732 people', { facts: broken })).toEqual({ kind: 'unsourced' });
    const short = [factIn('F1', 'x 315,732', 'x 315,732', { from: 0, to: 400 })];
    expect(first('It has 315,732 people', { facts: short })).toEqual({ kind: 'unsourced' });
  });

  it('does not rest on a claim that its payload does not hold', () => {
    const claimed = [factIn('F1', 'Population 999,999', city, { pointer: '/population' })];
    expect(first('It has 999,999 people', { facts: claimed })).toEqual({ kind: 'unsourced' });
  });

  it('is the cited one of two with the same value, else the first', () => {
    const two = [
      factIn('F1', 'Boats', { a: 1204 }, { pointer: '/a' }),
      factIn('F2', 'Ships', { b: 1204 }, { pointer: '/b' }),
    ];
    expect(first('1,204 ships', { facts: two })).toMatchObject({ fact: 'F1' });
    expect(first('1,204 ships [F2]', { facts: two })).toMatchObject({ fact: 'F2' });
  });
});

describe('a citation', () => {
  it('is taken out of the text, and does not make a value right', () => {
    const { text, marks } = mark('It has 315,732 [F1] people on 402 km² [F3, F2].');
    expect(text).toBe('It has 315,732 people on 402 km².');
    expect(marks.map(({ kind, fact, cited }) => [kind, fact, cited])).toEqual([
      ['fact', 'F1', 'F1'],
      ['fact', 'F2', 'F2'],
    ]);
  });

  it('of an id that does not exist is said to be unknown', () => {
    expect(first('It has 315,732 [F77] people')).toEqual({ kind: 'unsourced', cited: 'F77', problem: 'unknown-id' });
    expect(first('It has 42 [C9] hills')).toEqual({ kind: 'unsourced', cited: 'C9', problem: 'unknown-id' });
  });

  it('of the wrong fact is said to be wrong, with the fact that has the value', () => {
    expect(first('It has 315,732 [F2] people')).toMatchObject({
      kind: 'unsourced',
      cited: 'F2',
      problem: 'wrong-citation',
      fact: 'F1',
    });
    expect(first('It has 42 [F2] hills')).toEqual({ kind: 'unsourced', cited: 'F2', problem: 'wrong-citation' });
  });

  it('comes by the call answer, with the words that it is for', () => {
    const text = 'It has 315,732 people on 401.6 km².';
    const right = [
      { quote: '315,732 people', id: 'F1' },
      { quote: '401.6', id: 'F2' },
    ];
    expect(mark(text, undefined, right).marks.map(({ fact, cited }) => [fact, cited])).toEqual([
      ['F1', 'F1'],
      ['F2', 'F2'],
    ]);
    const swapped = [
      { quote: '315,732 people', id: 'F2' },
      { quote: '401.6', id: 'F99' },
    ];
    expect(mark(text, undefined, swapped).marks.map(({ problem }) => problem)).toEqual([
      'wrong-citation',
      'unknown-id',
    ]);
  });

  it('of a whole sentence is for the figures that are there', () => {
    const text = 'It has 315,732 people on 401.6 km².';
    const { marks } = mark(text, undefined, [{ quote: text, id: 'F1' }]);
    expect(marks.map(({ kind, fact }) => [kind, fact])).toEqual([
      ['fact', 'F1'],
      ['fact', 'F2'],
    ]);
  });

  it.each([
    ['Press [F55] to go on', 'Press [F55] to go on'],
    ['the list [1, 2]', 'the list [1, 2]'],
    ['`x[F1]` gives 42', '`x[F1]` gives 42'],
    ['```\n42 [F1]\n```', '```\n42 [F1]\n```'],
    ['42 [F1](https://example.org/)', '42 [F1](https://example.org/)'],
    ['It has 315,732 [F1], or so [F2].', 'It has 315,732, or so.'],
    ['It has 315,732[F1][F2] people', 'It has 315,732 people'],
    ['It has 315,732 ([F1]) people', 'It has 315,732 () people'],
    ['a [F[F1]1] b', 'a b'],
    ['It is old. [F4]', 'It is old.'],
  ])('leaves of %j the text %j', (written, published) => {
    expect(mark(written).text).toBe(published);
  });
});

describe('a computed figure', () => {
  const facts = FACTS;
  const calculator = (n: number, expression: string, text: string) => callOf(n, 'calculator', { expression }, text);

  it('stands in the output of a call on facts', () => {
    const calls = [calculator(1, '315732 / 401.6', '786.185258964')];
    expect(first('which is 786 people per km²', { facts, calls })).toEqual({
      kind: 'computed',
      call: 'call-1',
      inputs: ['F1', 'F2'],
      value: '786.185258964',
    });
  });

  it('names the facts behind it, also through an earlier call', () => {
    const calls = [
      calculator(1, '315732 / 401.6', '786.185258964'),
      calculator(2, '786.185258964 * 2', '1572.370517928'),
    ];
    expect(first('or 1,572.37 for two', { facts, calls })).toMatchObject({ call: 'call-2', inputs: ['F1', 'F2'] });
  });

  it('stands in the output of a call on what the person gave, and on earlier results', () => {
    const calls = [calculator(1, '1500 * 1.12', '1680'), calculator(2, '1680 / 3', '560')];
    const given = ['What is 1500 with 12% more, in three parts?'];
    expect(first('1,680 in all', { calls, given })).toEqual({ kind: 'computed', call: 'call-1' });
    expect(first('560 each', { calls, given })).toEqual({ kind: 'computed', call: 'call-2' });
  });

  it.each([
    ['21 * 2', '42'],
    ['42', '42'],
    ['42 * 1', '42'],
    ['315732 - 315690', '42'],
  ])('is none where the calculator was given %j', (expression, text) => {
    expect(first('There are 42 hills', { facts, calls: [calculator(1, expression, text)] })).toEqual({
      kind: 'unsourced',
      problem: 'ungrounded-input',
      call: 'call-1',
    });
  });

  it('is none where small numbers alone were given, which the person did not', () => {
    const calls = [calculator(1, '6 * 7', '42')];
    expect(first('There are 42 hills', { calls })).toMatchObject({ problem: 'ungrounded-input' });
    expect(first('It is 42', { calls, given: ['What is six times 7?'] })).toMatchObject({ kind: 'computed' });
  });

  it.each([
    ['90 * 24 * 60', '129600', '129,600 seconds'],
    ['401.6 * 1000 * 1000', '401600000', '401,600,000 of them'],
    ['90 / 60', '1.5', '1.5 of them'],
    ['2026 - 1536', '490', '490 years'],
  ])('may use what anyone knows beside facts: %j', (expression, text, answer) => {
    const given = ['How old is it in 2026?'];
    expect(first(answer, { facts, given, calls: [calculator(1, expression, text)] })).toMatchObject({
      kind: 'computed',
      call: 'call-1',
    });
  });

  it('is none where code prints what it was given, in whatever way', () => {
    const code = (text: string) => callOf(1, 'run_python', { code: text }, '42', { kind: 'code' });
    for (const text of [
      'print(42)',
      'x = 40\nprint(x + 2)',
      '# 42 hills\nprint("42")',
      'print(21*2)',
      'print(0x2a)',
      'print(ord("*"))',
    ])
      expect(first('There are 42 hills', { facts, calls: [code(text)] }), text).toMatchObject({ kind: 'unsourced' });
  });

  it('stands in what code found in files, and not in files that it was told to write first', () => {
    const read = callOf(2, 'run_python', { code: 'print(len(open("a.csv").readlines()))' }, '42', {
      kind: 'code',
      reads: ['/folders/work/a.csv'],
    });
    expect(first('There are 42 rows', { calls: [read] })).toEqual({ kind: 'computed', call: 'call-2' });
    const write = callOf(1, 'write_file', { path: 'a.csv', content: 'hills,77' }, 'Written.', {
      changes: [{ path: '/folders/work/a.csv', gone: false }],
    });
    expect(first('There are 42 rows', { calls: [write, read] })).toMatchObject({ problem: 'ungrounded-input' });
  });

  it('stands in a file that was read, and not in one that the agent wrote it into', () => {
    const write = callOf(1, 'write_file', { path: 'a.txt', content: '77 hills' }, 'Written.', {
      changes: [{ path: '/folders/work/a.txt', gone: false }],
    });
    const read = callOf(2, 'read_file', { path: 'a.txt' }, '77 hills, 88 boats', {
      kind: 'files',
      reads: ['/folders/work/a.txt'],
    });
    expect(first('There are 77 hills', { calls: [read] })).toEqual({ kind: 'computed', call: 'call-2' });
    expect(first('There are 77 hills', { calls: [write, read] })).toMatchObject({ kind: 'unsourced' });
    expect(first('There are 88 boats', { calls: [write, read] })).toEqual({ kind: 'computed', call: 'call-2' });
  });

  it('never stands in text from outside, in an answer of the person’s choosing, or in a call that failed', () => {
    const outside = callOf(1, 'fetch', { url: 'x' }, '42 hills', { kind: 'outside' });
    const choice = callOf(1, 'ask_person', { question: 'how many?' }, '42', { kind: 'person' });
    for (const call of [outside, choice])
      expect(first('There are 42 hills', { calls: [call] })).toEqual({ kind: 'unsourced' });
    const failed = callOf(1, 'read_file', { path: 'a' }, '42 hills\nError: broken off', { kind: 'files', ok: false });
    expect(first('There are 42 hills', { calls: [failed] })).toEqual({
      kind: 'unsourced',
      problem: 'failed-call',
      call: 'call-1',
    });
    expect(first('There are 42 [C1] hills', { calls: [failed] })).toMatchObject({
      problem: 'failed-call',
      cited: 'C1',
    });
  });

  it('may be cited by the id of its call', () => {
    const calls = [calculator(1, '315732 / 401.6', '786.185'), calculator(2, '315732 * 10', '3157320')];
    expect(first('786 [C1] people', { facts, calls })).toMatchObject({ kind: 'computed', cited: 'C1' });
    expect(first('786 [C2] people', { facts, calls })).toMatchObject({ problem: 'wrong-citation', cited: 'C2' });
  });
});

describe('what the person gave', () => {
  it.each([
    ['For your 3 days', 'Plan 3 days in Valparaíso'],
    ['a budget of $1,680', 'I have 1680 dollars'],
    ['on 30 November', 'on 2026-11-30 please'],
    ['“the sea is near”, as you say', 'He wrote "the sea  is near" to me'],
    ['see https://example.org/x', 'Look at https://example.org/x and tell me'],
  ])('is told so in %j', (text, given) => {
    expect(first(text, { given: [given] })).toMatchObject({ kind: 'given' });
  });

  it('comes after facts and computed figures', () => {
    expect(first('It has 315,732 people', { facts: FACTS, given: ['Are there 315732 people?'] })).toMatchObject({
      kind: 'fact',
    });
  });
});

describe('words that were quoted, and addresses', () => {
  const facts = [
    textFact('F1', 'A letter', 'She wrote: “the sea is  near, and blue”. See https://example.org/a?b=1 for more.'),
  ];

  it.each([
    ['It says "the sea is near, and blue".', 'fact'],
    ['It says “the sea … and blue”.', 'fact'],
    ['It says "the sea is far".', 'unsourced'],
    ['See https://example.org/a?b=1.', 'fact'],
    ['See https://stats.example.org/x.', 'fact'],
    ['See https://example.org/a.', 'unsourced'],
    ['See https://example.org/b.', 'unsourced'],
    ['The Statistics Office says so.', 'fact'],
  ])('are looked for in facts: %j', (text, kind) => {
    expect(first(text, { facts })).toMatchObject({ kind });
  });
});

describe('any answer', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      '[F1]',
      '[F2, F3]',
      '[C1]',
      '[F99]',
      '[',
      ']',
      '"',
      '“',
      '”',
      '`',
      '```\n',
      '\n> ',
      '\n',
      ' ',
      '1.',
      '| ',
      '$',
      '%',
      ' km²',
      '-',
      '–',
      'k',
    ),
    fc.integer({ min: 0, max: 10 ** 7 }).map(String),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
    fc.lorem({ maxCount: 2 }),
    fc.string({ maxLength: 4 }),
  );

  it('has marks that stand where they say, in order, none in another, and no known token outside code', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const { text, marks } = mark(pieces.join(''));
        let last = 0;
        for (const { start, end, text: words } of marks) {
          expect(text.slice(start, end)).toBe(words);
          expect(start).toBeGreaterThanOrEqual(last);
          expect(end).toBeGreaterThan(start);
          last = end;
        }
        if (!/[`~(]/.test(text)) expect(text).not.toMatch(/\[F[1-9]\]/);
      }),
      { numRuns: 300 },
    );
  });

  it('finds a number in whatever way it is written', () => {
    const group = (digits: string, mark: string): string => digits.replace(/\B(?=(\d{3})+$)/g, mark);
    const number = fc.tuple(fc.integer({ min: 1000, max: 10 ** 9 }), fc.integer({ min: 0, max: 999 }));
    const style = fc.constantFrom(
      [',', '.'],
      ['.', ','],
      ['\u00a0', ','],
      ['\u202f', ','],
      ['’', '.'],
      [' ', ','],
      ['', '.'],
      ['', ','],
    );
    fc.assert(
      fc.property(number, style, ([whole, part], [mark = '', point = '.']) => {
        const fraction = part % 10 === 0 ? '' : `${point}${String(part).padStart(3, '0')}${part === 7 ? '' : '1'}`;
        const value = Number(`${whole}${fraction.replace(point, '.')}`);
        const facts = [factIn('F1', 'A value', { a: value }, { pointer: '/a' })];
        expect(first(`It holds ${group(String(whole), mark)}${fraction} drops`, { facts })).toMatchObject({
          kind: 'fact',
        });
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    ['digits', '7'.repeat(1 << 20)],
    ['numbers', '7,'.repeat(1 << 16)],
    ['small numbers', '7 '.repeat(1 << 16)],
    ['brackets', '['.repeat(1 << 20)],
    ['tokens that nest', '[F'.repeat(1 << 17) + '1]'.repeat(1 << 17)],
    ['quotation marks', '“«"„'.repeat(1 << 18)],
    ['backticks', '` ``'.repeat(1 << 18)],
    ['spaces', `${' '.repeat(1 << 20)}7`],
    ['capitals', 'Aa '.repeat(1 << 16)],
    ['slashes', `/a${'/1'.repeat(1 << 17)}`],
  ])(
    'of very many %s is marked',
    (_what, text) => {
      expect(mark(text).marks.every(({ start, end, text: words }) => text.slice(start, end) === words)).toBe(true);
    },
    60_000,
  );
});
