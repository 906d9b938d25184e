import { type Decimal, decimalOf } from './decimal.ts';
import { isNameWithDigits, tokenAround } from './glued-number.ts';
import { currencyOf, isCurrency, readUnit, type Unit, unitOf } from './units.ts';

/** A number of a text with its sign, scale word and unit. */
export interface NumberFound {
  start: number;
  end: number;
  /** Where its digits begin and end. */
  from: number;
  to: number;
  /** What it may mean: `1,680` is one thousand six hundred and eighty, or a little more than one and a half. */
  readings: Decimal[];
  unit: Unit | undefined;
  /** Written with digits alone. */
  bare: boolean;
  /** With a word or letter for thousands or more. */
  scaled: boolean;
}

/** Zeros of the decimal digits of other scripts, each followed by its nine others. */
const ZEROS = [
  0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xe50, 0xed0, 0xf20, 0x1040,
  0x17e0, 0x1810, 0xff10,
];
const OTHER_FORMS: ReadonlyMap<string, string> = new Map([
  ['٫', '.'],
  ['٬', ','],
  ['．', '.'],
  ['，', ','],
  ['’', "'"],
  ['ʼ', "'"],
  ['−', '-'],
  ['－', '-'],
  ['‐', '-'],
  ['‑', '-'],
  ['％', '%'],
  ['٪', '%'],
  ['\u202f', '\u00a0'],
  ['\u2009', '\u00a0'],
  ['\u2007', '\u00a0'],
  ['：', ':'],
]);
const OTHER = new RegExp(
  `[${[...OTHER_FORMS.keys()].join('')}${ZEROS.map((zero) => `\\u${hex(zero)}-\\u${hex(zero + 9)}`).join('')}]`,
  'g',
);

function hex(code: number): string {
  return code.toString(16).padStart(4, '0');
}

/** The text with the digits, signs and separators of all scripts in one form, each where it stood. */
export function plainDigits(text: string): string {
  return text.replace(OTHER, (character) => {
    const other = OTHER_FORMS.get(character);
    if (other !== undefined) return other;
    const code = character.charCodeAt(0);
    const zero = ZEROS.find((start) => code >= start && code <= start + 9) ?? code;
    return String(code - zero);
  });
}

/** Groups of three after a space, else digits with separators between them; nothing in it can be read two ways. */
const BODY = /(?<![\p{L}\p{N}_.,])\d{1,3}(?: \d{3})+(?![\d])(?:[.,]\d+)?|\d+(?:[.,'_\u00a0]\d+)*/gu;
const POWER = /[eE]([+-]?\d{1,3})(?![\w.])|[ \u00a0]?[×x*·][ \u00a0]?10(?:\^([+-]?\d{1,3})|([⁻⁺]?[⁰¹²³⁴-⁹]{1,3}))/uy;
const SCALE =
  /[ \u00a0-]?(?:(thousand|tausend|tsd\.?|mil|mille|тыс\.?)|(millions?|millionen|million|mio\.?|mln\.?|millón|millones|milhão|milhões|млн\.?)|(bn|billions?|milliarden?|milliards?|mrd\.?|миллиард\p{L}{0,3}|млрд\.?)|(trillions?)|(lakhs?)|(crores?))(?![\p{L}\d])/iuy;
const ATTACHED_SCALE = /(?:([kK])|(M)|(B|bn)|(万|萬)|(億|亿))(?![A-Za-z\d])/uy;
const SPACED_SCALE = /[ \u00a0](?:(k)|(M))(?![\p{L}\d])/uy;
const MONEY_SCALE = /(?:(m)|(b))(?![\p{L}\d])/uy;
const EXPONENTS = [3, 6, 9, 12, 5, 7];
const MYRIADS = [3, 6, 9, 4, 8];

/** Letters that are written next to digits without a space; of other scripts, numbers may follow a word at once. */
const JOINED = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Arabic}_]/u;

/** Digits after the point of the fractions that are one sign. */
const VULGAR: ReadonlyMap<string, string> = new Map([
  ['½', '5'],
  ['¼', '25'],
  ['¾', '75'],
  ['⅓', '333333'],
  ['⅔', '666667'],
  ['⅕', '2'],
  ['⅖', '4'],
  ['⅗', '6'],
  ['⅘', '8'],
  ['⅛', '125'],
  ['⅜', '375'],
  ['⅝', '625'],
  ['⅞', '875'],
]);
const ALONE = /(?<![\p{L}\p{N}_])[½¼¾⅓⅔⅕⅖⅗⅘⅛⅜⅝⅞]/gu;
const FRACTION = /(?<![\p{L}\p{N}_/.,:-])(\d{1,4})([/:])(\d{1,4})(?![\p{L}\p{N}_/:]|[.,]\d)/gu;

