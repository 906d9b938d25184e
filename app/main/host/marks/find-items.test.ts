import { describe, expect, it } from 'vitest';
import { findItems } from './find-items.ts';
import { addName, addNames } from './find-names.ts';

const names = new Map<string, string[]>();
addNames(names, 'Ascensor fare set by the City of Valparaíso', 'F1');
addNames(names, 'Mayor Ana María Pérez', 'F2');
addName(names, 'Instituto de Datos', 'F1');
addName(names, 'Wikipedia', 'F3');

/** The items of a text, as `kind: words`. */
const itemsOf = (text: string): string[] => findItems(text, names).map(({ item, text: words }) => `${item}: ${words}`);

const n = (...words: string[]): string[] => words.map((word) => `number: ${word}`);
const d = (...words: string[]): string[] => words.map((word) => `date: ${word}`);
const a = (...words: string[]): string[] => words.map((word) => `amount: ${word}`);

const NUMBERS: [string, string[]][] = [
  ['1,680 ships', n('1,680')],
  ['1680 ships', n('1680')],
  ['1.680 Schiffe', n('1.680')],
  ['1,680.00 in all', n('1,680.00')],
  ['1.680,00 gesamt', n('1.680,00')],
  ['1 680 navires', n('1 680')],
  ['1\u00a0680 navires', n('1\u00a0680')],
  ['1\u202f680 navires', n('1\u202f680')],
  ['1’680 Schiffe', n('1’680')],
  ["1'680 Schiffe", n("1'680")],
  ['12,34,567 people', n('12,34,567')],
  ['1_000_000 rows', n('1_000_000')],
  ['0.5 of it', n('0.5')],
  ['.5 of it', n('.5')],
  ['it is 3.14159', n('3.14159')],
  ['-5 overnight', n('-5')],
  ['−5.2 overnight', n('−5.2')],
  ['+12.5 in a year', n('+12.5')],
  ['45% of it', n('45%')],
  ['45 % of it', n('45 %')],
  ['45 per cent of it', n('45 per cent')],
  ['45 percent of it', n('45 percent')],
  ['3‰ of it', n('3‰')],
  ['3.5 percentage points', n('3.5 percentage points')],
  ['1.7 thousand ships', n('1.7 thousand')],
  ['5k followers', n('5k')],
  ['5 million people', n('5 million')],
  ['5M people', n('5M')],
  ['2.5 bn people', n('2.5 bn')],
  ['3 Mio. Menschen', n('3 Mio')],
  ['31.5万人', n('31.5万')],
  ['2 lakh people', n('2 lakh')],
  ['6.02e23 of them', n('6.02e23')],
  ['3×10^5 of them', n('3×10^5')],
  ['3 × 10⁵ of them', n('3 × 10⁵')],
  ['401.6 km²', n('401.6 km²')],
  ['401.6 km2', n('401.6 km2')],
  ['The area is 401.6 km2.', n('401.6 km2')],
  ['It has 12 m3, no more', n('12 m3')],
  ['401.6 sq km', n('401.6 sq km')],
  ['401.6 square kilometres', n('401.6 square kilometres')],
  ['60 km/h', n('60 km/h')],
  ['60 km per hour', n('60 km per hour')],
  ['5 m/s', n('5 m/s')],
  ['11.4 °C', n('11.4 °C')],
  ['11.4°C', n('11.4°C')],
  ['11 degrees Celsius', n('11 degrees Celsius')],
  ['a 20-km walk', n('20-km')],
  ['in 3 days', n('3 days')],
  ['5 minutes', n('5 minutes')],
  ['12 kWh', n('12 kWh')],
  ['256 MB', n('256 MB')],
  ['from 10–20 °C', n('10', '20 °C')],
  ['from 10 to 20 °C', n('10', '20 °C')],
  ['٣١٥٬٧٣٢ نسمة', n('٣١٥٬٧٣٢')],
  ['१,२३४ लोग', n('१,२३४')],
  ['人口315732人', n('315732')],
  ['３１５７３２人', n('３１５７３２')],
  ['42 hills', n('42')],
  ['3 hills', n('3')],
  ['the sum is 4', n('4')],
  ['2 + 2 = 4', n('4')],
  ['4', n('4')],
  ['**4**', n('4')],
  ['The result is `1680`.', n('1680')],
  ['| Hills | 42 |', n('42')],
  ['| Hills | 4 |', n('4')],
  ['(42)', n('42')],
  ['bus 612', n('612')],
  ['786 people per km²', n('786')],
  ['a 5-fold rise', n('5')],
  ['1,2,3 and 42', n('3', '42')],
  ['ratio 16:9 at 13', n('16', '13')],
];

