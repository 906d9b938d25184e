import { afterEach, beforeEach, expect, it } from 'vitest';
import type { RunSummary } from '#contract/views';
import { openCacheConnection } from './database.ts';
import { RunIndex } from './run-index.ts';
import { type OpenedLog, openLog, renamed, sampleRun, temporaryFolder } from './testing.ts';

let place: ReturnType<typeof temporaryFolder>;
let opened: OpenedLog;
let cache: ReturnType<typeof openCacheConnection>;
let index: RunIndex;

beforeEach(() => {
  place = temporaryFolder();
  opened = openLog(place.folder);
  cache = openCacheConnection(opened.database);
  index = new RunIndex(cache);
});

afterEach(() => {
  cache.close();
  opened.close();
  place.remove();
});

const summary = (id: string, startedAt: number, title = `Run ${id}`, seq = 1): RunSummary => ({
  id,
  title,
  agent: 'ledger-check',
  model: 'demo',
  status: 'running',
  waiting: 0,
  startedAt,
  at: startedAt + 5,
  seq,
});

it('lists runs newest first, as they were last put', () => {
  index.upsert(summary('a', 1));
  index.upsert(summary('b', 2));
  index.upsert({ ...summary('a', 1), status: 'waiting', waiting: 2, seq: 7 });
  expect(index.list()).toEqual([summary('b', 2), { ...summary('a', 1), status: 'waiting', waiting: 2, seq: 7 }]);
  expect(index.get('b')).toEqual(summary('b', 2));
  index.remove('b');
  expect(index.get('b')).toBeUndefined();
});

it('names the runs whose row is missing or late, and drops rows without a log', async () => {
  await opened.log.append([
    { stream: 'run:a', expectedSeq: 0, events: [renamed('x')] },
    { stream: 'run:b', expectedSeq: 0, events: [renamed('x'), renamed('y')] },
    { stream: 'run:c', expectedSeq: 0, events: [renamed('x')] },
    { stream: 'catalog', expectedSeq: 0, events: [{ type: 'agent-removed', id: 'x' }] },
  ]);
  index.upsert(summary('a', 1));
  index.upsert(summary('b', 1));
  index.upsert(summary('gone', 1));
  expect(index.behind()).toEqual(['b', 'c']);
  index.prune();
  expect(index.list().map((run) => run.id)).toEqual(['a', 'b']);
});

it('finds runs by title, messages and replies, whatever the case, and by nothing else', async () => {
  await opened.log.append([
    {
      stream: 'run:a',
      expectedSeq: 0,
      events: [
        { type: 'run-started', run: sampleRun('a') },
        { type: 'user-message-added', text: { text: 'Und jetzt die Übersicht: 100%_ "fertig"' } },
        {
          type: 'model-called',
          reply: {
            text: 'Eight faults were FOUND.',
            toolCalls: [],
            stopReason: 'end',
            usage: { inputTokens: 1, outputTokens: 1 },
          },
          protocol: 'native',
          requestHash: '0'.repeat(64),
          throughSeq: 2,
          labels: [],
          ms: 1,
        },
      ],
    },
    { stream: 'run:b', expectedSeq: 0, events: [renamed('x')] },
  ]);
  index.upsert(summary('a', 1, 'Ledger of MÄRZ'));
  index.upsert(summary('b', 2, 'Something else'));
  const found = (query: string) => index.list(query).map((run) => run.id);
  for (const query of ['märz', 'übersicht', '100%_ "FERTIG', 'faults were found', 'check the ledger', ' ledger '])
    expect(found(query), query).toEqual(['a']);
  for (const query of ['requestHash', 'model-called', 'stopReason', '%x%', 'read_file'])
    expect(found(query), query).toEqual([]);
  expect(found('')).toEqual(['b', 'a']);
});
