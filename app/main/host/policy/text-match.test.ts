import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { longestSpan, numberPlaces, standsWhole, wholePlaces } from './text-match.ts';

describe('a value that stands as a whole', () => {
  it.each([
    ['bob@x.org', 'Mail bob@x.org.', true],
    ['bob@x.org', 'Mail <bob@x.org>, then stop', true],
    ['bob@x.org', 'bob@x.org.evil.com', false],
    ['bob@x.org', 'evilbob@x.org', false],
    ['bob@x.org', 'not-bob@x.org', false],
    ['a.txt', 'b/a.txt', false],
    ['a.txt', 'write a.txt!', true],
    ['GB00', 'GB001', false],
    ['Grüße', 'viele Grüße', true],
    ['Gr', 'Grüße', false],
    ['a\nb', '{"text":"a\\nb"}', true],
    ['', 'anything', false],
    ['x', `${'.'.repeat(100)}x`, false],
    ['w'.repeat(300), `see ${'w'.repeat(300)} there`, true],
  ])('%j in %j: %s', (value, text, whole) => {
    expect(standsWhole(text, value)).toBe(whole);
  });

  it.each([
    [1000, 'pay 1,000 or 1000.00', 2],
    [1000, '1.000 10000 x1000 1000EUR 1000.001', 0],
    [-5, 'it is -5 now', 1],
    [0.5, 'half is 0.5.', 1],
  ])('%d in %j: %d times', (value, text, times) => {
    expect(numberPlaces(text, value)).toHaveLength(times);
  });

  it('is found between spaces, wherever it stands', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z@./-]{1,20}$/), fc.nat(5), (value, words) => {
        const before = 'word '.repeat(words);
        expect(wholePlaces(`${before}${value} end`, value)).toContain(before.length);
      }),
    );
  });
});

describe('the longest part that stands in a text', () => {
  const letters = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 40 });

  it('stands there, and is at least six characters or the whole value', () => {
    fc.assert(
      fc.property(letters, letters, (value, text) => {
        const span = longestSpan(value, text);
        if (!span) return;
        const part = value.slice(span.start, span.end);
        expect(text).toContain(part);
        expect(part.length >= 6 || part === value).toBe(true);
      }),
    );
  });

  it('is found whenever there is one', () => {
    fc.assert(
      fc.property(letters, fc.stringMatching(/^[a-c]{6,20}$/), letters, letters, (before, part, after, text) => {
        expect(longestSpan(`${before}${part}${after}`, `${text}${part}${text}`)).toBeDefined();
      }),
    );
  });

  it.each([
    ['please pay Bob now', 'I said: pay Bob today', ' pay Bob '],
    ['50', 'the 50 of us', '50'],
    ['short', 'nothing', undefined],
  ])('of %j in %j is %j', (value, text, part) => {
    const span = longestSpan(value, text);
    expect(span && value.slice(span.start, span.end)).toBe(part);
  });
});
