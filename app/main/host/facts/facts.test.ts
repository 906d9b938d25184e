import { describe, expect, it } from 'vitest';
import type { Json } from '#contract/ids';
import type { ModelRequest } from '#contract/model';
import { hashOf } from '../store/blob-store.ts';
import { COLLECTED_AT, cityPayload, lookupTool } from '../testing/fact-tools.ts';
import { calls, type LoopOptions, openLoop } from '../testing/loop-fixture.ts';

// Facts of whole runs: what the model reads, what is printed, and what is listed (rows A9.1 to A9.7, A9.16, case F3).

const AVON = cityPayload({ population: 315_732, area: 401.6 });
const MIRROR = { ...AVON, url: 'https://mirror.example.org/avon', organization: 'Mirror' };
const TOOL = lookupTool({ avon: [AVON], mirror: [MIRROR], nothing: [{ ...AVON, organization: '' }], empty: [] });

function open(options: Partial<LoopOptions> = {}) {
  const script = [calls(['lookup', { topic: 'avon' }]), calls(['lookup', { topic: 'mirror' }]), 'done'];
  return openLoop({ script, tools: [{ tool: 'lookup', ask: 'never' }], ports: { moreTools: [TOOL] }, ...options });
}

const resultsIn = ({ messages }: ModelRequest): string[] =>
  messages.flatMap((message) => (message.role === 'tool' ? [message.text] : []));

const LINES = [
  'about avon\n[result C1; facts F1 population: 315732; F2 area: 401.6]',
  'about mirror\n[result C2; facts F1 population: 315732; F2 area: 401.6]',
];

describe('what the model reads', () => {
  it('ends each result with its id and those of its facts, and never changes it', async () => {
    const loop = await open();
    await loop.start();
    expect(loop.requests.map(resultsIn)).toEqual([[], LINES.slice(0, 1), LINES]);
  });

  it('is the same in ReAct, and so are the facts (A9.16)', async () => {
    const action = (topic: string): string => `Action: lookup\nAction Input: ${JSON.stringify({ topic })}`;
    const loop = await open({ protocol: 'react', script: [action('avon'), action('mirror'), 'Final Answer: done'] });
    const run = await loop.start();
    expect(loop.requests.map(resultsIn).at(-1)).toEqual(LINES);
    expect([...(await loop.state(run)).facts.keys()]).toEqual(['F1', 'F2']);
  });

  it('says nothing of ids in a run without sources and guardrails', async () => {
    const loop = await openLoop({ script: [calls(['calculator', { expression: '1+1' }]), 'two'] });
    await loop.start();
    expect(loop.requests.map(resultsIn).at(-1)).toEqual(['2']);
  });

  it('counts calls that failed, and gives them no line', async () => {
    const script = [calls(['lookup', { topic: 'x' }], ['lookup', { topic: 'empty' }]), 'done'];
    const loop = await open({ script });
    await loop.start();
    const [failed, empty] = loop.requests.map(resultsIn).at(-1) ?? [];
    expect(failed).toBe('Error: nothing is known of x');
    expect(empty).toBe('about empty\n[result C2]');
  });

  it('says what is missing of what is no fact', async () => {
    const loop = await open({ script: [calls(['lookup', { topic: 'nothing' }]), 'done'] });
    const run = await loop.start();
    expect((await loop.outcomes(run))[0]?.text).toBe(
      'about nothing\n[No facts from https://stats.example.org/city: the organisation is missing.]',
    );
    const [ended] = await loop.events(run, 'tool-call-ended');
    expect(ended?.outcome).toMatchObject({
      facts: [],
      unproven: [{ missing: 'source_org' }, { missing: 'source_org' }],
    });
  });
});

const keys = (id: string, claim: string, more: { [key: string]: Json } = {}) => ({
  id,
  claim,
  source_org: 'Statistics Office',
  source_url: 'https://stats.example.org/city',
  collected_at: new Date(COLLECTED_AT).toISOString(),
  payload_hash: hashOf(AVON.bytes),
  ...more,
});
const OTHER = {
  source_org: 'Mirror',
  source_url: 'https://mirror.example.org/avon',
  collected_at: new Date(COLLECTED_AT).toISOString(),
};

