import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Json } from '#contract/ids';
import * as hashing from '../policy/call-hash.ts';
import { watchMoments } from '../testing/crash-moments.ts';
import { calls, type LoopFixture, openLoop } from '../testing/loop-fixture.ts';
import { defineTool } from '../tools/define-tool.ts';

vi.mock(import('../policy/call-hash.ts'), { spy: true });

// How a question ends other than by one answer: in time (A17.8, D9), by a change meanwhile (O11, D18), one of many (B7).

const HOUR = 3_600_000;
const write = (name: string, content = 'text'): [string, Json] => ['write_file', { path: name, content }];
const allow = { type: 'allow' } as const;

async function expiring(loop: LoopFixture, hours: number | null = 2): Promise<string> {
  await loop.client.setting.set({ key: 'approvals.expireHours', value: hours });
  return loop.start();
}

describe('a question that nobody answers in time', () => {
  it('ends as not answered, and is never called a denial by anybody', async () => {
    const loop = await openLoop({ script: [calls(write('a.txt')), 'I go on without it.'] });
    const run = await expiring(loop);
    const card = await loop.card(run);
    expect(card.expiresAt).toBeGreaterThan(loop.clock.at + HOUR);
    loop.clock.at += 3 * HOUR;
    await loop.reopen();
    await loop.settled(run);
    expect((await loop.events(run, 'approval-closed')).map(({ reason }) => reason)).toEqual(['expired']);
    const [decided] = await loop.events(run, 'tool-call-decided');
    expect(decided?.decision).toMatchObject({
      type: 'deny',
      rule: {
        id: 'default:not-answered',
        sentence: 'A question that nobody answered in time ends as not answered.',
        source: 'Default',
      },
    });
    const [outcome] = await loop.outcomes(run);
    expect(outcome?.text).toContain('Nobody answered in time');
    expect(outcome?.text).not.toMatch(/denied by|person denied/);
    expect(await loop.output(run)).toBe('I go on without it.');
    expect(await loop.client.approval.answered({})).toMatchObject([{ outcome: 'expired', approval: { id: card.id } }]);
    expect(fs.readdirSync(loop.work)).toEqual([]);
  });

  it('takes no answer after its time, also before it was closed', async () => {
    const loop = await openLoop({ script: [calls(write('a.txt')), 'done'] });
    const run = await expiring(loop);
    const { id, hash } = await loop.card(run);
    const { nonce } = await loop.client.approval.open({ id });
    loop.clock.at += 3 * HOUR;
    await expect(loop.client.approval.answer({ id, nonce, hash, answer: allow })).rejects.toThrow(/has expired/);
    expect(await loop.events(run, 'approval-answered')).toEqual([]);
  });

  it('waits on when the clock is set back, and without end where none is set (D9)', async () => {
    const loop = await openLoop({ script: [calls(write('a.txt')), 'done'] });
    const run = await expiring(loop);
    loop.clock.at -= 5 * HOUR;
    await loop.reopen();
    expect(await loop.status(run)).toBe('waiting');
    await loop.answer(run, 'allow');
    expect(await loop.status(run)).toBe('completed');
    const endless = await expiring(loop, null);
    expect((await loop.card(endless)).expiresAt).toBeUndefined();
  });

  it('leaves those of other runs open', async () => {
    const loop = await openLoop({ script: [calls(write('a.txt')), calls(write('b.txt')), 'done'] });
    const first = await expiring(loop);
    const second = await expiring(loop, null);
    loop.clock.at += 3 * HOUR;
    await loop.client.run.resume({ run: first });
    await loop.settled(first);
    expect((await loop.client.approval.list()).map(({ run }) => run).sort()).toEqual([first, second].sort());
    expect(await loop.events(second, 'approval-closed')).toEqual([]);
  });

  it.each([
    ['approvals.expireHours', 0],
    ['approvals.expireHours', 'soon'],
    ['approvals.always', 'no'],
  ] as const)('is not set to %s %s', async (key, value) => {
    const loop = await openLoop({ script: ['done'] });
    await expect(loop.client.setting.set({ key, value })).rejects.toThrow(key);
  });
});

