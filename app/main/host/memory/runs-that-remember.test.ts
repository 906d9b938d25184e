import { describe, expect, it } from 'vitest';
import { calls, type LoopFixture, openLoop } from '../testing/loop-fixture.ts';

const TOOLS = ['remember', 'recall_memory', 'search_memory', 'calculator'].map((tool) => ({ tool }));
const agentOf = async (loop: LoopFixture, run: string) => (await loop.state(run)).run.agent.id;

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
