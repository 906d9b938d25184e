import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Label } from '#contract/label';
import { Journal } from '../store/journal.ts';
import { sampleRun } from '../store/testing.ts';
import { type MemoryFixture, openMemories } from '../testing/memory-fixture.ts';

let memories: MemoryFixture;
beforeEach(async () => {
  memories = await openMemories();
});
afterEach(() => memories.close());

const NEWS: Label = { origin: 'outside', tool: 'news', callId: 'call-9' };
const texts = async (query: string, limit = 8, agent = 'a'): Promise<string[]> =>
  (await memories.service.recall(agent, query, limit, 'run-x')).memories.map((memory) => memory.text);

describe('keeping', () => {
  it('gives ids in order, for each agent its own', async () => {
    expect([
      await memories.keep('a', 'one'),
      await memories.keep('a', 'two'),
      await memories.keep('b', 'three'),
    ]).toEqual([{ id: 'M1' }, { id: 'M2' }, { id: 'M1' }]);
    expect(memories.log.verify('memory:a')).toEqual({ ok: true, entries: 2 });
  });

  it.each([
    ['ascii', 'x'.repeat(32_768), true],
    ['ascii, one more', 'x'.repeat(32_769), false],
    ['of two bytes each', 'é'.repeat(16_384), true],
    ['of two bytes each, one more', `${'é'.repeat(16_384)}x`, false],
  ])('keeps 32,768 bytes whole and refuses more: %s (F22)', async (_name, text, fits) => {
    const kept = await memories.keep('a', text);
    expect('id' in kept).toBe(fits);
    expect(await texts('')).toEqual(fits ? [text] : []);
  });

  it('refuses a blank text and one that holds a secret, and keeps none of it', async () => {
    memories.redactor.know('tracker', 'Canary/of+the=vault');
    expect(await memories.keep('a', ' \n\t')).toEqual({ refused: expect.stringContaining('empty') });
    expect(await memories.keep('a', 'the key is Canary/of+the=vault')).toEqual({
      refused: 'The text holds the secret tracker; secrets are not remembered.',
    });
    expect(await texts('')).toEqual([]);
  });

  it('keeps one memory for one call, also when it runs again, and also when a person removed it since', async () => {
    const by = { run: 'run-1', callId: 'call-1' };
    const first = await memories.keep('a', 'one', { by });
    await memories.reopen();
    expect(await memories.keep('a', 'one', { by })).toEqual(first);
    await memories.service.remove('a', 'M1');
    expect(await memories.keep('a', 'one', { by })).toEqual(first);
    expect(await texts('')).toEqual([]);
  });

  it('numbers on from what was removed', async () => {
    await memories.keep('a', 'one');
    await memories.service.remove('a', 'M1');
    await memories.reopen();
    expect(await memories.keep('a', 'two')).toEqual({ id: 'M2' });
  });

  it('keeps all of many at once', async () => {
    const ids = await Promise.all(Array.from({ length: 40 }, (_, n) => memories.keep('a', `text ${n}`)));
    expect(new Set(ids.map((kept) => ('id' in kept ? kept.id : '')))).toHaveLength(40);
  });

  it('lets nothing come in between while runs write to the same memories', async () => {
    const journal = new Journal(memories.log, (fault) => {
      throw fault;
    });
    const run = sampleRun('busy');
    run.agent.id = 'a';
    await journal.start(run);
    await memories.keep('a', 'first');
    const removed = { type: 'memory-removed', id: 'M1', reason: 'run-blocked' } as const;
    const work = Array.from({ length: 30 }, (_, n) => [
      memories.keep('a', `text ${n}`),
      journal.commit('busy', () => ({ memory: [removed] })),
      memories.service.remove('a', 'M1'),
    ]);
    await Promise.all(work.flat());
    expect(memories.log.verify('memory:a')).toEqual({ ok: true, entries: 61 });
    expect((await memories.list('')).rows).toHaveLength(30);
  });

  it('takes no more once the host ends (A10.13)', async () => {
    await memories.service.close();
    await expect(memories.keep('a', 'one')).rejects.toMatchObject({ code: 'unavailable' });
  });
});

