import type { Entry } from '#contract/event';
import { openCacheConnection, openDatabase } from '../app/main/host/store/database.ts';
import { EventLog } from '../app/main/host/store/event-log.ts';
import { wordExpressions } from '../app/main/host/store/match-expressions.ts';
import { MemoryIndex } from '../app/main/host/store/memory-index.ts';
import { temporaryFolder } from '../app/main/host/store/testing.ts';
import { type BenchRow, timeRow } from './bench-row.ts';

const ENTRIES = 100_000;
const AGENT = 'bench';
const TOP = 8;
/** So many searches make one measurement. */
const QUERIES = 20;

/** A small generator of numbers that is the same at each run. */
function numbers(seed: number): () => number {
  let at = seed;
  return () => {
    at = (at * 48_271) % 2_147_483_647;
    return at / 2_147_483_647;
  };
}

/** Texts of 8 to 24 words out of 20,000, some of which are common and most of which are not, as in a language. */
function makeTexts(): { texts: string[]; queries: string[] } {
  const next = numbers(7);
  const word = (rank: number): string => `${((rank * 7919) % 99_991).toString(36)}${'aeiou'[rank % 5]}n`;
  const pick = (): string => word(Math.floor(next() ** 3 * 20_000));
  const sentence = (length: number): string => Array.from({ length }, pick).join(' ');
  const texts = Array.from({ length: ENTRIES }, () => sentence(8 + Math.floor(next() * 17)));
  const queries = Array.from({ length: QUERIES }, (_, n) => sentence(1 + (n % 3)));
  return { texts, queries };
}

function fill(log: EventLog, texts: readonly string[]): Promise<Entry[]> {
  return log.append([
    {
      stream: `memory:${AGENT}`,
      expectedSeq: 0,
      events: texts.map((text, n) => ({
        type: 'memory-added' as const,
        memory: {
          id: `M${n + 1}`,
          agent: AGENT,
          text: n.toString(16).padStart(64, '0'),
          bytes: text.length,
          origin: 'agent' as const,
          labels: [],
          rememberedAt: n,
        },
      })),
    },
  ]);
}

/**
 * Measures a search of an agent's memories, from the words to the rows, against a bare FTS5 query for the same words on a
 * plain table of the same texts, whose rows are read too.
 * @param rounds how many times both are measured, taking turns
 */
export async function benchMemory(rounds = 9): Promise<BenchRow[]> {
  const place = temporaryFolder();
  const database = openDatabase(place.folder);
  const cache = openCacheConnection(database);
  try {
    const { texts, queries } = makeTexts();
    const log = new EventLog(database, Date.now);
    const index = new MemoryIndex(cache, log, (hash) => texts[Number.parseInt(hash, 16)]);
    await fill(log, texts);
    cache.exec('CREATE VIRTUAL TABLE bare USING fts5(text)');
    const insert = cache.prepare('INSERT INTO bare (rowid, text) VALUES (?, ?)');
    cache.transaction(() => texts.forEach((text, n) => void insert.run(n + 1, text)))();
    const bare = cache.prepare('SELECT rowid, text FROM bare WHERE bare MATCH ? ORDER BY rank LIMIT ?');
    const search = (query: string): number => index.find(AGENT, query, TOP, { run: 'bench' }).length;
    // The expression that gives the answer, as one who writes the query by hand would choose it.
    const chosen = queries.map((query) => {
      const expressions = wordExpressions(query);
      return expressions.find((each) => bare.all(each, TOP).length >= TOP) ?? expressions.at(-1) ?? '';
    });
    const ours: number[] = [];
    const peers: number[] = [];
    for (let round = 0; round <= rounds; round += 1) {
      const from = performance.now();
      for (const expression of chosen) bare.all(expression, TOP);
      const between = performance.now();
      for (const query of queries) search(query);
      const end = performance.now();
      if (round === 0) continue;
      peers.push((between - from) / QUERIES);
      ours.push((end - between) / QUERIES);
    }
    log.close();
    return [timeRow('memory-search', ours, 'bare FTS5 query', peers, 1.5)];
  } finally {
    cache.close();
    database.close();
    place.remove();
  }
}
