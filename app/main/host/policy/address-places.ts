const AROUND = /^["'`“”‘’«»([{<]+|["'`“”‘’«»)\]}>.,;:!?…]+$/gu;
const WORDS = /[\p{L}\p{N}_]+/gu;
/** A value of more words is no query that a person wrote. */
const MOST_WORDS = 40;

/** The addresses that a piece of a text may mean: with `https:` or `http:` where it names no scheme. */
function meant(piece: string): string[] {
  if (/^https?:\/\//iu.test(piece)) return [piece];
  return /^[^\s/?#@:]+\.[^\s/?#@:]+(?:[/?#:]|$)/u.test(piece) ? [`https://${piece}`, `http://${piece}`] : [];
}

/**
 * Where a text names an address, as a whole: letter for letter once both are read as addresses, so that `Example.org` is
 * `https://example.org/`, and an address that differs anywhere else is another one.
 */
export function addressPlaces(text: string, address: string): number[] {
  const wanted = URL.parse(address);
  if (!wanted) return [];
  const places: number[] = [];
  for (const { 0: whole, index } of text.matchAll(/\S+/gu)) {
    if (whole.length > address.length + 64 || !whole.includes('.')) continue;
    const bare = whole.replaceAll(AROUND, '');
    const forms = [whole, bare, whole.replace(/[.,;:!?…]+$/u, '')].flatMap(meant);
    if (forms.some((form) => URL.parse(form)?.href === wanted.href))
      places.push(index + Math.max(0, whole.indexOf(bare)));
  }
  return places;
}

/** Is a value made of words that all stand in a text, and of nothing else that says something? */
export function isMadeOfWords(text: string, value: string): boolean {
  const words = value.toLowerCase().match(WORDS) ?? [];
  if (words.length === 0 || words.length > MOST_WORDS) return false;
  if (/[^\p{L}\p{N}_\p{Zs}.,?!'’"“”-]/u.test(value)) return false;
  const known = new Set(text.toLowerCase().match(WORDS));
  return words.every((word) => known.has(word));
}
