import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listen, localInternet, openScope } from '../../testing/local-internet.ts';
import { testCertificate } from '../../testing/test-certificate.ts';
import type { NetHop, NetRequest, NetScope } from '../network.ts';
import { createNetwork } from '../safe-fetch.ts';

// Rules S18 to S21, rows A6.8 to A6.11, decision D2, cases U56, U57 and U59. One plain and one TLS server stand for every
// public host; each socket and each request is counted.

const ADDRESS = '93.184.216.34';
const NAMES = { 'a.test': [ADDRESS], 'b.test': ['93.184.216.35'], 'inner.test': ['10.0.0.1'] };
const tls = testCertificate('a.test', 'b.test');

interface Seen {
  at: string;
  method: string;
  headers: IncomingMessage['headers'];
  body: string;
}
const seen: Seen[] = [];
/** The way each path answers: where it leads, and how. */
const routes = new Map<string, { status: number; location?: string }>();

async function handle(request: IncomingMessage, response: http.ServerResponse): Promise<void> {
  const { method = '', headers, url = '' } = request;
  seen.push({ at: `${headers.host}${url}`, method, headers, body: await text(request) });
  const route = routes.get(`${headers.host}${url}`);
  response.writeHead(route?.status ?? 200, route?.location === undefined ? {} : { location: route.location });
  response.end('page');
}
const plain = http.createServer((request, response) => void handle(request, response));
const secure = https.createServer(tls, (request, response) => void handle(request, response));
let ports: { 80: number; 443: number };

beforeAll(async () => {
  ports = { 80: await listen(plain), 443: await listen(secure) };
});
beforeEach(() => {
  seen.length = 0;
  routes.clear();
});
afterAll(() => {
  plain.close();
  secure.close();
});

function from(start: string, location: string, status = 302): void {
  routes.set(start, { status, location });
}

async function ask(request: NetRequest, scope: Partial<NetScope> = {}) {
  const internet = localInternet(NAMES, {}, tls.cert);
  const { connect } = internet.ports;
  const network = createNetwork({
    ...internet.ports,
    connect: (address, port) => {
      const own = localInternet({}, { '*': port === 443 ? ports[443] : ports[80] });
      internet.connects.push(`${address}:${port}`);
      return (own.ports.connect ?? connect)?.(address, port) as ReturnType<NonNullable<typeof connect>>;
    },
    now: Date.now,
  });
  try {
    return { reply: await network.fetch(request, openScope(scope)), connects: internet.connects };
  } finally {
    await network.close();
  }
}

const A = 'http://a.test/';

describe('each hop is judged as the first was (S18)', () => {
  it.each([
    ['metadata', 'http://169.254.169.254/latest/meta-data/'],
    ['a private address', 'http://10.0.0.1/'],
    ['loopback', 'http://127.0.0.1:8080/'],
    ['loopback in disguise', 'http://0x7f.1/'],
    ['a name that is private', 'http://inner.test/'],
    ['localhost', 'http://localhost/'],
    ['another scheme', 'file:///etc/passwd'],
    ['gopher', 'gopher://a.test/'],
    ['data', 'data:text/plain,x'],
    ['a user', 'http://me:hunter2@b.test/'],
    ['an empty user', 'http://@b.test/'],
    ['an empty user without the scheme', '//@b.test/'],
    ['a backslash', 'http://b.test\\@10.0.0.1/'],
    ['a tab', 'http://b\tb.test/'],
    ['no slashes', 'http:b.test'],
    ['no host', 'http://['],
    ['a name that is not there', 'http://nx.test/'],
  ])('to %s: refused, and only the first host is contacted', async (_, location) => {
    from('a.test/', location);
    const { reply, connects } = await ask({ url: A });
    expect(reply).toMatchObject({ type: 'refused' });
    expect(JSON.stringify(reply)).not.toContain('hunter2');
    expect(connects).toEqual([`${ADDRESS}:80`]);
    expect(seen).toHaveLength(1);
  });

  it('to a host that the rules do not name: refused in their words (U56)', async () => {
    from('a.test/', 'http://b.test/x');
    const hops: NetHop[] = [];
    const refuses = (hop: NetHop): string | undefined => {
      hops.push(hop);
      return hop.host === 'a.test' ? undefined : 'b.test was not named';
    };
    const { reply, connects } = await ask({ url: A }, { refuses });
    expect(reply).toEqual({ type: 'refused', reason: 'b.test was not named' });
    expect(hops).toEqual([
      { url: A, host: 'a.test', port: 80, method: 'GET' },
      { url: 'http://b.test/x', host: 'b.test', port: 80, method: 'GET' },
    ]);
    expect(connects).toHaveLength(1);
  });

  it('follows what is allowed, relative or whole, and says where it ended', async () => {
    from('a.test/', '/next', 301);
    from('a.test/next', '//b.test/last?x=1', 307);
    const { reply } = await ask({ url: A });
    expect(reply).toMatchObject({ type: 'ok', url: 'http://b.test/last?x=1' });
    expect(seen.map(({ at }) => at)).toEqual(['a.test/', 'a.test/next', 'b.test/last?x=1']);
  });
});

