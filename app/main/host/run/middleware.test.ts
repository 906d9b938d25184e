import { describe, expect, it } from 'vitest';
import type { MiddlewareUse } from '#contract/middleware';
import { calls, openLoop } from '../testing/loop-fixture.ts';
import { defineTool } from '../tools/define-tool.ts';

// Rows A17.1–A17.3, A17.11, A17.12, case O20, on a real host: every call passes the chain, and the agent sees none of it.

const use = (name: string, config: MiddlewareUse['config'] = {}): MiddlewareUse => ({ name, version: '1', config });
const sum = (expression: string) => calls(['calculator', { expression }]);

describe('the chain of every agent', () => {
  it('is set with every fault told by its place, and kept as it is', async () => {
    const loop = await openLoop({ script: ['done'] });
    const list = [use('rate-limit', { calls: 0, seconds: 'x' }), use('mine'), { ...use('rewrite'), version: '3' }];
    await expect(loop.client.policy.setMiddleware({ list })).rejects.toMatchObject({
      data: {
        code: 'bad-input',
        details: [
          expect.stringMatching(/^\/0\/config\/calls: config\.calls/),
          expect.stringMatching(/^\/0\/config\/seconds: config\.seconds/),
          expect.stringMatching(/^\/1\/name: there is no middleware "mine"; there are require-approval/),
          expect.stringMatching(/^\/2\/version: version "3" of rewrite is not here/),
        ],
      },
    });
    await expect(loop.client.setting.set({ key: 'policy.middleware', value: 'none' })).rejects.toThrow(/can’t be used/);
    expect(await loop.client.policy.middleware()).toEqual([]);
    const whole = [use('rate-limit', { calls: 5, seconds: 60 })];
    await loop.client.policy.setMiddleware({ list: whole });
    expect(await loop.client.policy.middleware()).toEqual(whole);
  });

  it('is asked about calls of a model and of a person alike, and its words are nowhere in what the model is told', async () => {
    const loop = await openLoop({ script: [sum('1+1'), 'done'] });
    await loop.client.policy.setMiddleware({ list: [use('rate-limit', { calls: 1, seconds: 3600 })] });
    const run = await loop.start();
    expect((await loop.events(run, 'middleware-judged')).map(({ by, verdict }) => `${by} ${verdict}`)).toEqual([
      'rate-limit (every agent) pass',
    ]);
    expect(JSON.stringify(loop.requests)).not.toMatch(/rate|limit|middleware/i);
    const direct = await loop.client.tool.invoke({ tool: 'calculator', input: { expression: '2' } });
    await loop.settled(direct.run);
    expect(await loop.events(direct.run, 'middleware-judged')).toHaveLength(1);
  });

  it('limits the rate by call id: two of one reply, and again after a restart (A17.11)', async () => {
    const three = calls(
      ['calculator', { expression: '1' }],
      ['calculator', { expression: '2' }],
      ['calculator', { expression: '3' }],
    );
    const loop = await openLoop({ script: [three, sum('4'), 'done', sum('5'), 'done'] });
    await loop.client.policy.setMiddleware({
      list: [use('rate-limit', { tool: 'calculator', calls: 2, seconds: 3600 })],
    });
    const run = await loop.start();
    expect((await loop.outcomes(run)).map(({ code }) => code)).toEqual(['denied', 'ok', 'ok', 'denied']);
    await loop.reopen();
    loop.clock.at += 3_600_000;
    await loop.client.run.send({ run, text: 'again' });
    await loop.settled(run);
    expect((await loop.outcomes(run)).map(({ code }) => code).slice(4)).toEqual(['ok']);
    expect((await loop.outcomes(run))[0]?.text).toContain(
      'At most 2 calls of calculator in each 3600 seconds of a run. Try again later.',
    );
  });

  it('opens no new window when the clock is set back (O15)', async () => {
    const loop = await openLoop({ script: [sum('1'), 'done', sum('2'), 'done'] });
    await loop.client.policy.setMiddleware({ list: [use('rate-limit', { calls: 1, seconds: 60 })] });
    const run = await loop.start();
    loop.clock.at -= 3_600_000;
    await loop.client.run.send({ run, text: 'again' });
    await loop.settled(run);
    expect((await loop.outcomes(run)).map(({ code }) => code)).toEqual(['ok', 'denied']);
  });

  it('asks where nobody is by the agent’s rule for that, as any question does', async () => {
    for (const [unattended, status, codes] of [
      ['skip', 'completed', ['denied']],
      ['park', 'waiting', []],
      ['stop', 'cancelled', ['cancelled']],
    ] as const) {
      const loop = await openLoop({ script: [sum('1'), 'done'], agent: { unattended } });
      await loop.client.policy.setMiddleware({ list: [use('require-approval')] });
      const run = await loop.start('go', { approve: 'never' });
      expect(await loop.status(run), unattended).toBe(status);
      expect((await loop.outcomes(run)).map(({ code }) => code)).toEqual(codes);
    }
  });

  it('rewrites a call before it is asked about: proposed, approved and executed are three records (A15)', async () => {
    const script = [calls(['write_file', { path: 'draft.txt', content: 'x' }]), 'done'];
    const loop = await openLoop({ script });
    await loop.client.policy.setMiddleware({
      list: [use('rewrite', { tool: 'write_file', field: 'path', from: 'draft', to: 'final' })],
    });
    const run = await loop.start();
    const card = await loop.card(run);
    expect(card.call.input).toEqual({ path: 'final.txt', content: 'x' });
    expect(card.seen).toEqual([{ path: '/folders/work/final.txt', version: 'none' }]);
    // What a person makes of it is rewritten too, where it was not before; they are then shown what it became.
    await loop.answer(run, 'allow');
    const [call] = [...(await loop.state(run)).calls.values()];
    expect(call?.call.input).toMatchObject({ path: 'draft.txt' });
    expect(call?.executed?.input).toMatchObject({ path: 'final.txt' });
    expect(await loop.status(run)).toBe('completed');
    expect(await loop.events(run, 'call-rewritten')).toHaveLength(1);
  });

  it('that changes what a person had written in an edit asks them again, and says so (H1)', async () => {
    const loop = await openLoop({ script: [calls(['write_file', { path: 'a.txt', content: 'x' }]), 'done'] });
    await loop.client.policy.setMiddleware({ list: [use('rewrite', { field: 'path', from: 'draft', to: 'final' })] });
    const run = await loop.start();
    await loop.answer(run, 'allow', { editedInput: { path: 'draft.txt', content: 'mine' } });
    const again = await loop.card(run);
    expect(again.call.input).toEqual({ path: 'final.txt', content: 'mine' });
    expect(again.effects.at(-1)).toEqual({
      kind: 'again',
      text: 'Asked again: a middleware changed the arguments you gave',
    });
    await loop.answer(run, 'allow');
    const [call] = [...(await loop.state(run)).calls.values()];
    expect(call).toMatchObject({
      call: { input: { path: 'a.txt' } },
      approvedInput: { path: 'draft.txt' },
      executed: { input: { path: 'final.txt' } },
    });
  });
});

