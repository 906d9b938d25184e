import { describe, expect, it } from 'vitest';
import type { Entry, RunEvent } from '#contract/event';
import type { Message } from '#contract/model';
import { toPrompt } from '#contract/projections/prompt';
import { foldRun, type RunState, reduceRun } from '#contract/projections/run-state';
import { calls, type LoopFixture, openLoop } from '../testing/loop-fixture.ts';
import { nextStep } from './next-step.ts';

// Whatever entry a log ends at, what the model would read next is a history that its API takes (asks B21, case O6).

/** A run with every kind of entry the loop writes: calls, faults, a question, a card, a limit, a failure, a stop. */
async function fullRun(): Promise<{ loop: LoopFixture; run: string }> {
  const usage = { inputTokens: 1, outputTokens: 1 };
  const loop = await openLoop({
    files: { 'a.txt': 'a' },
    script: [
      calls(['read_file', { path: 'a.txt' }], ['nope', {}], ['calculator', { wrong: 1 }]),
      calls(['write_file', { path: 'b.txt', content: 'b' }], ['ask_person', { question: 'Well?' }]),
      { text: 'Half an answer', error: { status: 500 } },
      { reply: { text: 'Broken', toolCalls: [], stopReason: 'end', usage, problem: 'A call that can’t be read.' } },
      calls(['write_file', { path: 'c.txt', content: 'c' }], ['delete_file', { path: 'a.txt' }]),
      'An answer.',
    ],
    agent: { limits: { steps: 3 } },
  });
  const run = await loop.start();
  await loop.answer(run, 'allow');
  const [item] = await loop.client.approval.list();
  if (item?.type !== 'question') throw new Error('a question waits');
  await loop.client.question.answer({ id: item.question.id, text: 'Yes.' });
  expect(await loop.status(run)).toBe('failed');
  await loop.client.run.resume({ run });
  expect(await loop.status(run)).toBe('waiting');
  await loop.client.run.cancel({ run });
  await loop.client.run.send({ run, text: 'And now?' });
  expect(await loop.status(run)).toBe('completed');
  return { loop, run };
}

/** Every call of a reply is answered, once and at once; nothing answers a call that was not made. */
function faultsOf(messages: readonly Message[]): string[] {
  const faults: string[] = [];
  for (let index = 0; index < messages.length; index += 1) {
    const message = messages[index];
    if (message?.role === 'tool') faults.push(`message ${index} answers nothing`);
    if (message?.role !== 'assistant') continue;
    if (message.reply.error) faults.push(`message ${index} is a reply that failed`);
    for (const { id } of message.reply.toolCalls) {
      const next = messages[index + 1];
      if (next?.role !== 'tool' || next.callId !== id) faults.push(`call ${id} is not answered`);
      else index += 1;
    }
  }
  return faults;
}

describe('a log that ends anywhere', () => {
  it('gives the model a valid history, and the loop a next step', async () => {
    const { loop, run } = await fullRun();
    const entries = await loop.entries(run);
    expect(entries.length).toBeGreaterThan(30);
    for (let length = 1; length <= entries.length; length += 1) {
      const state = foldRun(entries.slice(0, length));
      if (!state) throw new Error('the run has entries');
      expect(faultsOf(toPrompt(state, () => undefined)), `after ${entries[length - 1]?.event.type}`).toEqual([]);
      expect(nextStep(state).type).toBeTypeOf('string');
    }
    for (const { messages } of loop.requests) expect(faultsOf(messages)).toEqual([]);
  });

  it('folds to the same state entry by entry, twice over, and from its JSON', async () => {
    const { loop, run } = await fullRun();
    const entries = await loop.entries(run);
    const whole = foldRun(entries);
    let state: RunState | undefined;
    for (const entry of entries) {
      state = reduceRun(state, entry);
      expect(reduceRun(state, entry)).toBe(state);
    }
    expect(state).toEqual(whole);
    expect(foldRun(JSON.parse(JSON.stringify(entries)) as Entry<RunEvent>[])).toEqual(whole);
  });

  it('keeps the facts that were found, whatever came after (A2.14)', async () => {
    const { loop, run } = await fullRun();
    const entries = await loop.entries(run);
    const at = entries.findIndex(({ event }) => event.type === 'tool-call-ended' && event.outcome.type === 'ok');
    const entry = entries[at];
    if (entry?.event.type !== 'tool-call-ended' || entry.event.outcome.type !== 'ok')
      throw new Error('a call ended well');
    const fact = {
      id: 'fact-1',
      claim: 'The balance is 1,680.',
      payloadHash: 'a'.repeat(64),
      at: { pointer: '/balance' },
      sources: [],
    };
    const outcome = { ...entry.event.outcome, facts: [fact] };
    const changed = entries.with(at, { ...entry, event: { ...entry.event, outcome } } as unknown as Entry<RunEvent>);
    const state = foldRun(changed);
    const facts = [...(state?.calls.values() ?? [])].flatMap((call) =>
      call.status === 'ended' && call.outcome.type === 'ok' ? call.outcome.facts : [],
    );
    expect(facts).toEqual([fact]);
  });

  it('that tells of what can’t have happened is a fault of the program, said as such', async () => {
    const { loop, run } = await fullRun();
    const entries = await loop.entries(run);
    const state = foldRun(entries);
    if (!state || !entries[0]) throw new Error('the run has entries');
    const entryOf = (event: RunEvent): Entry<RunEvent> => ({ stream: '', seq: state.seq + 1, at: 0, event, hash: '' });
    expect(() => reduceRun(undefined, entryOf({ type: 'cancel-requested', by: 'x' }))).toThrow(
      /starts with run-started/,
    );
    expect(() => reduceRun(state, entryOf(entries[0]?.event as RunEvent))).toThrow(/started twice/);
    expect(() => reduceRun(state, entryOf({ type: 'tool-call-started', callId: 'ghost', attempt: 0 }))).toThrow(
      /never proposed/,
    );
  });
});
