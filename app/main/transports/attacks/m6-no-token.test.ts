import { afterAll, beforeAll, expect, test } from 'vitest';
import WebSocket from 'ws';
import type { HttpServer } from '../http-server.ts';
import { HOST_TOKEN, pageToken, serveTiny } from '../testing.ts';

// Another program on this machine, which cannot read the data folder, calls the port it found (M6, H5).
let server: HttpServer;
beforeAll(async () => {
  server = await serveTiny();
});
afterAll(() => server.close());

function openSocket(protocols: string[], headers: Record<string, string> = {}): Promise<number> {
  return new Promise((resolve) => {
    const socket = new WebSocket(`${server.origin.replace('http', 'ws')}/rpc`, protocols, { headers });
    socket.on('open', () => {
      socket.terminate();
      resolve(101);
    });
    socket.on('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0));
    socket.on('error', () => resolve(-1));
  });
}

test('every path of the API and the socket need a token', async () => {
  for (const path of ['/api/who', '/api/openapi.json', '/api/nothing', '/session/clients']) {
    expect((await fetch(`${server.origin}${path}`)).status).toBe(401);
  }
  expect(await openSocket(['warrant'])).toBe(401);
  expect(await openSocket(['warrant', `token.${HOST_TOKEN}`])).toBe(101);
});

test('nothing close to a token passes', async () => {
  const page = await pageToken(server);
  const [, id = '', signature = ''] = page.split('.');
  const forged = [
    '',
    HOST_TOKEN.slice(0, -1),
    `${HOST_TOKEN}x`,
    HOST_TOKEN.toUpperCase(),
    `page.${id}.${signature.slice(0, -2)}AA`,
    `page.${'A'.repeat(32)}.${signature}`,
    `page.${id}.`,
    'page..',
  ];
  for (const token of forged) {
    const headers = { authorization: `Bearer ${token}` };
    expect((await fetch(`${server.origin}/api/who`, { headers })).status, token).toBe(401);
    if (token) expect(await openSocket(['warrant', `token.${token}`]), token).toBe(401);
  }
});

test('a token in the address, in a cookie or under another scheme is not looked at', async () => {
  expect((await fetch(`${server.origin}/api/who?token=${HOST_TOKEN}&access_token=${HOST_TOKEN}`)).status).toBe(401);
  expect((await fetch(`${server.origin}/api/who`, { headers: { cookie: `token=${HOST_TOKEN}` } })).status).toBe(401);
  const basic = { authorization: `Basic ${Buffer.from(`:${HOST_TOKEN}`).toString('base64')}` };
  expect((await fetch(`${server.origin}/api/who`, { headers: basic })).status).toBe(401);
});

test('no answer sets a cookie, and the page itself holds no token', async () => {
  const response = await fetch(`${server.origin}/`);
  expect(response.headers.get('set-cookie')).toBeNull();
  expect(await response.text()).not.toContain(HOST_TOKEN);
});