describe('the number of redirects (D2, A6.9)', () => {
  const chain = (length: number): void => {
    for (let at = 0; at < length; at++) from(at === 0 ? 'a.test/' : `a.test/${at}`, `/${at + 1}`);
  };

  it('three are followed', async () => {
    chain(3);
    expect((await ask({ url: A })).reply).toMatchObject({ type: 'ok', url: 'http://a.test/3' });
    expect(seen).toHaveLength(4);
  });

  it('the fourth is an error', async () => {
    chain(4);
    expect((await ask({ url: A })).reply).toMatchObject({ type: 'failed', code: 'redirects' });
    expect(seen).toHaveLength(4);
  });

  it('a ring ends', async () => {
    from('a.test/', '/');
    expect((await ask({ url: A })).reply).toMatchObject({ type: 'failed', code: 'redirects' });
  });

  it.each([301, 302, 303, 307, 308])('%i without a place to go to is an error that says so (U59)', async (status) => {
    for (const route of [{ status }, { status, location: '' }, { status, location: ' ' }]) {
      routes.set('a.test/', route);
      seen.length = 0;
      const { reply } = await ask({ url: A });
      expect(reply).toMatchObject({ type: 'failed', code: 'status', status });
      expect(reply).toHaveProperty('message', `a.test answered with ${status}, but names no address to go on to.`);
      expect(seen).toHaveLength(1);
    }
  });

  it('300 and 304 lead nowhere', async () => {
    for (const status of [300, 304]) {
      from('a.test/', '/next', status);
      expect((await ask({ url: A })).reply).toMatchObject({ type: 'failed', code: 'status', status });
    }
  });
});

describe('between http and https (S19)', () => {
  it('never goes down from https to http', async () => {
    from('a.test/', 'http://a.test/plain');
    const { reply, connects } = await ask({ url: 'https://a.test/' });
    expect(reply).toMatchObject({ type: 'refused', reason: expect.stringContaining('from https to http') });
    expect(connects).toEqual([`${ADDRESS}:443`]);
  });

  it('goes up, through the same checks', async () => {
    from('a.test/', 'https://b.test/x');
    expect((await ask({ url: A })).reply).toMatchObject({ type: 'ok', url: 'https://b.test/x' });
    from('a.test/', 'https://inner.test/');
    const { reply, connects } = await ask({ url: A });
    expect(reply).toMatchObject({ type: 'refused' });
    expect(connects).toEqual([`${ADDRESS}:80`]);
  });

  it('goes on only to a certificate of that very name', async () => {
    const network = createNetwork({
      resolve: async () => [ADDRESS],
      connect: (address) => {
        const { connect } = localInternet({}, { '*': ports[443] }).ports;
        if (!connect) throw new Error('the local internet connects');
        return connect(address, 443);
      },
      ca: tls.cert,
      now: Date.now,
    });
    expect(await network.fetch({ url: 'https://a.test/' }, openScope())).toMatchObject({ type: 'ok' });
    const before = seen.length;
    for (const url of ['https://c.test/', `https://${ADDRESS}/`])
      expect(await network.fetch({ url }, openScope())).toMatchObject({ type: 'failed', code: 'network' });
    expect(seen).toHaveLength(before);
    await network.close();
  });
});

