import fs from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';

const NAMES = /^(OPENAI|ANTHROPIC|GOOGLE_GENERATIVE_AI|OPENAI_COMPATIBLE)_(API_KEY|BASE_URL)$|^OLLAMA_HOST$/;

/** Keys and base URLs of model providers from an environment, under the names of the vendors' own SDKs. Pure. */
export function providerEnvironment(env: Record<string, string | undefined>): ReadonlyMap<string, string> {
  const entries = Object.entries(env).filter(
    (entry): entry is [string, string] => Boolean(entry[1]) && NAMES.test(entry[0]),
  );
  return new Map(entries);
}

/**
 * The same at development time, with what a `.env` in the folder adds; the environment proper comes first. A packaged
 * app never asks for it (interfaces, "Environment"). Throws the system's error for a file that is there and can't be read.
 */
export function developmentEnvironment(env: NodeJS.ProcessEnv, folder: string): ReadonlyMap<string, string> {
  const file = path.join(folder, '.env');
  const kept = fs.existsSync(file) ? providerEnvironment(parseEnv(fs.readFileSync(file, 'utf8'))) : new Map();
  return new Map([...kept, ...providerEnvironment(env)]);
}
