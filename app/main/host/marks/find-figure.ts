import { isWithin, keyOf, numericValue } from './decimal.ts';
import type { FigureIndex, Hit } from './figure-index.ts';
import { isCountedYear, isYear } from './find-items.ts';
import { tellingWords } from './fold-text.ts';
import type { Figure } from './scan-figures.ts';
import { agree, currencyOf, isCurrency, type Unit } from './units.ts';

/** A figure of an answer with the words around it. */
export interface Asked {
  figure: Figure;
  /** The clause it stands in. */
  clause: string;
  /** Words right before it that say it is not exact. */
  approximate: 'no' | 'about' | 'over' | 'under';
  /** Four digits that count something, and so are no year. */
  counted: boolean;
  /** The clause tells of less, so that a loss may be told without its sign. */
  falls: boolean;
}

/** Where a value was found. `value` is how it stands there, if the answer states it in another form. */
export interface Found {
  hit: Hit;
  value: string | undefined;
}

/** So many places of one value are looked at. */
const MOST_PLACES = 256;
const WINDOW = 200;

const APPROXIMATE: readonly (readonly ['about' | 'over' | 'under', RegExp])[] = [
  [
    'about',
    /(?:~|≈|±|\b(?:about|around|approx\.?|approximately|roughly|some|circa|ca\.?|c\.|or so|close to|etwa|rund|ungefähr|environ|cerca de|unos|unas|aproximadamente|circa))\s*$/i,
  ],
  ['over', /\b(?:over|more than|above|at least|über|mehr als|plus de|más de|mais de)\s*$/i],
  ['under', /\b(?:nearly|almost|under|less than|below|up to|fast|knapp|presque|casi|quase|menos de)\s*$/i],
];
const FALLING =
  /(?<!\p{L})(?:fell|fall|falls|fallen|falling|drop|drops|dropped|declin\w*|decreas\w*|down|lost|loss|losses|lower|below|minus|negative|deficit|shr[aiu]nk\w*|reduc\w*|sank|gefallen|sank|verlust|baisse|pérdida|perda|caída|queda)(?!\p{L})/iu;

/** What is asked of a figure at its place in the answer. */
export function askedOf(figure: Figure, text: string): Asked {
  const clause = clauseAt(text, figure.start, figure.end);
  const before = text.slice(Math.max(0, figure.start - 24), figure.start);
  const approximate = APPROXIMATE.find(([, pattern]) => pattern.test(before))?.[0] ?? 'no';
  return { figure, clause, approximate, counted: isCountedYear(text, figure), falls: FALLING.test(clause) };
}

/** The sentence, cell or line around a place, at most 200 characters to each side. */
export function clauseAt(text: string, start: number, end: number): string {
  let from = start;
  const least = Math.max(0, start - WINDOW);
  while (from > least && !isBreak(text, from - 1)) from--;
  let to = end;
  const most = Math.min(text.length, end + WINDOW);
  while (to < most && !isBreak(text, to)) to++;
  return text.slice(from, to);
}

function isBreak(text: string, at: number): boolean {
  const character = text.charAt(at);
  if (character === '\n' || character === ';' || character === '。') return true;
  return /[.!?]/.test(character) && /^\s?$/.test(text.charAt(at + 1));
}

/**
 * Where a figure of an answer stands in the texts of an index, nearest form first: the same value, then one that was
 * rounded to what is shown, then one in another unit of its kind. Both must count the same where both say what. `owner`
 * keeps to one fact or call, and asks for no agreement of words: it was named; `accepts` passes over places.
 */
export function findFigure(
  asked: Asked,
  index: FigureIndex,
  owner?: string,
  accepts?: (hit: Hit) => boolean,
): Found | undefined {
  const { figure } = asked;
  const best = (hits: readonly Hit[], near: boolean): Found | undefined => bestOf(hits, asked, owner, near, accepts);
  if (figure.type === 'date') return best(dateHits(figure.exact, index), false);
  const unit = figure.unit;
  const exact = figure.readings.flatMap((reading) => {
    const hits = index.exact(keyOf(reading)).slice(0, 4096);
    return hits.filter((hit) => !unit || !hit.unit || agree(unit, hit.unit));
  });
  const found = best(exact, false);
  if (found) return found;
  if (isYear(figure) && !asked.counted) {
    const year = best(index.exact(`Y${numericValue(first(figure))}`).slice(0, 4096), false);
    if (year) return year;
  }
  return best(nearHits(asked, figure, index), true);
}

