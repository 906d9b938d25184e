/** The names that stand in facts, folded, each with the facts that have it. */
export type Names = ReadonlyMap<string, readonly string[]>;

/** A word that begins with a capital, and the small words that join two of them. */
const WORD =
  /\p{Lu}[\p{L}\p{M}'’.-]*|(?:de|del|da|do|dos|das|di|du|des|la|le|les|los|las|of|the|and|von|van|der|den|zu|y|e|et|al|el|bin|ibn|for)(?![\p{L}\p{M}'’])|&/gu;
const MOST_WORDS = 7;

interface Word {
  start: number;
  end: number;
  capital: boolean;
}

/** Chains of words that may be a name: capitals one space apart, with joining words between them. */
function chainsOf(text: string): Word[][] {
  const chains: Word[][] = [];
  let chain: Word[] = [];
  for (const match of text.matchAll(WORD)) {
    const start = match.index;
    let end = start + match[0].length;
    while (end > start + 1 && /[.'’-]/.test(text.charAt(end - 1)) && end - start > 2) end--;
    const last = chain.at(-1);
    const joined = last !== undefined && start - last.end === 1 && /[ \u00a0]/.test(text.charAt(last.end));
    const capital = /\p{Lu}/u.test(match[0].charAt(0));
    if (/[\p{L}\p{N}]/u.test(text.charAt(start - 1))) continue;
    if (!joined) {
      if (chain.length > 0) chains.push(chain);
      chain = [];
      if (!capital) continue;
    }
    chain.push({ start, end, capital });
  }
  if (chain.length > 0) chains.push(chain);
  return chains;
}

const fold = (name: string): string => name.normalize('NFC').replace(/\s+/g, ' ').toLowerCase();

/** The words of a text that begin with a capital: a name that stands there is made of them. */
export function capitalsOf(text: string): Set<string> {
  return new Set(
    chainsOf(text).flatMap((chain) =>
      chain.filter(({ capital }) => capital).map(({ start, end }) => text.slice(start, end)),
    ),
  );
}

/** Words with a capital that are no name by themselves. */
const NO_NAME = new Set(
  'the this that these those there here when where what which who how why and but for from with not january february march april may june july august september october november december monday tuesday wednesday thursday friday saturday sunday today yes source sources fact facts figure table note page total usd eur gbp clp'.split(
    ' ',
  ),
);

/** Whether one of the words is such that a name of `capitals` may be made of them. */
function mayHoldName(claim: string, capitals: ReadonlySet<string>): boolean {
  for (const word of claim.split(/[ \u00a0\n]/)) {
    const bare = /^[\p{L}\p{N}]/u.test(word) ? word : word.slice(1);
    if ((capitals.has(bare) || capitals.has(bare.slice(0, -1))) && /\p{Lu}/u.test(bare.charAt(0))) return true;
  }
  return false;
}

/**
 * Takes the names of a claim or value into `names`, for the fact `id`: those that `capitals` can make. A name is two
 * capitals or more; or one that does not begin a sentence, or is all of the text, and is no word with a capital by rule.
 */
export function addNames(
  names: Map<string, string[]>,
  claim: string,
  id: string,
  capitals: ReadonlySet<string> = capitalsOf(claim),
): void {
  if (capitals.size === 0 || !mayHoldName(claim, capitals)) return;
  for (const chain of chainsOf(claim)) {
    const first = chain[0];
    const lastCapital = chain.findLastIndex((word) => word.capital);
    const last = chain[lastCapital];
    if (!first || !last) continue;
    const name = claim.slice(first.start, last.end);
    if (lastCapital > 0) addName(names, name, id);
    // A surname, or the town in `City of …`.
    const single = claim.slice(last.start, last.end);
    if (isSingleName(claim, last.start, single)) addName(names, single, id);
  }
}

function isSingleName(claim: string, start: number, word: string): boolean {
  if (word.length < 3 || !/\p{Ll}/u.test(word) || NO_NAME.has(word.toLowerCase())) return false;
  return claim.trim() === word || /[^\s.!?:;"“(]["“(]?\s$/u.test(claim.slice(Math.max(0, start - 3), start));
}

/** Takes one whole name, such as that of an organisation. */
export function addName(names: Map<string, string[]>, name: string, id: string): void {
  const key = fold(name.trim());
  if (key.length < 3) return;
  const known = names.get(key);
  if (!known) names.set(key, [id]);
  else if (known.length < 20 && !known.includes(id)) known.push(id);
}

/** Where a name of the facts stands in a text, the longest at each place. */
export function findNames(text: string, names: Names): { start: number; end: number; name: string }[] {
  const found: { start: number; end: number; name: string }[] = [];
  if (names.size === 0) return found;
  for (const chain of chainsOf(text))
    for (let from = 0; from < chain.length; from++) {
      const first = chain[from];
      if (!first?.capital) continue;
      for (let to = Math.min(chain.length, from + MOST_WORDS) - 1; to >= from; to--) {
        const last = chain[to];
        if (!last?.capital) continue;
        const name = fold(text.slice(first.start, last.end));
        if (!names.has(name)) continue;
        found.push({ start: first.start, end: last.end, name });
        from = to;
        break;
      }
    }
  return found;
}
