import { afterEach, describe, expect, it } from 'vitest';
import type { Embedder } from '../models/open-embedder.ts';
import { openEmbedder } from '../models/open-embedder.ts';
import { modelServer, status } from '../models/testing/model-server.ts';
import { type MemoryFixture, openMemories } from '../testing/memory-fixture.ts';

/** Texts about money point one way, those about weather another; `turned` the opposite way, `nothing` nowhere. */
function vectorOf(text: string): number[] {
  if (/nothing/.test(text)) return [0, 0];
  if (/turned/.test(text)) return [-1, -0.2];
  return /invoice|bill|pays|money/.test(text) ? [1, 0.1] : [0, 1];
}

const local = (changed: Partial<Embedder> = {}): Embedder => ({
  model: 'ollama/words',
  sentTo: undefined,
  embed: async (texts) => texts.map(vectorOf),
  ...changed,
});

let memories: MemoryFixture;
let embedder: Embedder | { missing: string } | undefined;
async function open(chosen: typeof embedder): Promise<void> {
  embedder = chosen;
  memories = await openMemories(() => embedder);
  for (const text of ['the bill of May', 'sunny in May', 'Meyer pays late', 'turned around', 'nothing here'])
    await memories.keep('a', text);
}
afterEach(() => memories?.close());
const recall = async (query: string, limit = 8): Promise<string[]> =>
  (await memories.service.recall('a', query, limit, 'run')).memories.map(({ text }) => text);

describe('with a model for meaning', () => {
  it('finds what is near by cosine after the words, and leaves out what is not near at all (A10.7)', async () => {
    await open(local());
    const { rows, by, note } = await memories.list('invoice Meyer');
    expect(rows.map(({ text, match }) => [text, match])).toEqual([
      ['Meyer pays late', 'words'],
      ['the bill of May', 'meaning'],
      ['sunny in May', 'meaning'],
    ]);
    expect([by, note]).toEqual([
      'words-and-meaning',
      'By meaning with ollama/words: on this computer; nothing was sent.',
    ]);
  });

  it('gives an agent both in one order: what words and meaning agree on first', async () => {
    await open(local());
    expect((await recall('bill money', 2))[0]).toBe('the bill of May');
    expect(await recall('money', 2)).toEqual(['Meyer pays late', 'the bill of May']);
  });

  it('says where texts were sent', async () => {
    await open(local({ sentTo: 'https://api.example.com' }));
    expect((await memories.list('x')).note).toBe(
      'By meaning with ollama/words: the texts were sent to https://api.example.com.',
    );
  });

  it('takes a vector of another size, of another model and of an old text for none', async () => {
    await open(local());
    await memories.list('money');
    embedder = local({ embed: async (texts) => texts.map((text) => [...vectorOf(text), 0]) });
    expect(await recall('money')).toEqual([]);
    embedder = local({ model: 'ollama/other' });
    expect(await recall('money')).toContain('Meyer pays late');
    await memories.service.correct('a', 'M3', 'sunny');
    embedder = local({
      model: 'ollama/other',
      embed: async (texts) => texts.map((text) => (text === 'sunny' ? [0, 1] : vectorOf(text))),
    });
    expect((await recall('money'))[0]).toBe('the bill of May');
  });

  it('looks at a great many after the question, and says how many are left', async () => {
    await open(local());
    for (let n = 0; n < 60; n++) await memories.keep('a', `invoice ${n}`);
    expect((await memories.list('money')).note).toMatch(/\d+ memories not looked at yet\.$/);
    await expect.poll(async () => (await memories.list('money')).note).toMatch(/nothing was sent\.$/);
  });

  it('sees no memory of another agent', async () => {
    await open(local());
    await memories.keep('b', 'my money');
    expect(await recall('money')).not.toContain('my money');
    expect((await memories.service.recall('b', 'invoice', 8, 'run')).memories).toHaveLength(1);
  });
});

describe('without one, the search by words stands, and a note says why (A10.7)', () => {
  it.each<[string, Embedder | { missing: string }, string]>([
    ['it can’t be had', { missing: 'There is no key for OpenAI.' }, 'There is no key for OpenAI'],
    ['it fails', local({ embed: () => Promise.reject(new Error('the server said no')) }), 'the server said no'],
    ['it gives too little', local({ embed: async () => [[1, 0]] }), 'ollama/words gave 1 vectors for 6 texts'],
  ])('%s', async (_name, chosen, why) => {
    await open(chosen);
    const { rows, by, note } = await memories.list('May');
    expect(rows.map(({ text }) => text).sort()).toEqual(['sunny in May', 'the bill of May']);
    expect([by, note]).toEqual(['words', `Not looked for by meaning: ${why}.`]);
  });

  it('keeps secrets out of the note (A10.10)', async () => {
    await open(local({ embed: () => Promise.reject(new Error('bad key Canary/of+the=vault')) }));
    memories.redactor.know('tracker', 'Canary/of+the=vault');
    expect((await memories.list('May')).note).not.toContain('Canary');
  });

  it('is off where nobody chose a model', async () => {
    await open(undefined);
    expect(await memories.list('May')).toMatchObject({ by: 'words', rows: [{}, {}] });
  });
});

it('asks a local server in the form of OpenAI, and knows that it is this computer', async () => {
  const data = [{ object: 'embedding', index: 0, embedding: [0.5, 0.25] }];
  const server = await modelServer(
    status(200, { object: 'list', data, model: 'words', usage: { prompt_tokens: 1, total_tokens: 1 } }),
  );
  const baseUrls = new Map([['openai-compatible', `${server.url}/v1`]]);
  const opened = openEmbedder({ provider: 'openai-compatible', model: 'words' }, { keys: new Map(), baseUrls });
  if ('missing' in opened) throw new Error(opened.missing);
  expect(opened.sentTo).toBeUndefined();
  expect(await opened.embed(['hello'], AbortSignal.timeout(5000))).toEqual([[0.5, 0.25]]);
  expect(server.seen[0]).toMatchObject({ method: 'POST', path: '/v1/embeddings' });
  expect(JSON.parse(server.seen[0]?.body ?? '')).toMatchObject({ model: 'words', input: ['hello'] });
  await server.close();
  const remote = openEmbedder(
    { provider: 'ollama', model: 'x' },
    { keys: new Map(), baseUrls: new Map([['ollama', 'http://10.0.0.2:11434/v1']]) },
  );
  expect(remote).toMatchObject({ sentTo: 'http://10.0.0.2:11434' });
  expect(
    openEmbedder({ provider: 'anthropic', model: 'x' }, { keys: new Map([['anthropic', 'k']]), baseUrls: new Map() }),
  ).toMatchObject({ missing: expect.any(String) });
});