const SUPERSCRIPTS = '⁰¹²³⁴⁵⁶⁷⁸⁹';

/**
 * Every number of a text, in order. Digits that are part of a word, a version or an address (`F2`, `1.2.3`) are none.
 * Linear in the text. `plain` is the text after `plainDigits`; `pieces` also gives the parts of what may be several
 * numbers (`12 345` in a table), for texts in which values are looked for.
 */
export function readNumbers(text: string, plain: string, pieces = false): NumberFound[] {
  const found: NumberFound[] = [];
  BODY.lastIndex = 0;
  for (let match = BODY.exec(plain); match !== null; match = BODY.exec(plain)) {
    const body = match[0];
    const from = match.index;
    const groups = groupsOf(body);
    if (groups === 'none') continue;
    if (groups === 'list') {
      addPieces(found, text, plain, from, body, /[,'_]/);
      continue;
    }
    const read = readAt(text, plain, from, body, groups);
    if (!read) continue;
    found.push(read);
    BODY.lastIndex = Math.max(BODY.lastIndex, read.end);
    if (pieces && body.includes(' ')) addPieces(found, text, plain, from, body, / /);
  }
  return found;
}

/** Fractions and ratios: `3/4`, `½`, `3:1`. A ratio is none but of two numbers, and a time of day is no ratio. */
export function readFractions(text: string, plain: string): NumberFound[] {
  const found: NumberFound[] = [];
  for (const match of plain.matchAll(ALONE)) {
    const start = match.index;
    const after = unitAfter(text, start + 1);
    const end = after?.end ?? start + 1;
    const readings = [decimalOf('0', VULGAR.get(match[0]) ?? '', false)];
    found.push({ start, end, from: start, to: end, readings, unit: after?.unit, bare: false, scaled: false });
  }
  for (const match of plain.matchAll(FRACTION)) {
    const [whole, above, sign, below] = match;
    const start = match.index;
    const end = start + whole.length;
    if (Number(below) === 0 || /^(?:24\/7|9\/11)$/.test(whole)) continue;
    const [units = '0', part = ''] = (Number(above) / Number(below)).toFixed(6).split('.');
    const readings = [decimalOf(units, part.replace(/0+$/, ''), false)];
    const unit = sign === ':' ? { dimension: 'to-one', factor: 1 } : undefined;
    found.push({ start, end, from: start, to: end, readings, unit, bare: false, scaled: false });
  }
  return found;
}

function addPieces(
  found: NumberFound[],
  text: string,
  plain: string,
  from: number,
  body: string,
  divider: RegExp,
): void {
  let at = from;
  for (const piece of body.split(divider)) {
    const groups = groupsOf(piece);
    if (piece !== '' && groups !== 'none' && groups !== 'list') {
      const read = readAt(text, plain, at, piece, groups);
      if (read) found.push(read);
    }
    at += piece.length + 1;
  }
}

/** Whole and fraction, in each way that the separators can be read; `list` for several numbers, `none` for no number. */
function groupsOf(body: string): [whole: string, fraction: string][] | 'list' | 'none' {
  const dots = countOf(body, '.');
  const commas = countOf(body, ',');
  const group = body.includes(' ') ? ' ' : body.includes('\u00a0') ? '\u00a0' : body.includes("'") ? "'" : '_';
  const others = countOf(body, group);
  if (dots + commas + others === 0) return [[body, '']];
  if (others > 0) {
    if (dots + commas > 1) return 'list';
    const mark = dots > 0 ? '.' : ',';
    const [whole = '', fraction = ''] = dots + commas === 1 ? cutAt(body, body.lastIndexOf(mark)) : [body, ''];
    if (fraction.includes(group) || !isGrouped(whole, group)) return 'list';
    return [[whole.replaceAll(group, ''), fraction]];
  }
  if (dots > 0 && commas > 0) {
    const mark = body.lastIndexOf('.') > body.lastIndexOf(',') ? '.' : ',';
    const other = mark === '.' ? ',' : '.';
    const [whole = '', fraction = ''] = cutAt(body, body.lastIndexOf(mark));
    if (countOf(body, mark) !== 1 || !isGrouped(whole, other)) return commas > dots ? 'list' : 'none';
    return [[whole.replaceAll(other, ''), fraction]];
  }
  const mark = dots > 0 ? '.' : ',';
  if (dots + commas > 1)
    return isGrouped(body, mark) ? [[body.replaceAll(mark, ''), '']] : mark === ',' ? 'list' : 'none';
  const [whole = '', fraction = ''] = cutAt(body, body.indexOf(mark));
  const decimal: [string, string] = [whole, fraction];
  if (fraction.length !== 3 || whole.length > 3 || whole.startsWith('0')) return [decimal];
  const grouped: [string, string] = [whole + fraction, ''];
  return mark === ',' ? [grouped, decimal] : [decimal, grouped];
}

function countOf(text: string, character: string): number {
  let count = 0;
  for (let at = text.indexOf(character); at !== -1; at = text.indexOf(character, at + 1)) count++;
  return count;
}

function cutAt(text: string, at: number): [string, string] {
  return [text.slice(0, at), text.slice(at + 1)];
}

/** `1,234,567`, or as in India `12,34,567`. */
function isGrouped(whole: string, mark: string): boolean {
  const groups = whole.split(mark);
  const first = groups[0] ?? '';
  if (first === '' || first.length > 3 || (first.startsWith('0') && groups.length > 1)) return false;
  const rest = groups.slice(1);
  if (rest.at(-1)?.length !== 3) return false;
  return (
    rest.every((group) => group.length === 3) ||
    (first.length <= 2 && rest.slice(0, -1).every((group) => group.length === 2))
  );
}

function readAt(
  text: string,
  plain: string,
  from: number,
  body: string,
  groups: [string, string][],
): NumberFound | undefined {
  const to = from + body.length;
  const before = signBefore(text, plain, from);
  if (before === undefined) return undefined;
  const { negative, point } = before;
  let { start, unit } = before;
  let end = to;
  let scale = 0;
  const part = VULGAR.get(plain.charAt(to));
  if (part !== undefined && groups.length === 1 && groups[0]?.[1] === '') {
    groups[0] = [groups[0][0], part];
    end += 1;
  }
  POWER.lastIndex = end;
  const power = POWER.exec(plain);
  if (power) {
    scale = Number(power[1] ?? power[2] ?? plainPower(power[3] ?? ''));
    end += power[0].length;
  }
  const word = scaleAt(plain, end, isCurrency(unit));
  if (word) {
    scale += word.exponent;
    end = word.end;
  }
  const after = unitAfter(text, end);
  if (after) {
    if (unit === undefined || agreeable(unit, after.unit)) end = after.end;
    unit ??= after.unit;
  } else if (end === to && isJoined(text.charAt(to))) {
    const { token, end: tokenEnd } = tokenAround(text, from, to);
    if (isNameWithDigits(token) || body.includes('_')) return undefined;
    const degrees = /^[CF]$/.exec(text.slice(to, tokenEnd))?.[0];
    if (degrees) unit ??= unitOf(`°${degrees}`);
    end = /^[\p{L}\p{M}]+$/u.test(text.slice(to, tokenEnd)) ? tokenEnd : to;
  }
  if (end === to && /^[.][A-Za-z_]/.test(plain.slice(to, to + 2))) return undefined;
  const readings = groups.map(([whole, fraction]) =>
    point ? decimalOf('0', whole, negative, scale) : decimalOf(whole, fraction, negative, scale),
  );
  if (point) start -= 1;
  const bare = start === from && end === to && groups.length === 1 && groups[0]?.[1] === '' && body === groups[0][0];
  return { start, end, from, to, readings, unit, bare, scaled: word !== undefined };
}

function agreeable(one: Unit, other: Unit): boolean {
  return isCurrency(one) && isCurrency(other);
}

function isJoined(character: string): boolean {
  return character !== '' && JOINED.test(character);
}

/** What stands before the digits: a sign, a currency. Undefined where they are part of a word. */
function signBefore(
  text: string,
  plain: string,
  from: number,
): { start: number; negative: boolean; point: boolean; unit: Unit | undefined } | undefined {
  let start = from;
  let negative = false;
  let point = false;
  let before = plain.charAt(start - 1);
  if (before === '.') {
    const outer = plain.charAt(start - 2);
    if (outer !== '' && /[\w.)\]]/.test(outer)) return undefined;
    point = !/[:%{]/.test(outer);
  }
  const signed = '-+±–'.includes(before) && before !== '';
  if (signed) {
    const outer = plain.charAt(start - 2);
    const free = outer === '' || !/[\p{L}\p{N}_)\]]/u.test(outer);
    if (free && before !== '–') {
      negative = before === '-';
      start -= 1;
    } else if (!free && /[\p{L}_]/u.test(outer)) {
      const word = wordBefore(text, start - 1);
      if (currencyOf(word)) return { start: start - 1 - word.length, negative, point, unit: currencyOf(word) };
      if (/[\d_./]/u.test(word) || (/\p{Lu}/u.test(word) && isShortNumber(plain, from))) return undefined;
    }
    before = plain.charAt(start - 1);
  }
  const gap = before === ' ' || before === '\u00a0' ? 1 : 0;
  const word = currencyBefore(text, start - gap);
  const unit = word === '' ? undefined : currencyOf(word);
  if (unit) {
    start -= gap + word.length;
    if (plain.charAt(start - 1) === '-' && !/[\p{L}\p{N}]/u.test(plain.charAt(start - 2))) {
      negative = true;
      start -= 1;
    }
    return { start, negative, point, unit };
  }
  if (!signed && !point && isJoined(before)) {
    let to = from;
    while (/\d/.test(plain.charAt(to))) to++;
    if (isNameWithDigits(tokenAround(text, from, to).token)) return undefined;
  }
  return { start, negative, point, unit: undefined };
}

