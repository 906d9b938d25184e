import type { EmbeddingModelV4 } from '@ai-sdk/provider';
import type { ModelRef } from '#contract/model';
import { formatModelRef } from '#contract/model';
import { type Fetch, guardedFetch } from './guarded-fetch.ts';
import type { ModelSettings, ProviderKind } from './model-settings.ts';
import { resolveProvider } from './registry.ts';

/** The setting that names the model for searching memories by meaning; empty or absent: by words alone. */
export const EMBEDDINGS_SETTING = 'memory.embeddings';

/** A model that turns texts into vectors. */
export interface Embedder {
  /** As a person names it, such as `ollama/nomic-embed-text`. */
  model: string;
  /** Where texts go that it is given; undefined where they stay on this computer. */
  sentTo: string | undefined;
  /** One vector for each text, in order. Rejects where the provider fails. */
  embed(texts: string[], signal: AbortSignal): Promise<number[][]>;
}

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** Opens the embedding model of a provider, or says why there is none. Makes no request. */
export function openEmbedder(
  ref: ModelRef,
  sources: ModelSettings & { fetch?: Fetch },
): Embedder | { missing: string } {
  const found = resolveProvider(ref, sources);
  if ('missing' in found) return found;
  const { kind, key, baseUrl } = found;
  if (kind.wire === 'anthropic') return { missing: `${kind.name} has no models for this` };
  const wire = kind.wire;
  const guarded = guardedFetch(sources.fetch ?? globalThis.fetch, kind.name);
  const open = () => sdkModel({ wire, name: kind.provider, model: ref.model, baseURL: baseUrl, key, fetch: guarded });
  const { hostname, origin } = new URL(baseUrl);
  return {
    model: formatModelRef(ref),
    sentTo: LOOPBACK.test(hostname) ? undefined : origin,
    embed: async (values, abortSignal) => (await (await open()).doEmbed({ values, abortSignal })).embeddings,
  };
}

interface Wire {
  wire: Exclude<ProviderKind['wire'], 'anthropic'>;
  name: string;
  model: string;
  baseURL: string;
  key: string | undefined;
  fetch: Fetch;
}

/** Address and key are always given, as the packages would else look into the environment. */
async function sdkModel({ wire, name, model, baseURL, key, fetch }: Wire): Promise<EmbeddingModelV4> {
  const apiKey = key ?? '';
  switch (wire) {
    case 'openai': {
      const { createOpenAI } = await import('@ai-sdk/openai');
      return createOpenAI({ apiKey, baseURL, fetch }).embeddingModel(model);
    }
    case 'google': {
      const { createGoogle } = await import('@ai-sdk/google');
      return createGoogle({ apiKey, baseURL, fetch }).embeddingModel(model);
    }
    case 'compatible': {
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
      const keyed = key === undefined ? {} : { apiKey: key };
      return createOpenAICompatible({ name, baseURL, fetch, ...keyed }).embeddingModel(model);
    }
  }
}
