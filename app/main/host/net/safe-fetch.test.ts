import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { localInternet } from '../testing/local-internet.ts';
import type { NetRequest, NetScope } from './network.ts';
import { createNetwork } from './safe-fetch.ts';

const server = http.createServer((request, response) => {
  response.setHeader('content-type', 'text/plain');
  response.end(`${request.method} ${request.headers.host} ${request.url}`);
});
let port = 0;

beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  port = (server.address() as AddressInfo).port;
});
afterAll(() => server.close());

const ANY: NetScope = {
  refuses: () => undefined,
  privateRanges: () => [],
  secretHeaders: async () => [],
  signal: new AbortController().signal,
};

async function ask(request: NetRequest, scope: Partial<NetScope> = {}) {
  const internet = localInternet({ 'public.test': ['93.184.216.34'] }, { '*': port });
  const network = createNetwork({ ...internet.ports, now: () => 7 });
  try {
    return { ...internet, reply: await network.fetch(request, { ...ANY, ...scope }) };
  } finally {
    await network.close();
  }
}

test('a public host is reached at the address that was checked', async () => {
  const { reply, connects } = await ask({ url: 'http://public.test/a?b=c#d' });
  expect(reply).toMatchObject({ type: 'ok', status: 200, truncated: false, collectedAt: 7 });
  expect(reply.type === 'ok' && new TextDecoder().decode(reply.bytes)).toBe('GET public.test /a?b=c');
  expect(connects).toEqual(['93.184.216.34:80']);
});

test('a private literal is reached with a range that a person allowed, and only with it', async () => {
  const url = `http://127.0.0.1:${port}/`;
  const without = await ask({ url });
  expect(without).toMatchObject({ reply: { type: 'refused' }, connects: [] });
  const { reply } = await ask({ url }, { privateRanges: () => ['127.0.0.1/32'] });
  expect(reply).toMatchObject({ type: 'ok', status: 200 });
});