describe('finding', () => {
  it('finds words whatever their case and marks, beginnings, and parts of words (A10.6)', async () => {
    for (const text of ['Go is fast', 'MongoDB cluster', 'Göteborg office', 'going home'])
      await memories.keep('a', text);
    expect(await texts('GO')).toEqual(['Go is fast', 'going home', 'Göteborg office']);
    expect(await texts('goteb')).toEqual(['Göteborg office']);
    await memories.keep('a', 'Bahnhofstraße 4');
    for (const query of ['STRASSE', 'straße', 'BAHNHOFSTRASSE', 'bahnhofstraße', 'bahnhofSTRAẞE', 'ß'])
      expect([query, await texts(query)]).toEqual([query, ['Bahnhofstraße 4']]);
    expect(await texts('ongod')).toEqual(['MongoDB cluster']);
    expect(await texts('x')).toEqual([]);
    expect(await texts('u')).toEqual(['MongoDB cluster']);
  });

  it('finds what has no spaces and no letters', async () => {
    for (const text of ['我喜欢北京烤鸭', 'pizza 🍕 on Friday']) await memories.keep('a', text);
    expect(await texts('北京')).toEqual(['我喜欢北京烤鸭']);
    expect(await texts('喜欢北京')).toEqual(['我喜欢北京烤鸭']);
    expect(await texts('🍕')).toEqual(['pizza 🍕 on Friday']);
  });

  it('puts those with all words first, the newer of two alike, and gives the latest for a blank query', async () => {
    for (const text of ['Meyer pays late', 'the bank in Bremen', 'Meyer and the bank', 'Meyer pays late'])
      await memories.keep('a', text);
    const ids = async (query: string) =>
      (await memories.service.recall('a', query, 8, 'r')).memories.map((memory) => memory.id);
    expect((await ids('bank Meyer'))[0]).toBe('M3');
    expect(new Set(await ids('bank Meyer'))).toEqual(new Set(['M1', 'M2', 'M3', 'M4']));
    expect(await ids('pays')).toEqual(['M4', 'M1']);
    expect(await ids('  ')).toEqual(['M4', 'M3', 'M2', 'M1']);
    expect(await texts('Meyer', 2)).toHaveLength(2);
  });

  it('gives back labels without the calls of other runs', async () => {
    await memories.keep('a', 'from a page', { origin: 'outside', labels: [NEWS] });
    const { memories: found, labels } = await memories.service.recall('a', 'page', 8, 'run-x');
    expect(found).toMatchObject([{ id: 'M1', origin: 'outside' }]);
    expect(labels).toEqual([{ origin: 'outside', tool: 'news', memory: { id: 'M1' } }]);
  });

  it('goes on where a text is gone, and counts it (A10.13)', async () => {
    await memories.keep('a', 'one apple');
    await memories.keep('a', 'two apples');
    memories.loseText('one apple');
    memories.forgetIndex();
    await memories.reopen();
    expect(await texts('apple')).toEqual(['two apples']);
    expect((await memories.list('')).note).toBe('The text of 1 is missing or damaged.');
  });
});

describe('a run with guardrails (A10.12)', () => {
  const by = { run: 'guarded', callId: 'call-1' };
  const start = async () => {
    const run = sampleRun('guarded');
    run.agent.guardrails = ['length:3'];
    await memories.log.append([{ stream: 'run:guarded', expectedSeq: 0, events: [{ type: 'run-started', run }] }]);
    await memories.keep('a', 'an apple', { by });
    await memories.keep('a', 'two apples', { by: { run: 'free', callId: 'call-1' } });
  };
  const seenBy = async (run: string) =>
    (await memories.service.recall('a', 'apples', 1, run)).memories.map((memory) => memory.id);
  const end = { type: 'run-ended', end: { type: 'completed', text: { text: 'ok' } } } as const;

  it('sees what it keeps at once, and others once it has ended well', async () => {
    await start();
    expect([await texts('apple'), await texts('')]).toEqual([['two apples'], ['two apples']]);
    expect((await memories.service.recall('a', 'apple', 8, 'guarded')).memories).toHaveLength(2);
    expect(await seenBy('other')).toEqual(['M2']);
    expect((await memories.list('')).rows).toHaveLength(2);
    await memories.log.append([{ stream: 'run:guarded', expectedSeq: 1, events: [end] }]);
    expect(new Set(await texts('apple'))).toEqual(new Set(['an apple', 'two apples']));
  });

  it('is known again when the index is made anew', async () => {
    await start();
    memories.forgetIndex();
    await memories.reopen();
    expect(await texts('apple')).toEqual(['two apples']);
    await memories.log.append([{ stream: 'run:guarded', expectedSeq: 1, events: [end] }]);
    memories.forgetIndex();
    await memories.reopen();
    expect(await texts('an apple')).toHaveLength(2);
  });
});

