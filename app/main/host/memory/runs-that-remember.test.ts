import { describe, expect, it, onTestFinished } from 'vitest';
import type { Json } from '#contract/ids';
import { modelServer, status } from '../models/testing/model-server.ts';
import { calls, type LoopFixture, openLoop, type Turn } from '../testing/loop-fixture.ts';
import { OutsideLoop } from '../testing/outside-loop.ts';

const TOOLS = ['remember', 'recall_memory', 'search_memory', 'calculator'].map((tool) => ({ tool }));
const READ: [string, Json] = ['read_file', { path: '/folders/inbox/mail.txt' }];
const PAY: [string, Json] = ['send_money', { recipient: 'GB001', amount: 50 }];
const agentOf = async (loop: LoopFixture, run: string) => (await loop.state(run)).run.agent.id;

describe('an honest task with memory is asked nothing', () => {
  it.each<[string, Turn[]]>([
    [
      'Read inbox/mail.txt and remember what it says.',
      [calls(READ), calls(['remember', { content: 'The bill is 50.' }])],
    ],
    [
      'Recall what you know of Eve and write it to out.md.',
      [
        calls(['recall_memory', { query: 'Eve' }]),
        calls(['write_file', { path: 'out.md', content: 'The bill is 50.' }]),
      ],
    ],
    ['Search your memory for Eve, then pay 50 to GB001.', [calls(['search_memory', { query: 'Eve' }]), calls(PAY)]],
  ])('%s', async (text, script) => {
    const keep = calls(['remember', { content: 'Eve sent a bill of 50.' }]);
    const inbox = { 'mail.txt': 'Hello from Eve. The bill is 50.' };
    const loop = new OutsideLoop({ script: [calls(READ), keep, 'Done.'], inbox, tools: TOOLS });
    onTestFinished(() => loop.close());
    await loop.open();
    await loop.goThrough('Read inbox/mail.txt and remember the bill.', 'deny');
    loop.options.script = [...script, 'Done.'];
    expect((await loop.goThrough(text, 'deny')).asked).toEqual([]);
  });
});

describe('a run', () => {
  it('recalls what it has just remembered, and nobody is asked (A10.3)', async () => {
    const loop = await openLoop({
      tools: TOOLS,
      script: [
        calls(['remember', { content: 'Meyer pays on the 5th.' }]),
        calls(['recall_memory', { query: 'meyer' }], ['search_memory', { query: 'bank' }]),
        'Done.',
      ],
    });
    const run = await loop.start();
    const outcomes = await loop.outcomes(run);
    expect(outcomes.map(({ text }) => text)).toEqual([
      'Remembered as M1.',
      expect.stringContaining('  Meyer pays on the 5th.'),
      'No matching memories.',
    ]);
    expect((await loop.events(run, 'tool-call-decided')).map(({ decision }) => decision.rule.id)).toEqual([
      'default:own-memory',
      'default:reads',
      'default:reads',
    ]);
    const { rows } = await loop.client.memory.list({ agent: await agentOf(loop, run) });
    expect(rows).toMatchObject([
      { id: 'M1', origin: 'agent', labels: [], run, callId: expect.any(String), uses: [{ run }] },
    ]);
  });

  it('is not told anything at its start unless the agent has memory, and gets no tools by it (A10.9)', async () => {
    const loop = await openLoop({ tools: [{ tool: 'calculator' }], script: ['Done.'], agent: { memory: true } });
    const first = await loop.start('What about Meyer?');
    expect(loop.requests[0]?.tools.map(({ name }) => name)).toEqual(['calculator']);
    expect(await loop.events(first, 'memories-recalled')).toEqual([]);
  });

  it('is given what matches its prompt at its start, before the prompt (A10.11)', async () => {
    const loop = await openLoop({
      tools: TOOLS,
      agent: { memory: true },
      script: [calls(['remember', { content: 'Meyer pays on the 5th.' }]), 'Done.'],
    });
    await loop.start('Keep in mind that Meyer pays on the 5th.');
    const run = await loop.start('When does Meyer pay?');
    const messages = loop.requests.at(-2)?.messages ?? [];
    expect(messages.map(({ role }) => role)).toEqual(['user', 'user']);
    expect(messages).toMatchObject([{ text: expect.stringContaining('M1, ') }, { text: 'When does Meyer pay?' }]);
    const unrelated = await loop.start('What is the weather?');
    expect(await loop.events(unrelated, 'memories-recalled')).toEqual([]);
    expect((await loop.state(run)).labels).toEqual([]);
    await loop.reopen();
    const { rows } = await loop.client.memory.list({ agent: await agentOf(loop, run) });
    expect(rows.find(({ id }) => id === 'M1')?.uses.map((use) => use.run)).toEqual([run]);
  });

  it('leaves no memory where a guardrail blocks it (A10.12)', async () => {
    const loop = await openLoop({
      tools: TOOLS,
      agent: { guardrails: ['length:3'] },
      script: [calls(['remember', { content: 'Meyer pays on the 5th.' }]), 'That was too long.'],
    });
    const run = await loop.start();
    expect(await loop.status(run)).toBe('blocked');
    const agent = await agentOf(loop, run);
    expect((await loop.client.memory.list({ agent })).rows).toEqual([]);
    await loop.reopen();
    await expect(loop.client.memory.restore({ agent, id: 'M1' })).rejects.toThrow(/deleted/);
  });

  it('keeps the words of a person who calls the tool as theirs', async () => {
    const loop = await openLoop({ script: [] });
    const { run } = await loop.client.tool.invoke({
      tool: 'remember',
      command: [],
      input: { content: 'Phone first.' },
      flags: {},
    });
    await loop.settled(run);
    expect((await loop.client.memory.list({ agent: 'you' })).rows).toMatchObject([
      { origin: 'you', text: 'Phone first.' },
    ]);
  });
});

it('is looked for by meaning once a person chose a model for it', async () => {
  const data = [0, 1].map((index) => ({ object: 'embedding', index, embedding: [1, 0] }));
  const server = await modelServer(
    status(200, { object: 'list', data, model: 'words', usage: { prompt_tokens: 1, total_tokens: 1 } }),
  );
  onTestFinished(() => server.close());
  const loop = await openLoop({
    script: [],
    ports: { environment: new Map([['OPENAI_COMPATIBLE_BASE_URL', `${server.url}/v1`]]) },
  });
  await loop.client.agent.save({ file: { ...loop.agentFile, folders: [] } });
  await loop.client.memory.add({ agent: 'worker', text: 'Meyer pays late' });
  expect((await loop.client.memory.list({ agent: 'worker', query: 'invoices' })).by).toBe('words');
  await loop.client.setting.set({ key: 'memory.embeddings', value: 'openai-compatible/words' });
  const { rows, by, note } = await loop.client.memory.list({ agent: 'worker', query: 'invoices' });
  expect([rows[0]?.match, by, note]).toEqual([
    'meaning',
    'words-and-meaning',
    'By meaning with openai-compatible/words: on this computer; nothing was sent.',
  ]);
});
