import * as z from 'zod';
import type { Fetch } from './guarded-fetch.ts';
import { baseUrlOf, type ModelSettings, PROVIDERS, type ProviderKind } from './model-settings.ts';

/** What was found at one provider. `models` are written as `provider/model`. */
export interface FoundProvider {
  provider: string;
  name: string;
  baseUrl: string;
  state: 'found' | 'no-key' | 'not-running' | 'refused';
  models: string[];
  /** What to do, in words; empty where nothing is to be done. */
  advice: string;
}

/** What looking needs from outside; only for tests. */
export interface FindOptions {
  fetch?: Fetch;
  timeoutMs?: number;
}

const MAX_LIST_BYTES = 1024 * 1024;
const OpenAiList = z.object({ data: z.array(z.object({ id: z.string() })) });
const GoogleList = z.object({
  models: z.array(z.object({ name: z.string(), supportedGenerationMethods: z.array(z.string()).optional() })),
});
const OllamaList = z.object({ models: z.array(z.object({ name: z.string() })) });

/**
 * Looks for models: at the local servers on their usual ports, and at the providers there is a key for (issue, point
 * 4). All at once, each with a short deadline, so that a dead address costs a second and a half and no more. A failure
 * is a state of that provider, never an error.
 */
export async function findModels(settings: ModelSettings, options: FindOptions = {}): Promise<FoundProvider[]> {
  const asked = PROVIDERS.flatMap((kind) => {
    const baseUrl = baseUrlOf(kind, settings);
    const wanted = kind.local || settings.keys.has(kind.provider) || settings.baseUrls.has(kind.provider);
    return wanted && baseUrl !== undefined && URL.canParse(baseUrl) ? [{ kind, baseUrl }] : [];
  });
  return Promise.all(asked.map(({ kind, baseUrl }) => look(kind, baseUrl, settings.keys.get(kind.provider), options)));
}

async function look(
  kind: ProviderKind,
  baseUrl: string,
  key: string | undefined,
  options: FindOptions,
): Promise<FoundProvider> {
  const found = { provider: kind.provider, name: kind.name, baseUrl: new URL(baseUrl).origin };
  const answer = (state: FoundProvider['state'], models: string[], advice: string): FoundProvider => ({
    ...found,
    state,
    models: models.map((model) => `${kind.provider}/${model}`),
    advice,
  });
  if (kind.needsKey && key === undefined) return answer('no-key', [], `Add a key for ${kind.name}.`);
  try {
    const models = await listModels(kind, baseUrl.replace(/\/+$/, ''), key, options);
    if (typeof models === 'number') {
      const advice = models === 401 || models === 403 ? 'Check the key.' : 'Check the base URL.';
      return answer('refused', [], `${kind.name} refused the list of models (${models}). ${advice}`);
    }
    return answer('found', models, models.length > 0 ? '' : `${kind.name} runs but has no model loaded.`);
  } catch {
    // Nothing there, too slow, or not what it should be: for a person that is one thing, and the advice says which to check.
    return answer(
      'not-running',
      [],
      `${kind.name} does not answer at ${found.baseUrl}. Start it, or check the address.`,
    );
  }
}

async function listModels(
  kind: ProviderKind,
  baseUrl: string,
  key: string | undefined,
  options: FindOptions,
): Promise<string[] | number> {
  const ask = async (url: string) => {
    const response = await (options.fetch ?? globalThis.fetch)(url, {
      headers: headersFor(kind, key),
      redirect: 'manual',
      signal: AbortSignal.timeout(options.timeoutMs ?? 1500),
    });
    return response.ok ? JSON.parse(await readCapped(response)) : response.status;
  };
  const list: unknown = await ask(kind.wire === 'google' ? `${baseUrl}/models?pageSize=1000` : `${baseUrl}/models`);
  if (typeof list === 'number') {
    if (kind.provider !== 'ollama') return list;
    const tags: unknown = await ask(`${new URL(baseUrl).origin}/api/tags`);
    return typeof tags === 'number' ? tags : OllamaList.parse(tags).models.map((model) => model.name);
  }
  if (kind.wire !== 'google') return OpenAiList.parse(list).data.map((model) => model.id);
  return GoogleList.parse(list)
    .models.filter((model) => model.supportedGenerationMethods?.includes('generateContent') !== false)
    .map((model) => model.name.replace(/^models\//, ''));
}

function headersFor(kind: ProviderKind, key: string | undefined): Record<string, string> {
  if (key === undefined) return {};
  if (kind.wire === 'anthropic') return { 'x-api-key': key, 'anthropic-version': '2023-06-01' };
  if (kind.wire === 'google') return { 'x-goog-api-key': key };
  return { authorization: `Bearer ${key}` };
}

async function readCapped(response: Response): Promise<string> {
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  let text = '';
  for (;;) {
    const part = await reader?.read();
    if (part === undefined || part.done) return text + decoder.decode();
    text += decoder.decode(part.value, { stream: true });
    if (text.length > MAX_LIST_BYTES) {
      await reader?.cancel();
      throw new Error('The list of models is larger than 1 MiB.');
    }
  }
}
