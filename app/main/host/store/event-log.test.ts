import fs from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Entry, Entry as EntrySchema, type LogEvent, type RunEvent } from '#contract/event';
import { foldRun } from '#contract/projections/run-state';
import { FIRST_HASH, rowHash } from './chain.ts';
import { openDatabase } from './database.ts';
import type { EventLog } from './event-log.ts';
import { countingClock, openLog, renamed, sampleRunEvents, temporaryFolder } from './testing.ts';

let place: ReturnType<typeof temporaryFolder>;
let opened: ReturnType<typeof openLog>;
let log: EventLog;

beforeEach(() => {
  place = temporaryFolder();
  opened = openLog(place.folder);
  log = opened.log;
});

afterEach(() => {
  opened.close();
  place.remove();
});

const one = (stream: string, expectedSeq: number, ...titles: string[]) => ({
  stream,
  expectedSeq,
  events: titles.map(renamed),
});

function filesHolding(folder: string, text: string): string[] {
  return fs
    .readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => fs.statSync(path.join(folder, name)).isFile())
    .filter((name) => fs.readFileSync(path.join(folder, name)).includes(text));
}

describe('append', () => {
  it('numbers entries from 1 and chains each to the one before', async () => {
    const entries = await log.append([one('run:a', 0, 'first', 'second')]);
    const text = (title: string) => JSON.stringify(renamed(title));
    const first = rowHash(FIRST_HASH, 'run:a', 1, 1_700_000_001_000, text('first'));
    const second = rowHash(first, 'run:a', 2, 1_700_000_002_000, text('second'));
    const expected: Entry[] = [
      { stream: 'run:a', seq: 1, at: 1_700_000_001_000, event: renamed('first'), hash: first },
      { stream: 'run:a', seq: 2, at: 1_700_000_002_000, event: renamed('second'), hash: second },
    ];
    expect(entries).toEqual(expected);
    expect(log.read('run:a')).toEqual(expected);
    expect(log.readVerified('run:a')).toEqual(expected);
    expect(log.head('run:a')).toMatchObject({ seq: 2, hash: second });
  });

  it('writes to several streams at once, and to none where one of them has moved on', async () => {
    await log.append([one('run:a', 0, 'x')]);
    await log.append([
      one('run:a', 1, 'y'),
      { stream: 'catalog', expectedSeq: 0, events: [{ type: 'agent-removed', id: 'q' }] },
    ]);
    const refused = log.append([one('run:b', 0, 'z'), one('run:a', 1, 'late')]);
    await expect(refused).rejects.toMatchObject({ code: 'conflict' });
    expect(log.streams()).toEqual(['catalog', 'run:a']);
    expect(log.head('run:b')).toBeUndefined();
    await log.append([one('run:b', 0, 'z')]);
  });

  it('commits what arrives in one turn together, and lets a late batch fail alone', async () => {
    let commits = 0;
    log.subscribeAll((entries) => {
      commits += entries[0]?.stream === 'run:a' ? 1 : 0;
    });
    const results = await Promise.allSettled([
      log.append([one('run:a', 0, '1')]),
      log.append([one('run:a', 0, 'late')]),
      log.append([one('run:a', 1, '2')]),
      Promise.resolve().then(() => log.append([one('run:a', 2, '3')])),
    ]);
    expect(results.map((result) => result.status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled']);
    expect(commits).toBe(1);
    expect(log.verify('run:a')).toEqual({ ok: true, entries: 3 });
  });

  it('refuses an event that does not fit its stream, and a stream that is neither a run nor the catalog', async () => {
    const wrong = { type: 'run-renamed', title: 7 } as unknown as LogEvent;
    await expect(log.append([{ stream: 'run:a', expectedSeq: 0, events: [wrong] }])).rejects.toMatchObject({
      code: 'bad-input',
      details: [expect.stringContaining('title')],
    });
    await expect(log.append([one('catalog', 0, 'x')])).rejects.toMatchObject({ code: 'bad-input' });
    for (const stream of ['', 'run:', 'memory', 'run:a\n1', 'run:a b', 'Catalog', 'xrun:a'])
      await expect(log.append([one(stream, 0, 'x')]), stream).rejects.toMatchObject({ code: 'bad-input' });
    expect(log.streams()).toEqual([]);
  });

  it('keeps only the fields the schema knows, and any text a person can type', async () => {
    const title = 'nul \u0000, emoji 👩‍🔬, lone \ud800, line\u2028break, "quoted"';
    await log.append([{ stream: 'run:a', expectedSeq: 0, events: [Object.assign(renamed(title), { extra: 1 })] }]);
    expect(log.readVerified('run:a').map((entry) => entry.event)).toEqual([renamed(title)]);
  });

  it('orders by seq when the clock jumps back', async () => {
    opened.close();
    let at = 5000;
    opened = openLog(place.folder, () => (at -= 1000));
    log = opened.log;
    await log.append([one('run:a', 0, '1', '2', '3')]);
    expect(log.readVerified('run:a').map((entry) => [entry.seq, entry.at])).toEqual([
      [1, 4000],
      [2, 3000],
      [3, 2000],
    ]);
  });

  it('goes on where it was after the log is opened again', async () => {
    await log.append([one('run:a', 0, '1')]);
    opened.close();
    opened = openLog(place.folder);
    log = opened.log;
    expect(log.head('run:a')?.seq).toBe(1);
    await log.append([one('run:a', 1, '2')]);
    expect(log.verify('run:a')).toEqual({ ok: true, entries: 2 });
  });

  it('refuses to write after it was closed', async () => {
    log.close();
    await expect(log.append([one('run:a', 0, '1')])).rejects.toMatchObject({ code: 'unavailable' });
  });
});

describe('appendLater', () => {
  it('joins the next commit in the order of the calls', async () => {
    const later = log.appendLater([one('run:a', 0, '1', '2')]);
    expect(later.map((entry) => entry.seq)).toEqual([1, 2]);
    expect(log.read('run:a')).toEqual([]);
    const next = await log.append([one('run:a', 2, '3')]);
    expect(log.readVerified('run:a')).toEqual([...later, ...next]);
  });

  it('is written within a moment even if nothing follows, and at the close', async () => {
    const seen = new Promise<Entry[]>((resolve) => log.subscribe('run:a', resolve));
    log.appendLater([one('run:a', 0, '1')]);
    expect((await seen).map((entry) => entry.seq)).toEqual([1]);
    log.appendLater([one('run:a', 1, '2')]);
    log.close();
    expect(log.verify('run:a')).toEqual({ ok: true, entries: 2 });
  });

  it('throws a failed commit at the next append to that stream, and goes on from what is on disk', async () => {
    await log.append([one('run:a', 0, '1')]);
    const other = openDatabase(place.folder);
    other.exec('BEGIN IMMEDIATE');
    log.appendLater([one('run:a', 1, 'lost')]);
    await expect(log.append([one('run:b', 0, 'x')])).rejects.toMatchObject({ code: 'locked' });
    other.exec('ROLLBACK');
    other.close();
    await expect(log.append([one('run:a', 2, 'after')])).rejects.toMatchObject({ code: 'locked' });
    expect(log.head('run:a')?.seq).toBe(1);
    await log.append([one('run:a', 1, 'again')]);
    expect(log.verify('run:a')).toEqual({ ok: true, entries: 2 });
  });
});

describe('read', () => {
  it('gives the entries after a seq, as many as asked for', async () => {
    await log.append([one('run:a', 0, '1', '2', '3', '4')]);
    expect(log.read('run:a', 2).map((entry) => entry.seq)).toEqual([3, 4]);
    expect(log.read('run:a', 1, 2).map((entry) => entry.seq)).toEqual([2, 3]);
    expect(log.read('run:nobody')).toEqual([]);
  });

  it('gives a whole run back as the schema has it, ready to fold', async () => {
    const events = sampleRunEvents('a', 40);
    await log.append([{ stream: 'run:a', expectedSeq: 0, events }]);
    const entries = log.readVerified('run:a');
    for (const entry of entries) expect(EntrySchema.parse(entry)).toEqual(entry);
    expect(foldRun(entries as Entry<RunEvent>[])?.end).toEqual({
      type: 'completed',
      text: { text: 'Eight faults found.' },
    });
  });
});

describe('subscribe', () => {
  it('tells the listeners of a stream, and those of all, after the commit', async () => {
    const seen: string[] = [];
    const end = log.subscribe('run:a', (entries) => {
      seen.push(`a ${entries.map((entry) => entry.seq)} of ${log.read('run:a').length}`);
    });
    log.subscribeAll((entries) => seen.push(`all ${entries[0]?.stream}`));
    await log.append([one('run:a', 0, '1', '2'), one('run:b', 0, '1')]);
    end();
    await log.append([one('run:a', 2, '3')]);
    expect(seen).toEqual(['a 1,2 of 2', 'all run:a', 'all run:b', 'all run:a']);
  });

  it('gives what a listener throws to whoever takes it, and goes on (A12.3)', async () => {
    const faults: unknown[] = [];
    log.containFaults((fault) => faults.push(fault));
    log.subscribe('run:a', () => {
      throw new Error('broken');
    });
    await log.append([one('run:a', 0, '1')]);
    await log.append([one('run:a', 1, '2')]);
    expect(faults).toHaveLength(2);
    expect(log.read('run:a')).toHaveLength(2);
  });

  it('tells nobody about a commit that failed', async () => {
    const seen: Entry[][] = [];
    log.subscribeAll((entries) => seen.push(entries));
    const other = openDatabase(place.folder);
    other.exec('BEGIN IMMEDIATE');
    await expect(log.append([one('run:a', 0, '1')])).rejects.toMatchObject({ code: 'locked' });
    other.exec('ROLLBACK');
    other.close();
    expect(seen).toEqual([]);
  });
});

describe('removeStream', () => {
  it('leaves length and last hash in the catalog and nothing of the text on disk', async () => {
    const secret = 'the-text-that-must-be-gone';
    await log.append([one('run:a', 0, secret, secret.repeat(3)), one('run:b', 0, 'stays')]);
    const head = log.head('run:a');
    const tombstone = await log.removeStream('run:a', {
      type: 'run-removed',
      run: 'a',
      seq: head?.seq ?? 0,
      hash: head?.hash ?? '',
    });
    expect(log.streams()).toEqual(['catalog', 'run:b']);
    expect(log.readVerified('catalog')).toEqual([tombstone]);
    expect(log.readVerified('run:b')).toHaveLength(1);
    expect(filesHolding(place.folder, secret)).toEqual([]);
    await log.append([one('run:a', 0, 'a new one')]);
    await log.append([{ stream: 'catalog', expectedSeq: 1, events: [{ type: 'agent-removed', id: 'x' }] }]);
    expect(log.verify('catalog')).toEqual({ ok: true, entries: 2 });
  });
});

it('keeps every sequence of appends, as acknowledged, whatever their sizes and order', async () => {
  const batches = fc.array(
    fc.array(
      fc.record({
        stream: fc.constantFrom('run:a', 'run:b', 'run:c'),
        titles: fc.array(fc.string({ unit: 'binary', maxLength: 40 }), { maxLength: 3 }),
        behind: fc.constantFrom(0, 0, 0, 0, 1),
        later: fc.boolean(),
      }),
      { maxLength: 3 },
    ),
    { maxLength: 12 },
  );
  await fc.assert(
    fc.asyncProperty(batches, async (turns) => {
      const own = temporaryFolder();
      const first = openLog(own.folder);
      const acknowledged: Entry[] = [];
      for (const turn of turns) {
        const writes: Promise<Entry[]>[] = [];
        for (const { stream, titles, behind, later } of turn) {
          const batch = [one(stream, (first.log.head(stream)?.seq ?? 0) + behind, ...titles)];
          if (later && behind === 0) acknowledged.push(...first.log.appendLater(batch));
          else writes.push(first.log.append(batch));
        }
        for (const result of await Promise.allSettled(writes))
          if (result.status === 'fulfilled') acknowledged.push(...result.value);
      }
      first.close();
      const second = openLog(own.folder, countingClock(0));
      for (const stream of ['run:a', 'run:b', 'run:c']) {
        const expected = acknowledged.filter((entry) => entry.stream === stream).sort((a, b) => a.seq - b.seq);
        expect(second.log.readVerified(stream)).toEqual(expected);
        expect(second.log.verify(stream)).toEqual({ ok: true, entries: expected.length });
        expect(second.log.head(stream)?.seq ?? 0).toBe(expected.length);
      }
      second.close();
      own.remove();
    }),
    { numRuns: 40 },
  );
});
