import { describe, expect, it } from 'vitest';
import type { Json } from '#contract/ids';
import { calls, type LoopFixture, openLoop, type Turn } from '../testing/loop-fixture.ts';

// Asks B28, B29: a ceiling in money and in calls of a tool pauses and asks; what is not known is said, never guessed.

const usage = { inputTokens: 1000, outputTokens: 100 };
const sum = (n: number): [string, Json] => ['calculator', { expression: `${n}+1` }];
const note = (n: number): [string, Json] => ['write_file', { path: `/agent/${n}.txt`, content: `${n}` }];
/** Each reply of 1,000 tokens read and 100 written. */
const spending = (length: number): Turn[] =>
  Array.from({ length }, (_, n) => ({ ...(calls(sum(n)) as object), usage }));
const price = { model: 'test/model', input: 200, output: 2000 };

async function limitOf(loop: LoopFixture, run: string) {
  expect(await loop.status(run)).toBe('limit');
  return (await loop.state(run)).limit;
}

describe('a limit in money', () => {
  it('pauses the run before the call of the model after the one that reached it, and says both sums', async () => {
    const loop = await openLoop({ script: spending(9), agent: { limits: { usd: 1 } } });
    await loop.client.price.set(price);
    const run = await loop.start();
    expect(loop.requests).toHaveLength(3);
    expect(await limitOf(loop, run)).toMatchObject({ limit: 'usd', detail: 'worker used 1.20 of 1.00 USD' });
    expect(loop.requests).toHaveLength(3);
  });

  it('is moved on by the agent’s own limit, or by as much as a person says', async () => {
    const loop = await openLoop({ script: spending(20), agent: { limits: { usd: 1 } } });
    await loop.client.price.set(price);
    const run = await loop.start();
    await loop.client.run.resume({ run, more: 0.25 });
    expect(await limitOf(loop, run)).toMatchObject({ detail: 'worker used 1.60 of 1.25 USD' });
    await loop.client.run.resume({ run });
    expect(await limitOf(loop, run)).toMatchObject({ detail: 'worker used 2.40 of 2.25 USD' });
  });

  it('starts anew with a message; what the run cost in all stays', async () => {
    const loop = await openLoop({ script: [...spending(3), ...spending(1), 'done'], agent: { limits: { usd: 1 } } });
    await loop.client.price.set(price);
    const run = await loop.start();
    await loop.client.run.send({ run, text: 'go on' });
    expect(await loop.status(run)).toBe('completed');
    const state = await loop.state(run);
    expect(state.cost.usd).toBeCloseTo(1.6, 9);
    expect(state.spent.usd).toBeCloseTo(0.4, 9);
  });

  it('of nothing lets a model go on that costs nothing', async () => {
    const loop = await openLoop({ script: [...spending(2), 'done'], agent: { limits: { usd: 0 } } });
    await loop.client.price.set({ ...price, input: 0, output: 0 });
    expect(await loop.status(await loop.start())).toBe('completed');
    await loop.client.price.set(price);
    expect(await limitOf(loop, await loop.start())).toMatchObject({ detail: 'worker used 0.4000 of 0.0000 USD' });
  });
});

describe('what a call of the model cost', () => {
  it('stands on the log with the price of that day, and does not change with the price', async () => {
    const loop = await openLoop({ script: [...spending(1), 'done'] });
    await loop.client.price.set(price);
    const run = await loop.start();
    await loop.client.price.set({ ...price, input: 1, output: 1 });
    await loop.reopen();
    const [first] = await loop.events(run, 'model-called');
    expect(first).toMatchObject({ usd: 0.4, price: { ...price, own: true, source: 'your own price' } });
    expect((await loop.state(run)).cost.usd).toBeCloseTo(0.4, 9);
    expect(JSON.parse((await loop.client.run.export({ run, format: 'json' })).text)).toMatchObject({
      usage: { input_tokens: 1000, output_tokens: 100, usd: null },
    });
  });

  it('is not known without a price: no sum is claimed, no limit in money pauses, and the sheet says so', async () => {
    const loop = await openLoop({ script: [...spending(5), 'done'], agent: { limits: { usd: 0.01 } } });
    const { sheet } = await loop.client.agent.check({ file: loop.agentFile, base: loop.home });
    expect(sheet?.most.at(-1)).toEqual({
      text: 'no amount of money that could be counted: no price is known of',
      code: 'test/model',
    });
    const run = await loop.start();
    expect(await loop.status(run)).toBe('completed');
    expect((await loop.state(run)).cost).toEqual({ usd: 0, unknown: 6 });
    expect((await loop.events(run, 'model-called'))[0]).not.toHaveProperty('usd');
    const json = JSON.parse((await loop.client.run.export({ run, format: 'json' })).text);
    expect(json.usage.usd).toBeNull();
  });
});

