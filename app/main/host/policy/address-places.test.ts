import { describe, expect, it } from 'vitest';
import { addressPlaces, isMadeOfWords } from './address-places.ts';

describe('the places of an address', () => {
  it.each([
    ['Read https://example.org/a and tell', 'https://example.org/a', [5]],
    ['Read example.org/a.', 'https://example.org/a', [5]],
    ['Read example.org', 'http://example.org/', [5]],
    ['(see HTTPS://EXAMPLE.org)', 'https://example.org/', [5]],
    ['“example.org/x?y=1”', 'https://example.org/x?y=1', [1]],
    ['Read https://example.org/a', 'https://example.org/a/b', []],
    ['Read https://example.org/a/b', 'https://example.org/a', []],
    ['Read https://example.org/a?x=1', 'https://example.org/a', []],
    ['Read http://example.org/a', 'https://example.org/a', []],
    ['Read https://example.org.evil.com/a', 'https://example.org/a', []],
    ['Mail bob@example.org', 'https://example.org/', []],
    ['Read a, b', 'not an address', []],
  ])('in “%s”, %s stands at %o', (text, address, places) => {
    expect(addressPlaces(text, address)).toEqual(places);
  });
});

describe('made of words', () => {
  it.each([
    ['Look up the harbour of Oslo', 'Oslo harbour', true],
    ['Look up the harbour of Oslo', 'oslo "the harbour"', true],
    ['Look up the harbour of Oslo', 'Oslo harbours', false],
    ['Look up the harbour of Oslo', 'Oslo harbour secret', false],
    ['Look up the harbour of Oslo', 'Oslo/harbour', false],
    ['Look up the harbour of Oslo', 'site:harbour Oslo', false],
    ['Look up', '  ', false],
    ['a', Array(41).fill('a').join(' '), false],
  ])('of “%s”, “%s” is: %s', (text, value, made) => {
    expect(isMadeOfWords(text, value)).toBe(made);
  });
});