describe('the index', () => {
  it('goes on where it is behind, and is made anew where it is damaged or of an older shape', async () => {
    await memories.keep('a', 'one apple');
    await memories.keep('a', 'two apples');
    for (const harm of [
      "DELETE FROM memories WHERE number = 2; UPDATE memory_streams SET seq = 1; INSERT INTO memory_words_1 (memory_words_1, rowid, text) VALUES ('delete', 2, 'two apples')",
      'UPDATE memory_streams SET shape = 0',
      'UPDATE memory_streams SET seq = 9',
      'DROP TABLE memory_words_1',
    ]) {
      memories.harm(harm);
      await memories.reopen();
      expect([harm, (await texts('apple')).sort()]).toEqual([harm, ['one apple', 'two apples']]);
    }
  });
});

describe('the person', () => {
  it('puts a memory right: the old text is found no more, and it is theirs, without labels', async () => {
    await memories.keep('a', 'pay to account 4471', { origin: 'outside', labels: [NEWS] });
    const row = await memories.service.correct('a', 'M1', 'account not confirmed');
    expect(row).toMatchObject({ id: 'M1', text: 'account not confirmed', origin: 'you', labels: [], corrected: true });
    expect(await texts('4471')).toEqual([]);
    expect((await memories.service.recall('a', 'confirmed', 8, 'r')).labels).toEqual([]);
    expect(JSON.stringify(memories.log.read('memory:a'))).toContain('memory-corrected');
  });

  it('takes a memory away and puts it back', async () => {
    await memories.keep('a', 'one apple');
    await memories.service.remove('a', 'M1');
    expect(await texts('apple')).toEqual([]);
    expect((await memories.list('')).counts).toEqual({ you: 0, agent: 0, outside: 0 });
    expect(await memories.service.restore('a', 'M1')).toMatchObject({ id: 'M1', text: 'one apple' });
    expect(await texts('apple')).toEqual(['one apple']);
  });

  it('is told where something is not there', async () => {
    await memories.keep('a', 'one');
    await expect(memories.service.remove('a', 'M2')).rejects.toMatchObject({ code: 'not-found' });
    await expect(memories.service.correct('a', 'x', 'y')).rejects.toMatchObject({ code: 'not-found' });
    await expect(memories.service.add('nobody', 'y')).rejects.toMatchObject({ code: 'not-found' });
    await memories.service.remove('a', 'M1');
    await memories.reopen();
    await expect(memories.service.restore('a', 'M1')).rejects.toMatchObject({ code: 'conflict' });
    await expect(memories.service.correct('a', 'M1', 'y')).rejects.toMatchObject({ code: 'not-found' });
  });

  it('sees counts by origin, and those of one origin alone', async () => {
    await memories.keep('a', 'an apple', { origin: 'you' });
    await memories.keep('a', 'another apple');
    await memories.keep('a', 'a third apple', { origin: 'outside', labels: [NEWS] });
    const { counts, rows } = await memories.service.list({ agent: 'a', query: 'apple', origin: 'outside', limit: 10 });
    expect(counts).toEqual({ you: 1, agent: 1, outside: 1 });
    expect(rows).toMatchObject([{ id: 'M3', match: 'words', labels: [NEWS] }]);
  });
});

it('forgets an agent with the agent, also at the next start', async () => {
  await memories.keep('a', 'one apple');
  await memories.keep('b', 'one apple');
  await memories.service.close();
  await memories.log.append([{ stream: 'catalog', expectedSeq: 0, events: [{ type: 'agent-removed', id: 'a' }] }]);
  await memories.reopen();
  expect(await texts('apple')).toEqual([]);
  expect(await texts('apple', 8, 'b')).toEqual(['one apple']);
  await memories.log.append([{ stream: 'catalog', expectedSeq: 1, events: [{ type: 'agent-removed', id: 'b' }] }]);
  await memories.service.close();
  expect(memories.log.read('memory:b').at(-1)?.event).toEqual({
    type: 'memory-removed',
    id: 'M1',
    reason: 'agent-removed',
  });
});
