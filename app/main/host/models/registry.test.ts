import { describe, expect, it } from 'vitest';
import { settingsFromEnvironment } from './model-settings.ts';
import { resolveModel } from './registry.ts';

const none = { keys: new Map<string, string>(), baseUrls: new Map<string, string>() };

describe('resolveModel', () => {
  it.each([
    [undefined, 'no-llm'],
    [{ provider: 'nope', model: 'm' }, 'unknown-provider'],
    [{ provider: 'openai', model: 'm' }, 'no-key'],
    [{ provider: 'openai-compatible', model: 'm' }, 'no-address'],
  ] as const)('says why there is no model: %j is %s (row A2.15)', (ref, code) => {
    expect(resolveModel(ref, none)).toMatchObject({ code, missing: expect.stringMatching(/\.$/) });
  });

  it.each([
    ['openai', 'native'],
    ['anthropic', 'native'],
    ['google', 'native'],
    ['openrouter', 'probe'],
  ])('knows what auto means for %s: %s', (provider, auto) => {
    expect(resolveModel({ provider, model: 'm' }, { ...none, keys: new Map([[provider, 'k']]) })).toMatchObject({
      id: `${provider}/m`,
      auto,
    });
  });

  it('needs no key for what runs on this machine', () => {
    expect(resolveModel({ provider: 'ollama', model: 'qwen3:8b' }, none)).toMatchObject({
      id: 'ollama/qwen3:8b',
      auto: 'probe',
    });
  });
});

describe('settingsFromEnvironment', () => {
  it('reads the variables of the vendors', () => {
    const settings = settingsFromEnvironment(
      new Map([
        ['OPENAI_API_KEY', 'a'],
        ['OPENAI_BASE_URL', 'https://proxy.test/v1'],
        ['ANTHROPIC_API_KEY', ' '],
        ['GOOGLE_GENERATIVE_AI_API_KEY', 'g'],
        ['OPENAI_COMPATIBLE_BASE_URL', 'http://10.0.0.5:9000/v1'],
      ]),
    );
    expect([...settings.keys]).toEqual([
      ['openai', 'a'],
      ['google', 'g'],
    ]);
    expect([...settings.baseUrls]).toEqual([
      ['openai', 'https://proxy.test/v1'],
      ['openai-compatible', 'http://10.0.0.5:9000/v1'],
    ]);
  });

  it.each([
    ['127.0.0.1', 'http://127.0.0.1:11434/v1'],
    ['0.0.0.0:1234', 'http://127.0.0.1:1234/v1'],
    ['http://box:80', 'http://box/v1'],
    ['https://box.test/', 'https://box.test/v1'],
    ['http://box:9/v1', 'http://box:9/v1'],
  ])('reads OLLAMA_HOST %s as %s', (host, url) => {
    expect(settingsFromEnvironment(new Map([['OLLAMA_HOST', host]])).baseUrls.get('ollama')).toBe(url);
  });
});
