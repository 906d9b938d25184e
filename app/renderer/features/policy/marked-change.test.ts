import fc from 'fast-check';
import { expect, it } from 'vitest';
import { markedChange } from './marked-change.ts';

const marked = (before: string, now: string) =>
  markedChange(before, now)
    .map(({ text, mark }) => (mark === 'same' ? text : mark === 'gone' ? `-${text}-` : `+${text}+`))
    .join(' ');

it.each([
  ['a may write files in b.', 'a may write files in b without asking.', 'a may write files in b +without asking+ .'],
  ['a may write files in b.', 'a may not write files in b.', 'a may +not+ write files in b.'],
  ['a may write `b/c`.', 'a asks before it writes `b/c`.', 'a -may write- +asks before it writes+ `b/c`.'],
  ['x. y.', 'x. y.', 'x. y.'],
])('marks what differs between %j and %j', (before, now, expected) => {
  expect(marked(before, now)).toBe(expected);
});

it('holds both sentences whole, whatever they are', () => {
  const word = fc.constantFrom('a', 'b', '`c d`', 'e.', 'f');
  const sentence = fc.array(word, { minLength: 1 }).map((words) => words.join(' '));
  const without = (parts: ReturnType<typeof markedChange>, mark: string) =>
    parts
      .filter((part) => part.mark !== mark)
      .map(({ text }) => text)
      .join(' ')
      .replaceAll(' .', '.');
  fc.assert(
    fc.property(sentence, sentence, (before, now) => {
      const parts = markedChange(before, now);
      expect(without(parts, 'new')).toBe(before);
      expect(without(parts, 'gone')).toBe(now);
    }),
  );
});
