/** Keys and base URLs by provider name, as the vault, the settings or the environment give them. */
export interface ModelSettings {
  keys: ReadonlyMap<string, string>;
  baseUrls: ReadonlyMap<string, string>;
}

/** A provider of models: how it is spoken to and where it is found when nothing else is said. */
export interface ProviderKind {
  /** As in `ollama/qwen3:8b`. */
  provider: string;
  /** As a person reads it. */
  name: string;
  wire: 'openai' | 'anthropic' | 'google' | 'compatible';
  /** Absent where only the person knows it. */
  baseUrl?: string;
  needsKey: boolean;
  /** Runs on this machine, so it is looked for on its usual port. */
  local: boolean;
}

/** Every provider that can be named (issue, point 4). */
export const PROVIDERS: readonly ProviderKind[] = [
  {
    provider: 'openai',
    name: 'OpenAI',
    wire: 'openai',
    baseUrl: 'https://api.openai.com/v1',
    needsKey: true,
    local: false,
  },
  {
    provider: 'anthropic',
    name: 'Anthropic',
    wire: 'anthropic',
    baseUrl: 'https://api.anthropic.com/v1',
    needsKey: true,
    local: false,
  },
  {
    provider: 'google',
    name: 'Google',
    wire: 'google',
    baseUrl: 'https://generativelanguage.googleapis.com/v1beta',
    needsKey: true,
    local: false,
  },
  {
    provider: 'openrouter',
    name: 'OpenRouter',
    wire: 'compatible',
    baseUrl: 'https://openrouter.ai/api/v1',
    needsKey: true,
    local: false,
  },
  {
    provider: 'ollama',
    name: 'Ollama',
    wire: 'compatible',
    baseUrl: 'http://127.0.0.1:11434/v1',
    needsKey: false,
    local: true,
  },
  {
    provider: 'lmstudio',
    name: 'LM Studio',
    wire: 'compatible',
    baseUrl: 'http://127.0.0.1:1234/v1',
    needsKey: false,
    local: true,
  },
  {
    provider: 'llamacpp',
    name: 'llama.cpp',
    wire: 'compatible',
    baseUrl: 'http://127.0.0.1:8080/v1',
    needsKey: false,
    local: true,
  },
  {
    provider: 'vllm',
    name: 'vLLM',
    wire: 'compatible',
    baseUrl: 'http://127.0.0.1:8000/v1',
    needsKey: false,
    local: true,
  },
  {
    provider: 'openai-compatible',
    name: 'OpenAI-compatible server',
    wire: 'compatible',
    needsKey: false,
    local: false,
  },
];

/** The variables of the vendors' own SDKs (interfaces, "Environment"), each with its provider. */
const VARIABLES: readonly (readonly [string, string])[] = [
  ['OPENAI', 'openai'],
  ['ANTHROPIC', 'anthropic'],
  ['GOOGLE_GENERATIVE_AI', 'google'],
  ['OPENAI_COMPATIBLE', 'openai-compatible'],
];

/**
 * Reads keys and base URLs from the variables that the composition root hands over; the host reads no environment
 * itself. An empty value counts as none. `OLLAMA_HOST` may be a host, a host with port, or a URL, as Ollama reads it.
 */
export function settingsFromEnvironment(environment: ReadonlyMap<string, string>): ModelSettings {
  const keys = new Map<string, string>();
  const baseUrls = new Map<string, string>();
  for (const [prefix, provider] of VARIABLES) {
    const key = environment.get(`${prefix}_API_KEY`)?.trim();
    const baseUrl = environment.get(`${prefix}_BASE_URL`)?.trim();
    if (key) keys.set(provider, key);
    if (baseUrl) baseUrls.set(provider, baseUrl);
  }
  const ollama = ollamaBaseUrl(environment.get('OLLAMA_HOST')?.trim() ?? '');
  if (ollama !== undefined) baseUrls.set('ollama', ollama);
  return { keys, baseUrls };
}

/** Where a provider is reached under these settings; undefined where it can't be known. */
export function baseUrlOf(kind: ProviderKind, settings: ModelSettings): string | undefined {
  return settings.baseUrls.get(kind.provider) ?? kind.baseUrl;
}

function ollamaBaseUrl(host: string): string | undefined {
  if (host === '') return undefined;
  const text = /^https?:\/\//i.test(host) ? host : `http://${host}`;
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  if (url.hostname === '0.0.0.0' || url.hostname === '[::]') url.hostname = '127.0.0.1';
  if (url.port === '' && !/^https?:\/\/[^/]*:\d+/i.test(text)) url.port = url.protocol === 'https:' ? '' : '11434';
  return `${url.origin}${url.pathname.replace(/\/+$/, '').replace(/\/v1$/, '')}/v1`;
}
