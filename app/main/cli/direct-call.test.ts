import http from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listen, localInternet } from '../host/testing/local-internet.ts';
import { openLoop } from '../host/testing/loop-fixture.ts';
import { warrantOn } from './testing/warrant-on.ts';

// A call given directly says how it ended, also where that was decided inside the call (interfaces, "Exit codes").

const server = http.createServer((request, response) => {
  if (request.url === '/on') response.writeHead(302, { location: 'http://b.test/' });
  else if (request.url === '/inside') response.writeHead(302, { location: 'http://inside.test/' });
  else if (request.url === '/down') response.writeHead(302, { location: 'https://a.test:1/x' });
  else if (request.url === '/gone') response.writeHead(404);
  response.end('page');
});
let port = 0;
beforeAll(async () => {
  port = await listen(server);
});
afterAll(() => server.close());

const names = {
  'a.test': ['93.184.216.34'],
  'b.test': ['93.184.216.35'],
  'inside.test': ['10.1.2.3'],
  'empty.test': [],
  'en.wikipedia.org': ['93.184.216.36'],
};

async function invoke(...words: string[]) {
  const internet = localInternet(names, { '*': port });
  const loop = await openLoop({ script: [], ports: { net: internet.ports } });
  return { ...(await warrantOn(loop, ['tool', 'invoke', ...words])), lookups: internet.lookups };
}

const fetched = (url: string, ...more: string[]) => ['http_fetch', '--url', url, '--host', 'a.test', ...more];
const line = (words: string): RegExp => new RegExp(`^${words}[^\\n]*\\n$`);

it.each([
  ['a redirect to a host without a grant', fetched('http://a.test/on'), 'denied: .*b\\.test is not a host that'],
  ['a host without a grant', fetched('http://b.test/'), 'denied: .*b\\.test is not a host that.*--host b\\.test'],
  ['a redirect inside', [...fetched('http://a.test/inside'), '--host', 'inside.test'], 'denied: .*10\\.1\\.2\\.3'],
  ['an address inside', ['http_fetch', '--url', 'http://10.1.2.3/', '--host', 'a.test'], 'denied: .*10\\.1\\.2\\.3'],
  [
    'a header of the transport',
    fetched('http://a.test/', '--headers', '{"Host":"b.test"}', '--approve', 'all'),
    'denied: ',
  ],
  ['a search without its host', ['web_search', '--query', 'x'], 'denied: .*--host en\\.wikipedia\\.org'],
])('says of %s in one line that it is denied, and ends with 6', async (_, words, said) => {
  const { code, out, err } = await invoke(...words);
  expect(err).toMatch(line(said));
  expect({ code, out }).toEqual({ code: 6, out: '' });
});

it.each([
  ['a name that is not found', ['http_fetch', '--url', 'http://nx.test/', '--host', 'nx.test'], 'can’t be looked up'],
  ['a name without an address', ['http_fetch', '--url', 'http://empty.test/', '--host', 'empty.test'], 'no address'],
  ['an answer that is none', fetched('http://a.test/gone'), 'answered with 404'],
])('says of %s in one line that it failed, and ends with 1', async (_, words, said) => {
  const { code, out, err } = await invoke(...words);
  expect(err).toMatch(line(`failed: .*${said}`));
  expect({ code, out }).toEqual({ code: 1, out: '' });
});

it('lets a person search at the host that they name', async () => {
  // What answers here speaks no TLS: the search gets that far, and fails there.
  const { code, err, lookups } = await invoke('web_search', '--query', 'Valparaiso', '--host', 'en.wikipedia.org');
  expect(lookups).toEqual(['en.wikipedia.org']);
  expect({ code, err }).toEqual({ code: 1, err: expect.stringMatching(line('failed: Wikipedia was not searched')) });
});

async function explain(lines: string[], ...words: string[]) {
  const loop = await openLoop({ script: [], ports: { net: localInternet(names, { '*': port }).ports } });
  const ended = await warrantOn(loop, ['explain', 'url', ...(words.length > 0 ? words : ['-'])], lines.join('\n'));
  const answers = ended.out.trimEnd().split('\n');
  return { ...ended, answers };
}

it('answers each line of questions about addresses in its place, and takes none that it would misread', async () => {
  const good = { url: 'http://a.test/', host: 'a.test', resolve: { 'a.test': ['93.184.216.34'] } };
  const { answers, code } = await explain([
    JSON.stringify(good),
    '',
    JSON.stringify({ ...good, hosts: ['b.test'] }),
    '{"url":"http://a.test/","url":"http://b.test/"}',
    'no JSON',
    JSON.stringify({ ...good, method: 'FROB' }),
    JSON.stringify({ url: 'http://bücher.test./', host: 'bücher.test', resolve: { 'BÜCHER.test': '10.0.0.1' } }),
    JSON.stringify(good),
  ]);
  const says = ['"decision":"allow"', 'empty', 'hosts', 'twice', 'not JSON', 'FROB', '10.0.0.1', '"decision":"allow"'];
  expect(answers).toHaveLength(says.length);
  for (const [at, words] of says.entries()) expect(answers[at], words).toContain(words);
  for (const at of [5, 6]) expect(answers[at]).toContain('"decision":"deny"');
  expect(code).toBe(1);
});

it.each(['http://a.test', 'a b', '', 'a..test', 'a.test:99999x'])('takes no host that is none: %j', async (host) => {
  const { code, out, err } = await explain([], 'http://a.test/', '--host', host);
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toContain(`--host ${JSON.stringify(host)}`);
});

it('says that the level of a host that runs already counts', async () => {
  const loop = await openLoop({ script: [] });
  const { err } = await warrantOn(loop, ['runs', '--log-level', 'debug']);
  expect(err).toMatch(/^a host runs already, and its own log level counts[^\n]*\n$/);
  expect((await warrantOn(loop, ['runs'])).err).toBe('');
});
