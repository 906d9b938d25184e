import { request } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { HttpServer } from '../http-server.ts';
import { HOST_TOKEN, serveTiny } from '../testing.ts';

// DNS rebinding: a foreign name resolves to 127.0.0.1, so the browser talks to us in its name (M6, CVE-2025-49596).
let server: HttpServer;
beforeAll(async () => {
  server = await serveTiny();
});
afterAll(() => server.close());

function statusFor(path: string, headers: Record<string, string>): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const sent = request(`${server.origin}${path}`, { headers }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    sent.on('upgrade', () => resolve(101));
    sent.on('error', reject);
    sent.end();
  });
}

const port = () => new URL(server.origin).port;

test.each([
  ['a foreign name', () => `attacker.example:${port()}`],
  ['localhost', () => `localhost:${port()}`],
  ['another port', () => '127.0.0.1:1'],
  ['no port', () => '127.0.0.1'],
  ['our address as a prefix', () => `127.0.0.1:${port()}.attacker.example`],
  ['all interfaces', () => `0.0.0.0:${port()}`],
])('Host is %s: refused on page, session, API and socket, with a good token too', async (_name, host) => {
  const headers = { host: host(), authorization: `Bearer ${HOST_TOKEN}` };
  for (const path of ['/', '/session/clients', '/api/who', '/api/openapi.json']) {
    // Node itself refuses a Host that is no host at all.
    expect([400, 421]).toContain(await statusFor(path, headers));
  }
  const upgrade = { connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-version': '13' };
  const key = { 'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==', 'sec-websocket-protocol': 'warrant' };
  expect([400, 421]).toContain(await statusFor('/rpc', { ...headers, ...upgrade, ...key }));
  expect(await statusFor('/rpc', { ...headers, ...upgrade, ...key, host: `127.0.0.1:${port()}` })).toBe(101);
});
