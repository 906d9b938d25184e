import http from 'node:http';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Json } from '#contract/ids';
import { maskIn } from '#contract/secret-mask';
import { Redactor } from '../../redact/redactor.ts';
import { listen, localInternet } from '../../testing/local-internet.ts';
import { calls, openLoop } from '../../testing/loop-fixture.ts';

// What looks like a key is masked in the log, and the call that is made is the one in the log (rules K2, K3). A request that
// holds a mask is not the one that was meant: it is refused before anything leaves, and no name is looked up.

const KEY = 'CANARY0123456789abcdefghij';
const requested: string[] = [];
const server = http.createServer((request, response) => {
  requested.push(request.url ?? '');
  response.end('{"value": 7}');
});
let internet: ReturnType<typeof localInternet>;

beforeAll(async () => {
  const port = await listen(server);
  internet = localInternet({ 'a.test': ['93.184.216.34'], 'en.wikipedia.org': ['93.184.216.35'] }, { '*': port });
});
beforeEach(() => {
  requested.length = 0;
  internet.connects.length = 0;
  internet.lookups.length = 0;
});
afterAll(() => server.close());

const MASKED: [what: string, tool: string, input: { [key: string]: Json }][] = [
  ['a key in the address', 'http_fetch', { url: `http://a.test/num?token=${KEY}` }],
  ['a password in the address', 'http_fetch', { url: `http://me:${KEY}@a.test/` }],
  ['a header', 'http_fetch', { url: 'http://a.test/', headers: { authorization: `Bearer ${KEY}` } }],
  ['a body', 'http_fetch', { url: 'http://a.test/', method: 'POST', body: `x?api_key=${KEY}` }],
  ['a mask that was read', 'http_fetch', { url: 'http://a.test/num[secret:tracker]' }],
  ['a mask as an address writes it', 'http_fetch', { url: 'http://a.test/?q=%5Bredacted%3Akey-in-an-address%5D' }],
  ['a search', 'web_search', { query: `who has ?token=${KEY}` }],
];

it('no request of an agent goes out with a mask in it, whatever was allowed', async () => {
  const loop = await openLoop({
    script: [calls(...MASKED.map(([, tool, input]): [string, Json] => [tool, input])), 'done'],
    tools: [{ tool: 'http_fetch', hosts: ['**'], ask: 'never' }, { tool: 'web_search' }],
    ports: { net: internet.ports },
  });
  const run = await loop.start('do it', { approve: 'all' });
  const outcomes = await loop.outcomes(run);
  expect(outcomes.map(({ code }) => code)).toEqual(MASKED.map(() => 'denied'));
  for (const { text } of outcomes) expect(text).toMatch(/looks like a key or a secret.*nothing was sent.*Bind it/s);
  expect([requested, internet.connects, internet.lookups]).toEqual([[], [], []]);
});

it('nor one of a person', async () => {
  const loop = await openLoop({ script: [], ports: { net: internet.ports } });
  for (const [what, tool, input] of MASKED) {
    const flags = { approve: 'all' as const, hosts: ['a.test'] };
    const { run } = await loop.client.tool.invoke({ tool, command: [], input, flags });
    await loop.settled(run);
    const [outcome] = await loop.outcomes(run);
    expect([what, outcome]).toMatchObject([
      what,
      { code: 'denied', text: expect.stringContaining('looks like a key') },
    ]);
  }
  expect([requested, internet.connects]).toEqual([[], []]);
});

it('nor one that a person has edited into a card', async () => {
  const loop = await openLoop({
    script: [calls(['http_fetch', { url: 'http://a.test/', method: 'POST', body: 'x' }]), 'done'],
    tools: [{ tool: 'http_fetch', hosts: ['a.test'] }],
    ports: { net: internet.ports },
  });
  const run = await loop.start();
  const editedInput = { url: `http://a.test/?token=${KEY}`, method: 'POST', body: 'x' };
  await expect(loop.answer(run, 'allow', { editedInput })).rejects.toThrow(/looks like a key/);
  expect(requested).toEqual([]);
});

it('a request without a mask goes out as it is', async () => {
  const loop = await openLoop({
    script: [calls(['http_fetch', { url: 'http://a.test/num?page=[2]' }]), 'done'],
    tools: [{ tool: 'http_fetch', hosts: ['a.test'], ask: 'never' }],
    ports: { net: internet.ports },
  });
  const run = await loop.start('read it');
  expect(await loop.outcomes(run)).toMatchObject([{ code: 'ok' }]);
  expect(requested).toEqual(['/num?page=[2]']);
});

it('every mask of the redactor is known as one', () => {
  const redactor = new Redactor();
  redactor.know('tracker', 'Canary/of+the=vault');
  const texts = [
    'Canary/of+the=vault',
    `?token=${KEY}`,
    `Bearer ${KEY}`,
    `http://a:${KEY}@b.test/`,
    'AKIAQWERTYUIOPASDFGH',
  ];
  for (const text of texts) expect(maskIn(redactor.text(text))).toMatch(/^\[(secret|redacted):.+\]$/);
});
