import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lineDiff } from './line-diff.ts';

const lines = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { minLength: 1, maxLength: 12 });

describe('lineDiff', () => {
  it('gives both texts back: kept and taken out is before, kept and put in is after', () => {
    fc.assert(
      fc.property(lines, lines, (before, after) => {
        const diff = lineDiff(before.join('\n'), after.join('\n'));
        expect(diff.filter((line) => line.type !== 'in').map((line) => line.text)).toEqual(before);
        expect(diff.filter((line) => line.type !== 'out').map((line) => line.text)).toEqual(after);
      }),
    );
  });

  it('shows a new file as put in and a deleted one as taken out', () => {
    expect(lineDiff('', 'x\ny')).toEqual([
      { type: 'in', text: 'x' },
      { type: 'in', text: 'y' },
    ]);
    expect(lineDiff('x', '')).toEqual([{ type: 'out', text: 'x' }]);
  });

  it('does not take the last line break for a line', () => {
    expect(lineDiff('a\n', 'b\n')).toEqual([
      { type: 'out', text: 'a' },
      { type: 'in', text: 'b' },
    ]);
  });
});
