const QUOTES = /[“”„‟«»″「」『』]/g;
const APOSTROPHES = /[‘’‚‛′]/g;

/** A text as quotations are compared: any space is one space, any quotation mark is `"`. */
export function foldQuotation(text: string): string {
  return text.replace(QUOTES, '"').replace(APOSTROPHES, "'").replace(/\s+/g, ' ').trim();
}

/** A word as words are compared: without case, accents and the `s` of the plural. */
export function foldWord(word: string): string {
  const folded = word.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return folded.length > 4 && folded.endsWith('s') ? folded.slice(0, -1) : folded;
}

const WORDS = /[\p{L}\p{M}]+/gu;
const EAST_ASIAN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
/** Words that say nothing of what a figure is about. */
const EMPTY = new Set(
  'about also among approximately around been before being below between both each ever every from have here into just like made many more most much only other over same some such than that their them then there these they this those through under until very were what when where which while will with within your million billion thousand percent total number figure value para pour avec dans über sind eine einer oder und'
    .split(' ')
    .map(foldWord),
);

/** The words of a text that can tell what it is about: of four letters or more; pairs of signs where none divides them. */
export function tellingWords(text: string): Set<string> {
  const words = new Set<string>();
  for (const [word] of text.matchAll(WORDS)) {
    if (EAST_ASIAN.test(word)) {
      const signs = [...word];
      for (let at = 0; at + 1 < signs.length; at++) words.add(`${signs[at]}${signs[at + 1]}`);
    } else if (word.length >= 4) {
      const folded = foldWord(word);
      if (!EMPTY.has(folded)) words.add(folded);
    }
  }
  return words;
}