function first(figure: Extract<Figure, { type: 'number' }>) {
  const [reading] = figure.readings;
  if (!reading) throw new Error('every number has a reading');
  return reading;
}

function dateHits(keys: readonly string[], index: FigureIndex): Hit[] {
  return keys.flatMap((key) => {
    const hits = index.exact(key).slice(0, 4096);
    // A decade, or a year told as one, is a plain number in most sources.
    return key.startsWith('Y') ? [...hits, ...index.exact(keyOfYear(key.slice(1))).slice(0, 4096)] : hits;
  });
}

function keyOfYear(year: string): string {
  const digits = year.replace(/0{1,3}$/, '');
  return `${digits}e${year.length - digits.length}`;
}

/** The same value to the precision shown, in the same unit or another of its kind; a loss told without its sign. */
function nearHits(asked: Asked, figure: Extract<Figure, { type: 'number' }>, index: FigureIndex): Hit[] {
  const hits: Hit[] = [];
  const { unit } = figure;
  for (const reading of figure.readings) {
    const value = numericValue(reading);
    if (asked.falls && value > 0 && !reading.negative)
      hits.push(...index.exact(`-${keyOf(reading)}`).filter((hit) => !unit || !hit.unit || agree(unit, hit.unit)));
    const last = asked.approximate === 'no' && !figure.scaled ? reading.last : Math.max(reading.last, reading.exponent);
    const step = 10 ** last;
    const shown = reading.digits.length - Math.min(0, last - reading.exponent);
    const rounds = shown >= 2 || asked.approximate !== 'no';
    const below = asked.approximate === 'over' ? 0 : asked.approximate === 'under' ? -1 : -0.5;
    const low = value - (asked.approximate === 'over' ? 0 : asked.approximate === 'under' ? step : step / 2);
    const high = value + (asked.approximate === 'over' ? step : asked.approximate === 'under' ? 0 : step / 2);
    if (rounds)
      hits.push(
        ...within(index, low, high).filter(
          (hit) =>
            hit.decimal !== undefined &&
            hit.decimal.last < last &&
            isWithin(hit.decimal, reading, last, below, below + 1) &&
            (!unit || !hit.unit || agree(unit, hit.unit)),
        ),
      );
    for (const [factor, fits] of conversions(unit, index)) {
      const exact = within(index, value * factor, value * factor).filter((hit) => fits(hit.unit));
      const near = rounds ? within(index, low * factor, high * factor).filter((hit) => fits(hit.unit)) : [];
      hits.push(...exact, ...near);
    }
  }
  return hits;
}

function within(index: FigureIndex, low: number, high: number): readonly Hit[] {
  const slack = Math.max(Math.abs(low), Math.abs(high)) * 1e-12;
  return index.between(low - slack, high + slack, MOST_PLACES);
}

/** What a value is multiplied by to state it in each other unit of its kind that occurs. */
function conversions(unit: Unit | undefined, index: FigureIndex): [number, (unit: Unit | undefined) => boolean][] {
  const ways: [number, (unit: Unit | undefined) => boolean][] = [];
  if (!unit) {
    for (const factor of index.factorsOf('ratio'))
      ways.push([1 / factor, (other) => other?.dimension === 'ratio' && other.factor === factor]);
    return ways;
  }
  for (const factor of index.factorsOf(unit.dimension))
    if (factor !== unit.factor)
      ways.push([unit.factor / factor, (other) => other?.dimension === unit.dimension && other.factor === factor]);
  if (unit.dimension === 'ratio') ways.push([unit.factor, (other) => other === undefined]);
  return ways;
}

