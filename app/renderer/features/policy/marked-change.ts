/** A stretch of words: in both sentences, only in the one before, or only in the one now. */
export interface MarkedWords {
  text: string;
  mark: 'same' | 'gone' | 'new';
}

function sharedWords(before: readonly string[], now: readonly string[], most: number): number {
  let shared = 0;
  while (shared < most && before[shared] === now[shared]) shared += 1;
  return shared;
}

/** Words, exact bytes between backticks whole, and the full stop at the end of each sentence. */
function wordsOf(sentence: string): string[] {
  return sentence.match(/`[^`]*`|\.(?=\s|$)|(?:(?!\.(?:\s|$))[^\s`])+/g) ?? [];
}

function sentenceOf(words: readonly string[]): string {
  return words.join(' ').replaceAll(' .', '.');
}

/**
 * One sentence that shows the change from another: what both begin and end with stands once, what differs is struck out
 * and added. Takes the two sentences.
 */
export function markedChange(before: string, now: string): MarkedWords[] {
  const [old, fresh] = [wordsOf(before), wordsOf(now)];
  const least = Math.min(old.length, fresh.length);
  const head = sharedWords(old, fresh, least);
  const tail = sharedWords(old.toReversed(), fresh.toReversed(), least - head);
  const parts: MarkedWords[] = [
    { text: sentenceOf(fresh.slice(0, head)), mark: 'same' },
    { text: sentenceOf(old.slice(head, old.length - tail)), mark: 'gone' },
    { text: sentenceOf(fresh.slice(head, fresh.length - tail)), mark: 'new' },
    { text: sentenceOf(fresh.slice(fresh.length - tail)), mark: 'same' },
  ];
  return parts.filter((part) => part.text !== '');
}
