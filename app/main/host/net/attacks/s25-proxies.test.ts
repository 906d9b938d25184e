import http from 'node:http';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { listen, localInternet, openScope } from '../../testing/local-internet.ts';
import { createNetwork } from '../safe-fetch.ts';

// Rule S25, row A6.20: what the environment says about proxies does not move a guarded request.

const asked: string[] = [];
const proxy = http.createServer((request, response) => {
  asked.push(`proxy ${request.url}`);
  response.end('through the proxy');
});
proxy.on('connect', (request, socket) => {
  asked.push(`proxy CONNECT ${request.url}`);
  socket.destroy();
});
const server = http.createServer((request, response) => {
  asked.push(`server ${request.url}`);
  response.end('direct');
});
let port = 0;

beforeAll(async () => {
  port = await listen(server);
  const address = `http://127.0.0.1:${await listen(proxy)}`;
  for (const name of ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'http_proxy', 'https_proxy', 'all_proxy'])
    vi.stubEnv(name, address);
  vi.stubEnv('NODE_USE_ENV_PROXY', '1');
});
afterAll(() => {
  vi.unstubAllEnvs();
  proxy.close();
  server.close();
});

test('the request goes straight to the checked address', async () => {
  const { ports, connects } = localInternet({ 'a.test': ['93.184.216.34'] }, { '*': port });
  const network = createNetwork({ ...ports, now: Date.now });
  expect(await network.fetch({ url: 'http://a.test/x' }, openScope())).toMatchObject({ type: 'ok' });
  expect(asked).toEqual(['server /x']);
  expect(connects).toEqual(['93.184.216.34:80']);
  await network.close();
});