describe('a file that something else changes after a person saw the card (D18)', () => {
  const file = (loop: LoopFixture): string => path.join(loop.work, 'a.txt');

  it('before they answer is not overwritten: they are asked again, and told why', async () => {
    const loop = await openLoop({ files: { 'a.txt': 'old' }, script: [calls(write('a.txt', 'new')), 'done'] });
    const run = await loop.start();
    const first = await loop.card(run);
    expect(first.seen).toMatchObject([{ path: '/folders/work/a.txt' }]);
    fs.writeFileSync(file(loop), 'theirs');
    await loop.answer(run, 'allow');
    expect(fs.readFileSync(file(loop), 'utf8')).toBe('theirs');
    expect(await loop.events(run, 'approval-closed')).toMatchObject([{ reason: 'stale' }]);
    const again = await loop.card(run);
    expect(again.id).not.toBe(first.id);
    expect(again.effects.at(-1)).toEqual({
      kind: 'again',
      text: 'Asked again: /folders/work/a.txt was changed by something else after you saw it',
    });
    await loop.answer(run, 'allow');
    expect(fs.readFileSync(file(loop), 'utf8')).toBe('new');
    expect(await loop.events(run, 'tool-call-started')).toHaveLength(1);
    expect((await loop.client.approval.answered({})).map(({ outcome }) => outcome)).toEqual(['allowed', 'stale']);
  });

  it('or comes to stand where none was', async () => {
    const loop = await openLoop({ script: [calls(write('a.txt', 'new')), 'done'] });
    const run = await loop.start();
    fs.writeFileSync(file(loop), 'theirs');
    await loop.answer(run, 'allow');
    expect(fs.readFileSync(file(loop), 'utf8')).toBe('theirs');
    expect((await loop.card(run)).title.text).toBe('Replace the whole of');
  });

  it('is deleted only as it was seen', async () => {
    const loop = await openLoop({
      files: { 'a.txt': 'old' },
      script: [calls(['delete_file', { path: 'a.txt' }]), 'done'],
    });
    const run = await loop.start();
    fs.writeFileSync(file(loop), 'theirs');
    await loop.answer(run, 'allow');
    expect(fs.existsSync(file(loop))).toBe(true);
    expect(await loop.status(run)).toBe('waiting');
  });

  it('between the answer and the call, in a host that died there, is asked about again', async () => {
    const loop = await openLoop({
      files: { 'a.txt': 'old' },
      script: [calls(write('a.txt', 'new')), 'done'],
      ports: { advances: false },
    });
    const run = await loop.start();
    await loop.answer(run, 'allow');
    expect(fs.readFileSync(file(loop), 'utf8')).toBe('old');
    await loop.reopen();
    fs.writeFileSync(file(loop), 'theirs');
    await loop.client.run.resume({ run });
    await loop.settled(run);
    expect(fs.readFileSync(file(loop), 'utf8')).toBe('theirs');
    expect(await loop.status(run)).toBe('waiting');
  });

  it.each([
    ['after append tool-call-decided', 'waiting', 'Asked again'],
    ['before append tool-call-started', 'completed', 'was changed by something else after you saw it'],
  ])('at the last moment, %s, is not overwritten either', async (moment, status, words) => {
    const loop = await openLoop({ files: { 'a.txt': 'old' }, script: [calls(write('a.txt', 'new')), 'done'] });
    const run = await loop.start();
    const stop = watchMoments(({ when, what }) => {
      if (`${when} ${what}` === moment) fs.writeFileSync(file(loop), 'theirs');
    });
    await loop.answer(run, 'allow').finally(stop);
    expect(fs.readFileSync(file(loop), 'utf8')).toBe('theirs');
    expect(await loop.status(run)).toBe(status);
    const last =
      status === 'waiting' ? (await loop.card(run)).effects.at(-1)?.text : (await loop.outcomes(run))[0]?.text;
    expect(last).toContain(words);
  });

  it('is the run’s own doing where an earlier call of the same reply changed it: nothing is asked twice', async () => {
    const edit = (old: string, by: string): [string, Json] => ['edit_file', { path: 'a.txt', old, new: by }];
    const loop = await openLoop({
      files: { 'a.txt': 'one two three' },
      script: [calls(edit('one', '1'), edit('two', '2'), edit('three', '3')), 'done'],
    });
    const run = await loop.start();
    for (let n = 0; n < 3; n++) await loop.answer(run, 'allow');
    expect(await loop.status(run)).toBe('completed');
    expect(fs.readFileSync(file(loop), 'utf8')).toBe('1 2 3');
    expect(await loop.events(run, 'approval-requested')).toHaveLength(3);
  });
});

