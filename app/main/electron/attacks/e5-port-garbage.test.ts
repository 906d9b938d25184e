import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/message-port';
import type { ContractRouterClient } from '@orpc/contract';
import * as fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { type tinyContract, tinyHost } from '../../transports/testing.ts';
import { servePort } from '../message-port-transport.ts';
import * as electron from '../testing.ts';

// A compromised page posts anything at all to its port (E5). Its calls fail; the process and other ports go on.
type Client = ContractRouterClient<typeof tinyContract>;

function openPort() {
  const { port1, port2 } = new electron.MessageChannelMain();
  servePort(port1 as never, tinyHost().router, { client: 'window' });
  const link = new RPCLink({ port: port2 as never });
  const client: Client = createORPCClient(link);
  const closed = new Promise<void>((resolve) => port2.on('close', () => resolve()));
  return { page: port2, link, client, closed };
}

// oRPC reports a broken frame on the console; that it does is not what is tested.
vi.spyOn(console, 'error').mockImplementation(() => {});

test('texts that are no frames change nothing for the next call', async () => {
  const { page, client } = openPort();
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        fc.string(),
        fc.json(),
        fc.jsonValue().map((value) => JSON.stringify(value)),
      ),
      async (text) => {
        page.postMessage(text);
        expect(await client.echo.say({ text: 'still' })).toBe('still');
      },
    ),
    { numRuns: 200 },
  );
  page.close();
});

test.each([
  ['a number', 7],
  ['nothing', undefined],
  ['an object', { i: '1', p: { u: '/echo/say' } }],
  ['a map', new Map([['a', 1]])],
  ['a plain buffer of another kind', new Uint16Array(4)],
  ['a date', new Date(0)],
])('%s closes the port and nothing else', async (_name, message) => {
  const [bad, good] = [openPort(), openPort()];
  bad.page.postMessage(message);
  await bad.closed;
  expect(await good.client.echo.say({ text: 'fine' })).toBe('fine');
  good.page.close();
});

test('a text of 100 MB closes the port and nothing else', async () => {
  const [bad, good] = [openPort(), openPort()];
  bad.page.postMessage('a'.repeat(100 * 1024 * 1024));
  await bad.closed;
  expect(await good.client.echo.say({ text: 'fine' })).toBe('fine');
  good.page.close();
});

test('a call with a wrong type or an unknown key is an error of its schema', async () => {
  const { page, client } = openPort();
  const say = client.echo.say as (input: unknown) => Promise<unknown>;
  const inputs = [{ text: 7 }, {}, null, [], 'text', { text: 'a', more: 1 }, { text: { toString: 'a' } }];
  for (const input of inputs) await expect(say(input)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  expect(await client.echo.say({ text: 'still' })).toBe('still');
  page.close();
});

test('a prototype key in a call reaches no prototype', async () => {
  const { page, link } = openPort();
  const input = JSON.parse('{"text":"a","__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}');
  await link.call(['echo', 'say'], input, { context: {} }).catch(() => {});
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  page.close();
});

test.each([
  [['echo', 'constructor']],
  [['echo', '__proto__']],
  [['__proto__', 'toString']],
  [['constructor', 'call']],
  [['echo', 'say', '~orpc', 'handler']],
  [['']],
])('the path %j is no method', async (path) => {
  const { page, link, client } = openPort();
  await expect(link.call(path, {}, { context: {} })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(await client.echo.say({ text: 'still' })).toBe('still');
  page.close();
});
