import { MessageChannel } from 'node:worker_threads';
import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/message-port';
import type { ContractRouterClient } from '@orpc/contract';
import { expect, test } from 'vitest';
import { attach, type RelayPort } from './attach.ts';
import { readHostAddress } from './host-address.ts';
import { serveTiny, type tinyContract } from './testing.ts';

/** A page's end of a port, and the shell's end as the relay wants it. */
function channel() {
  const { port1, port2 } = new MessageChannel();
  const port: RelayPort = {
    postMessage: (data) => port1.postMessage(data),
    onMessage: (listener) => void port1.on('message', listener),
    onClose: (listener) => void port1.on('close', listener),
    close: () => port1.close(),
  };
  const client: ContractRouterClient<typeof tinyContract> = createORPCClient(new RPCLink({ port: port2 as never }));
  const closed = new Promise<void>((resolve) => port2.on('close', () => resolve()));
  return { port, page: port2, client, closed };
}

test('a page calls a host elsewhere through the relay, from before the socket is open', async () => {
  const server = await serveTiny();
  const { port, page, client } = channel();
  attach(port, await readHostAddress(server.attachUrl), () => {});
  expect(await client.echo.say({ text: 'through' })).toBe('through');
  expect(await client.echo.who()).toBe('window');
  const seen: number[] = [];
  for await (const { seq } of await client.echo.count({})) seen.push(seq);
  expect(seen).toEqual([1, 2, 3]);
  page.close();
  await server.close();
});

test('the port closes when the host goes, so that the page can connect again', async () => {
  const server = await serveTiny();
  const { port, client, closed } = channel();
  attach(port, await readHostAddress(server.attachUrl), () => {});
  await client.echo.who();
  await server.close();
  await closed;
});

test('a host that is not there is one line, and a closed port', async () => {
  const server = await serveTiny();
  await server.close();
  const lines: string[] = [];
  const { port, closed } = channel();
  attach(port, await readHostAddress(server.attachUrl), (line) => lines.push(line));
  await closed;
  expect(lines).toEqual([expect.stringMatching(/^The host at ws:\S+\/rpc cannot be reached: .*ECONNREFUSED/)]);
});

test('the link that serve prints is an address too, once', async () => {
  const server = await serveTiny();
  const link = server.pageUrl();
  const { port, page, client } = channel();
  attach(port, await readHostAddress(link), () => {});
  expect(await client.echo.say({ text: 'linked' })).toBe('linked');
  await expect(readHostAddress(link)).rejects.toThrow('This link was already used.');
  page.close();
  await server.close();
});

test.each([
  ['not a url', 'is not a URL'],
  ['ws://127.0.0.1:1/rpc', 'holds no token'],
  ['file:///etc/passwd#token=a', 'must start with ws: or http:'],
])('%s is refused as an address', async (url, message) => {
  await expect(readHostAddress(url)).rejects.toThrow(message);
});
