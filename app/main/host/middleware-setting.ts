import { WarrantError } from '#contract/errors';
import type { Json } from '#contract/ids';
import { GLOBAL_MIDDLEWARE, type MiddlewareUse } from '#contract/middleware';
import { parseModelRef } from '#contract/model';
import { EMBEDDINGS_SETTING } from './models/open-embedder.ts';
import { readMiddlewareList } from './policy/middleware/check-middleware.ts';
import { EXPIRE_HOURS, OFFER_ALWAYS } from './policy/policy-settings.ts';
import type { Journal } from './store/journal.ts';

function refuseList(value: Json): void {
  const read = readMiddlewareList(value);
  if (read.ok) return;
  const details = read.faults.map(({ path, message }) => `${path || '/'}: ${message}`);
  throw new WarrantError('bad-input', `The list of middleware can’t be used: ${details.join('; ')}`, details);
}

/** Throws `bad-input` for a value that a setting about decisions can't have. Other settings are anything. */
export function checkSetting(key: string, value: Json): void {
  if (key === GLOBAL_MIDDLEWARE) refuseList(value);
  if (key === EMBEDDINGS_SETTING && value !== '' && !(typeof value === 'string' && parseModelRef(value)))
    throw new WarrantError('bad-input', `${EMBEDDINGS_SETTING} is a model, such as ollama/nomic-embed-text, or empty.`);
  if (key === OFFER_ALWAYS && typeof value !== 'boolean')
    throw new WarrantError('bad-input', `${OFFER_ALWAYS} is true or false.`);
  if (key === EXPIRE_HOURS && value !== null && !(typeof value === 'number' && value > 0))
    throw new WarrantError('bad-input', `${EXPIRE_HOURS} is a number of hours above 0, or null for never.`);
}

/** The middlewares of every call. Throws `conflict` where the setting can't be read: then nothing runs (case O10). */
export function globalMiddleware(journal: Journal): MiddlewareUse[] {
  const read = readMiddlewareList(journal.catalog.settings.get(GLOBAL_MIDDLEWARE) ?? []);
  if (read.ok) return read.list;
  throw new WarrantError('conflict', 'The list of middleware can’t be read, so nothing runs. Set it anew.');
}

/** Sets the middlewares of every call, from the next decision on. Throws `bad-input` with every fault and its place. */
export async function setGlobalMiddleware(journal: Journal, list: MiddlewareUse[]): Promise<void> {
  refuseList(list);
  await journal.updateCatalog(() => [{ type: 'setting-changed', key: GLOBAL_MIDDLEWARE, value: list }]);
}
