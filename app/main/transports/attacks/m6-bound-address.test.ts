import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { HttpServer } from '../http-server.ts';
import { serveTiny } from '../testing.ts';

// Another machine on the network connects to the port (M6).
let server: HttpServer;
beforeAll(async () => {
  server = await serveTiny();
});
afterAll(() => server.close());

function reaches(address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: address, port: Number(new URL(server.origin).port), timeout: 2_000 });
    const end = (answer: boolean): void => {
      socket.destroy();
      resolve(answer);
    };
    socket.on('connect', () => end(true));
    socket.on('timeout', () => end(false));
    socket.on('error', () => end(false));
  });
}

test('only 127.0.0.1 answers; no other address of this machine does', async () => {
  expect(await reaches('127.0.0.1')).toBe(true);
  const others = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .map(({ address }) => address)
    .filter((address) => address !== '127.0.0.1');
  // 127.0.0.2 is this machine too on Linux, and stands in where there is no network at all.
  for (const address of [...others, '127.0.0.2', '::1']) expect(await reaches(address), address).toBe(false);
});
