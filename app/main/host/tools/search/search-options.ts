import type { Json } from '#contract/ids';
import { brave } from './brave.ts';
import { duckduckgo } from './duckduckgo.ts';
import { google } from './google.ts';
import { langsearch } from './langsearch.ts';
import type { SearchProvider, SearchSettings } from './search-provider.ts';
import { serpstack } from './serpstack.ts';
import { wikipedia } from './wikipedia.ts';

const PROVIDERS: readonly SearchProvider[] = [wikipedia(), langsearch, serpstack, duckduckgo, google, brave];
const USUAL_COUNT = 5;
const USUAL_SECONDS = 30;
const LONGEST_SECONDS = 60;
const OPTIONS = ['provider', 'language', 'count', 'timeout', 'engine'];

/** A provider and how it is asked; or what is wrong, in words that name the option, with the option's name. */
export type SearchOptions = { provider: SearchProvider; settings: SearchSettings } | { fault: string; option: string };

/** Reads the options of `web_search` (rows A7.1, A7.2): `provider`, `language`, `count`, `timeout` in seconds, `engine`. */
export function searchOptions(options: Readonly<Record<string, Json>>): SearchOptions {
  const fault = (option: string, rule: string): { fault: string; option: string } => ({
    option,
    fault: `the option ${option} of web_search ${rule}`,
  });
  const unknown = Object.keys(options).find((name) => !OPTIONS.includes(name));
  if (unknown !== undefined)
    return {
      option: unknown,
      fault: `web_search has no option ${JSON.stringify(unknown)}; there are ${OPTIONS.join(', ')}`,
    };
  const { provider: id = 'wikipedia', language, timeout = USUAL_SECONDS, engine } = options;
  const known = PROVIDERS.find((each) => each.id === id);
  if (!known) return fault('provider', `must be one of ${PROVIDERS.map((each) => each.id).join(', ')}`);
  if (language !== undefined && (typeof language !== 'string' || !/^[a-z]{2,12}(?:-[a-z0-9]{1,12})*$/iu.test(language)))
    return fault('language', 'must be a language code such as pt');
  const { count = Math.min(USUAL_COUNT, known.most) } = options;
  if (typeof count !== 'number' || !Number.isInteger(count) || count < 1 || count > known.most)
    return fault('count', `must be a whole number from 1 to ${known.most} with ${known.name}`);
  if (typeof timeout !== 'number' || !(timeout >= 1 && timeout <= LONGEST_SECONDS))
    return fault('timeout', `must be a number of seconds from 1 to ${LONGEST_SECONDS}`);
  const hasEngine = typeof engine === 'string' && /^[\w:-]{1,200}$/u.test(engine);
  if (known.needsEngine && !hasEngine)
    return fault('engine', `must be the id of a search engine (cx) with ${known.name}`);
  if (engine !== undefined && !hasEngine) return fault('engine', 'must be the id of a search engine');
  const lower = typeof language === 'string' ? language.toLowerCase() : undefined;
  return {
    provider: known.id === 'wikipedia' ? wikipedia(lower) : known,
    settings: {
      count,
      timeoutMs: Math.round(timeout * 1000),
      language: lower,
      engine: typeof engine === 'string' ? engine : undefined,
    },
  };
}
