import type { Fact, Provenance } from '../fact.ts';
import type { Json, ToolCallId } from '../ids.ts';
import type { ToolOutcome } from '../tool.ts';
import type { RunState } from './run-state.ts';

/** So many characters of the ids of one call's facts are told to the model. */
export const LONGEST_ID_LINE = 2000;

/** So much of a claim stands in that line. */
const LONGEST_LISTED_CLAIM = 120;

const sameSource = (one: Provenance, other: Provenance): boolean =>
  one.url === other.url && one.organization === other.organization;

/** A fact as it is known, with the sources of `more` added; the first claim stays (row A9.5). */
export function mergeFact(known: Fact | undefined, more: Fact): Fact {
  if (!known) return more;
  const fresh = more.sources.filter((source) => !known.sources.some((old) => sameSource(old, source)));
  return fresh.length === 0 ? known : { ...known, sources: [...known.sources, ...fresh] };
}

/** The facts of a run in the order they were made: one for each payload and place, its sources merged. */
export function factsOf(state: RunState): Fact[] {
  return [...state.facts.values()];
}

const sourceJson = (source: Provenance | undefined): { [key: string]: Json } => ({
  source_org: source?.organization ?? '',
  source_url: source?.url ?? '',
  collected_at: source ? new Date(source.collectedAt).toISOString() : '',
});

/** A fact in JSON: its id and the keys of row A9.1. Further sources, if it has any, are listed after them. */
export function factJson(fact: Fact): { [key: string]: Json } {
  const [first, ...others] = fact.sources;
  return {
    id: fact.id,
    claim: fact.claim,
    ...sourceJson(first),
    payload_hash: fact.payloadHash,
    ...(others.length > 0 && { other_sources: others.map(sourceJson) }),
  };
}

/**
 * The short ids of the calls of a run, `C1`, `C2` … in the order they were asked for. A call keeps its own for ever, so
 * what a model has read of it stays true.
 */
export function shortCallIds(state: RunState): Map<ToolCallId, string> {
  let number = 0;
  return new Map([...state.calls.keys()].map((id) => [id, `C${++number}`]));
}

/**
 * Whether the model of a run is told ids: where a tool of its can give facts or a guardrail looks at its answer. Both are
 * set when the run starts, so that its history stays what it was.
 */
export function tellsIds({ run }: RunState): boolean {
  const hasSource = run.tools.some((tool) => tool.commands.some((command) => command.factSource !== undefined));
  return hasSource || run.agent.guardrails.length > 0;
}

/** A claim on one line that can't be taken for the end of the line or for another fact. */
function listedClaim(claim: string): string {
  const plain = claim
    .replace(/[\p{C}\p{Z}]+/gu, ' ')
    .replace(/[[\];]/g, ',')
    .trim();
  const characters = [...plain.slice(0, 2 * LONGEST_LISTED_CLAIM)];
  return characters.length <= LONGEST_LISTED_CLAIM
    ? characters.join('')
    : `${characters.slice(0, LONGEST_LISTED_CLAIM - 1).join('')}…`;
}

const numberOf = (id: string): number => Number(id.slice(1));

/** `F9–F60, F71`: ids in order, those that follow each other as a range. */
function rangesOf(ids: readonly string[]): string[] {
  const ranges: { from: string; to: string }[] = [];
  for (const id of ids) {
    const last = ranges.at(-1);
    if (last && numberOf(last.to) + 1 === numberOf(id)) last.to = id;
    else ranges.push({ from: id, to: id });
  }
  return ranges.map(({ from, to }) => (from === to ? from : `${from}–${to}`));
}

/**
 * The line that tells a model the ids of a result and of the facts in it:
 * `[result C3; facts F1 population: 315732; F2 area: 401.6; F3–F60 in the order of the payload]`. At most
 * `LONGEST_ID_LINE` characters.
 */
export function factIdLine(callId: string, facts: readonly Fact[]): string {
  if (facts.length === 0) return `[result ${callId}]`;
  const begin = `[result ${callId}; facts `;
  const rest = 300;
  const listed: string[] = [];
  let length = begin.length;
  for (const fact of facts) {
    const part = `${fact.id} ${listedClaim(fact.claim)}`.trim();
    length += part.length + 2;
    if (length > LONGEST_ID_LINE - rest) break;
    listed.push(part);
  }
  if (listed.length === facts.length) return `${begin}${listed.join('; ')}]`;
  const left = facts.slice(listed.length).map((fact) => fact.id);
  const ranges = rangesOf(left);
  const shown = ranges.slice(0, 15).join(', ');
  const more = ranges.length > 15 ? ` and others, ${left.length} in all,` : '';
  return `${begin}${[...listed, `${shown}${more} in the order of the payload`].join('; ')}]`;
}

/** What follows the text of an ended call in what the model reads; empty where nothing does. */
export function idLineOf(outcome: ToolOutcome, callId: string | undefined): string {
  return outcome.type === 'ok' && callId !== undefined ? factIdLine(callId, outcome.facts) : '';
}
