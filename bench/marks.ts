import { spawnSync } from 'node:child_process';
import type { Citation } from '#contract/mark';
import type { FactSource } from '../app/main/host/marks/fact-pieces.ts';
import type { Sources } from '../app/main/host/marks/ground.ts';
import { markText } from '../app/main/host/marks/mark-text.ts';
import { callOf, factIn, sourcesOf } from '../app/main/host/testing/mark-fixture.ts';
import { type BenchRow, timeRow } from './bench-row.ts';

const WORDS = 2000;
const FACTS = 5000;
/** Facts that stand in one payload, as those of a table do. */
const IN_ONE = 50;

/** The value of the `n`th fact, unlike that of any other. */
const valueOfFact = (n: number): number => 10_007 + n * 37;

function factsOf(count: number): FactSource[] {
  const facts: FactSource[] = [];
  for (let first = 0; first < count; first += IN_ONE) {
    const rows = Array.from({ length: IN_ONE }, (_, n) => ({
      town: `Town ${first + n}`,
      ships: valueOfFact(first + n),
    }));
    const payload = { rows };
    for (let n = 0; n < IN_ONE; n += 1)
      facts.push(factIn(`F${first + n + 1}`, `Ships of Town ${first + n}`, payload, { pointer: `/rows/${n}/ships` }));
  }
  return facts;
}

/** An answer of so many words, every tenth a figure: most from facts, some rounded, some from nowhere. */
function answerOf(words: number): { text: string; citations: Citation[] } {
  const parts: string[] = [];
  for (let word = 0; word < words; word += 10) {
    const value = valueOfFact((word * 7) % FACTS);
    const told = word % 50 === 0 ? `about ${(value / 1000).toFixed(1)} thousand` : value.toLocaleString('en-GB');
    const figure = word % 70 === 0 ? `${value + 1}` : told;
    parts.push(`The harbour of that town took ${figure} ships in a year.`);
  }
  return { text: parts.join(' '), citations: [] };
}

function sources(count: number): Sources {
  const facts = factsOf(count);
  const calls = Array.from({ length: 20 }, (_, n) =>
    callOf(n + 1, 'calculator', { expression: `${valueOfFact(n)} * 12` }, String(valueOfFact(n) * 12)),
  );
  return sourcesOf({ facts, calls, given: ['How many ships does each town take?'] });
}

function timed(work: () => unknown): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}

/** Milliseconds that the system takes to start and end a program that does nothing. */
function startNode(): void {
  const ended = spawnSync(process.execPath, ['-e', '0']);
  if (ended.status !== 0) throw new Error('node -e 0 did not end well');
}

/**
 * Measures marking an answer of 2,000 words against 5,000 facts: beside starting a program that does nothing, and with
 * twice the facts beside once.
 * @param rounds how many times each is measured, taking turns
 */
export async function benchMarks(rounds = 25): Promise<BenchRow[]> {
  const answer = answerOf(WORDS);
  const [once, twice] = [sources(FACTS), sources(2 * FACTS)];
  const { marks } = markText(answer, once);
  const kinds = new Set(marks.map(({ kind }) => kind));
  if (marks.length < WORDS / 10 || !kinds.has('fact') || !kinds.has('unsourced'))
    throw new Error('the answer is not marked as it should be');
  const ours: number[] = [];
  const double: number[] = [];
  const peers: number[] = [];
  for (let round = -3; round < rounds; round += 1) {
    const times = [
      timed(() => markText(answer, once)),
      timed(() => markText(answer, twice)),
      timed(startNode),
    ] as const;
    if (round < 0) continue;
    ours.push(times[0]);
    double.push(times[1]);
    peers.push(times[2]);
  }
  return [
    timeRow('mark-answer', ours, 'node -e 0', peers, 3),
    timeRow('mark-answer-twice', double, 'half the facts', ours, 2.3),
  ];
}
