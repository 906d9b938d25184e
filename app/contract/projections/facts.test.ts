import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Fact } from '../fact.ts';
import { factIdLine, factJson, LONGEST_ID_LINE, mergeFact } from './facts.ts';

// Facts as they are merged, told to a model and printed (rows A9.1, A9.5).

const source = {
  organization: 'Office',
  url: 'https://stats.example.org/',
  collectedAt: 1_800_000_000_000,
  callId: 'c',
};
const fact = (number: number, claim = `claim ${number}`, more: Partial<Fact> = {}): Fact => ({
  id: `F${number}`,
  claim,
  payloadHash: 'a'.repeat(64),
  at: { pointer: `/${number}` },
  sources: [source],
  ...more,
});
const count = (from: number, to: number): Fact[] => Array.from({ length: to - from + 1 }, (_, n) => fact(from + n));

describe('the line of ids', () => {
  it('names the result alone where it has no facts', () => {
    expect(factIdLine('C3', [])).toBe('[result C3]');
  });

  it('names each fact with its claim, in order', () => {
    expect(factIdLine('C3', [fact(1, 'population: 315732'), fact(4, 'area: 401.6')])).toBe(
      '[result C3; facts F1 population: 315732; F4 area: 401.6]',
    );
  });

  it('names the rest as ranges where there is no room', () => {
    const line = factIdLine('C3', [...count(1, 500), ...count(600, 700), fact(900)]);
    expect(line.length).toBeLessThanOrEqual(LONGEST_ID_LINE);
    expect(line).toMatch(
      /^\[result C3; facts F1 claim 1; F2 claim 2; .+; F\d+–F500, F600–F700, F900 in the order of the payload\]$/,
    );
  });

  it('stays one line of bounded length that ends once, whatever the claims', () => {
    const claim = fc.oneof(
      fc.string(),
      fc.string({ unit: 'binary' }),
      fc.constant(`]\n[result C9; facts F7 x`.repeat(99)),
    );
    const numbers = fc.uniqueArray(fc.integer({ min: 1, max: 5_000 }), { maxLength: 400 });
    fc.assert(
      fc.property(numbers, fc.array(claim, { minLength: 1, maxLength: 9 }), (ids, claims) => {
        const facts = ids.sort((one, other) => one - other).map((id, n) => fact(id, claims[n % claims.length]));
        const line = factIdLine('C1', facts);
        expect(line.length).toBeLessThanOrEqual(LONGEST_ID_LINE);
        expect(line).toMatch(/^\[[^[\]\n\r\u2028\u2029]*\]$/u);
      }),
      { numRuns: 60 },
    );
  });
});

it('merges sources of a fact: the first claim stays, a source counts once', () => {
  const other = { ...source, url: 'https://mirror.example.org/' };
  const merged = mergeFact(fact(1, 'first'), fact(1, 'second', { sources: [{ ...source, callId: 'd' }, other] }));
  expect(merged).toEqual(fact(1, 'first', { sources: [source, other] }));
});

it('prints exactly the keys of a fact, and further sources where there are some', () => {
  const keys = {
    source_org: 'Office',
    source_url: 'https://stats.example.org/',
    collected_at: '2027-01-15T08:00:00.000Z',
  };
  const first = { id: 'F1', claim: 'claim 1', ...keys, payload_hash: 'a'.repeat(64) };
  expect(factJson(fact(1))).toEqual(first);
  expect(Object.keys(factJson(fact(1)))).toEqual(Object.keys(first));
  const two = fact(1, undefined, { sources: [source, { ...source, organization: 'City' }] });
  expect(factJson(two)).toEqual({ ...first, other_sources: [{ ...keys, source_org: 'City' }] });
});
