import fc from 'fast-check';
import { expect, it } from 'vitest';
import { plainSentence, recordSpans } from './record-text.tsx';

const bytesIn = (sentence: string) => recordSpans(sentence).flatMap(({ text, bytes }) => (bytes ? [text] : []));

it.each([
  ['ledger-check may not write `ledger/reports` and all files below it.', ['ledger/reports']],
  ['No agent may read files that hold secrets, such as .env, *.key or .ssh.', ['.env', '*.key', '.ssh']],
  ['write_file always asks.', ['write_file']],
  ['GET from rates.example.org.', ['rates.example.org']],
  ['Denied: /folders/a/b.md: nothing names it', ['/folders/a/b.md']],
  ['a line that begins with `git status` in run_shell.', ['git status', 'run_shell']],
  ['“write_file”, asked by the rule “Every other write asks.”', ['write_file']],
  ['five-writer may write files in work without asking.', ['work']],
  ['No agent may read files in any folder.', []],
  ['Every other write or effect asks.', []],
  ['At most 2 times. Until 14:02 on 3 May 2027.', []],
])('sets exact bytes apart in %j', (sentence, bytes) => {
  expect(bytesIn(sentence)).toEqual(bytes);
});

it('loses no character but the marks around bytes', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('a', '`x y`', 'b_c.', '/d', '“', '”', ' ', '.', 'è')), (parts) => {
      const sentence = parts.join('');
      expect(
        recordSpans(sentence)
          .map(({ text }) => text)
          .join(''),
      ).toBe(plainSentence(sentence));
    }),
  );
});
