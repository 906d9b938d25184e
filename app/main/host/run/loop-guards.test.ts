import { describe, expect, it } from 'vitest';
import type { Json } from '#contract/ids';
import type { Message } from '#contract/model';
import { estimateTokens } from '#contract/projections/prompt';
import { calls, type LoopFixture, openLoop, type Turn } from '../testing/loop-fixture.ts';

// Rules R13, R14, asks B28: a run that goes nowhere is paused with a reason a person understands, and can be gone on with.

const sum = (n: number): [string, Json] => ['calculator', { expression: `${n}+1` }];
const endless = (length: number): Turn[] => Array.from({ length }, (_, n) => calls(sum(n)));
const usage = { inputTokens: 90, outputTokens: 10 };

async function pausedBy(loop: LoopFixture, run: string): Promise<{ limit: string; detail: string }> {
  expect(await loop.status(run)).toBe('limit');
  const { limit } = await loop.state(run);
  if (!limit) throw new Error('the run is not at a limit');
  return { limit: limit.limit, detail: limit.detail };
}

describe('the limits of a run', () => {
  it('pause it after 15 steps where the agent names no other number (R13)', async () => {
    const loop = await openLoop({ script: endless(40) });
    const run = await loop.start();
    expect(loop.requests).toHaveLength(15);
    expect(await pausedBy(loop, run)).toEqual({ limit: 'steps', detail: 'worker used 15 of 15 steps' });
    expect((await loop.state(run)).open).toEqual([]);
  });

  it('refuse a number of steps that is none (A2.8)', async () => {
    const loop = await openLoop({ script: ['x'], agent: { limits: { steps: 0 } } });
    await expect(loop.start()).rejects.toThrow(/steps/);
    await expect(openLoop({ script: ['x'] }).then((other) => other.start('x', { maxSteps: 0 }))).rejects.toThrow();
  });

  it('are moved on by as many steps as a person says', async () => {
    const loop = await openLoop({ script: endless(40), agent: { limits: { steps: 2 } } });
    const run = await loop.start();
    await loop.client.run.resume({ run, more: 3 });
    expect(await pausedBy(loop, run)).toEqual({ limit: 'steps', detail: 'worker used 5 of 5 steps' });
    expect(loop.requests).toHaveLength(5);
    await loop.client.run.resume({ run });
    expect(await pausedBy(loop, run)).toMatchObject({ detail: 'worker used 15 of 15 steps' });
  });

  it('are moved on by a message, with a new budget', async () => {
    const loop = await openLoop({
      script: [calls(sum(1)), calls(sum(2)), 'finished'],
      agent: { limits: { steps: 2 } },
    });
    const run = await loop.start();
    await loop.client.run.send({ run, text: 'go on' });
    expect(await loop.status(run)).toBe('completed');
    expect(loop.requests[2]?.messages.at(-1)).toEqual({ role: 'user', text: 'go on' });
  });

  it('pause it when its tokens are used', async () => {
    const script = endless(9).map((turn) => ({ ...(turn as object), usage }));
    const loop = await openLoop({ script, agent: { limits: { tokens: 250 } } });
    const run = await loop.start();
    expect(loop.requests).toHaveLength(3);
    expect(await pausedBy(loop, run)).toEqual({ limit: 'tokens', detail: 'worker used 300 of 250 tokens' });
    await loop.client.run.resume({ run, more: 100 });
    expect(await pausedBy(loop, run)).toEqual({ limit: 'tokens', detail: 'worker used 400 of 350 tokens' });
  });

  it('pause it when its seconds are used, by the time that model and tools took', async () => {
    const script = endless(9).map((turn) => ({ ...(turn as object), takesMs: 4000 }));
    const loop = await openLoop({ script, agent: { limits: { seconds: 10 } } });
    const run = await loop.start();
    expect(loop.requests).toHaveLength(3);
    expect(await pausedBy(loop, run)).toEqual({ limit: 'seconds', detail: 'worker used 12 of 10 seconds' });
  });

  it('do not count the time in which a person thinks', async () => {
    const script = [calls(['write_file', { path: 'a.txt', content: 'a' }]), 'done'];
    const loop = await openLoop({ script, agent: { limits: { seconds: 10 } } });
    const run = await loop.start();
    loop.clock.at += 7 * 24 * 3600 * 1000;
    await loop.answer(run, 'allow');
    expect(await loop.status(run)).toBe('completed');
  });
});