describe('redact-output', () => {
  const secret = 'tulip-42';

  it('keeps a text from the log, the model and the screen, in results and in words about them (O20)', async () => {
    const loop = await openLoop({
      files: { 'a.txt': `the word is ${secret}`, [`${secret}.txt`]: 'x' },
      script: [calls(['read_file', { path: 'a.txt' }], ['list_files', { path: '/folders/work' }]), 'done'],
      tools: ['read_file', 'list_files'].map((tool) => ({
        tool,
        middleware: [{ name: 'redact-output', version: '1', config: { texts: [secret] } }],
      })),
    });
    const run = await loop.start();
    expect(await loop.status(run)).toBe('completed');
    const [read, list] = await loop.outcomes(run);
    expect(read?.text).toContain('the word is [masked]');
    expect(list?.text).toContain('[masked].txt');
    expect(JSON.stringify(loop.requests)).not.toContain(secret);
    const results = [await loop.events(run, 'tool-call-ended'), await loop.events(run, 'middleware-judged')];
    expect(JSON.stringify(results)).not.toContain(secret);
    expect((await loop.events(run, 'middleware-judged')).map(({ by, reason }) => `${by}: ${reason}`)).toEqual([
      'redact-output (agent worker, tool read_file): 1 place was masked in its result.',
      'redact-output (agent worker, tool list_files): 1 place was masked in its result.',
    ]);
  });

  it('withholds a result whose places can’t be found, and says why', async () => {
    const loop = await openLoop({
      files: { 'a.json': '{"token":"t","n":1}', 'b.txt': `{"token":"${secret}"` },
      script: [calls(['read_file', { path: 'a.json' }], ['read_file', { path: 'b.txt' }]), 'done'],
    });
    await loop.client.policy.setMiddleware({
      list: [use('redact-output', { tool: 'read_file', pointers: ['/token'] })],
    });
    const run = await loop.start();
    expect((await loop.outcomes(run)).map(({ text }) => text)).toEqual([
      expect.stringContaining('{"token":"[masked]","n":1}'),
      expect.stringMatching(/The result is withheld: it is not JSON/),
    ]);
    expect(JSON.stringify(loop.requests)).not.toContain(secret);
  });

  it('shows nothing while a result comes, which it could only mask as a whole', async () => {
    const speak = defineTool({
      name: 'speak',
      description: 'speaks',
      input: {},
      effect: { change: 'none', where: 'local', repeat: 'safe' },
      run: (_input, context) => {
        context.output(`it is ${secret}`);
        return { type: 'ok', text: secret };
      },
    });
    const follow = async (list: MiddlewareUse[]): Promise<string> => {
      const loop = await openLoop({
        script: [calls(['speak', {}]), 'done'],
        tools: [{ tool: 'speak' }],
        ports: { moreTools: [speak] },
      });
      await loop.client.policy.setMiddleware({ list });
      const run = await loop.start('go', {}, false);
      const items: unknown[] = [];
      for await (const item of await loop.client.log.subscribe({ stream: `run:${run}`, afterSeq: 0 })) {
        items.push(item);
        if ('event' in item && item.event.type === 'run-ended') break;
      }
      return JSON.stringify(items);
    };
    expect(await follow([])).toContain('"type":"tool-output"');
    expect(await follow([use('redact-output', { texts: [secret] })])).not.toMatch(/tool-output|tulip/);
  });
});
