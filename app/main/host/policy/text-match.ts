const WORD = /[\p{L}\p{N}_]/u;
/** Characters that hold the parts of one address, path or number together. */
const JOINT = /[-./@:\\+%&=?#~]/u;

/** A longer row of them is taken for part of a token on either side. */
const MOST_JOINTS = 32;

/** The shortest part of a value that counts as a match. */
const SHORTEST = 6;
const HASH_BASE = 31;
const TOP = HASH_BASE ** (SHORTEST - 1);
/** Parts are looked up from the beginning of a longer value only. */
const LONGEST_VALUE = 1 << 16;
/** A longer value is searched for by its parts: a plain search may take as many steps as both lengths multiplied. */
const LONGEST_SEARCHED = 256;
/** Hashes of parts, thinned out to so many bits, tell most places of a text apart from all parts. */
const BITS = 0xffff;

function characterBefore(text: string, at: number): string {
  const unit = text.charCodeAt(at - 1);
  return unit >= 0xdc00 && unit <= 0xdfff ? text.slice(Math.max(0, at - 2), at) : text.charAt(at - 1);
}

function characterAt(text: string, at: number): string {
  const point = text.codePointAt(at);
  return point === undefined ? '' : String.fromCodePoint(point);
}

/** Does a token end just before `at`, so that what starts there is not the rest of a longer one? */
function startsToken(text: string, at: number): boolean {
  let before = at;
  while (before > 0 && at - before < MOST_JOINTS && JOINT.test(text.charAt(before - 1))) before--;
  return before === 0 || (at - before < MOST_JOINTS && !WORD.test(characterBefore(text, before)));
}

function endsToken(text: string, at: number): boolean {
  let after = at;
  while (after < text.length && after - at < MOST_JOINTS && JOINT.test(text.charAt(after))) after++;
  return after >= text.length || (after - at < MOST_JOINTS && !WORD.test(characterAt(text, after)));
}

/**
 * Where `value` stands in `text` as a whole: not as a part of a longer word, address, path or number. `bob@x.org` does
 * not stand in `bob@x.org.evil.com`, nor `a.txt` in `b/a.txt`.
 */
export function wholePlaces(text: string, value: string): number[] {
  const places: number[] = [];
  if (value === '' || value.length > LONGEST_SEARCHED) return places;
  for (let at = text.indexOf(value); at >= 0; at = text.indexOf(value, at + 1))
    if (startsToken(text, at) && endsToken(text, at + value.length)) places.push(at);
  return places;
}

/** Does `value` stand in `text` as a whole, as it is or as JSON writes it? */
export function standsWhole(text: string, value: string): boolean {
  if (holdsWhole(text, value)) return true;
  const escaped = JSON.stringify(value).slice(1, -1);
  return escaped !== value && holdsWhole(text, escaped);
}

function holdsWhole(text: string, value: string): boolean {
  if (value === '') return false;
  if (value.length > LONGEST_SEARCHED) {
    const span = longestSpan(value, text);
    return span !== undefined && span.end - span.start === value.length;
  }
  for (let at = text.indexOf(value); at >= 0; at = text.indexOf(value, at + 1))
    if (startsToken(text, at) && endsToken(text, at + value.length)) return true;
  return false;
}

const NUMBER = /(?<![\p{L}\p{N}_.,])-?\d+(?:,\d{3})*(?:\.\d+)?(?![\p{L}\p{N}_]|[.,]\d)/gu;

/** Where a number stands in `text`, digit for digit; `1,000` and `1000.00` are 1000. */
export function numberPlaces(text: string, value: number): number[] {
  return [...text.matchAll(NUMBER)].flatMap((match) =>
    Number(match[0].replaceAll(',', '')) === value ? [match.index] : [],
  );
}

/** A part of a value, in UTF-16 units. */
export interface Span {
  start: number;
  end: number;
}

/**
 * The longest part of `value` that stands word for word in `text`: at least six characters, or the whole value. One walk
 * over the text, whatever both hold: a part that is met inside a longer one is not looked at again.
 */
export function longestSpan(value: string, text: string): Span | undefined {
  const short = value.length < SHORTEST;
  if (short) return value !== '' && text.includes(value) ? { start: 0, end: value.length } : undefined;
  const places = placesOfParts(value.slice(0, LONGEST_VALUE));
  const known = new Uint8Array(BITS + 1);
  for (const part of places.keys()) known[part & BITS] = 1;
  let best: Span | undefined;
  let hash = 0;
  let next = 0;
  for (let at = 0; at < text.length; at++) {
    if (at >= SHORTEST) hash = (hash - Math.imul(text.charCodeAt(at - SHORTEST), TOP)) | 0;
    hash = (Math.imul(hash, HASH_BASE) + text.charCodeAt(at)) | 0;
    const from = at - SHORTEST + 1;
    if (from < next || known[hash & BITS] === 0) continue;
    let longest = 0;
    for (const place of places.get(hash) ?? []) {
      const length = sameLength(value, place, text, from);
      longest = Math.max(longest, length);
      if (length >= SHORTEST && (!best || length > best.end - best.start)) best = { start: place, end: place + length };
    }
    if (longest >= SHORTEST) next = from + longest - SHORTEST + 1;
  }
  return best;
}

/** The first places of each six-character part, by its hash; further ones of a part that repeats are left out. */
function placesOfParts(value: string): Map<number, number[]> {
  const places = new Map<number, number[]>();
  let hash = 0;
  for (let at = 0; at < value.length; at++) {
    if (at >= SHORTEST) hash = (hash - Math.imul(value.charCodeAt(at - SHORTEST), TOP)) | 0;
    hash = (Math.imul(hash, HASH_BASE) + value.charCodeAt(at)) | 0;
    if (at < SHORTEST - 1) continue;
    const known = places.get(hash);
    if (!known) places.set(hash, [at - SHORTEST + 1]);
    else if (known.length < 4) known.push(at - SHORTEST + 1);
  }
  return places;
}

function sameLength(value: string, place: number, text: string, from: number): number {
  let length = 0;
  while (
    place + length < value.length &&
    from + length < text.length &&
    value.charCodeAt(place + length) === text.charCodeAt(from + length)
  )
    length++;
  return length;
}