describe('what goes along (S20, A6.10, A6.11, U57)', () => {
  const headers = {
    Authorization: 'Bearer k-1',
    Cookie: 'k-2',
    'Proxy-Authorization': 'k-3',
    'X-Api-Key': 'k-4',
    'X-Goog-ApiKey': 'k-5',
    'X-My-Secret': 'k-6',
    'X-Auth-Token': 'k-7',
    'X-Plain': 'stays',
  };

  it('credentials stay with the origin they were for', async () => {
    from('a.test/', 'http://b.test/');
    await ask({ url: A, headers });
    expect(seen[0]?.headers).toMatchObject({ authorization: 'Bearer k-1', 'x-api-key': 'k-4' });
    expect(seen[1]?.headers).toMatchObject({ host: 'b.test', 'x-plain': 'stays' });
    expect(JSON.stringify(seen[1])).not.toContain('k-');
  });

  it('another port and another scheme are other origins', async () => {
    for (const location of ['http://a.test:8080/', 'https://a.test/']) {
      seen.length = 0;
      from('a.test/', location);
      await ask({ url: A, headers });
      expect(JSON.stringify(seen[1])).not.toContain('k-');
    }
  });

  it('and do not come back when a redirect leads home again', async () => {
    from('a.test/', 'http://b.test/');
    from('b.test/', 'http://a.test/home');
    await ask({ url: A, headers });
    expect(seen[2]?.at).toBe('a.test/home');
    expect(JSON.stringify(seen[2])).not.toContain('k-');
  });

  it('secrets are asked for anew at each hop', async () => {
    from('a.test/', 'http://b.test/');
    const asked: string[] = [];
    const secretHeaders = async (url: string) => {
      asked.push(url);
      return url.startsWith(A) ? [{ name: 'X-Key', value: 'secret-of-a' }] : [];
    };
    await ask({ url: A, headers: { 'x-key': 'of-the-tool' } }, { secretHeaders });
    expect(asked).toEqual([A, 'http://b.test/']);
    expect(seen[0]?.headers['x-key']).toBe('secret-of-a');
    expect(JSON.stringify(seen[1])).not.toContain('secret-of-a');
  });

  it('a request carries what was set, and what the connection needs, and nothing else', async () => {
    await ask({ url: A, headers: { 'X-One': '1' } });
    expect(Object.keys(seen[0]?.headers ?? {}).sort()).toEqual(['accept-encoding', 'connection', 'host', 'x-one']);
  });

  it.each([
    { Host: 'inner.test' },
    { 'Transfer-Encoding': 'chunked' },
    { 'Content-Length': '3' },
    { Connection: 'upgrade' },
    { 'X-Line': 'a\r\nHost: inner.test' },
    { 'X Bad': '1' },
    { 'x-one': '1', 'X-One': '2' },
  ] as Record<string, string>[])('%j is refused before anything is sent', async (bad) => {
    const { reply, connects } = await ask({ url: A, headers: bad });
    expect(reply).toMatchObject({ type: 'refused' });
    expect(connects).toEqual([]);
  });

  it.each(['CONNECT', 'TRACE', 'GET / HTTP', ''])(
    'the method %j is refused before anything is sent',
    async (method) => {
      expect(await ask({ url: A, method })).toMatchObject({ reply: { type: 'refused' }, connects: [] });
    },
  );
});

describe('a body (S21)', () => {
  const body = new TextEncoder().encode('{"amount":1}');
  const post: NetRequest = { url: A, method: 'POST', body, headers: { 'Content-Type': 'application/json' } };

  it.each([307, 308])('is not sent again to another origin by %i', async (status) => {
    from('a.test/', 'http://b.test/', status);
    const { reply, connects } = await ask(post);
    expect(reply).toMatchObject({ type: 'refused', reason: expect.stringContaining('b.test') });
    expect(connects).toHaveLength(1);
  });

  it('is not sent again by 307 without one either, where the method changes something', async () => {
    from('a.test/', 'http://b.test/', 307);
    expect((await ask({ url: A, method: 'DELETE' })).reply).toMatchObject({ type: 'refused' });
    expect(seen).toHaveLength(1);
  });

  it('goes on within its origin, once', async () => {
    from('a.test/', '/next', 307);
    expect((await ask(post)).reply).toMatchObject({ type: 'ok' });
    expect(seen.map((each) => `${each.method} ${each.at} ${each.body}`)).toEqual([
      'POST a.test/ {"amount":1}',
      'POST a.test/next {"amount":1}',
    ]);
  });

  it.each([301, 302, 303])('is left behind by %i, which asks by GET', async (status) => {
    from('a.test/', 'http://b.test/', status);
    const hops: string[] = [];
    const refuses = ({ method }: NetHop): undefined => void hops.push(method);
    expect((await ask(post, { refuses })).reply).toMatchObject({ type: 'ok' });
    expect(hops).toEqual(['POST', 'GET']);
    expect(seen[1]).toMatchObject({ method: 'GET', body: '' });
    expect(seen[1]?.headers['content-type']).toBeUndefined();
  });
});