/** At most three digits: after a name and a hyphen they are a part of it (`COVID-19`). */
function isShortNumber(plain: string, from: number): boolean {
  return !/^\d{4}/.test(plain.slice(from, from + 4)) && !/^[\d.,]{5}/.test(plain.slice(from, from + 5));
}

/** The letters right before `end`, at most twenty. */
function wordBefore(text: string, end: number): string {
  let start = end;
  while (start > 0 && end - start < 20 && /[\p{L}\p{N}_./]/u.test(text.charAt(start - 1))) start--;
  return text.slice(start, end);
}

/** A sign or code of a currency that ends at `end`, or ''. */
function currencyBefore(text: string, end: number): string {
  const last = text.charAt(end - 1);
  if (!/[A-Z€£$¥￥₹₽₩₺₴₪₫₦฿]/.test(last)) return '';
  for (const length of [3, 4, 2, 1]) {
    const word = text.slice(Math.max(0, end - length), end);
    const outer = text.charAt(end - length - 1);
    if (word.length === length && currencyOf(word) && !(/[A-Za-z]/.test(word) && /[A-Za-z]/.test(outer))) return word;
  }
  return '';
}

function scaleAt(plain: string, at: number, money: boolean): { exponent: number; end: number } | undefined {
  const tries: [RegExp, readonly number[]][] = [
    [ATTACHED_SCALE, MYRIADS],
    [SPACED_SCALE, EXPONENTS],
    [SCALE, EXPONENTS],
  ];
  if (money) tries.push([MONEY_SCALE, [6, 9]]);
  for (const [pattern, exponents] of tries) {
    pattern.lastIndex = at;
    const match = pattern.exec(plain);
    if (!match) continue;
    const which = match.slice(1).findIndex((part) => part !== undefined);
    return { exponent: exponents[which] ?? 0, end: at + match[0].replace(/\.$/, '').length };
  }
  return undefined;
}

/** The unit after a number that ends at `at`. */
export function unitAfter(text: string, at: number): { unit: Unit; end: number } | undefined {
  const character = text.charAt(at);
  const gap = /[ \u00a0\u202f\u2009-]/.test(character) && character !== '' ? 1 : 0;
  const found = readUnit(text, at + gap);
  // A sign between two figures belongs to the one it stands before.
  if (found && isCurrency(found.unit) && /^[ \u00a0]?[-−+]?\d/.test(text.slice(found.end, found.end + 3)))
    return undefined;
  return found;
}

function plainPower(written: string): string {
  const digits = [...written].map((character) => {
    const digit = SUPERSCRIPTS.indexOf(character);
    return digit === -1 ? (character === '⁻' ? '-' : '') : String(digit);
  });
  return digits.join('');
}
