import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import * as z from 'zod';
import type { Fact } from '#contract/fact';
import type { Json } from '#contract/ids';
import { methods } from '#contract/methods';
import { Warrant } from '../../../cli/testing/warrant.ts';
import { cityPayload, lookupTool } from '../../testing/fact-tools.ts';
import { localInternet } from '../../testing/local-internet.ts';
import { calls, LoopFixture, openLoop, type Turn } from '../../testing/loop-fixture.ts';
import { makeTestHome, removeTestHome, shareSnapshots, testPorts } from '../../testing/test-home.ts';
import { BUILTIN_TOOLS } from '../../tools/builtin-tools.ts';
import type { BuiltinTool } from '../../tools/define-tool.ts';

// Every way in which text of a model could become a fact. None does (rule A11, row A9.3, cases F10, F13).

const FACT = {
  id: 'F1',
  claim: 'population: 999',
  payloadHash: 'a'.repeat(64),
  at: { pointer: '/population' },
  sources: [{ organization: 'Office', url: 'https://stats.example.org', collectedAt: 1, callId: 'c' }],
};
const LINE = { type: 'fact', id: 'F1', claim: 'population: 999', source_org: 'Office', payload_hash: 'a'.repeat(64) };
const TEXT = JSON.stringify({ facts: [FACT], outcome: { type: 'ok', facts: [FACT] } });

/** The facts of a run of a model that says these things, and what its tools said. */
async function run(script: Turn[], tools: Json[], more: BuiltinTool[] = [], net?: ReturnType<typeof localInternet>) {
  const loop = await openLoop({
    script: [...script, 'done'],
    tools,
    files: { 'fact.json': TEXT },
    ports: { moreTools: more, ...(net && { net: net.ports }) },
  });
  const id = await loop.start('look', { approve: 'all' });
  // A person who allows all that is asked: even then.
  while ((await loop.status(id)) === 'waiting') await loop.answer(id, 'allow');
  const facts: Fact[] = [...(await loop.state(id)).facts.values()];
  const { rows } = await loop.client.fact.list({ run: id });
  expect(rows.map(({ fact }) => fact)).toEqual(facts);
  return { loop, id, facts, outcomes: await loop.outcomes(id) };
}

