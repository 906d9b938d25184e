import { decimalOf } from './decimal.ts';
import { type NumberFound, unitAfter } from './read-numbers.ts';

const list = (words: string, first: number, step = 1): [string, number][] =>
  words.split(' ').flatMap((word, at) => (word === '-' ? [] : [[word, first + at * step] as [string, number]]));

/** Words below a hundred. Left out are those that are other words too (`once`, `doze`, `seize`, `elf`, `dos`). */
const SMALL: ReadonlyMap<string, number> = new Map([
  ...list('zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen', 0),
  ...list('seventeen eighteen nineteen', 17),
  ...list('twenty thirty forty fifty sixty seventy eighty ninety', 20, 10),
  ...list('zwei drei vier fünf sechs sieben acht neun zehn - zwölf dreizehn vierzehn fünfzehn sechzehn', 2),
  ...list('siebzehn achtzehn neunzehn', 17),
  ...list('zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig', 20, 10),
  ...list('deux trois quatre cinq - sept huit neuf dix onze douze treize quatorze quinze', 2),
  ...list('vingt trente quarante cinquante soixante', 20, 10),
  ...list('tres cuatro cinco seis siete ocho nueve diez - doce trece catorce quince', 3),
  ...list('veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa', 20, 10),
  ...list('dois três quatro - - sete oito nove dez onze - treze catorze quinze', 2),
  ...list('vinte trinta quarenta cinquenta sessenta setenta oitenta noventa', 20, 10),
]);
const HUNDRED = new Set(['hundred', 'hundert', 'cent', 'cents', 'cien', 'ciento', 'cem', 'cento']);
const SCALES: ReadonlyMap<string, number> = new Map([
  ['thousand', 3],
  ['tausend', 3],
  ['mille', 3],
  ['mil', 3],
  ['million', 6],
  ['millionen', 6],
  ['millions', 6],
  ['millón', 6],
  ['millones', 6],
  ['milhão', 6],
  ['milhões', 6],
  ['billion', 9],
  ['milliarde', 9],
  ['milliarden', 9],
  ['milliard', 9],
  ['milliards', 9],
  ['trillion', 12],
]);
const ONE = new Set(['a', 'an', 'one', 'eine', 'ein', 'un', 'une', 'una', 'um', 'uma']);
/** Alone these are no numbers: `a thousand` is one, `cent` and `mil` are other words. */
const NEEDS_ONE = new Set(['cent', 'cents', 'mil', 'mille', 'millions', 'milliards']);
const JOINS = new Set(['and', 'und', 'y', 'e', 'et']);
const WORD = /\p{L}+/gu;
interface Word {
  text: string;
  start: number;
  end: number;
}

/**
 * Every number that is written in words: `twelve`, `five million`, `half a million`, `two hundred eighty-four
 * thousand`, `a dozen`; of German, French, Spanish and Portuguese the plain ones. `one` alone, `hundreds of` and `half`
 * alone are none. Linear in the text.
 */
export function readNumberWords(text: string, plain: string): NumberFound[] {
  const words: Word[] = [];
  for (const match of plain.matchAll(WORD)) {
    const start = match.index;
    words.push({ text: match[0].toLowerCase(), start, end: start + match[0].length });
  }
  const found: NumberFound[] = [];
  for (let at = 0; at < words.length; ) {
    const read = readAt(words, at, plain);
    if (read) {
      const after = unitAfter(text, read.number.end);
      found.push(after ? { ...read.number, end: after.end, unit: after.unit, bare: false } : read.number);
    }
    at = read?.next ?? at + 1;
  }
  return found;
}

function joined(plain: string, one: Word | undefined, other: Word | undefined): boolean {
  return one !== undefined && other !== undefined && /^(?:[ \u00a0-]|, )$/.test(plain.slice(one.end, other.start));
}