const DATES: [string, string[]][] = [
  ['on 2026-11-30', d('2026-11-30')],
  ['at 2026-11-30T14:01:09Z', d('2026-11-30T14:01:09Z')],
  ['on 30 November 2026', d('30 November 2026')],
  ['on 30th November, 2026', d('30th November, 2026')],
  ['on November 30, 2026', d('November 30, 2026')],
  ['on Nov 30', d('Nov 30')],
  ['on Nov. 30, 2026', d('Nov. 30, 2026')],
  ['on 14 January', d('14 January')],
  ['in November 2026', d('November 2026')],
  ['am 30.11.2026', d('30.11.2026')],
  ['am 30. November 2026', d('30. November 2026')],
  ['on 11/30/2026', d('11/30/2026')],
  ['on 30/11/26', d('30/11/26')],
  ['le 1er mai 2020', d('1er mai 2020')],
  ['el 30 de noviembre de 2026', d('30 de noviembre de 2026')],
  ['em 30 de novembro de 2026', d('30 de novembro de 2026')],
  ['2026年11月30日', d('2026年11月30日')],
  ['2026/11/30', d('2026/11/30')],
  ['founded in 1536', d('1536')],
  ['2019–2021', d('2019', '2021')],
  ['in the 1990s', d('1990s')],
  ['at 21:02', d('21:02')],
  ['at 9:02 pm', d('9:02 pm')],
  ['at 9 p.m.', d('9 p.m.')],
  ['mid-2024', d('2024')],
  ['sunset at 21:02 on 14 January', d('21:02', '14 January')],
];

const AMOUNTS: [string, string[]][] = [
  ['$1,680', a('$1,680')],
  ['€1.680', a('€1.680')],
  ['1.680 €', a('1.680 €')],
  ['£3m', a('£3m')],
  ['US$ 5 million', a('US$ 5 million')],
  ['R$ 12,50', a('R$ 12,50')],
  ['USD 300', a('USD 300')],
  ['300 CLP', a('300 CLP')],
  ['-$5.20', a('-$5.20')],
  ['¥500', a('¥500')],
  ['₹12,34,567', a('₹12,34,567')],
  ['5 dollars', a('5 dollars')],
  ['20 euros', a('20 euros')],
  ['CHF 1’680.50', a('CHF 1’680.50')],
  ['100 zł', a('100 zł')],
  ['$5 to $7', a('$5', '$7')],
];

const WORDS: [string, string[]][] = [
  ['see https://example.org/x.', ['url: https://example.org/x']],
  ['see [the page](https://example.org/2024/x) now', ['url: https://example.org/2024/x']],
  ['(https://example.org/a_(b))', ['url: https://example.org/a_(b)']],
  ['<https://example.org/?q=42>', ['url: https://example.org/?q=42']],
  ['it says "the sea is near" there', ['quotation: "the sea is near"']],
  ['it says “the sea is near” there', ['quotation: “the sea is near”']],
  ['il dit « la mer » ici', ['quotation: « la mer »']],
  ['er sagt „das Meer ist nah“ hier', ['quotation: „das Meer ist nah“']],
  ['> the sea is near\n> and blue', ['quotation: the sea is near\n> and blue']],
  ['it says "42 hills are here" there', ['quotation: "42 hills are here"']],
  ['the Instituto de Datos says', ['name: Instituto de Datos']],
  ['says Wikipedia', ['name: Wikipedia']],
  ['the City of Valparaíso', ['name: City of Valparaíso']],
  ['Mayor Ana María Pérez spoke', ['name: Mayor Ana María Pérez']],
];

/** Nothing of these can be checked. */
const TRAPS: string[] = [
  '1. First\n2. Second\n3. Third',
  '1) First\n2) Second',
  '- 1. Nested',
  '## 1. Overview',
  '### 2.1 Details',
  'See step 3.',
  'See section 12.',
  'See Figure 4.',
  'In 3 steps:',
  'Here are 5 options.',
  'There are 2 reasons.',
  'on the 1st and 2nd floor',
  'the 21st century',
  'as in the note [1]',
  'as in the note[^2]',
  'call F2 and C5 again',
  'COVID-19 and GPT-4',
  'version v3 or 1.2.3',
  'at 192.168.0.1',
  'H2O and CO2',
  'in report-2024.csv',
  'in /folders/work/2024/q3.txt',
  'in `rows-12.json`',
  'write to a42@example.org',
  'run `x = 42` first',
  '```python\nx = 42\nprint(x)\n```',
  '```\nfor (let i = 0; i < 42; i++) {\n}\n```',
  'the word "done" here',
  'the name "report" here',
  'one of two',
  'Point 7 of the list',
  '[home](/page/42)',
  'MP3 and 3D and 5G',
  'a 5" pipe',
  'x² and m³',
];

describe('the items of an answer', () => {
  it.each([...NUMBERS, ...DATES, ...AMOUNTS, ...WORDS])('finds in %j', (text, expected) => {
    expect(itemsOf(text)).toEqual(expected);
  });

  it.each(TRAPS)('finds nothing in %j', (text) => {
    expect(itemsOf(text)).toEqual([]);
  });

  it.each([
    ['```csv\nhills,42\n```', n('42')],
    ['```\nhills: 42\nboats: 77\n```', n('42', '77')],
    ['Here:\n```python\nx = 42\n```\nIt prints 1680.', n('1680')],
    ['{"people":315732,"text":"there are 42 hills"}', n('315732', '42')],
    ['[42]', n('42')],
    ['1. Valparaíso has 315,732 people\n2. It has 42 hills', n('315,732', '42')],
    ['In 2024 it rained 42 mm; see step 3.', ['date: 2024', 'number: 42 mm']],
    ['“2.5 million” people', n('2.5 million')],
  ])('finds what stands in the structure of %j', (text, expected) => {
    expect(itemsOf(text)).toEqual(expected);
  });
});