describe('a call that is repeated', () => {
  const again = calls(sum(1));

  it('pauses the run before it is made a third time in a row (R14)', async () => {
    const loop = await openLoop({ script: [again] });
    const run = await loop.start();
    expect(await pausedBy(loop, run)).toEqual({
      limit: 'repeat',
      detail: 'calculator was asked for 3 times with the same arguments',
    });
    expect(await loop.events(run, 'tool-call-started')).toHaveLength(2);
  });

  it('is made, and watched anew, when a person lets the run go on', async () => {
    const loop = await openLoop({ script: [again] });
    const run = await loop.start();
    await loop.client.run.resume({ run });
    expect(await pausedBy(loop, run)).toMatchObject({ limit: 'repeat' });
    expect(await loop.events(run, 'tool-call-started')).toHaveLength(5);
  });

  it('is answered before the message that moves the run on', async () => {
    const loop = await openLoop({ script: [again, again, again, 'I stop.'] });
    const run = await loop.start();
    await loop.client.run.send({ run, text: 'Stop that.' });
    expect(await loop.status(run)).toBe('completed');
    const last = loop.requests.at(-1)?.messages ?? [];
    expect(last.slice(-2).map((message) => message.role)).toEqual(['tool', 'user']);
    expectEveryCallAnswered(last);
  });

  it('does not count where another one came between, or the arguments differ', async () => {
    const loop = await openLoop({ script: [again, again, calls(sum(2)), again, again, 'done'] });
    expect(await loop.status(await loop.start())).toBe('completed');
  });

  it('counts the same arguments in another order as the same', async () => {
    const loop = await openLoop({
      script: [
        calls(['search_files', { pattern: 'a', path: '/agent' }]),
        calls(['search_files', { path: '/agent', pattern: 'a' }]),
        calls(['search_files', { pattern: 'a', path: '/agent' }]),
      ],
    });
    expect(await pausedBy(loop, await loop.start())).toMatchObject({ limit: 'repeat' });
  });
});

describe('replies that can’t be read', () => {
  const broken = 'Action:\nAction Input: {}';

  it('are answered with the reason, and pause the run after three in a row', async () => {
    const loop = await openLoop({ script: [broken], protocol: 'react' });
    const run = await loop.start();
    expect(loop.requests).toHaveLength(3);
    expect(await pausedBy(loop, run)).toEqual({
      limit: 'parse',
      detail: '3 replies in a row held a call that can’t be read',
    });
    expect(loop.requests[1]?.messages.at(-1)).toMatchObject({
      role: 'user',
      text: expect.stringContaining('Observation: There is an Action without the name of a tool'),
    });
  });

  it('count again from none after one that could be read', async () => {
    const script = [broken, broken, 'Action: current_time', broken, broken, 'Final Answer: done'];
    const loop = await openLoop({ script, protocol: 'react', tools: [{ tool: 'current_time' }] });
    expect(await loop.status(await loop.start())).toBe('completed');
  });

  it('let the run go on when a person says so', async () => {
    const loop = await openLoop({ script: [broken, broken, broken, 'Final Answer: done'], protocol: 'react' });
    const run = await loop.start();
    await loop.client.run.resume({ run });
    expect(await loop.output(run)).toBe('done');
  });

  it('are also calls whose arguments never hold', async () => {
    const script = [1, 2, 3].map((n) => calls(['calculator', { wrong: n }]));
    const loop = await openLoop({ script });
    expect(await pausedBy(loop, await loop.start())).toMatchObject({ limit: 'parse' });
  });
});

describe('an empty reply', () => {
  it('is asked for once more and may then be an answer (R31)', async () => {
    const loop = await openLoop({ script: ['', 'there'] });
    const run = await loop.start();
    expect(await loop.output(run)).toBe('there');
    expect(loop.requests).toHaveLength(2);
    expect(loop.requests[1]?.messages).toEqual(loop.requests[0]?.messages);
  });

  it('ends the run when it comes twice, and is tried again when a person resumes it (R31)', async () => {
    const loop = await openLoop({ script: ['', ' ', 'there'] });
    const run = await loop.start();
    expect(await loop.status(run)).toBe('failed');
    expect(await loop.output(run)).toBe('The model gave an empty answer twice.');
    expect(loop.requests).toHaveLength(2);
    await loop.client.run.resume({ run });
    expect(await loop.output(run)).toBe('there');
  });
});

