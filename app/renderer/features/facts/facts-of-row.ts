import type { Row } from '../run/transcript-rows.ts';

/** The short ids of the facts that an entry brought, or that an answer rests on, each once. */
export function factsOfRow(row: Row): string[] {
  const ids =
    row.type === 'answer'
      ? row.marks.flatMap((mark) => (mark.kind === 'fact' && mark.fact !== undefined ? [mark.fact] : []))
      : row.type === 'calls'
        ? row.calls.flatMap((call) =>
            call.status === 'ended' && call.outcome.type === 'ok' ? call.outcome.facts.map((fact) => fact.id) : [],
          )
        : [];
  return [...new Set(ids)];
}
