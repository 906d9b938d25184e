import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { Json } from '#contract/ids';
import { type FolderFixture, makeFolderFixture } from '../../testing/folder-fixture.ts';
import { type LocalSites, localSites, type SiteAnswer } from '../../testing/local-sites.ts';
import { netContext } from '../../testing/net-context.ts';
import type { Payload, ToolResult } from '../define-tool.ts';
import { KEY, PROVIDER_REPLIES, type ProviderReplies, type WantedResult } from '../search/testing/provider-replies.ts';
import { webSearch } from './web-search.ts';

const RESULTS: WantedResult[] = [
  {
    title: 'Valparaíso & "port"',
    url: 'https://www.example.org/a?b=1&c=2',
    snippet: 'A port of 315,732 people, it’s said',
  },
  { title: 'Go', url: 'https://go.example.com/', snippet: '' },
  { title: 'Third', url: 'https://example.org/third', snippet: '1 < 2 port' },
];

let sites: LocalSites;
let answer: SiteAnswer;
let folder: FolderFixture;
beforeAll(async () => {
  const hosts = PROVIDER_REPLIES.map(({ host }) => host);
  sites = await localSites([...hosts, 'en.wikipedia.org'], () => answer, {
    'www.example.org': ['93.184.215.15'],
    'example.org': ['93.184.215.15'],
    'go.example.com': ['93.184.215.16'],
    'inside.example.com': ['10.0.0.1'],
  });
});
beforeEach(() => {
  sites.requests.length = 0;
  sites.internet.connects.length = 0;
  folder = makeFolderFixture();
});
afterAll(() => sites.close());

interface Searched {
  result: ToolResult;
  text: string;
  payloads: readonly Payload[];
}

async function search(
  provider: ProviderReplies | undefined,
  {
    query = 'site:x "a port"',
    options = {},
    secrets,
  }: { query?: string; options?: Record<string, Json>; secrets?: Record<string, string> } = {},
): Promise<Searched> {
  const context = netContext(folder, sites, {
    options: { ...(provider && { provider: provider.id }), ...provider?.options, ...options },
    secrets: secrets ?? (provider?.needsKey ? { 'search-key': KEY } : {}),
  });
  onTestFinished(() => context.network.close());
  const result = await webSearch.run({ query }, context);
  const text = result.type === 'ok' ? result.text : result.message;
  return { result, text, payloads: result.type === 'ok' ? (result.payloads ?? []) : [] };
}

/** No form of the key stands in it. */
function expectNoKey(searched: Searched): void {
  const all = JSON.stringify([
    searched.result,
    searched.payloads.map(({ bytes }) => Buffer.from(bytes).toString('utf8')),
  ]);
  for (const form of [KEY, encodeURIComponent(KEY), 'kEy', 'secret=', 'secret%3D']) expect(all).not.toContain(form);
}

