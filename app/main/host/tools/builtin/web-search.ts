import * as z from 'zod';
import { oneLine } from '../connectors/html-text.ts';
import { defineTool, type Payload, type ToolContext, type ToolResult } from '../define-tool.ts';
import { fetchFailed, USER_AGENT } from '../fetch-failed.ts';
import { searchOptions } from '../search/search-options.ts';
import type { FoundItem, SearchProvider } from '../search/search-provider.ts';
import { toolFailed } from './file-outcome.ts';

/** Replies are read up to here; one that is longer is not what a provider gives. */
const MAX_BYTES = 2 << 20;
const LONGEST_QUERY = 1000;

/** An address that may be shown: on the web, without a name or password, and not of this machine's own network. */
async function isShown({ url, title }: FoundItem, context: ToolContext): Promise<boolean> {
  const parsed = URL.parse(url);
  if (title === '' || !parsed || !['http:', 'https:'].includes(parsed.protocol)) return false;
  // Even an empty name counts; the parsed address no longer tells.
  if (parsed.username !== '' || parsed.password !== '' || /^[^/?#]*\/\/[^/?#]*@/u.test(url)) return false;
  return (await context.refusesToShow(url)) === undefined;
}

/** The name of the one secret that is the provider's key; or why there is none. */
function keyName({ name }: SearchProvider, context: ToolContext): { secret: string } | { fault: string } {
  const names = context.secretNames();
  const [only] = names;
  if (only !== undefined && names.length === 1) return { secret: only };
  const bind = 'in the agent’s tools, give web_search one secret with "as": "value"';
  if (only === undefined) return { fault: `${name} needs a key: ${bind}.` };
  return { fault: `It can’t be told which of ${names.join(', ')} is the key of ${name}: ${bind}.` };
}

/** A text without the key, however an address or a form would write it. */
function withoutKey(text: string, key: string): string {
  if (key === '') return text;
  const forms = [key, encodeURIComponent(key), String(new URLSearchParams({ '': key })).slice(1)];
  return forms.reduce((clean, form) => clean.replaceAll(form, '[the key]'), text);
}

function listed(query: string, items: readonly FoundItem[]): string {
  const head = `${items.length} ${items.length === 1 ? 'result' : 'results'} for “${oneLine(query)}”`;
  const lines = items.map(({ title, url, snippet }, n) => {
    const first = `${n + 1}. ${oneLine(title)} — ${URL.parse(url)?.href ?? ''}`;
    return snippet === '' ? first : `${first}\n   ${snippet}`;
  });
  return [head, ...(lines.length > 0 ? [''] : []), ...lines].join('\n');
}

function payloadOf(item: FoundItem, reply: string, mediaType: string, collectedAt: number): Payload {
  const bytes = Buffer.from(reply.slice(item.raw.from, item.raw.to), 'utf8');
  const claim = item.snippet === '' ? item.title : `${item.title}: ${item.snippet}`;
  const url = URL.parse(item.url)?.href ?? '';
  return {
    bytes,
    mediaType,
    organization: item.organization,
    url,
    collectedAt,
    claims: [{ claim, at: { from: 0, to: bytes.length } }],
  };
}

function decoded(bytes: Uint8Array): string | undefined {
  try {
    // Lossless, so that a part of the text is a part of the bytes.
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    // No UTF-8; the caller says so.
    return undefined;
  }
}

/**
 * `web_search`: asks one provider, and shows what it found without opening any of it (rows A7.1 to A7.15). Results whose
 * address may not be shown are nowhere: not in the text, not in the count, not in the facts. Each result that is kept is
 * one fact on its own part of the reply, as it came.
 */
export const webSearch = defineTool({
  name: 'web_search',
  description: 'Searches the web and lists titles, addresses and snippets. It opens none of them.',
  input: { query: z.string().describe('what to look for; the operators of the search service may be used') },
  effect: { change: 'read', where: 'remote', repeat: 'safe' },
  fields: [{ field: 'query', role: 'target', outside: 'ask', byWord: true }],
  wish: ['search', 'find', 'look', 'google'],
  outside: true,
  factSource: { organization: 'the site of each result' },
  async run({ query }, context): Promise<ToolResult> {
    const trimmed = query.trim();
    if (trimmed === '') return toolFailed('There is nothing to search for. Give query.', 'invalid-input');
    if (trimmed.length > LONGEST_QUERY)
      return toolFailed(`A query has at most ${LONGEST_QUERY} characters.`, 'invalid-input');
    const options = searchOptions(context.options);
    if ('fault' in options) return toolFailed(`Not searched: ${options.fault}.`, 'invalid-input');
    const { provider, settings } = options;
    const named = provider.needsKey ? keyName(provider, context) : undefined;
    if (named && 'fault' in named) return toolFailed(named.fault);
    const key = named ? await context.secret(named.secret) : '';
    const request = provider.request(trimmed, settings, key);
    const reply = await context.fetch({
      url: request.url,
      method: provider.method,
      headers: { 'user-agent': USER_AGENT, ...request.headers },
      ...(request.body !== undefined && { body: Buffer.from(request.body, 'utf8') }),
      maxBytes: MAX_BYTES,
      timeoutMs: settings.timeoutMs,
    });
    const what = `${provider.name} was not searched`;
    if (reply.type !== 'ok') return fetchFailed(what, { ...reply, ...without(reply, key) });
    const failed = (message: string): ToolResult => toolFailed(`${what}: ${withoutKey(message, key)}.`);
    if (reply.truncated) return failed('its reply is too long');
    const text = decoded(reply.bytes);
    if (text === undefined) return failed('its reply is not text that can be read');
    const found = provider.read(text, reply.status);
    if (!found.ok) return failed(found.message);
    const shown = await Promise.all(found.items.map((item) => isShown(item, context)));
    const kept = found.items.filter((_, n) => shown[n]).slice(0, settings.count);
    const payloads = kept.map((item) => payloadOf(item, text, provider.mediaType, reply.collectedAt));
    return { type: 'ok', text: withoutKey(listed(trimmed, kept), key), payloads };
  },
});

type Failure = Exclude<Awaited<ReturnType<ToolContext['fetch']>>, { type: 'ok' }>;

/** The words of a failure without the key: an address that failed may hold it. */
function without(reply: Failure, key: string): { reason?: string; message?: string } {
  return reply.type === 'refused'
    ? { reason: withoutKey(reply.reason, key) }
    : { message: withoutKey(reply.message, key) };
}
