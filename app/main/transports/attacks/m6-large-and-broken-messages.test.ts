import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import WebSocket from 'ws';
import type { HttpServer } from '../http-server.ts';
import { HOST_TOKEN, serveTiny } from '../testing.ts';

// Someone with a token, or a page gone wrong, sends what no page sends (E5, M6).
let server: HttpServer;
beforeAll(async () => {
  server = await serveTiny();
});
afterAll(() => server.close());

const headers = { authorization: `Bearer ${HOST_TOKEN}` };

function open(): Promise<WebSocket> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`${server.origin.replace('http', 'ws')}/rpc`, ['warrant'], { headers });
    socket.on('open', () => resolve(socket));
    socket.on('error', reject);
  });
}

async function stillAnswers(): Promise<void> {
  expect(await (await fetch(`${server.origin}/api/who`, { headers })).json()).toBe('http');
}

test('a message over the limit ends its own socket and no other', async () => {
  const [loud, quiet] = [await open(), await open()];
  const closed = new Promise<number>((resolve) => loud.on('close', resolve));
  loud.on('error', () => {});
  loud.send('a'.repeat(17 * 1024 * 1024));
  expect([1009, 1006]).toContain(await closed);
  expect(quiet.readyState).toBe(WebSocket.OPEN);
  quiet.terminate();
  await stillAnswers();
});

test('frames that are no call change nothing', async () => {
  const socket = await open();
  const frames = ['', 'garbage', '{}', '[]', 'null', '{"i":"1","t":99}', '{"__proto__":{"x":1}}', '['.repeat(50_000)];
  for (const frame of frames) socket.send(frame);
  socket.send(Buffer.alloc(100_000));
  socket.ping();
  await new Promise((resolve) => socket.once('pong', resolve));
  socket.terminate();
  await stillAnswers();
  expect(({} as Record<string, unknown>).x).toBeUndefined();
});

test('a body over the limit is refused', async () => {
  const body = JSON.stringify({ text: 'a'.repeat(17 * 1024 * 1024) });
  const response = await fetch(`${server.origin}/api/echo`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body,
  }).catch(() => undefined);
  expect(response?.status ?? 413).toBe(413);
  await stillAnswers();
});

test('bytes that are no HTTP, and connections that are dropped half way, change nothing', async () => {
  const { port } = new URL(server.origin);
  for (const text of [
    '\x00\x01\x02\r\n\r\n',
    'GET / HTTP/1.1\r\nHost: ',
    'GET /rpc HTTP/1.1\r\nUpgrade: websocket\r\n',
  ]) {
    await new Promise<void>((resolve) => {
      const socket = connect(Number(port), '127.0.0.1', () => socket.end(text));
      socket.on('error', () => resolve());
      socket.on('close', () => resolve());
      setTimeout(() => socket.destroy(), 200);
    });
  }
  await stillAnswers();
});
