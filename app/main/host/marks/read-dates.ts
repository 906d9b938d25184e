/** A date or time of a text. Its keys name it from the whole day to the year alone, as far as each is stated. */
export interface DateFound {
  start: number;
  end: number;
  /** What it may mean, the most exact form of each reading: `D2026-11-30`, `M2026-11`, `A11-30`, `Y2026`, `T21:02`. */
  exact: string[];
  /** The same and every coarser form. */
  keys: string[];
}

const MONTH_NAMES: readonly string[] = [
  'january jan januar janvier enero janeiro gennaio january. jan. janv',
  'february feb februar février febrero fevereiro febbraio feb. févr',
  'march mar märz mars marzo março mar. mär',
  'april apr avril abril aprile apr. abr',
  'may mai mayo maio maggio',
  'june jun juni juin junio junho giugno jun.',
  'july jul juli juillet julio julho luglio jul. juil',
  'august aug août agosto aug. ago',
  'september sep sept septembre septiembre setembro settembre sep. sept. set',
  'october oct oktober okt octobre octubre outubro ottobre oct. out',
  'november nov novembre noviembre novembro nov.',
  'december dec dezember dez décembre diciembre dezembro dicembre dec. déc dic',
];
const MONTHS = new Map(
  MONTH_NAMES.flatMap((names, index) => names.split(' ').map((name): [string, number] => [name, index + 1])),
);
/** Months only where they begin with a capital, as they are other words as well. */
const ALSO_WORDS = new Set(['may', 'march', 'mar', 'set', 'out', 'mars', 'ago', 'sept', 'dec', 'jan', 'sep', 'jun']);