describe('five questions at once (B7)', () => {
  it('are answered each by its own id, in any order, and none takes another with it', async () => {
    const names = ['a', 'b', 'c', 'd', 'e'].map((name) => `${name}.txt`);
    const loop = await openLoop({ script: [calls(...names.map((name) => write(name))), 'done'] });
    const run = await loop.start();
    const waiting = async (): Promise<string[]> =>
      (await loop.client.approval.list()).flatMap((item) =>
        item.type === 'approval' ? [(item.approval.call.input as { path: string }).path] : [],
      );
    const answer = async (name: string, type: 'allow' | 'deny'): Promise<void> => {
      const item = (await loop.client.approval.list()).find(
        (each) => each.type === 'approval' && (each.approval.call.input as { path: string }).path === name,
      );
      if (item?.type !== 'approval') throw new Error(`no question about ${name}`);
      const { id, hash } = item.approval;
      const { nonce } = await loop.client.approval.open({ id });
      loop.clock.at += 1000;
      await loop.client.approval.answer({ id, nonce, hash, answer: { type } });
      await loop.settled(run);
    };
    expect(await waiting()).toEqual(names);
    await answer('c.txt', 'deny');
    expect(await waiting()).toEqual(['a.txt', 'b.txt', 'd.txt', 'e.txt']);
    await answer('e.txt', 'allow');
    await answer('a.txt', 'allow');
    await answer('d.txt', 'deny');
    expect(await waiting()).toEqual(['b.txt']);
    await answer('b.txt', 'allow');
    expect(fs.readdirSync(loop.work).sort()).toEqual(['a.txt', 'b.txt', 'e.txt']);
    expect(await loop.status(run)).toBe('completed');
    const answered = await loop.client.approval.answered({ limit: 3 });
    expect(answered.map(({ outcome }) => outcome)).toEqual(['allowed', 'denied', 'allowed']);
    expect(answered[0]).toMatchObject({ run, agent: 'worker', by: 'you', edited: false });
  });
});

describe('a card', () => {
  it('says which arguments differ from those of the last question about the same tool', async () => {
    const loop = await openLoop({ script: [calls(write('a.txt', 'one')), calls(write('a.txt', 'two')), 'done'] });
    const run = await loop.start();
    const first = await loop.answer(run, 'allow');
    expect(first.since).toBeUndefined();
    expect((await loop.card(run)).since).toEqual({ approval: first.id, fields: ['content'] });
  });

  it('answered in two windows at once counts once (O14)', async () => {
    const loop = await openLoop({ script: [calls(write('a.txt')), 'done'] });
    const run = await loop.start();
    const { id, hash } = await loop.card(run);
    const windows = await Promise.all([1, 2].map(() => loop.client.approval.open({ id })));
    loop.clock.at += 1000;
    const answers = await Promise.allSettled(
      windows.map(({ nonce }, n) =>
        loop.client.approval.answer({ id, nonce, hash, answer: n === 0 ? allow : { type: 'deny' } }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await loop.settled(run);
    expect(await loop.events(run, 'approval-answered')).toHaveLength(1);
  });

  it('offers nothing beyond the run where a person wants none (B4)', async () => {
    const loop = await openLoop({ script: [calls(write('a.txt')), 'done'] });
    await loop.client.setting.set({ key: 'approvals.always', value: false });
    const run = await loop.start();
    expect((await loop.card(run)).offers.map(({ reach }) => reach)).toEqual(['file', 'folder']);
    await expect(loop.answer(run, 'allow', { reach: 'always' })).rejects.toThrow(/it offers: once, file, folder/);
  });
});

describe('a question that no answer fits any more', () => {
  it('is closed and asked anew when the host starts: nothing waits that can’t be answered (B49, O11)', async () => {
    const loop = await openLoop({ script: [calls(write('a.txt')), 'done'] });
    const run = await loop.start();
    const first = await loop.card(run);
    vi.mocked(hashing.callHash).mockReturnValue('e'.repeat(64));
    onTestFinished(() => void vi.mocked(hashing.callHash).mockReset());
    await loop.reopen();
    await loop.settled(run);
    expect(await loop.events(run, 'approval-closed')).toMatchObject([{ approvalId: first.id, reason: 'stale' }]);
    await loop.answer(run, 'allow');
    expect(await loop.status(run)).toBe('completed');
    expect(fs.readdirSync(loop.work)).toEqual(['a.txt']);
  });
});

describe('an effect elsewhere that was under way when the program died (B45, O5)', () => {
  it('is not made again by itself, and asking for it again is a new question', async () => {
    let paid = 0;
    const pay = defineTool({
      name: 'pay',
      description: 'pays',
      input: {},
      effect: { change: 'irreversible', where: 'remote', repeat: 'no' },
      run: async (_input, { signal }) => {
        paid++;
        if (paid === 1) await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
        return { type: 'ok', text: 'paid' };
      },
    });
    const loop = await openLoop({
      script: [calls(['pay', {}]), calls(['pay', {}]), 'done'],
      tools: [{ tool: 'pay' }],
      ports: { moreTools: [pay] },
    });
    const run = await loop.start();
    const { id, hash } = await loop.card(run);
    const { nonce } = await loop.client.approval.open({ id });
    loop.clock.at += 1000;
    await loop.client.approval.answer({ id, nonce, hash, answer: allow });
    await vi.waitFor(() => expect(paid).toBe(1));
    await loop.reopen();
    expect(await loop.status(run)).toBe('waiting');
    expect(paid).toBe(1);
    expect(await loop.outcomes(run)).toMatchObject([
      { code: 'interrupted', text: expect.stringContaining('not known') },
    ]);
    expect((await loop.card(run)).id).not.toBe(id);
    await loop.answer(run, 'allow');
    expect(paid).toBe(2);
    expect(await loop.status(run)).toBe('completed');
  });
});
