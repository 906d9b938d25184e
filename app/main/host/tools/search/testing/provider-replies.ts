import type { Json } from '#contract/ids';
import type { SeenRequest, SiteAnswer } from '../../../testing/local-sites.ts';

/** A result as a test wants it. */
export interface WantedResult {
  title: string;
  url: string;
  snippet: string;
}

/** How one provider answers: the documented shape of its replies, as its own server sends them. */
export interface ProviderReplies {
  id: string;
  name: string;
  host: string;
  options?: Record<string, Json>;
  needsKey: boolean;
  /** What of a request says that it is asked as documented; undefined: it is, else what is wrong. */
  fault(request: SeenRequest, query: string, count: number): string | undefined;
  found(results: readonly WantedResult[]): SiteAnswer;
  empty: SiteAnswer;
  /** Over its quota, and with a key that is none: as it really says so. */
  quota: SiteAnswer;
  badKey: SiteAnswer;
  malformed: SiteAnswer;
  /** Can its results lead to any address? Wikipedia's lead to itself alone. */
  anyAddress: boolean;
}

/** The key that may be nowhere: it holds what an address and a form write in other ways. */
export const KEY = 'kEy+/9 secret=&value';

const json = (value: unknown, status = 200): SiteAnswer => ({
  status,
  type: 'application/json; charset=utf-8',
  // As servers do: spaced, and with text beyond ASCII escaped or not.
  body: JSON.stringify(value, null, 1),
});

const queryOf = (request: SeenRequest): URLSearchParams => new URL(request.path, 'https://x').searchParams;

