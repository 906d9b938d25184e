import { setTimeout as delay } from 'node:timers/promises';
import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { ModelRef } from '#contract/model';
import { formatModelRef } from '#contract/model';
import { aiSdkProvider } from './ai-sdk-provider.ts';
import { type Fetch, guardedFetch } from './guarded-fetch.ts';
import type { ModelProvider, Sleep } from './model-provider.ts';
import { baseUrlOf, type ModelSettings, PROVIDERS, type ProviderKind } from './model-settings.ts';
import { obedientProvider } from './obedient.ts';
import { scriptedProvider } from './scripted.ts';

/** Why a model can't be had: a code, and what to do in words (row A2.15). No call was made. */
export interface MissingModel {
  code: 'no-llm' | 'unknown-provider' | 'no-key' | 'no-address';
  missing: string;
}

/** What resolving needs from outside; `fetch`, `sleep` and `readScript` only for tests. */
export interface ModelSources extends ModelSettings {
  fetch?: Fetch;
  sleep?: Sleep;
  readScript?: (path: string) => string;
}

/** The provider of a model, or the reason why there is none. Makes no request and reads no environment. */
export function resolveModel(ref: ModelRef | undefined, sources: ModelSources): ModelProvider | MissingModel {
  if (ref === undefined) {
    return { code: 'no-llm', missing: 'No model is chosen. Choose one in Settings, Models, or with --model.' };
  }
  if (ref.provider === 'scripted') return scriptedProvider(ref.model, sources);
  if (ref.provider === 'obedient') return obedientProvider();
  const found = resolveProvider(ref, sources);
  if ('missing' in found) return found;
  const { kind, key, baseUrl } = found;
  return aiSdkProvider({
    id: formatModelRef(ref),
    name: kind.name,
    origin: new URL(baseUrl).origin,
    auto: kind.wire === 'compatible' ? 'probe' : 'native',
    model: () => sdkModel(kind, ref.model, baseUrl, key, guardedFetch(sources.fetch ?? globalThis.fetch, kind.name)),
    stops: !(kind.wire === 'openai' && /^(?:o\d|gpt-5)/.test(ref.model)),
    sleep: sources.sleep ?? (async (ms, signal) => void (await delay(ms, undefined, { signal }))),
  });
}

/** How a model's provider is reached, or the reason why it can't be. */
export function resolveProvider(
  ref: ModelRef,
  sources: ModelSettings,
): { kind: ProviderKind; key: string | undefined; baseUrl: string } | MissingModel {
  const kind = PROVIDERS.find((candidate) => candidate.provider === ref.provider);
  if (kind === undefined) {
    const names = PROVIDERS.map((candidate) => candidate.provider).join(', ');
    return { code: 'unknown-provider', missing: `There is no model provider "${ref.provider}". There are: ${names}.` };
  }
  const key = sources.keys.get(kind.provider);
  if (kind.needsKey && key === undefined) {
    return { code: 'no-key', missing: `There is no key for ${kind.name}. Add one in Settings, Models.` };
  }
  const baseUrl = baseUrlOf(kind, sources);
  if (baseUrl === undefined || !URL.canParse(baseUrl)) {
    return {
      code: 'no-address',
      missing: `There is no usable base URL for ${kind.name}. Set one in Settings, Models.`,
    };
  }
  return { kind, key, baseUrl };
}

/**
 * Address and key are always given, as the packages would else look into the environment. Each is loaded when a model of
 * it is first called: together they take longer to load than a host to open.
 */
async function sdkModel(
  kind: ProviderKind,
  model: string,
  baseURL: string,
  key: string | undefined,
  fetch: Fetch,
): Promise<LanguageModelV4> {
  const apiKey = key ?? '';
  switch (kind.wire) {
    case 'openai': {
      const { createOpenAI } = await import('@ai-sdk/openai');
      return createOpenAI({ apiKey, baseURL, fetch }).chat(model);
    }
    case 'anthropic': {
      const { createAnthropic } = await import('@ai-sdk/anthropic');
      return createAnthropic({ apiKey, baseURL, fetch })(model);
    }
    case 'google': {
      const { createGoogle } = await import('@ai-sdk/google');
      return createGoogle({ apiKey, baseURL, fetch })(model);
    }
    case 'compatible': {
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
      return createOpenAICompatible({
        name: kind.provider,
        baseURL,
        fetch,
        includeUsage: true,
        ...(key === undefined ? {} : { apiKey: key }),
      })(model);
    }
  }
}