const ISO =
  /(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?!\d)(?:[T ](\d{2}:\d{2})(?::\d{2}(?:[.,]\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?)?/y;
const ISO_MONTH = /(\d{4})-(\d{2})(?![\d-])/y;
const NUMERIC = /(\d{1,2})([./-])[ ]?(\d{1,2})\2[ ]?(\d{4}|\d{2})(?![\d]|[.,/-]\d)/y;
const EAST = /(\d{4})[年년] ?(?:(\d{1,2})[月월] ?(?:(\d{1,2})[日일])?)?/y;
const TIME = /(\d{1,2}):(\d{2})(?::\d{2})?(?![\d:])(?:[ \u00a0]?([ap])\.?m\b\.?)?/iy;
const HOUR = /(\d{1,2})[ \u00a0]?([ap])\.?m\b\.?/iy;
const DECADE = /(\d{3}0)s(?![\p{L}\d])/uy;
const DAY_FIRST =
  /(\d{1,2})(?:st|nd|rd|th|er|º|\.)?[ \u00a0-](?:of |de |d’|d')?(\p{L}{3,12}\.?)(?:,? (?:de |del |of )?|-)?(\d{4})?(?!\d)/uy;
const MONTH_FIRST =
  /(\p{L}{3,12}\.?)[ \u00a0](?:(\d{1,2})(?:st|nd|rd|th)?(?![\d.:]\d|\d)(?:,? (\d{4})(?!\d))?|(?:de |of )?(\d{4})(?!\d))/uy;

const START = /\d{1,4}|\p{L}{3,12}/gu;

/**
 * Every date, month with its year, day of a month and time of day of a text, in order. Takes the text after
 * `plainDigits`. A year that stands alone is a number. Linear in the text: each pattern is tried once at each word.
 */
export function readDates(plain: string): DateFound[] {
  const found: DateFound[] = [];
  START.lastIndex = 0;
  for (let match = START.exec(plain); match !== null; match = START.exec(plain)) {
    const at = match.index;
    const digits = isDigit(plain.charCodeAt(at));
    if (digits && isInsideNumber(plain, at)) {
      skipDigits(plain, at);
      continue;
    }
    const date = digits ? atDigit(plain, at) : atWord(plain, at, match[0]);
    if (date) {
      found.push(date);
      START.lastIndex = date.end;
    } else if (digits) skipDigits(plain, at);
  }
  return found;
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

function skipDigits(plain: string, at: number): void {
  let end = at;
  while (isDigit(plain.charCodeAt(end))) end++;
  START.lastIndex = Math.max(START.lastIndex, end);
}

function isInsideNumber(plain: string, at: number): boolean {
  const before = plain.charAt(at - 1);
  if (/[\p{Script=Latin}_]/u.test(before)) return true;
  return /[.,:/-]/.test(before) && isDigit(plain.charCodeAt(at - 2));
}

function sticky(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

function atDigit(plain: string, at: number): DateFound | undefined {
  const iso = sticky(ISO, plain, at);
  if (iso) return dateOf(at, iso[0], [[Number(iso[1]), Number(iso[3]), Number(iso[4])]], iso[5]);
  const isoMonth = sticky(ISO_MONTH, plain, at);
  if (isoMonth && Number(isoMonth[2]) <= 12)
    return dateOf(at, isoMonth[0], [[Number(isoMonth[1]), Number(isoMonth[2]), undefined]]);
  const numeric = sticky(NUMERIC, plain, at);
  if (numeric) {
    const [one, two] = [Number(numeric[1]), Number(numeric[3])];
    const year = numeric[4]?.length === 2 ? 2000 + Number(numeric[4]) : Number(numeric[4]);
    const orders: Reading[] = [
      [year, two, one],
      [year, one, two],
    ];
    const date = dateOf(at, numeric[0], numeric[2] === '.' ? orders.slice(0, 1) : orders);
    if (date) return date;
  }
  const time = sticky(TIME, plain, at) ?? sticky(HOUR, plain, at);
  if (time) return timeOf(at, time);
  const east = sticky(EAST, plain, at);
  if (east) return dateOf(at, east[0], [[Number(east[1]), numberOr(east[2]), numberOr(east[3])]]);
  const decade = sticky(DECADE, plain, at);
  if (decade) return dateOf(at, decade[0], [[Number(decade[1]), undefined, undefined]]);
  const day = sticky(DAY_FIRST, plain, at);
  const month = monthOf(day?.[2] ?? '');
  if (!day || month === undefined) return undefined;
  const year = numberOr(day[3]);
  const text = year === undefined ? upTo(day[0], day[2] ?? '') : day[0];
  return dateOf(at, text, [[year, month, Number(day[1])]]);
}

function atWord(plain: string, at: number, word: string): DateFound | undefined {
  if (monthOf(word) === undefined) return undefined;
  const match = sticky(MONTH_FIRST, plain, at);
  const month = monthOf(match?.[1] ?? '');
  if (!match || month === undefined) return undefined;
  return dateOf(at, match[0], [[numberOr(match[3] ?? match[4]), month, numberOr(match[2])]]);
}

type Reading = [year: number | undefined, month: number | undefined, day: number | undefined];

function numberOr(written: string | undefined): number | undefined {
  return written === undefined ? undefined : Number(written);
}

function upTo(text: string, word: string): string {
  return text.slice(0, text.indexOf(word) + word.length);
}

function monthOf(written: string): number | undefined {
  const folded = written.toLowerCase();
  const bare = folded.endsWith('.') ? folded.slice(0, -1) : folded;
  if (written === folded && ALSO_WORDS.has(bare)) return undefined;
  return MONTHS.get(bare);
}

const two = (number: number): string => String(number).padStart(2, '0');

function dateOf(start: number, text: string, readings: Reading[], time?: string): DateFound | undefined {
  const exact: string[] = [];
  const keys: string[] = [];
  for (const [year, month, day] of readings) {
    if (year !== undefined && (year < 1 || year > 2999)) continue;
    if (month !== undefined && (month < 1 || month > 12)) continue;
    if (day !== undefined && (day < 1 || day > 31)) continue;
    const forms: string[] = [];
    if (year !== undefined && month !== undefined && day !== undefined)
      forms.push(`D${year}-${two(month)}-${two(day)}`);
    if (year !== undefined && month !== undefined) forms.push(`M${year}-${two(month)}`);
    if (month !== undefined && day !== undefined) forms.push(`A${two(month)}-${two(day)}`);
    if (year !== undefined) forms.push(`Y${year}`);
    const first = forms[0];
    if (first === undefined || exact.includes(first)) continue;
    exact.push(first);
    keys.push(...forms.filter((form) => !keys.includes(form)));
  }
  if (exact.length === 0) return undefined;
  if (time !== undefined) keys.push(`T${time}`);
  return { start, end: start + text.length, exact, keys };
}

function timeOf(start: number, match: RegExpExecArray): DateFound | undefined {
  const clock = match.length === 4;
  const half = (clock ? match[3] : match[2])?.toLowerCase();
  const minutes = clock ? Number(match[2]) : 0;
  let hours = Number(match[1]);
  if (half !== undefined) hours = (hours % 12) + (half === 'p' ? 12 : 0);
  if (hours > 24 || minutes > 59) return undefined;
  const key = `T${two(hours)}:${two(minutes)}`;
  return { start, end: start + match[0].length, exact: [key], keys: [key] };
}
