import { describe, expect, it } from 'vitest';
import type { Json } from '#contract/ids';
import { calls, openLoop, type Turn } from '../testing/loop-fixture.ts';

// Rows A4.1–A4.5, A3.13, A3.14, A9.14, A9.15: an answer that must fit a schema, through the real loop.

const SCHEMA: Json = {
  type: 'object',
  properties: { name: { type: 'string' }, age: { type: 'integer' } },
  required: ['name', 'age'],
};
const FITS = '{ "name": "Ada",\n "age": 36 }';
const output = (more: { [key: string]: Json } = {}): { [key: string]: Json } => ({
  output: { schema: SCHEMA, ...more },
});
const add = calls(['calculator', { expression: '1+1' }]);

describe('an answer with a schema', () => {
  it('is published as canonical JSON, and not before (A4.4)', async () => {
    const loop = await openLoop({ script: [FITS], agent: output() });
    const run = await loop.start();
    expect(await loop.output(run)).toBe('{"age":36,"name":"Ada"}');
    const { text } = await loop.client.run.export({ run, format: 'jsonl' });
    const lines = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { type: string; delta?: string });
    expect(lines.filter(({ type }) => type === 'text')).toEqual([{ type: 'text', delta: '{"age":36,"name":"Ada"}' }]);
  });

  it('is asked for again with what is wrong, then taken (A4.2)', async () => {
    const loop = await openLoop({ script: ['{"name":"Ada"}', FITS], agent: output() });
    const run = await loop.start();
    expect(await loop.status(run)).toBe('completed');
    const told = loop.requests[1]?.messages.at(-1);
    expect(told).toMatchObject({ role: 'user', text: expect.stringContaining('/age: is missing') });
    expect(JSON.stringify(told)).toContain(JSON.stringify('{"name":"Ada"}').slice(1, -1));
    expect((await loop.state(run)).transcript.map(({ type }) => type)).toContain('repair');
  });

  it.each([undefined, 0, -1])('is asked for three times in all where repairs are %j (A4.1)', async (repairs) => {
    const loop = await openLoop({ script: ['no'], agent: output(repairs === undefined ? {} : { repairs }) });
    const run = await loop.start();
    expect(await loop.status(run)).toBe('failed');
    expect(loop.requests).toHaveLength(3);
    expect(await loop.output(run)).toContain('repair budget exceeded');
  });

  it('has a new budget after a message', async () => {
    const loop = await openLoop({ script: ['no', 'no', 'no', 'no', FITS], agent: output() });
    const run = await loop.start();
    await loop.client.run.send({ run, text: 'again' });
    expect(await loop.status(run)).toBe('completed');
    expect(loop.requests).toHaveLength(5);
  });

  it('tells the model the schema', async () => {
    const loop = await openLoop({ script: [FITS], agent: output() });
    await loop.start();
    expect(loop.requests[0]?.instructions).toContain(JSON.stringify(SCHEMA));
  });

  it.each(['', {}, 'x', { type: 'nope' }])('is not asked for with the schema %j (A4.5)', async (schema) => {
    const loop = await openLoop({ script: [FITS], agent: { output: { schema } } });
    await expect(loop.start()).rejects.toMatchObject({ data: { code: 'bad-input' } });
    await expect(loop.client.agent.save({ file: loop.agentFile, base: loop.home })).rejects.toThrow();
    expect(loop.requests).toHaveLength(0);
  });
});

describe('looking things up first', () => {
  it.each(['native', 'react'] as const)(
    'is off unless the file says so: one call, no tool (A3.13, A9.15, %s)',
    async (protocol) => {
      const loop = await openLoop({ script: [FITS, FITS], agent: output(), protocol });
      const run = await loop.start();
      expect(loop.requests).toHaveLength(1);
      expect(loop.requests[0]?.tools).toEqual([]);
      const state = await loop.state(run);
      expect([state.calls.size, state.facts.size, state.end?.type]).toEqual([0, 0, 'completed']);
    },
  );

  it('is on where the file says so', async () => {
    const loop = await openLoop({ script: [add, FITS], agent: output({ gather: true }) });
    const run = await loop.start();
    expect(await loop.output(run)).toBe('{"age":36,"name":"Ada"}');
    expect((await loop.outcomes(run)).map(({ code }) => code)).toEqual(['ok']);
  });

  it('that reaches the limit of steps is said, and the answer is asked for without tools (A3.14)', async () => {
    const act = (expression: string): Turn => calls(['calculator', { expression }]);
    const script = [act('1+1'), act('2+2'), act('3+3'), 'no', FITS];
    const loop = await openLoop({ script, agent: { ...output({ gather: true }), limits: { steps: 3 } } });
    const run = await loop.start();
    expect(await loop.output(run)).toBe('{"age":36,"name":"Ada"}');
    expect(loop.requests.map(({ tools }) => tools.length > 0)).toEqual([true, true, true, false, false]);
    const { text } = await loop.client.run.export({ run, format: 'jsonl' });
    expect(text).toContain('"type":"warning"');
  });

  it('ends also with a model that goes on acting', async () => {
    const loop = await openLoop({ script: [add], agent: { ...output({ gather: true }), limits: { steps: 2 } } });
    const run = await loop.start();
    expect(['limit', 'failed']).toContain(await loop.status(run));
    expect(loop.requests.length).toBeLessThanOrEqual(5);
  });
});

describe('a guardrail of a structured answer', () => {
  it('sees its canonical JSON (A9.14)', async () => {
    const agent = { ...output(), guardrails: ['length:23'] };
    const loop = await openLoop({ script: [FITS], agent });
    expect(await loop.status(await loop.start())).toBe('completed');
  });
});
