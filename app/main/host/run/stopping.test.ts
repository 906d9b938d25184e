import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { calls, openLoop } from '../testing/loop-fixture.ts';

// Stopping a run at each of its states, and faults that end it plainly (rows A2.9, A2.15, A1.3, rule D12).

const write = calls(['write_file', { path: 'a.txt', content: 'a' }]);

describe('a run that a person stops', () => {
  it('while the model answers makes no further call and leaves no half a reply', async () => {
    const loop = await openLoop({ script: ['held', 'never'] });
    const run = await loop.start('go', {}, false);
    await expect.poll(() => loop.requests.length).toBe(1);
    await loop.client.run.cancel({ run });
    expect(await loop.status(run)).toBe('cancelled');
    expect(await loop.events(run, 'model-called')).toEqual([]);
    expect((await loop.events(run, 'run-ended')).map(({ end }) => end)).toEqual([{ type: 'cancelled', by: 'you' }]);
  });

  it('while a card waits closes the card, and the answer comes too late', async () => {
    const loop = await openLoop({ script: [write, 'never'] });
    const run = await loop.start();
    const card = await loop.card(run);
    const { nonce } = await loop.client.approval.open({ id: card.id });
    loop.clock.at += 1000;
    await loop.client.run.cancel({ run });
    expect(await loop.status(run)).toBe('cancelled');
    expect(await loop.events(run, 'approval-closed')).toMatchObject([{ approvalId: card.id, reason: 'run-ended' }]);
    expect(await loop.client.approval.list()).toEqual([]);
    const answer = { type: 'allow' } as const;
    await expect(loop.client.approval.answer({ id: card.id, nonce, hash: card.hash, answer })).rejects.toThrow();
    expect(fs.readdirSync(loop.work)).toEqual([]);
    expect(await loop.outcomes(run)).toMatchObject([{ code: 'cancelled', text: 'Error: Stopped before it ran.' }]);
  });

  it('while its question waits ends the call with it', async () => {
    const loop = await openLoop({ script: [calls(['ask_person', { question: 'Well?' }]), 'never'] });
    const run = await loop.start();
    await loop.client.run.cancel({ run });
    expect(await loop.status(run)).toBe('cancelled');
    expect(await loop.outcomes(run)).toMatchObject([{ code: 'cancelled' }]);
    expect(await loop.client.approval.list()).toEqual([]);
  });

  it('while it is at a limit ends', async () => {
    const loop = await openLoop({
      script: [calls(['calculator', { expression: '1' }])],
      agent: { limits: { steps: 1 } },
    });
    const run = await loop.start();
    expect(await loop.status(run)).toBe('limit');
    await loop.client.run.cancel({ run });
    expect(await loop.status(run)).toBe('cancelled');
  });

  it('while a repeated call waits to be let go answers that call as well', async () => {
    const loop = await openLoop({ script: [calls(['calculator', { expression: '1' }])] });
    const run = await loop.start();
    await loop.client.run.cancel({ run });
    expect((await loop.outcomes(run)).map(({ code }) => code)).toEqual(['ok', 'ok', 'cancelled']);
  });

  it('while a tool is at work ends that tool', async () => {
    const files = Object.fromEntries(Array.from({ length: 400 }, (_, n) => [`f${n}.txt`, 'word\n'.repeat(400)]));
    const loop = await openLoop({ files, script: [calls(['search_files', { pattern: 'absent' }]), 'never'] });
    const run = await loop.start('go', {}, false);
    await expect.poll(async () => (await loop.events(run, 'tool-call-started')).length, { interval: 1 }).toBe(1);
    await loop.client.run.cancel({ run });
    expect(await loop.status(run)).toBe('cancelled');
    expect(loop.requests).toHaveLength(1);
    const [outcome] = await loop.outcomes(run);
    expect(['cancelled', 'ok']).toContain(outcome?.code);
  });

  it('after it has ended stays as it ended', async () => {
    const loop = await openLoop({ script: ['done'] });
    const run = await loop.start();
    const before = await loop.entries(run);
    await expect(loop.client.run.cancel({ run })).rejects.toThrow(/ended already/);
    expect(await loop.entries(run)).toEqual(before);
    expect(await loop.status(run)).toBe('completed');
  });

  it('goes on where it was when it is resumed, or by a message', async () => {
    const loop = await openLoop({ script: [write, 'I go on.', 'and on'] });
    const run = await loop.start();
    await loop.client.run.cancel({ run });
    await loop.client.run.resume({ run });
    expect(await loop.output(run)).toBe('I go on.');
    expect(loop.requests[1]?.messages.at(-1)).toMatchObject({ role: 'tool', error: true });
    await loop.client.run.send({ run, text: 'more' });
    expect(await loop.output(run)).toBe('and on');
  });
});

describe('a fault that nobody can decide away', () => {
  it('a granted folder that is gone fails each call with one sentence, and the run goes on', async () => {
    const loop = await openLoop({ files: { 'a.txt': 'a' }, script: ['held', 'never'] });
    loop.options.script.splice(0, 2, calls(['read_file', { path: 'a.txt' }]), 'It is gone.');
    await loop.client.agent.save({ file: loop.agentFile, base: loop.home });
    fs.rmSync(loop.work, { recursive: true });
    const { run } = await loop.client.run.start({ agent: { name: 'worker' }, text: 'go', flags: {} });
    expect(await loop.output(run)).toBe('It is gone.');
    expect(await loop.outcomes(run)).toMatchObject([
      { code: 'tool-failed', text: 'Error: The folder work is not there any more. Put it back, or grant it again.' },
    ]);
  });

  it('another folder in the place of the granted one is not entered (P14)', async () => {
    const loop = await openLoop({
      files: { 'a.txt': 'a' },
      script: [calls(['read_file', { path: 'a.txt' }]), calls(['write_file', { path: 'b.txt', content: 'b' }]), 'end'],
    });
    await loop.client.agent.save({ file: loop.agentFile, base: loop.home });
    fs.renameSync(loop.work, `${loop.work}-old`);
    fs.mkdirSync(loop.work);
    fs.writeFileSync(path.join(loop.work, 'a.txt'), 'of another');
    const { run } = await loop.client.run.start({ agent: { name: 'worker' }, text: 'go', flags: { approve: 'all' } });
    await loop.settled(run);
    expect((await loop.outcomes(run)).map(({ text }) => text)).toEqual(
      Array(2).fill('Error: The folder work is not the folder that was granted. Put it back, or grant it again.'),
    );
    expect(fs.readdirSync(loop.work)).toEqual(['a.txt']);
  });

  it('no sandbox fails a call of code, and nothing runs in the host (O18, A13.10)', async () => {
    const code = 'open("/folders/work/marker.txt", "w").write("x")';
    const loop = await openLoop({ script: [calls(['run_python', { code }]), 'end'], tools: [{ tool: 'run_python' }] });
    const run = await loop.start('go', { approve: 'all' });
    expect(await loop.outcomes(run)).toMatchObject([{ code: 'sandbox-unavailable' }]);
    expect(fs.readdirSync(loop.work)).toEqual([]);
  });

  it('a guardrail that is not there is told of before anything runs', async () => {
    const loop = await openLoop({ script: ['done'], agent: { guardrails: ['no-such-check'] } });
    await expect(loop.start()).rejects.toMatchObject({
      data: { code: 'bad-input', details: [expect.stringContaining('/guardrails/0')] },
    });
    expect(loop.requests).toHaveLength(0);
  });
});