function readAt(words: readonly Word[], at: number, plain: string): { number: NumberFound; next: number } | undefined {
  const first = words[at];
  if (!first || /[\p{N}_]/u.test(plain.charAt(first.start - 1)) || /[\p{N}_]/u.test(plain.charAt(first.end)))
    return undefined;
  // `5 million` is a number of digits.
  if (SCALES.has(first.text) && /\p{N}[ \u00a0-]$/u.test(plain.slice(Math.max(0, first.start - 2), first.start)))
    return undefined;
  const part = partOf(words, at, plain);
  if (part) return part;
  let total = 0n;
  let current = 0;
  let next = at;
  let last = 0;
  let least = Number.POSITIVE_INFINITY;
  let counted = false;
  let end = at;
  for (; next < words.length && next - at < 24; next++) {
    const word = words[next];
    if (!word || (next > at && !joined(plain, words[next - 1], word))) break;
    const small = SMALL.get(word.text);
    const scale = SCALES.get(word.text);
    if (small !== undefined && isNext(current, small)) {
      current += small;
      last = 0;
    } else if (HUNDRED.has(word.text) && current < 10 && (next > at || !NEEDS_ONE.has(word.text))) {
      current = (current || 1) * 100;
      last = 0;
    } else if (scale !== undefined && scale < least && (next > at || !NEEDS_ONE.has(word.text))) {
      total += BigInt(current || 1) * 10n ** BigInt(scale);
      current = 0;
      last = scale;
      least = scale;
    } else if ((word.text === 'dozen' || word.text === 'dutzend') && total === 0n) {
      current = (current || 1) * 12;
      counted = true;
      end = next + 1;
      break;
    } else if (JOINS.has(word.text) && counted) continue;
    else if (next === at && ONE.has(word.text)) continue;
    else break;
    counted = true;
    end = next + 1;
  }
  const lastWord = words[end - 1];
  if (!counted || !lastWord) return undefined;
  const value = total + BigInt(current);
  const scale = value % 10n ** BigInt(last) === 0n ? last : 0;
  // `one` alone is an article in most places.
  if (end === at + 1 && first.text === 'one') return undefined;
  return {
    number: numberAt(first.start, lastWord.end, String(value / 10n ** BigInt(scale)), '', scale),
    next: end,
  };
}

/** Whether a word can go on with the number so far: `twenty` + `three`, `hundred` + `eighty`. */
function isNext(current: number, small: number): boolean {
  if (current === 0) return true;
  if (current % 100 === 0) return true;
  return current % 100 >= 20 && current % 10 === 0 && small < 10 && small > 0;
}

/** `half a million`, `a quarter of a million`, `three quarters`. */
function partOf(words: readonly Word[], at: number, plain: string): { number: NumberFound; next: number } | undefined {
  const phrase = words.slice(at, at + 6);
  const first = phrase[0];
  if (!first || !/^(?:half|quarter|a|one|three|two)$/.test(first.text)) return undefined;
  const tail = plain.slice(first.start, first.start + 60).toLowerCase();
  const match =
    /^(?:(half) an? |(a quarter) of an? |(three quarters) of an? )(thousand|million|billion|trillion)(?!\p{L})/u.exec(
      tail,
    );
  if (match) {
    const fraction = match[1] !== undefined ? '5' : match[2] !== undefined ? '25' : '75';
    const count = match[0].split(' ').length;
    const number = numberAt(first.start, first.start + match[0].length, '0', fraction, SCALES.get(match[4] ?? '') ?? 0);
    return { number, next: at + count };
  }
  const share = /^(three[ -]quarters|two[ -]thirds|one[ -]third|a third)(?!\p{L})/u.exec(tail)?.[1];
  if (share === undefined) return undefined;
  const digits = share.startsWith('three') ? '75' : share.startsWith('two') ? '666667' : '333333';
  return { number: numberAt(first.start, first.start + share.length, '0', digits, 0), next: at + 2 };
}

function numberAt(start: number, end: number, whole: string, fraction: string, scale: number): NumberFound {
  const readings = [decimalOf(whole, fraction, false, scale)];
  return { start, end, from: start, to: end, readings, unit: undefined, bare: scale === 0, scaled: scale > 0 };
}
