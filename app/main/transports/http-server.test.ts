import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/websocket';
import type { ContractRouterClient } from '@orpc/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { HttpServer } from './http-server.ts';
import { exchangeLink, HOST_TOKEN, pageToken, serveTiny, type tinyContract } from './testing.ts';

type Client = ContractRouterClient<typeof tinyContract>;
let server: HttpServer;
beforeAll(async () => {
  server = await serveTiny();
});
afterAll(() => server.close());

function connect(token: string): { client: Client; socket: WebSocket } {
  const socket = new WebSocket(`${server.origin.replace('http', 'ws')}/rpc`, ['warrant', `token.${token}`]);
  return { client: createORPCClient(new RPCLink({ websocket: socket })), socket };
}

test('a page exchanges its link for a token of its own and calls over a socket', async () => {
  const { client, socket } = connect(await pageToken(server));
  expect(await client.echo.say({ text: 'hello' })).toBe('hello');
  expect(await client.echo.who()).toBe('browser');
  const seen: number[] = [];
  for await (const { seq } of await client.echo.count({ afterSeq: 1, upTo: 4 })) seen.push(seq);
  expect(seen).toEqual([2, 3, 4]);
  expect(socket.protocol).toBe('warrant');
  socket.close();
});

test('a page token stays good when the host is started again with the same host token', async () => {
  const token = await pageToken(server);
  const again = await serveTiny();
  const response = await fetch(`${again.origin}/api/who`, { headers: { authorization: `Bearer ${token}` } });
  expect(await response.json()).toBe('browser');
  await again.close();
});

test('the API answers with the host token, and says what it can do', async () => {
  const headers = { authorization: `Bearer ${HOST_TOKEN}`, 'content-type': 'application/json' };
  const said = await fetch(`${server.origin}/api/echo`, { method: 'POST', headers, body: '{"text":"hi"}' });
  expect([said.status, await said.json()]).toEqual([200, 'hi']);
  const document = (await (await fetch(`${server.origin}/api/openapi.json`, { headers })).json()) as {
    info: object;
    paths: object;
  };
  expect(document.info).toEqual({ title: 'Warrant', version: '1.2.3' });
  expect(Object.keys(document.paths).sort()).toEqual(['/count', '/echo', '/who']);
});

test('a stream over the API resumes after Last-Event-ID', async () => {
  const headers = { authorization: `Bearer ${HOST_TOKEN}`, 'last-event-id': '2' };
  const text = await (await fetch(`${server.origin}/api/count?upTo=4`, { headers })).text();
  expect(text.match(/"seq":\d/g)).toEqual(['"seq":3', '"seq":4']);
});

test('input that does not fit is refused with its place, and nothing else breaks', async () => {
  const headers = { authorization: `Bearer ${HOST_TOKEN}`, 'content-type': 'application/json' };
  const refused = await fetch(`${server.origin}/api/echo`, { method: 'POST', headers, body: '{"text":7}' });
  expect(refused.status).toBe(400);
  const after = await fetch(`${server.origin}/api/who`, { headers });
  expect(await after.json()).toBe('http');
});

test('whoever can read the data folder can ask for another page link', async () => {
  const headers = { authorization: `Bearer ${HOST_TOKEN}` };
  const invited = await fetch(`${server.origin}/session/invitations`, { method: 'POST', headers });
  const { url } = (await invited.json()) as { url: string };
  expect((await exchangeLink(server, url)).status).toBe(200);
  const page = { authorization: `Bearer ${await pageToken(server)}` };
  expect((await fetch(`${server.origin}/session/invitations`, { method: 'POST', headers: page })).status).toBe(403);
});

test('the connected clients are counted while they are connected', async () => {
  const count = async () =>
    (await fetch(`${server.origin}/session/clients`, { headers: { authorization: `Bearer ${HOST_TOKEN}` } })).json();
  const { client, socket } = connect(await pageToken(server));
  await client.echo.who();
  expect(await count()).toMatchObject({ browser: 1, window: 0 });
  socket.close();
  await expect.poll(count).toMatchObject({ browser: 0 });
});

test('page files carry the policy of the page', async () => {
  const response = await fetch(`${server.origin}/`);
  expect(await response.text()).toBe('<title>Warrant</title>');
  expect(response.headers.get('content-security-policy')).toBe(
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  );
  expect(response.headers.get('x-content-type-options')).toBe('nosniff');
});

test('a taken port is an error, not another port', async () => {
  const { serveHttp } = await import('./http-server.ts');
  const { tinyHost } = await import('./testing.ts');
  const port = Number(new URL(server.origin).port);
  await expect(serveHttp(tinyHost(), { port, page: new Map(), token: HOST_TOKEN, version: '1' })).rejects.toMatchObject(
    { code: 'EADDRINUSE' },
  );
});
