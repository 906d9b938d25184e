import { afterAll, beforeAll, expect, test } from 'vitest';
import WebSocket from 'ws';
import type { HttpServer } from '../http-server.ts';
import { HOST_TOKEN, serveTiny } from '../testing.ts';

// Another site's page, a sandboxed frame (`null`) or an extension reaches for the local server (M6).
let server: HttpServer;
beforeAll(async () => {
  server = await serveTiny();
});
afterAll(() => server.close());

function openSocket(origin: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${HOST_TOKEN}`, origin };
    const socket = new WebSocket(`${server.origin.replace('http', 'ws')}/rpc`, ['warrant'], { headers });
    socket.on('open', () => {
      socket.terminate();
      resolve(101);
    });
    socket.on('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0));
    socket.on('error', reject);
  });
}

const foreign = [
  'null',
  'https://attacker.example',
  'http://localhost',
  'chrome-extension://abcdefghijklmnop',
  'file://',
  'app://warrant',
];

test.each(foreign)('Origin %s is refused everywhere, with a good token too', async (origin) => {
  const headers = { origin, authorization: `Bearer ${HOST_TOKEN}` };
  for (const path of ['/', '/session/clients', '/api/who']) {
    expect((await fetch(`${server.origin}${path}`, { headers })).status).toBe(403);
  }
  expect(await openSocket(origin)).toBe(403);
});

test('an origin that only begins like ours is refused', async () => {
  for (const origin of [
    `${server.origin}.attacker.example`,
    `${server.origin}0`,
    server.origin.replace('http', 'https'),
  ]) {
    expect(await openSocket(origin)).toBe(403);
  }
});

test('our own origin is admitted, so that the refusals above mean something', async () => {
  expect(await openSocket(server.origin)).toBe(101);
});

test('no answer invites another site: there is no CORS header', async () => {
  const response = await fetch(`${server.origin}/api/who`, {
    method: 'OPTIONS',
    headers: { origin: server.origin, 'access-control-request-method': 'POST' },
  });
  expect([...response.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
});
