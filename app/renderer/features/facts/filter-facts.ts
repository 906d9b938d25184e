import type { FactRow } from '#contract/views';

/** The facts whose claim, source, address, id or hash holds every word that was typed. Pure. */
export function filterFacts(rows: readonly FactRow[], query: string): readonly FactRow[] {
  const words = query
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  if (words.length === 0) return rows;
  return rows.filter(({ fact }) => {
    const text = [fact.id, fact.claim, fact.payloadHash, ...fact.sources.flatMap((one) => [one.organization, one.url])]
      .join('\n')
      .toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
