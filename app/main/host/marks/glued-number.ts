/** The letters, digits and hyphens around digits: at most so many to each side. */
const REACH = 40;
const PART = /[\p{L}\p{M}\p{N}_]/u;

/** Names that are lower-case letters and digits, of more than one digit. */
const KNOWN_NAME =
  /^(?:sha|base|utf|int|uint|float|x|v|q|h|ipv|mp|arm|win|es|py|python|md|rfc|iso|cp|i|id|f|c|node|line|row|col|step)-?\d{1,4}$/i;
const ORDINAL = /^\d{1,4}(?:st|nd|rd|th|er|ers|re|e|ème|ter|te|ten|º|ª|o|a)$/iu;
/** Of a name and its number: `COVID-19`, `GPT-4`, `A320`, `H2O`. */
const MOST_DIGITS = 3;

/**
 * Whether digits with letters at them are a name and no figure. A name is: a capital among letters that come before at
 * most three digits (`F2`, `H2O`, `IPv6`, `A320`); small letters before one digit (`m3`, `utf8`); one digit before one
 * to three capitals, but for degrees (`3D`, `5G`, `2FA`; not `5C`); an ordinal (`21st`); a code that turns from letters
 * to digits four times or more (`3f9a1c2b`); some known names (`sha256`). All else that has digits is a figure: `99C`,
 * `4500rpm`, `pop99123`.
 */
export function isNameWithDigits(token: string): boolean {
  if (ORDINAL.test(token) || KNOWN_NAME.test(token) || /^F\d+$|^C\d{1,6}$/.test(token)) return true;
  const runs = token.match(/\p{N}+|[\p{L}\p{M}_]+/gu) ?? [];
  if (runs.length >= 5) return true;
  const digits = Math.max(...runs.filter((run) => /\p{N}/u.test(run)).map((run) => run.length));
  if (/^\p{N}/u.test(token)) return /^\p{N}\p{Lu}{1,3}$/u.test(token) && !/^\p{N}[CFK]$/u.test(token);
  const letters = /^[\p{L}\p{M}_]+/u.exec(token)?.[0] ?? '';
  return digits <= (/\p{Lu}/u.test(letters) ? MOST_DIGITS : 1);
}

/** The word that digits from `from` to `to` are a part of. */
export function tokenAround(text: string, from: number, to: number): { token: string; start: number; end: number } {
  let start = from;
  while (start > 0 && from - start < REACH && PART.test(text.charAt(start - 1))) start--;
  let end = to;
  while (end < text.length && end - to < REACH && PART.test(text.charAt(end))) end++;
  return { token: text.slice(start, end), start, end };
}
