const NAMES = /^(OPENAI|ANTHROPIC|GOOGLE_GENERATIVE_AI|OPENAI_COMPATIBLE)_(API_KEY|BASE_URL)$|^OLLAMA_HOST$/;

/** Keys and base URLs of model providers from an environment, under the names of the vendors' own SDKs. Pure. */
export function providerEnvironment(env: NodeJS.ProcessEnv): ReadonlyMap<string, string> {
  const entries = Object.entries(env).filter(
    (entry): entry is [string, string] => Boolean(entry[1]) && NAMES.test(entry[0]),
  );
  return new Map(entries);
}
