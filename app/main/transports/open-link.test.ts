import { createORPCClient } from '@orpc/client';
import type { ContractRouterClient } from '@orpc/contract';
import { expect, test } from 'vitest';
import { readHostAddress } from './host-address.ts';
import { openLink } from './open-link.ts';
import { serveTiny, type tinyContract } from './testing.ts';

test('a command calls and subscribes, and learns when the host goes', async () => {
  const server = await serveTiny();
  const { link, closed } = await openLink(await readHostAddress(server.attachUrl));
  const client: ContractRouterClient<typeof tinyContract> = createORPCClient(link);
  expect(await client.echo.who()).toBe('cli');
  const seen: number[] = [];
  for await (const { seq } of await client.echo.count({})) seen.push(seq);
  expect(seen).toEqual([1, 2, 3]);
  await server.close();
  await closed;
});

test('a host that refuses or is gone is one line', async () => {
  const server = await serveTiny();
  const address = await readHostAddress(server.attachUrl);
  await expect(openLink({ ...address, token: 'wrong' })).rejects.toThrow(/cannot be reached: .*401/);
  await server.close();
  await expect(openLink(address)).rejects.toThrow(/cannot be reached: .*ECONNREFUSED/);
});