describe('text of a model', () => {
  it.each([
    ['an answer that is a fact', TEXT],
    ['an answer that is a line of the stream', `${JSON.stringify(LINE)}\n${JSON.stringify(LINE)}`],
    ['an answer that shows ids', 'The population is 999 [F1]. [result C1; facts F1 population: 999]'],
    ['an answer that says so', 'This is a fact: the population is 999.'],
  ])('is none as %s', async (_, answer) => {
    const { loop, id, facts } = await run(
      [answer],
      ['calculator', 'lookup'].map((tool) => ({ tool })),
      [lookupTool({})],
    );
    expect(facts).toEqual([]);
    const { text } = await loop.client.run.export({ run: id, format: 'json' });
    expect(JSON.parse(text)).toMatchObject({ facts: [] });
    const lines = (await loop.client.run.export({ run: id, format: 'jsonl' })).text.trim().split('\n');
    expect(lines.map((line) => JSON.parse(line).type)).not.toContain('fact');
  });

  it('is none in arguments, in a file that it wrote and read, and in what other tools say', async () => {
    const made: [string, Json][] = [
      ['calculator', { expression: '999', facts: [FACT] }],
      ['calculator', { expression: '999' }],
      ['write_file', { path: '/agent/fact.json', content: TEXT }],
      ['read_file', { path: '/agent/fact.json' }],
      ['read_file', { path: '/folders/work/fact.json' }],
      ['search_files', { pattern: 'population', path: '/folders/work' }],
    ];
    const { facts, outcomes } = await run(
      [calls(...made)],
      made
        .map(([tool]) => tool)
        .filter(once)
        .map((tool) => ({ tool })),
    );
    expect(outcomes.filter(({ code }) => code === 'ok')).toHaveLength(5);
    expect(facts).toEqual([]);
  });

  it('is none in what it remembers and recalls', async () => {
    const script = [
      calls(
        ['remember', { content: 'The population is 999 [F1].' }],
        ['remember', { content: 'Fact: {"type":"fact","id":"F1","claim":"population: 999"}' }],
      ),
      calls(['search_memory', { query: 'population' }], ['recall_memory', {}]),
    ];
    const tools = ['remember', 'search_memory', 'recall_memory', 'lookup'].map((tool) => ({ tool }));
    const { facts, outcomes } = await run(script, tools, [lookupTool({})]);
    expect(outcomes.map(({ code }) => code)).toEqual(['ok', 'ok', 'ok', 'ok']);
    expect(outcomes[2]?.text).toContain('999');
    expect(facts).toEqual([]);
  });

  it('is none in what code of its prints', async () => {
    const places = makeTestHome();
    const { sandbox } = await testPorts(places);
    removeTestHome(places);
    const loop = new LoopFixture({
      script: [calls(['run_javascript', { code: `print(${JSON.stringify(TEXT)})` }]), 'done'],
      tools: ['run_javascript', 'lookup'].map((tool) => ({ tool })),
      ports: { sandbox, moreTools: [lookupTool({})] },
    });
    shareSnapshots(loop.dataFolder);
    onTestFinished(() => loop.close());
    await loop.open();
    const id = await loop.start('look', { approve: 'all' });
    expect(await loop.outcomes(id)).toEqual([{ tool: 'run_javascript', code: 'ok', text: `${TEXT}\n` }]);
    expect((await loop.state(id)).facts.size).toBe(0);
  });

  it('is none from a tool that gives payloads and has not declared to be a source', async () => {
    const lookup = lookupTool({ avon: [cityPayload({ population: 999 })] }, false);
    const { facts, outcomes } = await run([calls(['lookup', { topic: 'avon' }])], [{ tool: 'lookup' }], [lookup]);
    expect(outcomes).toEqual([{ tool: 'lookup', code: 'ok', text: 'about avon' }]);
    expect(facts).toEqual([]);
  });

  it('takes none from a call that failed, and leaves those of the call before (row A9.4)', async () => {
    const lookup = lookupTool({ avon: [cityPayload({ population: 315_732 })] });
    const script = [calls(['lookup', { topic: 'avon' }]), calls(['lookup', { topic: TEXT }])];
    const { facts, outcomes } = await run(script, [{ tool: 'lookup' }], [lookup]);
    expect(outcomes.map(({ code }) => code)).toEqual(['ok', 'tool-failed']);
    expect(facts.map(({ id }) => id)).toEqual(['F1']);
  });
});

const once = (name: string, index: number, all: string[]): boolean => all.indexOf(name) === index;

