import { afterEach, describe, expect, it } from 'vitest';
import type { Json } from '#contract/ids';
import { probeModel } from './probe-model.ts';
import { resolveModel } from './registry.ts';
import { events, type Handler, type ModelServer, modelServer, status } from './testing/model-server.ts';

let server: ModelServer | undefined;
afterEach(async () => server?.close());

async function probe(handler: Handler) {
  server = await modelServer(handler);
  const ref = { provider: 'ollama', model: 'm' };
  const sources = {
    keys: new Map(),
    baseUrls: new Map([['ollama', `${server.url}/v1`]]),
    sleep: async () => undefined,
  };
  const model = resolveModel(ref, sources);
  if ('missing' in model) throw new Error(model.missing);
  return probeModel(model, ref, new AbortController().signal);
}

const reply = (delta: Json, finish: string): Json[] => [
  { id: 'c', choices: [{ index: 0, delta, finish_reason: null }] },
  { id: 'c', choices: [{ index: 0, delta: {}, finish_reason: finish }] },
];
const call = (name: string, text: string): Json => ({
  tool_calls: [{ index: 0, id: 'a', function: { name, arguments: text } }],
});

describe('probeModel', () => {
  it.each<[string, Handler, string, boolean]>([
    [
      'native where the call comes right',
      events(reply(call('note_word', '{"word":"warrant-7"}'), 'tool_calls')),
      'native',
      true,
    ],
    [
      'ReAct where the argument is wrong',
      events(reply(call('note_word', '{"word":"x"}'), 'tool_calls')),
      'react',
      true,
    ],
    [
      'ReAct where the name is wrong',
      events(reply(call('noteWord', '{"word":"warrant-7"}'), 'tool_calls')),
      'react',
      true,
    ],
    [
      'ReAct where the call is printed',
      events(reply({ content: '{"name":"note_word","arguments":{"word":"warrant-7"}}' }, 'stop')),
      'react',
      true,
    ],
    ['ReAct where it answers in words', events(reply({ content: 'Sure, noted.' }, 'stop')), 'react', true],
    ['ReAct where tools are refused', status(400, { error: { message: 'does not support tools' } }), 'react', true],
    [
      'ReAct where llama.cpp runs without templates',
      status(500, { error: { message: 'tools param requires --jinja flag' } }),
      'react',
      true,
    ],
    [
      'nothing certain where the model is not there',
      status(404, { error: { message: 'model "m" not found' } }),
      'react',
      false,
    ],
    ['nothing certain where it fails', status(500), 'react', false],
  ])('finds %s', async (_, handler, protocol, certain) => {
    const result = await probe(handler);
    expect(result).toMatchObject({ protocol, certain });
    expect(result.reason).toMatch(/\.$/);
  });

  it('asks no model that is known', async () => {
    const model = resolveModel(
      { provider: 'openai', model: 'm' },
      { keys: new Map([['openai', 'k']]), baseUrls: new Map(), fetch: () => Promise.reject(new Error('asked')) },
    );
    if ('missing' in model) throw new Error(model.missing);
    expect(await probeModel(model, { provider: 'openai', model: 'm' }, new AbortController().signal)).toMatchObject({
      protocol: 'native',
      certain: true,
    });
  });
});