describe.each(PROVIDER_REPLIES.map((each) => [each.id, each] as const))('web_search with %s', (_id, provider) => {
  it('asks as documented, the query unchanged, and opens no result (A7.14, A7.15)', async () => {
    answer = provider.found(RESULTS);
    await search(provider, { query: '  site:x "a port" -b&c=d  ', options: { count: 7 } });
    expect(sites.requests.map(({ host }) => host)).toEqual([provider.host]);
    const [request] = sites.requests;
    expect(request && provider.fault(request, 'site:x "a port" -b&c=d', 7)).toBeUndefined();
    expect(new Set(sites.internet.connects).size).toBe(1);
  });

  it('lists what was found, with tags and entities read (A7.4)', async () => {
    answer = provider.found(RESULTS);
    const searched = await search(provider);
    const address = (n: number): string =>
      provider.anyAddress
        ? (RESULTS[n]?.url ?? '')
        : `https://pt.wikipedia.org/wiki/${['Valpara%C3%ADso_%26_%22port%22', 'Go', 'Third'][n]}`;
    expect(searched.text.split('\n')).toEqual([
      '3 results for “site:x "a port"”',
      '',
      `1. Valparaíso & "port" — ${address(0)}`,
      '   A port of 315,732 people, it’s said',
      `2. Go — ${address(1)}`,
      `3. Third — ${address(2)}`,
      '   1 < 2 port',
    ]);
    expectNoKey(searched);
  });

  it('gives one fact for each, on its own part of the reply as it came (A7.5)', async () => {
    answer = provider.found(RESULTS);
    const { payloads } = await search(provider);
    expect(payloads).toHaveLength(3);
    const reply = String(answer.body);
    for (const { bytes, claims } of payloads) {
      const raw = Buffer.from(bytes).toString('utf8');
      expect(reply).toContain(raw);
      expect(createHash('sha256').update(bytes).digest('hex')).toMatch(/^[0-9a-f]{64}$/);
      expect(claims).toEqual([{ claim: expect.any(String), at: { from: 0, to: bytes.length } }]);
    }
    expect(payloads[0]?.claims[0]?.claim).toBe('Valparaíso & "port": A port of 315,732 people, it’s said');
    expect(payloads[1]?.claims[0]?.claim).toBe('Go');
    const organizations = payloads.map(({ organization }) => organization);
    expect(organizations).toEqual(
      provider.anyAddress ? ['example.org', 'go.example.com', 'example.org'] : Array(3).fill('wikipedia.org'),
    );
  });

  it('finds nothing without it being an error (A7.6, A7.13)', async () => {
    answer = provider.empty;
    const searched = await search(provider, { query: 'x' });
    expect([searched.text, searched.payloads]).toEqual(['0 results for “x”', []]);
  });

  it('gives at most as many as are wanted', async () => {
    answer = provider.found(RESULTS);
    const { text, payloads } = await search(provider, { options: { count: 2 } });
    expect([text.split('\n')[0]?.slice(0, 9), payloads.length]).toEqual(['2 results', 2]);
  });

  it.each(['quota', 'badKey', 'malformed'] as const)('says plainly that it failed: %s', async (what) => {
    answer = provider[what];
    const searched = await search(provider);
    expect(searched.result).toMatchObject({ type: 'error', code: 'tool-failed' });
    expect(searched.text.startsWith(`${provider.name} was not searched: `)).toBe(true);
    expect(searched.text).not.toMatch(/request limit|not valid|not supplied/i);
    expectNoKey(searched);
  });

  it('says that it is not reached, without the key', async () => {
    answer = { status: 302, headers: { location: `http://169.254.169.254/?key=${encodeURIComponent(KEY)}` } };
    const searched = await search(provider);
    expect(searched.result.type).toBe('error');
    expectNoKey(searched);
  });

  if (provider.anyAddress)
    it('shows no address of an inside, with a name or of another kind: not in the count, text or facts (F26)', async () => {
      const hidden = [
        'http://169.254.169.254/latest',
        'http://localhost/x',
        'http://inside.example.com/',
        'https://user:pass@example.org/x',
        'https://@example.org/y',
        'ftp://example.org/z',
        'http://[::1]/',
      ].map((url) => ({ title: 'Hidden', url, snippet: 'hidden' }));
      answer = provider.found([...hidden, ...RESULTS.slice(1, 2)]);
      const { text, payloads } = await search(provider, { query: 'x', options: { count: 9 } });
      expect(text).toBe('1 result for “x”\n\n1. Go — https://go.example.com/');
      expect(payloads.map(({ url }) => url)).toEqual(['https://go.example.com/']);
      answer = provider.found(hidden);
      expect((await search(provider, { query: 'x', options: { count: 9 } })).text).toBe('0 results for “x”');
    });

  if (provider.needsKey)
    it('says which secret is missing, without a request', async () => {
      const missing = await search(provider, { secrets: {} });
      expect(missing.text).toContain(`${provider.name} needs a key`);
      const several = await search(provider, { secrets: { one: 'a', two: 'b' } });
      expect(several.text).toContain('one, two');
      expect(sites.requests).toEqual([]);
    });
});

describe('web_search', () => {
  it('asks the English Wikipedia where nothing else is said, for five results within 30 s (A7.1, A7.2)', async () => {
    answer = PROVIDER_REPLIES[0]?.empty ?? {};
    await search(undefined);
    expect(sites.requests.map(({ host, path }) => [host, /srlimit=(\d+)/.exec(path)?.[1]])).toEqual([
      ['en.wikipedia.org', '5'],
    ]);
  });

  it.each(['', '  ', '\n\t'])('refuses the blank query %j without a request (A7.3)', async (query) => {
    const { result } = await search(undefined, { query });
    expect(result).toMatchObject({ type: 'error', code: 'invalid-input' });
    expect(sites.requests).toEqual([]);
  });

  it.each<[Record<string, Json>, string]>([
    [{ provider: 'bing' }, 'provider'],
    [{ provider: 'google' }, 'engine'],
    [{ provider: 'google', engine: 'x', count: 11 }, 'count'],
    [{ count: 21 }, 'count'],
    [{ count: 0 }, 'count'],
    [{ timeout: 61 }, 'timeout'],
    [{ language: 'x/../evil.example' }, 'language'],
    [{ safe: true }, 'safe'],
  ])('refuses %o by the name of the option, without a request (A7.9)', async (options, name) => {
    const { result, text } = await search(undefined, { options, secrets: { key: KEY } });
    expect(result).toMatchObject({ type: 'error', code: 'invalid-input' });
    expect(text).toContain(name);
    expect(sites.requests).toEqual([]);
  });

  it('stops at its own time, whatever the provider', async () => {
    answer = { hang: true };
    const all = await Promise.all(PROVIDER_REPLIES.map((each) => search(each, { options: { timeout: 1 } })));
    for (const searched of all) {
      expect(searched.result).toMatchObject({ type: 'error', code: 'timed-out' });
      expectNoKey(searched);
    }
  });

  it('takes results that differ in white space alone for two (F28)', async () => {
    const brave = PROVIDER_REPLIES.find(({ id }) => id === 'brave');
    if (!brave) throw new Error('there is a brave');
    const same = { title: 'One', url: 'https://example.org/one' };
    answer = brave.found([
      { ...same, snippet: 'a  b' },
      { ...same, snippet: 'a b' },
    ]);
    const { payloads } = await search(brave);
    const hashes = payloads.map(({ bytes }) => createHash('sha256').update(bytes).digest('hex'));
    expect(new Set(hashes).size).toBe(2);
    expect(new Set(payloads.map(({ claims }) => claims[0]?.claim)).size).toBe(1);
  });
});