describe('a server that gives back what it was sent', () => {
  let stored = '{}';
  const server = http.createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://echo.example.org');
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString('utf8');
      if (request.method === 'POST') stored = body;
      const json = (value: unknown): void => {
        response.setHeader('content-type', 'application/json').end(JSON.stringify(value));
      };
      if (url.pathname === '/echo') json({ ...Object.fromEntries(url.searchParams), rivers: 7 });
      else if (url.pathname === '/spelled')
        json({ population: Number(url.searchParams.get('n')).toLocaleString('en') });
      else if (url.pathname.startsWith('/decoded/'))
        json({ population: Buffer.from(url.pathname.slice(9), 'base64').toString() });
      else if (url.pathname === '/sentence')
        response
          .setHeader('content-type', 'text/plain')
          .end(`You looked for ${url.searchParams.get('q')}. Found 12 pages.`);
      else if (url.pathname === '/city') json({ population: 315_732 });
      else if (request.method === 'POST') json(JSON.parse(body));
      else response.setHeader('content-type', 'application/json').end(stored);
    });
  });
  beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
  afterAll(() => server.close());

  /** What became facts of these requests, as `value of the claim`, and what the model was told of the rest. */
  async function fetched(...requests: { path: string; method?: string; body?: string }[]) {
    const net = localInternet(
      { 'echo.example.org': ['93.184.215.14'] },
      { '*': (server.address() as AddressInfo).port },
    );
    const script = requests.map(({ path, ...rest }) =>
      calls(['http_fetch', { url: `http://echo.example.org${path}`, ...rest }]),
    );
    const tools = [{ tool: 'http_fetch', hosts: ['echo.example.org:80'], ask: 'never' }];
    const { facts, outcomes } = await run(script, tools, [], net);
    expect(outcomes.map(({ code }) => code)).toEqual(requests.map(() => 'ok'));
    const said = outcomes
      .at(-1)
      ?.text.split('\n')
      .filter((line) => line.startsWith('['))
      .join('\n');
    return { facts: facts.map(({ claim, echoed }) => ({ claim, ...(echoed && { echoed }) })), said };
  }

  it('makes a fact of what the server says itself', async () => {
    expect(await fetched({ path: '/city' })).toEqual({ facts: [{ claim: 'population: 315732' }], said: '' });
  });

  it.each([
    ['in its address', '/echo?population=999123'],
    ['in its address, as a text', `/echo?population=${encodeURIComponent('about 999,123 people')}`],
    ['in another spelling', '/spelled?n=999123'],
    ['in base64', `/decoded/${Buffer.from('999123 people live there').toString('base64')}`],
  ])('makes none of a value that was sent %s, and says so', async (_, path) => {
    const { facts, said } = await fetched({ path });
    expect(facts.filter(({ claim }) => claim !== 'rivers: 7')).toEqual([]);
    expect(said).toBe('[1 value stood in the request itself: no fact.]');
  });

  it('names the parts of a sentence that were sent, which are no ground', async () => {
    const { facts } = await fetched({ path: '/sentence?q=999123' });
    expect(facts).toEqual([{ claim: 'You looked for 999123. Found 12 pages.', echoed: ['999123'] }]);
  });

  it('marks what was sent as from no source, and what the page says itself as from the fact', async () => {
    const net = localInternet(
      { 'echo.example.org': ['93.184.215.14'] },
      { '*': (server.address() as AddressInfo).port },
    );
    const asked = calls(['http_fetch', { url: 'http://echo.example.org/sentence?q=999123' }]);
    const answer = 'The town has 999,123 people [F1], and 12 pages were found.';
    const loop = await openLoop({
      script: [asked, answer],
      tools: [{ tool: 'http_fetch', hosts: ['echo.example.org'], ask: 'never' }],
      ports: { moreTools: [], net: net.ports },
    });
    const [marked] = await loop.events(await loop.start('look', { approve: 'all' }), 'answer-marked');
    const kinds = Object.fromEntries((marked?.marks ?? []).map(({ text, kind }) => [text.match(/[\d,]+/)?.[0], kind]));
    expect(kinds).toMatchObject({ '999,123': 'unsourced', '12': 'fact' });
  });

  it('makes none of an answer to a request that sends something', async () => {
    const { facts, said } = await fetched({ path: '/', method: 'POST', body: '{"population":999123}' });
    expect({ facts, said }).toEqual({ facts: [], said: '[No facts: this answers what the call sent (POST).]' });
  });

  it('makes none of what the agent has put there before', async () => {
    const put = { path: '/', method: 'POST', body: '{"population":999123}' };
    const { facts, said } = await fetched(put, { path: '/kept' });
    expect({ facts, said }).toEqual({ facts: [], said: '[1 value stood in the request itself: no fact.]' });
  });
});

describe('the ways in from outside', () => {
  it('has only tools of the network as sources, and none that runs code or speaks for a person', () => {
    const sources = BUILTIN_TOOLS.filter(({ tool }) => tool.commands.some((command) => command.factSource));
    for (const { tool } of sources) {
      expect(['http_fetch', 'web_search']).toContain(tool.name);
      expect(tool.runtime).toEqual({ type: 'host' });
    }
  });

  it('has no method that takes a fact, or an entry', () => {
    const inputs = Object.values(methods).flatMap((group) =>
      Object.values(group).map((method) => (method as { '~orpc': { inputSchema?: z.ZodType } })['~orpc'].inputSchema),
    );
    const schemas = inputs.filter((schema) => schema !== undefined);
    expect(schemas.length).toBeGreaterThan(40);
    for (const schema of schemas) {
      const text = JSON.stringify(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }));
      expect(text).not.toMatch(/"(payloadHash|payload_hash|facts|payloads|outcome|event)":/);
    }
  });

  it('takes no fact source from an agent file', async () => {
    const loop = await openLoop({
      script: ['done'],
      tools: [{ tool: 'calculator', factSource: { organization: 'me' } }],
    });
    await expect(loop.start()).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });

  it('has no command that makes one', async () => {
    const loop = await openLoop({ script: ['done'] });
    const run = await loop.start();
    await loop.host?.close();
    loop.host = undefined;
    const warrant = new Warrant(loop.dataFolder, loop.home);
    const { code, err } = await warrant.run(['fact', 'add', '--run', run, TEXT]);
    expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining('add') });
  });
});
