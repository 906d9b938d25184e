import { describe, expect, it } from 'vitest';
import type { Json } from '#contract/ids';
import { type Price, parseModelRef } from '#contract/model';
import type { ModelSettings } from '../model-settings.ts';
import { KNOWN_PRICES } from './known-prices.ts';
import { costOf, PriceBook } from './price-book.ts';

const NOON = Date.UTC(2026, 10, 30, 12);

function book(options: { setting?: Json; urls?: Record<string, string>; at?: number } = {}) {
  const settings = new Map<string, Json>(options.setting === undefined ? [] : [['prices', options.setting]]);
  const models: ModelSettings = { keys: new Map(), baseUrls: new Map(Object.entries(options.urls ?? {})) };
  const prices = new PriceBook({
    setting: (key) => settings.get(key),
    setSetting: async (key, value) => void settings.set(key, value),
    settings: () => models,
    now: () => options.at ?? NOON,
  });
  const of = (model: string): Price | undefined => {
    const ref = parseModelRef(model);
    if (!ref) throw new Error(`${model} names no model`);
    return prices.of(ref);
  };
  return { prices, of };
}

describe('the table of known prices', () => {
  it('gives each price its source, its day, and one row for each day it holds from', () => {
    for (const { input, output, source, date, from } of KNOWN_PRICES) {
      expect(input).toBeGreaterThan(0);
      expect(output).toBeGreaterThan(input);
      expect(source).toMatch(/^https:\/\//);
      for (const day of [date, from ?? date]) expect(new Date(day).toISOString().slice(0, 10)).toBe(day);
    }
    const rows = KNOWN_PRICES.map(({ provider, model, from }) => `${provider}/${model} ${from}`);
    expect(new Set(rows).size).toBe(rows.length);
  });
});

describe('the price of a model', () => {
  it('is that of the vendor’s list, with source and day, also for a dated snapshot', () => {
    const price = { input: 3, output: 15, own: false, date: '2026-10-10', source: expect.stringContaining('claude') };
    expect(book().of('anthropic/claude-sonnet-4-5')).toEqual({ model: 'anthropic/claude-sonnet-4-5', ...price });
    expect(book().of('anthropic/claude-sonnet-4-5-20250929')).toMatchObject(price);
  });

  it.each([
    ['a model that is not listed', 'openai/gpt-99'],
    ['a longer name that begins alike', 'openai/gpt-5-turbo-max'],
    ['the same name at another provider', 'openrouter/gpt-5'],
    ['a server of which only the person knows', 'openai-compatible/gpt-5'],
    ['a model that a local server passes on to a cloud', 'ollama/gpt-oss:120b-cloud'],
  ])('is not known for %s', (_name, model) => {
    expect(book().of(model)).toBeUndefined();
  });

  it('is not known where the vendor’s address was changed', () => {
    expect(book({ urls: { openai: 'https://proxy.example.com/v1' } }).of('openai/gpt-5')).toBeUndefined();
  });

  it.each(['demo', 'obedient', 'scripted:x.jsonl', 'ollama/qwen3:8b', 'lmstudio/a', 'llamacpp/a', 'vllm/a'])(
    'is nothing for %s, which runs here',
    (model) => {
      expect(book().of(model)).toMatchObject({ input: 0, output: 0, source: 'runs on this computer' });
    },
  );

  it('goes by where the server is: nothing here, not known elsewhere', () => {
    expect(book({ urls: { ollama: 'http://192.168.1.20:11434/v1' } }).of('ollama/qwen3:8b')).toBeUndefined();
    const here = book({ urls: { 'openai-compatible': 'http://localhost:9000/v1' } });
    expect(here.of('openai-compatible/a')).toMatchObject({ input: 0 });
  });

  it('changes on the day that the vendor has announced', () => {
    expect(book().of('google/gemini-3.8-flash')).toMatchObject({ input: 0.75, output: 3.75 });
    const later = book({ at: Date.UTC(2027, 0, 1) });
    expect(later.of('google/gemini-3.8-flash')).toMatchObject({ input: 1.5, output: 7.5 });
  });
});

describe('a person’s own price', () => {
  it('stands in place of the list, with its day, until it is taken away', async () => {
    const { prices, of } = book();
    const own = { model: 'openai/gpt-5', input: 1, output: 8, source: 'your own price', date: '2026-11-30', own: true };
    expect(await prices.set(' openai/gpt-5 ', 1, 8)).toEqual(own);
    expect(of('openai/gpt-5')).toEqual(own);
    expect(prices.list().filter(({ model }) => model === 'openai/gpt-5')).toEqual([own]);
    await prices.unset('openai/gpt-5');
    expect(of('openai/gpt-5')).toMatchObject({ input: 1.25, own: false });
    await expect(prices.unset('openai/gpt-5')).rejects.toThrow(/no price of your own for openai\/gpt-5/);
  });

  it('can be set for what nobody lists, and for what runs here', async () => {
    const { prices, of } = book();
    await prices.set('openai-compatible/mine', 0.5, 0.5);
    await prices.set('ollama/qwen3:8b', 0.1, 0.1);
    expect(of('openai-compatible/mine')?.input).toBe(0.5);
    expect(of('ollama/qwen3:8b')?.input).toBe(0.1);
    await expect(prices.set('nothing', 1, 1)).rejects.toThrow(/names no model/);
  });

  it.each([['text'], [['a']], [{ 'openai/gpt-5': { input: -1, output: 'x' } }]])(
    'that can’t be read (%j) counts as none',
    (setting) => {
      expect(book({ setting }).of('openai/gpt-5')).toMatchObject({ input: 1.25, own: false });
    },
  );
});

describe('the cost of a call', () => {
  const price: Price = { model: 'a/b', input: 2, output: 10, source: 's', date: '2026-01-01', own: false };
  const long = { ...price, long: { above: 100, input: 4, output: 15 } };

  it('is tokens by price; a prompt over the bound is dearer as a whole', () => {
    expect(costOf(price, { inputTokens: 1000, outputTokens: 100 })).toBeCloseTo(0.003, 12);
    expect(costOf(long, { inputTokens: 100, outputTokens: 0 })).toBeCloseTo(0.0002, 12);
    expect(costOf(long, { inputTokens: 101, outputTokens: 100 })).toBeCloseTo(0.001904, 12);
  });

  it('is not known where the provider did not count, unless the model costs nothing', () => {
    const none = { inputTokens: 0, outputTokens: 0 };
    expect(costOf(price, none)).toBeUndefined();
    expect(costOf({ ...price, input: 0, output: 0 }, none)).toBe(0);
  });
});
