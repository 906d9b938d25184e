import { afterAll, beforeAll, expect, test } from 'vitest';
import type { HttpServer } from '../http-server.ts';
import { exchangeLink, serveTiny } from '../testing.ts';

// A page link is found in a terminal's scrollback, a shell history or a browser's history and opened again (M6).
let server: HttpServer;
beforeAll(async () => {
  server = await serveTiny();
});
afterAll(() => server.close());

test('a link works once; the second time the answer says what to do', async () => {
  const link = server.pageUrl();
  expect((await exchangeLink(server, link)).status).toBe(200);
  const replay = await exchangeLink(server, link);
  expect([replay.status, await replay.json()]).toEqual([
    401,
    {
      code: 'link-used',
      message: 'This link was already used. Run npm start or warrant serve again and open the new link.',
    },
  ]);
});

test('of twenty that use a link at once, one gets in', async () => {
  const link = server.pageUrl();
  const statuses = await Promise.all(Array.from({ length: 20 }, async () => (await exchangeLink(server, link)).status));
  expect(statuses.filter((status) => status === 200)).toHaveLength(1);
});

test('the token of a link opens nothing but the exchange', async () => {
  const token = new URLSearchParams(new URL(server.pageUrl()).hash.slice(1)).get('token');
  const headers = { authorization: `Bearer ${token}` };
  expect((await fetch(`${server.origin}/api/who`, { headers })).status).toBe(401);
  expect((await fetch(`${server.origin}/session/clients`, { headers })).status).toBe(401);
});

test('an exchange from another site is refused and leaves the link unused', async () => {
  const link = server.pageUrl();
  const token = new URLSearchParams(new URL(link).hash.slice(1)).get('token');
  const stolen = await fetch(`${server.origin}/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: 'https://attacker.example' },
    body: JSON.stringify({ token }),
  });
  expect(stolen.status).toBe(403);
  expect((await exchangeLink(server, link)).status).toBe(200);
});

test.each(['', '[]', '{"token":7}', '{"token":"a","more":1}', `{"token":"${'a'.repeat(9000)}"}`, '{"__proto__":{}}'])(
  'a body that is no exchange is refused: %.20s',
  async (body) => {
    const response = await fetch(`${server.origin}/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    expect([400, 413]).toContain(response.status);
  },
);