function expectQuery(request: SeenRequest, path: string, wanted: Record<string, string>): string | undefined {
  const at = request.path.split('?')[0];
  if (request.method !== 'GET' || at !== path) return `${request.method} ${at}`;
  const given = queryOf(request);
  const wrong = Object.entries(wanted).find(([name, value]) => given.get(name) !== value);
  return wrong && `${wrong[0]} is ${given.get(wrong[0])}`;
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;').replaceAll("'", '&#x27;');

/** Marks a word as services do that show where it was found. */
const marked = (text: string, open: string, close: string): string =>
  escaped(text).replace('port', `${open}port${close}`);

const anomaly =
  '<html><body><div class="anomaly-modal__mask"><form id="challenge-form" action="//duckduckgo.com/anomaly.js?sv=html&cc=botnet"><div class="anomaly-modal__title">Unfortunately, bots use DuckDuckGo too.</div></form></div></body></html>';

function duckPage(blocks: string): string {
  const ad =
    '<div class="result results_links results_links_deep result--ad "><h2 class="result__title"><a class="result__a" href="https://duckduckgo.com/y.js?ad_domain=ads.example&amp;ad_provider=bing">An ad</a></h2></div>';
  return `<!DOCTYPE html>\r\n<html><head><title>x at DuckDuckGo</title></head>\r\n<body><form action="/html/" method="post"></form><div id="links" class="results">\r\n${ad}${blocks}</div></body></html>`;
}

function duckResult({ title, url, snippet }: WantedResult): string {
  const link = `//duckduckgo.com/l/?uddg=${encodeURIComponent(url)}&amp;rut=4dcd09`;
  const text = snippet === '' ? '' : `<a class="result__snippet" href="${link}">${marked(snippet, '<b>', '</b>')}</a>`;
  return `<div class="result results_links results_links_deep web-result ">\r\n<div class="links_main links_deep result__body">\r\n<h2 class="result__title"><a rel="nofollow" class="result__a" href="${link}">${escaped(title)}</a></h2>${text}<div class="clear"></div></div></div>\r\n`;
}

/** The six, each with what its documentation and its server say. */
export const PROVIDER_REPLIES: readonly ProviderReplies[] = [
  {
    id: 'wikipedia',
    name: 'Wikipedia',
    host: 'pt.wikipedia.org',
    options: { language: 'pt' },
    needsKey: false,
    anyAddress: false,
    fault: (request, query, count) =>
      expectQuery(request, '/w/api.php', {
        action: 'query',
        list: 'search',
        srsearch: query,
        srlimit: String(count),
        format: 'json',
        formatversion: '2',
      }),
    found: (results) =>
      json({
        batchcomplete: true,
        continue: { sroffset: 5, continue: '-||' },
        query: {
          searchinfo: { totalhits: 214 },
          search: results.map(({ title, snippet }, n) => ({
            ns: 0,
            title,
            pageid: 700 + n,
            snippet: marked(snippet, '<span class="searchmatch">', '</span>'),
          })),
        },
      }),
    empty: json({ batchcomplete: true, query: { searchinfo: { totalhits: 0 }, search: [] } }),
    quota: { status: 429, type: 'text/html', body: 'Too many requests' },
    badKey: json({
      error: { code: 'readapidenied', info: 'You need read permission to use this module.', docref: 'See' },
    }),
    malformed: { type: 'application/json', body: '{broken' },
  },
  {
    id: 'langsearch',
    name: 'LangSearch',
    host: 'api.langsearch.com',
    needsKey: true,
    anyAddress: true,
    fault(request, query, count) {
      if (request.method !== 'POST' || request.path !== '/v1/web-search') return `${request.method} ${request.path}`;
      if (request.headers.authorization !== `Bearer ${KEY}`) return 'no bearer';
      const body = JSON.parse(request.body) as { query: string; count: number; summary: boolean };
      return body.query === query && body.count === count && body.summary ? undefined : request.body;
    },
    found: (results) =>
      json({
        code: 200,
        log_id: 'd71841ad2095d8f2',
        msg: null,
        data: {
          _type: 'SearchResponse',
          queryContext: { originalQuery: 'x' },
          webPages: {
            webSearchUrl: 'https://langsearch.com/search?q=x',
            totalEstimatedMatches: null,
            value: results.map(({ title, url, snippet }, n) => ({
              id: `https://api.langsearch.com/v1/#WebPages.${n}`,
              name: title,
              url,
              displayUrl: url,
              // Every second page has no summary: then the snippet is used.
              snippet: n % 2 === 0 ? 'not this one' : snippet,
              summary: n % 2 === 0 ? snippet : '',
              datePublished: null,
            })),
            someResultsRemoved: true,
          },
          images: null,
        },
      }),
    empty: json({ code: 200, log_id: 'x', msg: null, data: { _type: 'SearchResponse', webPages: { value: [] } } }),
    quota: json({ code: 429, msg: 'You have reached the request limit', log_id: 'x' }),
    badKey: json({ code: '401', msg: `Invalid API KEY ${KEY}`, log_id: 'x' }, 401),
    malformed: { type: 'application/json', body: '{"code":200,"data":[' },
  },
  {
    id: 'serpstack',
    name: 'Serpstack',
    host: 'api.serpstack.com',
    needsKey: true,
    anyAddress: true,
    fault: (request, query, count) => expectQuery(request, '/search', { access_key: KEY, query, num: String(count) }),
    found: (results) =>
      json({
        request: {
          success: true,
          total_time_taken: 1.12,
          processed_timestamp: 1567674893,
          search_url: 'http://www.google.com/search?q=x',
        },
        search_parameters: { engine: 'google', type: 'web' },
        search_information: { total_results: 2150000, query_displayed: 'x' },
        ads: [],
        organic_results: results.map(({ title, url, snippet }, n) => ({
          position: n + 1,
          title,
          url,
          domain: new URL(url).hostname,
          displayed_url: url,
          snippet,
          cached_page_url: null,
          prerender: false,
        })),
        related_searches: [],
      }),
    empty: json({ request: { success: true }, search_information: { total_results: 0 }, organic_results: [] }),
    quota: json({
      success: false,
      error: { code: 104, type: 'usage_limit_reached', info: 'Your monthly API request volume has been reached.' },
    }),
    badKey: json({
      success: false,
      error: { code: 101, type: 'invalid_access_key', info: `You have not supplied a valid API Access Key. ${KEY}` },
    }),
    malformed: { type: 'application/json', body: 'null' },
  },
  {
    id: 'duckduckgo',
    name: 'DuckDuckGo',
    host: 'html.duckduckgo.com',
    needsKey: false,
    anyAddress: true,
    fault: (request, query) => expectQuery(request, '/html/', { q: query }),
    found: (results) => ({ type: 'text/html; charset=UTF-8', body: duckPage(results.map(duckResult).join('')) }),
    empty: {
      type: 'text/html',
      body: duckPage(
        '<div class="result results_links results_links_deep result--no-result"><div class="no-results">No results.</div></div>',
      ),
    },
    quota: { status: 202, type: 'text/html', body: anomaly },
    badKey: { type: 'text/html', body: anomaly },
    malformed: { type: 'text/html', body: '<html><body>Something else</body></html>' },
  },
  {
    id: 'google',
    name: 'Google',
    host: 'customsearch.googleapis.com',
    options: { engine: '017576662512468239146:omuauf_lfve' },
    needsKey: true,
    anyAddress: true,
    fault: (request, query, count) =>
      expectQuery(request, '/customsearch/v1', {
        key: KEY,
        cx: '017576662512468239146:omuauf_lfve',
        q: query,
        num: String(count),
      }),
    found: (results) =>
      json({
        kind: 'customsearch#search',
        url: { type: 'application/json' },
        queries: { request: [{ title: 'x', count: results.length }] },
        searchInformation: { searchTime: 0.2, totalResults: '2' },
        items: results.map(({ title, url, snippet }) => ({
          kind: 'customsearch#result',
          title,
          htmlTitle: `<b>${title}</b>`,
          link: url,
          displayLink: new URL(url).hostname,
          snippet,
          htmlSnippet: 'not this one',
        })),
      }),
    empty: json({ kind: 'customsearch#search', searchInformation: { totalResults: '0' } }),
    quota: json({ error: { code: 429, message: 'Quota exceeded', status: 'RESOURCE_EXHAUSTED' } }, 429),
    badKey: json(
      {
        error: {
          code: 400,
          message: `API key not valid: ${KEY}`,
          status: 'INVALID_ARGUMENT',
          details: [{ reason: 'API_KEY_INVALID' }],
        },
      },
      400,
    ),
    malformed: { type: 'application/json', body: '{"kind":"something else"}' },
  },
  {
    id: 'brave',
    name: 'Brave Search',
    host: 'api.search.brave.com',
    needsKey: true,
    anyAddress: true,
    fault(request, query, count) {
      if (request.headers['x-subscription-token'] !== KEY) return 'no token';
      if (request.headers.accept !== 'application/json') return 'not asked for JSON';
      return expectQuery(request, '/res/v1/web/search', { q: query, count: String(count) });
    },
    found: (results) =>
      json({
        type: 'search',
        query: { original: 'x', more_results_available: true },
        mixed: { type: 'mixed', main: [] },
        web: {
          type: 'search',
          results: results.map(({ title, url, snippet }) => ({
            type: 'search_result',
            title: escaped(title),
            url,
            is_source_local: false,
            description: marked(snippet, '<strong>', '</strong>'),
            profile: { name: 'x', long_name: new URL(url).hostname },
            language: 'en',
            meta_url: { scheme: 'https', netloc: new URL(url).hostname },
          })),
          family_friendly: true,
        },
      }),
    empty: json({ type: 'search', query: { original: 'x' }, mixed: { type: 'mixed', main: [] } }),
    quota: json(
      { type: 'ErrorResponse', error: { id: 'x', status: 429, code: 'RATE_LIMITED', detail: KEY }, time: 1 },
      429,
    ),
    badKey: json(
      {
        type: 'ErrorResponse',
        error: { id: 'x', status: 422, code: 'SUBSCRIPTION_TOKEN_INVALID', detail: KEY },
        time: 1,
      },
      422,
    ),
    malformed: { type: 'application/json', body: '' },
  },
];
