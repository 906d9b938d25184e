import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Fact } from '#contract/fact';
import { factsToCsv } from './facts-to-csv.ts';

// Facts as CSV (RFC 4180): one row for each fact and source, and nothing that a spreadsheet would run.

const source = { organization: 'Office', url: 'https://stats.example.org/', collectedAt: 0, callId: 'c' };
const fact = (claim: string, more: Partial<Fact> = {}): Fact => ({
  id: 'F1',
  claim,
  payloadHash: 'a'.repeat(64),
  at: { pointer: '/a' },
  sources: [source],
  ...more,
});

/** Reads CSV as RFC 4180 says. */
function parse(text: string): string[][] {
  const rows: string[][] = [];
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    const row = rows.at(-1) ?? rows[rows.push([]) - 1];
    row?.push(quoted?.replaceAll('""', '"') ?? plain ?? '');
    if (end === '\r\n') rows.push([]);
  }
  return rows.slice(0, -1);
}

it('has a row for each source of each fact', () => {
  const other = { ...source, organization: 'City, "the"', url: 'https://city.example.org/' };
  const rows = parse(
    factsToCsv([fact('population', { sources: [source, other], bytes: 12, mediaType: 'text/plain' })]),
  );
  expect(rows).toEqual([
    ['id', 'claim', 'source_org', 'source_url', 'collected_at', 'payload_hash', 'place', 'media_type', 'bytes'],
    ...[source, other].map(({ organization, url }) => [
      'F1',
      'population',
      organization,
      url,
      '1970-01-01T00:00:00.000Z',
      'a'.repeat(64),
      '/a',
      'text/plain',
      '12',
    ]),
  ]);
});

it('gives every claim back as it is, but for the mark before what would be a formula', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[=+\-@\t\r"',\n;a1]{0,6}$/)), (claim) => {
      const cell = parse(factsToCsv([fact(claim)]))[1]?.[1];
      expect([claim, `'${claim}`]).toContain(cell);
      if (cell === claim && !/^[+-]?\d/.test(claim)) expect(claim).not.toMatch(/^[=+\-@\t\r\n]/);
    }),
  );
});

it.each(['=1+1', '+SUM(A1)', '-2+3+cmd|x', '@x', '\t=1', '\r=1', '\n=1', '＝1', '-1 people'])('marks %j', (claim) => {
  expect(parse(factsToCsv([fact(claim)]))[1]?.[1]).toBe(`'${claim}`);
});

it.each(['-5', '+5.5', '-1,680.00', '-3%'])('leaves the number %s', (claim) => {
  expect(parse(factsToCsv([fact(claim)]))[1]?.[1]).toBe(claim);
});