describe('a run that has ended', () => {
  it('is opened again by a message, with all that was said before', async () => {
    const loop = await openLoop({ script: ['first', 'second'] });
    const run = await loop.start('one');
    await loop.client.run.send({ run, text: 'two' });
    await loop.settled(run);
    expect(await loop.output(run)).toBe('second');
    expect(loop.requests[1]?.messages).toMatchObject([
      { role: 'user', text: 'one' },
      { role: 'assistant', reply: { text: 'first' } },
      { role: 'user', text: 'two' },
    ]);
    expect((await loop.events(run, 'run-ended')).length).toBe(2);
  });

  it('is not resumed when it is done, and says what opens it', async () => {
    const loop = await openLoop({ script: ['done'] });
    const run = await loop.start();
    await expect(loop.client.run.resume({ run })).rejects.toThrow(/is done.*send/);
  });

  it.each([
    ['a model that failed', { error: { status: 500 } }],
    ['a model that is over its rate', { error: { status: 429 } }],
  ] as [string, Turn][])('after %s asks again when it is resumed', async (_name, turn) => {
    const loop = await openLoop({ script: [turn, 'there'] });
    const run = await loop.start();
    expect(await loop.status(run)).toBe('failed');
    await loop.client.run.resume({ run });
    expect(await loop.status(run)).toBe('completed');
    expect(await loop.output(run)).toBe('there');
    expect((await loop.events(run, 'run-resumed')).map(({ cause }) => cause)).toEqual(['person']);
    expect(loop.requests[1]?.messages).toEqual(loop.requests[0]?.messages);
  });

  it('after a failure goes on by a message as well', async () => {
    const loop = await openLoop({ script: [{ error: { status: 500 } }, 'there'] });
    const run = await loop.start();
    await loop.client.run.send({ run, text: 'try again' });
    expect(await loop.status(run)).toBe('completed');
  });
});

describe('history over the model’s window', () => {
  const long = 'A line of a long file, read again and again. '.repeat(40);

  it('is shortened by an entry that a person sees, and stays valid (B21)', async () => {
    const files = Object.fromEntries(Array.from({ length: 9 }, (_, n) => [`f${n}.txt`, `${n} ${long}`]));
    const reads = Object.keys(files).map((name) => calls(['read_file', { path: name }]));
    const loop = await openLoop({ files, script: [...reads, 'All read.'] });
    await loop.client.setting.set({ key: 'models.context.test/model', value: 2000 });
    const run = await loop.start('Read every file and keep KEYWORD in mind');
    expect(await loop.status(run)).toBe('completed');
    const compacted = await loop.events(run, 'context-compacted');
    expect(compacted.length).toBeGreaterThan(0);
    const state = await loop.state(run);
    expect(state.transcript.filter((item) => item.type === 'compacted')).toHaveLength(compacted.length);
    expect(state.transcript.filter((item) => item.type === 'tool-call')).toHaveLength(9);
    for (const { messages } of loop.requests) expectEveryCallAnswered(messages);
    const last = loop.requests.at(-1)?.messages ?? [];
    expect(last[0]).toMatchObject({ role: 'user', text: expect.stringContaining('KEYWORD') });
    expect(estimateTokens(last)).toBeLessThan(2000);
  });

  it('is shortened also where one result alone is over it', async () => {
    const loop = await openLoop({
      files: { 'large.txt': long.repeat(20) },
      script: [calls(['read_file', { path: 'large.txt' }]), 'Too much for me.'],
    });
    await loop.client.setting.set({ key: 'models.context.test/model', value: 2000 });
    const run = await loop.start();
    expect(await loop.output(run)).toBe('Too much for me.');
    expect(estimateTokens(loop.requests[1]?.messages ?? [])).toBeLessThan(2000);
    expect(await loop.outcomes(run)).toMatchObject([{ text: long.repeat(20) }]);
  });

  it('keeps the person’s last words whole', async () => {
    const loop = await openLoop({ script: [long, long, long, long, 'end'] });
    await loop.client.setting.set({ key: 'models.context.test/model', value: 1000 });
    const run = await loop.start('one');
    for (const text of ['two', 'three', 'four', 'the very last words']) {
      await loop.client.run.send({ run, text });
      await loop.settled(run);
    }
    expect((await loop.events(run, 'context-compacted')).length).toBeGreaterThan(0);
    expect(loop.requests.at(-1)?.messages.at(-1)).toEqual({ role: 'user', text: 'the very last words' });
  });
});

/** Each call of a reply has exactly one result, before anything else is said. */
function expectEveryCallAnswered(messages: readonly Message[]): void {
  messages.forEach((message, index) => {
    if (message.role !== 'assistant') return;
    const { toolCalls } = message.reply;
    const next = messages.slice(index + 1, index + 1 + toolCalls.length);
    expect(next.map((each) => (each.role === 'tool' ? each.callId : each.role))).toEqual(toolCalls.map(({ id }) => id));
  });
  const known = messages.flatMap((each) => (each.role === 'assistant' ? each.reply.toolCalls.map(({ id }) => id) : []));
  for (const each of messages) if (each.role === 'tool') expect(known).toContain(each.callId);
}
