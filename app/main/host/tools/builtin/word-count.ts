import * as z from 'zod';
import { defineTool } from '../define-tool.ts';

/**
 * Counts words, split at Unicode whitespace, and characters, counted as code points (row A5.5).
 * @param text any text; half of a character pair counts as one character
 */
export function countWords(text: string): { words: number; characters: number } {
  let words = 0;
  let characters = 0;
  let inWord = false;
  for (const character of text) {
    characters += 1;
    const space = /\p{White_Space}/u.test(character);
    if (!space && !inWord) words += 1;
    inWord = !space;
  }
  return { words, characters };
}

/** `word_count {text}`: `words=N characters=M`. */
export const wordCount = defineTool({
  name: 'word_count',
  description: 'Counts the words and the characters of a text. Answers with words=N characters=M.',
  input: { text: z.string().describe('The text to count') },
  effect: { change: 'none', where: 'local', repeat: 'safe' },
  run: ({ text }) => {
    const { words, characters } = countWords(text);
    return { type: 'ok', text: `words=${words} characters=${characters}` };
  },
});