describe('a limit of calls of a tool', () => {
  const limits = { calls: { write_file: 2 } };

  it('pauses the run before the call over it is made, or asked about', async () => {
    const loop = await openLoop({
      script: [calls(note(1)), calls(note(2)), calls(note(3)), 'done'],
      agent: { limits },
    });
    const run = await loop.start();
    expect(await limitOf(loop, run)).toMatchObject({
      limit: 'calls',
      tool: 'write_file',
      detail: 'write_file was called 2 of 2 times',
    });
    expect(await loop.events(run, 'tool-call-started')).toHaveLength(2);
    expect(await loop.events(run, 'approval-requested')).toEqual([]);
    await loop.client.run.resume({ run, more: 1 });
    expect(await loop.status(run)).toBe('completed');
    expect(await loop.events(run, 'tool-call-started')).toHaveLength(3);
  });

  it('holds also within one reply, and lets other tools be called', async () => {
    const script = [calls(sum(1), note(1), note(2), sum(2), note(3)), 'done'];
    const loop = await openLoop({ script, agent: { limits } });
    const run = await loop.start();
    expect((await limitOf(loop, run))?.tool).toBe('write_file');
    expect(await loop.events(run, 'tool-call-started')).toHaveLength(4);
    await loop.client.run.send({ run, text: 'go on' });
    expect(await loop.status(run)).toBe('completed');
    expect(await loop.events(run, 'tool-call-started')).toHaveLength(5);
  });

  it('is moved on for the tool that reached it alone', async () => {
    const both = { calls: { write_file: 1, calculator: 1 } };
    const script = [calls(note(1)), calls(note(2)), calls(sum(1)), calls(sum(2)), 'done'];
    const loop = await openLoop({ script, agent: { limits: both } });
    const run = await loop.start();
    expect((await limitOf(loop, run))?.tool).toBe('write_file');
    await loop.client.run.resume({ run });
    expect(await limitOf(loop, run)).toMatchObject({
      tool: 'calculator',
      detail: 'calculator was called 1 of 1 times',
    });
  });

  it('names a tool that the agent has', async () => {
    const loop = await openLoop({ script: ['x'], agent: { limits: { calls: { current_time: 1 } } } });
    await expect(loop.start()).rejects.toThrow(/limits\.calls names "current_time"/);
  });
});

describe('a loop', () => {
  it('of the same error is stopped, whatever else the calls say, and goes on as a person says', async () => {
    const script = Array.from({ length: 20 }, (_, n) => calls(['write_file', { path: `${n}.txt`, content: '' }]));
    const loop = await openLoop({ script, agent: { unattended: 'skip' } });
    const run = await loop.start('x', { approve: 'never' });
    expect((await limitOf(loop, run))?.detail).toMatch(/^write_file failed 4 times in a row with the same error: /);
    await loop.client.run.resume({ run, more: 2 });
    expect((await limitOf(loop, run))?.detail).toMatch(/ failed 4 times in a row /);
    expect(loop.requests).toHaveLength(6);
  });

  it('of two calls in turn is stopped before the sixth, and after three more', async () => {
    const turn = (n: number): Turn => (n % 2 === 0 ? calls(sum(1)) : calls(sum(2)));
    const loop = await openLoop({ script: Array.from({ length: 30 }, (_, n) => turn(n)) });
    const run = await loop.start();
    expect(await limitOf(loop, run)).toMatchObject({
      limit: 'repeat',
      detail: 'Two calls of calculator were made in turn 3 times with the same results',
    });
    expect(await loop.events(run, 'tool-call-started')).toHaveLength(5);
    await loop.client.run.resume({ run });
    expect(await loop.status(run)).toBe('limit');
    expect(await loop.events(run, 'tool-call-started')).toHaveLength(8);
  });

  it('without progress is stopped, and a message starts anew', async () => {
    const loop = await openLoop({
      script: [...Array.from({ length: 9 }, (_, n) => calls(sum(n % 3))), 'I give up.'],
    });
    const run = await loop.start();
    expect(await limitOf(loop, run)).toMatchObject({
      limit: 'no-progress',
      detail: 'nothing new was learnt in 6 steps',
    });
    await loop.client.run.send({ run, text: 'Stop that.' });
    expect(await loop.output(run)).toBe('I give up.');
  });
});
