import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ToolContext } from '../define-tool.ts';
import { countWords, wordCount } from './word-count.ts';

describe('word_count', () => {
  it.each([
    ['hello world go', 'words=3 characters=14'],
    ['héllo 👍', 'words=2 characters=7'],
    ['', 'words=0 characters=0'],
    [' \n\t ', 'words=0 characters=4'],
    ['a\u00a0b\u2003c\u3000d\u0085e', 'words=5 characters=9'],
    ['zero\u200bwidth', 'words=1 characters=10'],
  ])('counts %j as %s (A5.5)', async (text, counted) => {
    expect(await wordCount.run({ text }, {} as ToolContext)).toEqual({ type: 'ok', text: counted });
  });

  it('agrees with splitting at whitespace', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', 'é', '👍', ' ', '\n', '\u2028') }), (text) => {
        const words = text.split(/\p{White_Space}+/u).filter((word) => word !== '').length;
        expect(countWords(text)).toEqual({ words, characters: [...text].length });
      }),
    );
  });
});
