/** So many words of a query are looked for; of more, the longest, as those say most. */
const MOST_WORDS = 32;
/** What the tokenizer `unicode61` takes for a word: letters, digits and the marks on them. */
const WORD = /[\p{L}\p{N}\p{M}\p{Co}]+/gu;
/** The trigram index finds nothing shorter. */
const SHORTEST_PART = 3;

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;

/** A text as it is looked for: the tokenizers know nothing of ß, which is written SS in capitals. */
export const folded = (text: string): string => text.replace(/[ßẞ]/gu, 'ss');

/** The words of a text, each once, in order; of many, the longest. */
export function queryWords(text: string): string[] {
  const words = [...new Set(text.match(WORD) ?? [])];
  if (words.length <= MOST_WORDS) return words;
  const longest = new Set(words.toSorted((one, other) => other.length - one.length).slice(0, MOST_WORDS));
  return words.filter((word) => longest.has(word));
}

/**
 * A text as questions to an FTS5 index of words, the narrowest first: all its words, then any of them or of words that
 * begin so. Each word is a quoted string, so that nothing in the text is read as syntax (row A10.6). Empty where it has no
 * words.
 */
export function wordExpressions(text: string): string[] {
  const words = queryWords(folded(text)).map(quoted);
  if (words.length === 0) return [];
  return [words.join(' '), words.map((word) => `${word}*`).join(' OR ')];
}

/** The question to an index of trigrams for a text as a part of others, or undefined where it is too short. */
export function partExpression(text: string): string | undefined {
  const part = folded(text.trim().replaceAll('\0', ''));
  return [...part].length < SHORTEST_PART ? undefined : quoted(part);
}