describe('facts of a run', () => {
  it('stand after their result in the stream, and all in the last object, with every source', async () => {
    const loop = await open();
    const run = await loop.start();
    const { text } = await loop.client.run.export({ run, format: 'json' });
    expect((JSON.parse(text) as { facts: Json }).facts).toEqual([
      keys('F1', 'population: 315732', { other_sources: [OTHER] }),
      keys('F2', 'area: 401.6', { other_sources: [OTHER] }),
    ]);
    const lines = (await loop.client.run.export({ run, format: 'jsonl' })).text.trim().split('\n');
    const told = lines.map((line) => JSON.parse(line) as { type: string });
    const from = told.findIndex(({ type }) => type === 'tool_result');
    expect(told.slice(from + 1, from + 3)).toEqual([
      { type: 'fact', ...keys('F1', 'population: 315732') },
      { type: 'fact', ...keys('F2', 'area: 401.6') },
    ]);
    expect(told.filter(({ type }) => type === 'fact').at(-1)).toMatchObject({ id: 'F2', ...OTHER });
  });

  it('are listed over all runs, newest first, found by claim, source and hash, and shown', async () => {
    const loop = await open();
    const first = await loop.start('one');
    const { client } = loop;
    expect((await client.fact.list({})).total).toBe(2);
    const second = await loop.start('two');
    const { rows, total } = await client.fact.list({});
    expect({ total, rows: rows.map(({ run, runTitle, agent, fact }) => [run, runTitle, agent, fact.id]) }).toEqual({
      total: 4,
      rows: [
        [second, 'two', 'worker', 'F1'],
        [second, 'two', 'worker', 'F2'],
        [first, 'one', 'worker', 'F1'],
        [first, 'one', 'worker', 'F2'],
      ],
    });
    for (const [query, found] of [
      ['POPULATION', 2],
      ['mirror.example', 4],
      ['statistics office', 4],
      [hashOf(AVON.bytes).slice(0, 12), 4],
      ['nowhere', 0],
    ] as const)
      expect((await client.fact.list({ query })).total).toBe(found);
    const limited = await client.fact.list({ limit: 1 });
    expect([limited.rows.length, limited.total]).toEqual([1, 4]);
    await loop.reopen();
    expect((await loop.client.fact.list({ run: first })).rows.map(({ fact }) => fact.sources.length)).toEqual([2, 2]);
    const detail = await loop.client.fact.show({ run: first, id: 'F2' });
    const { from = 0, to = 0 } = detail.place ?? {};
    expect(AVON.bytes.subarray(from, to).toString()).toBe('401.6');
    expect(detail).toMatchObject({ value: '401.6', check: { state: 'same' }, usedIn: [] });
    expect((await loop.client.fact.csv({ run: first })).text.trim().split('\r\n')).toHaveLength(5);
    const some = (await loop.client.fact.csv({ run: first, ids: ['F2', 'F99'] })).text.trim().split('\r\n');
    // One line for each source of the one fact that is there, below the head.
    expect(some.slice(1).map((line) => line.split(',')[0])).toEqual(['F2', 'F2']);
  });

  it.each<[string, { run?: string; id?: string }]>([
    ['NOT_FOUND', { run: 'no-such-run' }],
    ['NOT_FOUND', { run: 'this', id: 'F9' }],
    ['NOT_FOUND', { run: 'this', id: '__proto__' }],
    ['BAD_REQUEST', { id: 'F1' }],
  ])('answers %s for %j', async (code, question) => {
    const loop = await open({ script: ['done'] });
    const run = await loop.start();
    const asked = { ...question, ...(question.run === 'this' && { run }) };
    await expect(loop.client.fact.verify(asked)).rejects.toMatchObject({ code });
  });
});
