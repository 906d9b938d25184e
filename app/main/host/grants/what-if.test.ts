import { describe, expect, it } from 'vitest';
import { WarrantError } from '#contract/errors';
import type { Entry, RunEvent } from '#contract/event';
import type { Grant } from '#contract/permission';
import { emptyCatalog } from '#contract/projections/catalog';
import type { WhatIf } from '#contract/views';
import { sampleRun, sampleRunEvents } from '../store/testing.ts';
import { grantOf, verdictOf } from '../testing/policy-fixture.ts';
import { type WhatIfParts, whatIf } from './what-if.ts';

// Runs of three calls each that were allowed; the judge here goes by one rule alone.

const CALLS = 3;
const { agent } = sampleRun('any');
const ALLOWED = verdictOf({ tool: 'read_file', input: { path: 'a.txt' } });
const DENIED = verdictOf({ tool: 'no_such_tool' });
const NEW: Grant = grantOf('new', { agent: 'every', type: 'deny', permission: { kind: 'config', key: 'any' } });

function entriesOf(run: string): Entry<RunEvent>[] {
  const events = sampleRunEvents(run, 2 + CALLS * 4);
  return events.map((event, index) => ({ stream: `run:${run}`, seq: index + 1, at: index, event, hash: '' }));
}

function partsWith(runs: string[], more: Partial<WhatIfParts> = {}): WhatIfParts {
  const read = (stream: string): Entry[] => entriesOf(stream.slice(4));
  return {
    catalog: { ...emptyCatalog(), agents: new Map([[agent.id, agent]]) },
    now: 0,
    runs,
    first: (stream) => read(stream)[0],
    read,
    judge: (_call, _run, grants) => (grants.has('new') ? DENIED : ALLOWED),
    make: () => NEW,
    ...more,
  };
}

const names = (count: number): string[] => Array.from({ length: count }, (_, index) => `r${index}`);
const draft = { agent: 'every', type: 'deny' as const, permission: NEW.permission };

async function words(parts: WhatIfParts, change: object = {}, signal?: AbortSignal): Promise<WhatIf[]> {
  const all: WhatIf[] = [];
  for await (const word of whatIf({ add: [draft], revoke: [], agent: undefined, ...change }, parts, signal))
    all.push(word);
  return all;
}

describe('whatIf', () => {
  it('tells how far it is, and at the end that it is done', async () => {
    const said = await words(partsWith(names(45)));
    expect(said.map(({ done, runs }) => ({ done, ...runs }))).toEqual([
      { done: false, looked: 20, of: 45 },
      { done: false, looked: 40, of: 45 },
      { done: true, looked: 45, of: 45 },
    ]);
    expect(said.map(({ counts }) => counts.nowDenied)).toEqual([60, 120, 135]);
  });

  it('counts all and shows the 500 newest', async () => {
    const [last] = (await words(partsWith(names(200)))).slice(-1);
    expect(last?.counts).toEqual({ nowAllowed: 0, nowAsked: 0, nowDenied: 600, deniedWouldRun: 0, unchanged: 0 });
    expect(last?.calls).toHaveLength(500);
    expect(last?.calls[0]).toMatchObject({ before: 'allow', now: 'deny', agent: 'ledger-check', tool: 'read_file' });
    expect(last?.calls[0]?.object).toBe('/folders/ledger/invoices/invoice-3.txt');
  });

  it('counts a call as unchanged where the change makes no difference to it', async () => {
    const [last] = await words(partsWith(names(1)), { add: [] });
    expect(last?.counts).toMatchObject({ nowDenied: 0, unchanged: CALLS });
  });

  it('stops when nobody listens any more', async () => {
    const stop = new AbortController();
    let looked = 0;
    const parts = partsWith(names(50));
    const first = (stream: string): Entry | undefined => {
      if (++looked === 7) stop.abort();
      return parts.first(stream);
    };
    expect(await words({ ...parts, first }, {}, stop.signal)).toEqual([]);
    expect(looked).toBe(7);
  });

  it('lets others have their turn between two runs', async () => {
    let turns = 0;
    const timer = setInterval(() => turns++, 0);
    await words(partsWith(names(100)));
    clearInterval(timer);
    expect(turns).toBeGreaterThan(1);
  });

  it('passes over a run whose log is broken, and one that was removed meanwhile', async () => {
    const parts = partsWith(['broken', 'gone', 'whole']);
    const read = (stream: string): Entry[] => {
      if (stream === 'run:broken') throw new WarrantError('corrupt', 'broken');
      return stream === 'run:gone' ? [] : parts.read(stream);
    };
    const [last] = await words({ ...parts, read, first: (stream) => read(stream)[0] });
    expect(last).toMatchObject({ runs: { looked: 3, of: 3 }, counts: { nowDenied: CALLS } });
  });

  it('takes away with a rule what was derived from it', async () => {
    const child = grantOf('new', { permission: NEW.permission, agent: 'every', parent: 'parent' });
    const parent = grantOf('parent', { permission: NEW.permission, agent: 'every' });
    const judge: WhatIfParts['judge'] = (_call, _run, grants) => (grants.has('new') ? ALLOWED : DENIED);
    const parts = partsWith(names(1), { judge });
    const catalog = { ...parts.catalog, grants: new Map([parent, child].map((grant) => [grant.id, grant])) };
    const [last] = await words({ ...parts, catalog }, { add: [], revoke: ['parent'] });
    expect(last?.counts).toMatchObject({ nowDenied: CALLS, unchanged: 0 });
    await expect(words({ ...parts, catalog }, { add: [], revoke: ['other'] })).rejects.toThrow(/no rule other/);
  });
});