/** The first place whose words agree, where they must. */
function bestOf(
  hits: readonly Hit[],
  asked: Asked,
  owner: string | undefined,
  near: boolean,
  accepts: ((hit: Hit) => boolean) | undefined,
): Found | undefined {
  let words: Set<string> | undefined;
  let looked = 0;
  let fallback: Hit | undefined;
  for (const hit of hits) {
    if (!countsTheSame(hit, asked.figure, near)) continue;
    if (owner !== undefined) {
      if (hit.piece.owner === owner) return found(hit, near);
      continue;
    }
    if (looked++ >= MOST_PLACES) break;
    if (accepts && !accepts(hit)) continue;
    if (!needsWords(hit, asked.figure, near)) {
      // A value that stands alone is a better ground than one in the middle of a document.
      if (!hit.piece.document) return found(hit, near);
      fallback ??= hit;
      continue;
    }
    words ??= tellingWords(asked.clause);
    if (words.size > 0 && sharesWord(hit, words)) return found(hit, near);
  }
  return fallback && found(fallback, near);
}

function found(hit: Hit, near: boolean): Found {
  return { hit, value: near ? hit.piece.text.slice(hit.start, hit.end) : undefined };
}

/** So far from a value its source may say what it counts. */
const BESIDE = 80;
const SHARE =
  /percent|pct|per cent|share|rate|ratio|growth|portion|change|prozent|anteil|quote|pour ?cent|por ?cien|por ?cento|taux|tasa|taxa|%|‰|٪/iu;

/**
 * Whether what a source does not state beside its value agrees: an amount of money is one only in a currency that the
 * source names, and a share only where it tells of one. What a call computed has no unit of its own.
 */
function countsTheSame(hit: Hit, figure: Figure, near: boolean): boolean {
  if (figure.type === 'date' || !figure.unit || hit.unit || (!hit.piece.fact && hit.piece.owner !== '')) return true;
  const { text, about } = hit.piece;
  const around = `${text.slice(Math.max(0, hit.start - BESIDE), hit.end + BESIDE)} ${about?.join(' ') ?? ''}`;
  if (isCurrency(figure.unit)) return namesCurrency(around, figure.unit);
  if (figure.unit.dimension !== 'ratio') return true;
  // 0.452 told as 45.2 % was converted.
  return (near && Math.abs(hit.value) <= 1) || SHARE.test(around);
}

function namesCurrency(text: string, unit: Unit): boolean {
  for (const [word] of text.matchAll(/[A-Za-z]{0,3}[€£$¥￥₹₽₩₺₴₪₫₦฿]|\p{L}+/gu)) {
    const named = currencyOf(word);
    if (named && (named.dimension === unit.dimension || agree(named, unit))) return true;
  }
  return false;
}

/** A bare number in a long text, and a small one anywhere, may be about something else. */
function needsWords(hit: Hit, figure: Figure, near: boolean): boolean {
  if (figure.type === 'date') return hit.piece.document && figure.exact.every((key) => key.startsWith('Y'));
  const reading = first(figure);
  const small = reading.exponent >= 0 && reading.digits.length + reading.exponent <= 2;
  const counted = figure.unit !== undefined && hit.unit !== undefined;
  if (hit.piece.document) return near || small || !counted;
  // A unit that the fact does not state must be told by what it is about.
  if (hit.piece.fact && figure.unit && !hit.unit && !isCurrency(figure.unit)) return true;
  return hit.piece.about !== undefined && small && !counted;
}

const windows = new WeakMap<Hit, Set<string>>();

function sharesWord(hit: Hit, words: ReadonlySet<string>): boolean {
  let around = windows.get(hit);
  if (!around) {
    const { text, about } = hit.piece;
    const near = text.slice(Math.max(0, hit.start - WINDOW), Math.min(text.length, hit.end + WINDOW));
    around = tellingWords(`${about?.join(' ') ?? ''} ${near}`);
    windows.set(hit, around);
  }
  for (const word of words) if (around.has(word)) return true;
  // `temp` is told as `temperature`.
  const about = tellingWords(hit.piece.about?.join(' ').replace(/_/g, ' ') ?? '');
  for (const key of about) for (const word of words) if (word.startsWith(key) || key.startsWith(word)) return true;
  return false;
}
