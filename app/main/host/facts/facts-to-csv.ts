import type { Fact } from '#contract/fact';

const HEADER = [
  'id',
  'claim',
  'source_org',
  'source_url',
  'collected_at',
  'payload_hash',
  'place',
  'media_type',
  'bytes',
];

/** What a spreadsheet would run as a formula. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;
const NUMBER = /^[+-]?\d[\d.,'\u00a0\u202f ]*%?$/;

/** A text as a spreadsheet shows it and nothing more: what would begin a formula gets an apostrophe; a number stays. */
function harmless(text: string): string {
  return FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
}

const quoted = (field: string): string => (/[",\r\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field);

const placeOf = ({ at }: Fact): string => ('pointer' in at ? at.pointer : `bytes ${at.from}-${at.to}`);

/** Facts as CSV (RFC 4180), one row for each fact and source. */
export function factsToCsv(facts: readonly Fact[]): string {
  const rows = facts.flatMap((fact) =>
    fact.sources.map((source) => [
      fact.id,
      fact.claim,
      source.organization,
      source.url,
      new Date(source.collectedAt).toISOString(),
      fact.payloadHash,
      placeOf(fact),
      fact.mediaType ?? '',
      fact.bytes === undefined ? '' : String(fact.bytes),
    ]),
  );
  return [HEADER, ...rows].map((row) => `${row.map((field) => quoted(harmless(field))).join(',')}\r\n`).join('');
}
