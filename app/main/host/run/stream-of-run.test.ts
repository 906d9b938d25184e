import { describe, expect, it } from 'vitest';
import type { Entry, RunEvent, Signal } from '#contract/event';
import { type RunState, reduceRun } from '#contract/projections/run-state';
import { calls, type LoopFixture, openLoop } from '../testing/loop-fixture.ts';

// Rows A21.1–A21.6: what a run shows while it runs and afterwards.

const two = calls(['calculator', { expression: '1+1' }], ['calculator', { expression: '1+1' }]);

interface Line {
  type: string;
  [field: string]: unknown;
}

async function lines(loop: LoopFixture, run: string): Promise<Line[]> {
  const { text } = await loop.client.run.export({ run, format: 'jsonl' });
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);
}

/** Entries and signals of a run from its start, until it has ended. */
async function follow(loop: LoopFixture, run: string): Promise<(Entry<RunEvent> | Signal)[]> {
  const items: (Entry<RunEvent> | Signal)[] = [];
  for await (const item of await loop.client.log.subscribe({ stream: `run:${run}`, afterSeq: 0 })) {
    items.push(item as Entry<RunEvent> | Signal);
    if ('event' in item && item.event.type === 'run-ended') return items;
  }
  return items;
}

describe('the lines of a run', () => {
  it('end with the answer and one summary for each call (A21.1)', async () => {
    const loop = await openLoop({ script: [two, 'It is 2.'] });
    const end = (await lines(loop, await loop.start())).at(-1);
    const summary = "called with args={'expression': '1+1'}";
    expect(end).toMatchObject({
      type: 'end',
      status: 'completed',
      output: 'It is 2.',
      tool_calls: [
        { name: 'calculator', summary },
        { name: 'calculator', summary },
      ],
    });
  });

  it('name a call before its result, in the order they happen, told apart by id (A21.2, A21.3)', async () => {
    const loop = await openLoop({ script: [two, 'done'] });
    const all = (await lines(loop, await loop.start())).filter(({ type }) => type.startsWith('tool_'));
    expect(all.map(({ type }) => type)).toEqual(['tool_call', 'tool_call', 'tool_result', 'tool_result']);
    const [first, second, firstResult, secondResult] = all;
    expect(first?.id).not.toBe(second?.id);
    expect([firstResult?.id, secondResult?.id]).toEqual([first?.id, second?.id]);
    expect(first).toMatchObject({ name: 'calculator', args: { expression: '1+1' } });
    expect(firstResult).toMatchObject({ name: 'calculator', result: '2', error: false, truncated: false });
  });

  it('keep the newline that a result ends with (A21.2)', async () => {
    const loop = await openLoop({ files: { 'a.txt': 'a\n' }, script: [calls(['read_file', { path: 'a.txt' }]), 'x'] });
    const result = (await lines(loop, await loop.start())).find(({ type }) => type === 'tool_result');
    expect(result?.result).toBe('a\n');
  });

  it('show a result that was cut as the model saw it (A21.4)', async () => {
    const loop = await openLoop({
      files: { 'large.txt': 'x'.repeat(3 << 20) },
      script: [calls(['read_file', { path: 'large.txt' }]), 'done'],
    });
    await loop.client.setting.set({ key: 'models.context.test/model', value: 10_000_000 });
    const run = await loop.start();
    const result = (await lines(loop, run)).find(({ type }) => type === 'tool_result');
    expect(result?.truncated).toBe(true);
    expect(loop.requests[1]?.messages.at(-1)).toMatchObject({ role: 'tool', text: result?.result });
    expect(String(result?.result).length).toBeLessThan((1 << 20) + 1000);
  });

  it('are, as plain text, one line for each call with Python’s own arguments, and the answer last (A21.5)', async () => {
    const script = [calls(['write_file', { path: '/agent/a.txt', content: "it's" }]), 'Written.'];
    const loop = await openLoop({ script });
    const { text } = await loop.client.run.export({ run: await loop.start(), format: 'text' });
    expect(text).toBe(
      "tool_call: write_file called with args={'path': '/agent/a.txt', 'content': \"it's\"}\nWritten.\n",
    );
  });
});

describe('the stream of a run', () => {
  it('brings the model’s text in pieces, then one reply, and folds to the run’s state (A21.6)', async () => {
    const loop = await openLoop({ script: [{ chunks: ['One ', 'two ', 'three.'] }] });
    const run = await loop.start('go', {}, false);
    const items = await follow(loop, run);
    let state: RunState | undefined;
    for (const item of items) if ('event' in item) state = reduceRun(state, item);
    expect(state).toEqual(await loop.state(run));
    const replies = items.filter((item) => 'event' in item && item.event.type === 'model-called');
    expect(replies).toHaveLength(1);
    const ended = items.filter((item) => 'event' in item && item.event.type === 'run-ended');
    expect(ended).toHaveLength(1);
  });

  it('sends no text of a turn that calls a tool (A21.6)', async () => {
    const loop = await openLoop({ script: [{ ...(two as object), text: 'I compute.' }, { chunks: ['done'] }] });
    const run = await loop.start('go', {}, false);
    const signals = (await follow(loop, run)).filter((item): item is Signal => !('event' in item));
    expect(signals.map((signal) => (signal.type === 'text-delta' ? signal.text : '')).join('')).not.toContain(
      'I compute.',
    );
  });

  it('goes on for the run when a reader breaks off or throws (A21.6)', async () => {
    const loop = await openLoop({ script: [two, { chunks: ['a', 'b', 'c'] }] });
    const run = await loop.start('go', {}, false);
    const reader = async (): Promise<void> => {
      for await (const _ of await loop.client.log.subscribe({ stream: `run:${run}`, afterSeq: 0 }))
        throw new Error('the reader broke');
    };
    await expect(reader()).rejects.toThrow('the reader broke');
    expect(await loop.output(run)).toBe('abc');
  });

  it('goes on from the last entry seen', async () => {
    const loop = await openLoop({ script: [two, 'done'] });
    const run = await loop.start();
    const all = await loop.entries(run);
    const seen: number[] = [];
    for await (const item of await loop.client.log.subscribe({ stream: `run:${run}`, afterSeq: 3 })) {
      if ('event' in item) seen.push(item.seq);
      if (seen.at(-1) === all.length) break;
    }
    expect(seen).toEqual(all.slice(3).map(({ seq }) => seq));
  });
});
