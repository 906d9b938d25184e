import { describe, expect, it } from 'vitest';
import { offerTools } from '../models/offer-tools.ts';
import { toTextTurns } from '../models/react-protocol.ts';
import { calls, type LoopFixture, openLoop } from '../testing/loop-fixture.ts';

// Rows A2.*: a model that writes Thought, Action, Action Input as text, through the real loop.

const action = (tool: string, input: string): string => `Thought: next\nAction: ${tool}\nAction Input: ${input}`;

/** What the model read at its n-th request, as text turns. */
function textOf(loop: LoopFixture, index: number): string[] {
  const request = loop.requests[index];
  if (!request) throw new Error(`there was no request ${index}`);
  return toTextTurns(request.messages, offerTools(request.tools)).map((turn) => `${turn.role}: ${turn.text}`);
}

describe('a run by the ReAct protocol', () => {
  it('without tools makes one call and gives the trimmed answer without its marker (A2.1)', async () => {
    const loop = await openLoop({ script: ['Final Answer:  hi '], protocol: 'react', tools: [] });
    const run = await loop.start();
    expect(await loop.output(run)).toBe('hi');
    expect(loop.requests).toHaveLength(1);
  });

  it('runs the tool once and answers from its result (A2.2)', async () => {
    const script = [action('calculator', '{"expression": "2+2"}'), 'Thought: done\nFinal Answer: It is 4.'];
    const loop = await openLoop({ script, protocol: 'react' });
    const run = await loop.start();
    expect(await loop.output(run)).toBe('It is 4.');
    expect(await loop.outcomes(run)).toEqual([{ tool: 'calculator', code: 'ok', text: '4' }]);
  });

  it.each([
    ['FINAL ANSWER: x', 'x'],
    ['final answer:   two\nlines  ', 'two\nlines'],
  ])('takes the text after the marker, whatever its case: %j (A2.3)', async (reply, answer) => {
    const loop = await openLoop({ script: [reply], protocol: 'react' });
    expect(await loop.output(await loop.start())).toBe(answer);
  });

  it('takes a reply off the protocol as the answer (A2.4)', async () => {
    const loop = await openLoop({ script: ['  I think it is 4. '], protocol: 'react' });
    const run = await loop.start();
    expect(await loop.output(run)).toBe('I think it is 4.');
    expect(await loop.status(run)).toBe('completed');
  });

  it('names every tool there is to a model that asked for another, and goes on (A2.5)', async () => {
    const loop = await openLoop({ script: [action('nope', '1'), 'Final Answer: done'], protocol: 'react' });
    const run = await loop.start();
    expect(await loop.output(run)).toBe('done');
    const observation = textOf(loop, 1).at(-1) ?? '';
    for (const name of ['nope', ...(loop.requests[0]?.tools ?? []).map((tool) => tool.name)])
      expect(observation).toContain(name);
    expect((await loop.state(run)).steps).toBe(2);
  });

  it('turns the error of a tool into an observation that says what went wrong (A2.6, A1.4)', async () => {
    const script = [action('read_file', '{"path": "missing.txt"}'), 'Final Answer: it is missing'];
    const loop = await openLoop({ script, protocol: 'react' });
    const run = await loop.start();
    expect(textOf(loop, 1).at(-1)).toMatch(/^user: Observation: Error: .*missing\.txt does not exist/);
    expect(await loop.status(run)).toBe('completed');
  });

  it('gives a result as user text that begins with Observation (A2.7)', async () => {
    const script = [action('calculator', '{"expression": "2+2"}'), 'Final Answer: 4'];
    const loop = await openLoop({ script, protocol: 'react' });
    await loop.start();
    expect(textOf(loop, 1).at(-1)).toBe('user: Observation: 4');
  });

  it('makes exactly as many calls as the limit and then pauses with agent and number (A2.8, R13)', async () => {
    const steps = [1, 2, 3, 4].map((n) => action('calculator', `{"expression": "${n}+1"}`));
    const loop = await openLoop({ script: steps, protocol: 'react', agent: { limits: { steps: 3 } } });
    const run = await loop.start();
    expect(loop.requests).toHaveLength(3);
    expect(await loop.status(run)).toBe('limit');
    expect(await loop.events(run, 'limit-reached')).toEqual([
      { type: 'limit-reached', limit: 'steps', detail: 'worker used 3 of 3 steps' },
    ]);
  });

  it('does not call the model of a run that is stopped (A2.9)', async () => {
    const loop = await openLoop({ script: ['held', 'Final Answer: never'], protocol: 'react' });
    const run = await loop.start('do it', {}, false);
    await expect.poll(() => loop.requests.length).toBe(1);
    await loop.client.run.cancel({ run });
    expect(await loop.status(run)).toBe('cancelled');
    expect(loop.requests).toHaveLength(1);
    expect(await loop.events(run, 'limit-reached')).toEqual([]);
  });

  it('cuts off an observation that the model invented (A2.10)', async () => {
    const invented = `${action('calculator', '{"expression": "2+2"}')}\nObservation: 5\nFinal Answer: 5`;
    const loop = await openLoop({ script: [invented, 'Final Answer: 4'], protocol: 'react' });
    const run = await loop.start();
    expect(await loop.output(run)).toBe('4');
    expect(textOf(loop, 1).join('\n')).not.toContain('Observation: 5');
  });

  it('runs an action without input with the empty input (A2.11)', async () => {
    const loop = await openLoop({
      script: ['Action: current_time', 'Final Answer: now'],
      protocol: 'react',
      tools: [{ tool: 'current_time' }],
    });
    const run = await loop.start();
    expect(await loop.outcomes(run)).toMatchObject([{ tool: 'current_time', code: 'ok' }]);
  });

  it('takes the first line that is not empty as the name of the tool (A2.12)', async () => {
    const script = ['Action:\n\n calculator\nAction Input: {"expression": "1"}', 'Final Answer: 1'];
    const loop = await openLoop({ script, protocol: 'react' });
    expect(await loop.outcomes(await loop.start())).toEqual([{ tool: 'calculator', code: 'ok', text: '1' }]);
  });

  it('says so where no model is there, and calls none (A2.15)', async () => {
    const loop = await openLoop({ script: ['unused'], agent: { model: 'nowhere/model' } });
    const run = await loop.start();
    const [called] = await loop.events(run, 'model-called');
    expect(called?.reply.error?.kind).toBe('no-model');
    expect(loop.requests).toEqual([]);
    expect(await loop.status(run)).toBe('failed');
  });

  it('names the agent in the error of a model call, which ends the run (A2.16)', async () => {
    const loop = await openLoop({ script: [{ error: { status: 500, message: 'down' } }] });
    const run = await loop.start();
    expect(await loop.status(run)).toBe('failed');
    expect(await loop.output(run)).toMatch(/^worker: /);
  });

  it.each(['react', 'native'] as const)('follows %s where auto finds that it works (A2.17)', async (protocol) => {
    const loop = await openLoop({ script: [calls(['calculator', { expression: '1' }]), 'x'], protocol: 'auto' });
    loop.options.protocol = protocol;
    const file = { ...loop.agentFile, protocol: 'auto' };
    const { run } = await loop.client.run.start({
      agent: { file, base: loop.home, path: 'x' },
      text: 'go',
      flags: { accept: true },
    });
    await loop.settled(run);
    expect(loop.requests[0]?.protocol).toBe(protocol);
  });
});
