import { describe, expect, it } from 'vitest';
import { findModels } from './find-models.ts';
import type { Fetch } from './guarded-fetch.ts';

const json = (value: unknown, status = 200) => new Response(JSON.stringify(value), { status });

describe('findModels', () => {
  it('lists what answers on the usual ports and at the providers there is a key for', async () => {
    const asked: [string, string | undefined][] = [];
    const fetch: Fetch = async (input, init) => {
      const headers = new Headers(init?.headers);
      asked.push([
        String(input),
        headers.get('authorization') ?? headers.get('x-api-key') ?? headers.get('x-goog-api-key') ?? undefined,
      ]);
      if (String(input) === 'http://127.0.0.1:11434/v1/models') return json({}, 404);
      if (String(input) === 'http://127.0.0.1:11434/api/tags') return json({ models: [{ name: 'qwen3:8b' }] });
      if (String(input) === 'http://127.0.0.1:1234/v1/models') return json({ object: 'list', data: [{ id: 'gemma' }] });
      if (String(input) === 'http://127.0.0.1:8000/v1/models') return new Response('<html>');
      if (String(input).includes('anthropic')) return json({ error: 'no sk-canary' }, 401);
      if (String(input).includes('google'))
        return json({
          models: [
            { name: 'models/gemini', supportedGenerationMethods: ['generateContent'] },
            { name: 'models/embed', supportedGenerationMethods: ['embedContent'] },
          ],
        });
      throw new TypeError('fetch failed');
    };
    const keys = new Map([
      ['anthropic', 'sk-canary'],
      ['google', 'g-key'],
    ]);
    const found = await findModels({ keys, baseUrls: new Map() }, { fetch });
    expect(found.map((one) => [one.provider, one.state, one.models])).toEqual([
      ['anthropic', 'refused', []],
      ['google', 'found', ['google/gemini']],
      ['ollama', 'found', ['ollama/qwen3:8b']],
      ['lmstudio', 'found', ['lmstudio/gemma']],
      ['llamacpp', 'not-running', []],
      ['vllm', 'not-running', []],
    ]);
    expect(JSON.stringify(found)).not.toContain('canary');
    expect(asked).toContainEqual(['https://generativelanguage.googleapis.com/v1beta/models?pageSize=1000', 'g-key']);
    expect(asked.some(([url]) => url.includes('api.openai.com'))).toBe(false);
  });

  it('gives up on an address that does not answer', async () => {
    const fetch: Fetch = (_, init) =>
      new Promise((_resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(init.signal?.reason));
      });
    const found = await findModels({ keys: new Map(), baseUrls: new Map() }, { fetch, timeoutMs: 5 });
    expect(found.every((one) => one.state === 'not-running')).toBe(true);
    expect(found.length).toBe(4);
  });
});
