import http from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import type { Json } from '#contract/ids';
import type { NetReply } from '../net/network.ts';
import { type LocalInternet, listen, localInternet } from '../testing/local-internet.ts';
import { calls, type LoopFixture, openLoop } from '../testing/loop-fixture.ts';
import { defineTool } from '../tools/define-tool.ts';

// What one call may reach (rules S1, S18, S26, K4; rows A6.2, A6.4, A6.17; decision D6): binding and grants of now, asked at
// each hop. The host is a real one; a tool of the test asks it for pages, and hands over what came.

const replies: NetReply[] = [];
const shown: (string | undefined)[] = [];
const get = defineTool({
  name: 'get',
  description: 'Gets a page.',
  input: { url: z.string(), method: z.string().optional(), really: z.string().optional() },
  effect: { change: 'read', where: 'remote', repeat: 'safe' },
  hosts: [{ field: 'url', method: 'method' }],
  async run({ url, method, really }, context) {
    const reply = await context.fetch({ url: really ?? url, ...(method === undefined ? {} : { method }) });
    replies.push(reply);
    shown.push(await context.refusesToShow(url));
    return { type: 'ok', text: reply.type };
  },
});

const seen: { at: string; key: string | undefined }[] = [];
let redirect: string | undefined;
let onRequest = async (): Promise<void> => undefined;
const server = http.createServer(async (request, response) => {
  seen.push({ at: `${request.headers.host}${request.url}`, key: request.headers['x-key']?.toString() });
  await onRequest();
  if (redirect !== undefined && request.url === '/') response.writeHead(302, { location: redirect });
  response.end('page');
});
let port = 0;
let internet: LocalInternet;

beforeAll(async () => {
  port = await listen(server);
});
beforeEach(() => {
  replies.length = 0;
  shown.length = 0;
  seen.length = 0;
  redirect = undefined;
  onRequest = async () => undefined;
  internet = localInternet(
    { 'a.test': ['93.184.216.34'], 'b.test': ['93.184.216.35'], 'wiki.intern': ['10.1.2.3'] },
    { '*': port },
  );
});
afterAll(() => server.close());

async function open(binding: { [key: string]: Json }, ...inputs: { [key: string]: Json }[]): Promise<LoopFixture> {
  return openLoop({
    script: [calls(...inputs.map((input): [string, Json] => ['get', input])), 'done'],
    tools: [{ tool: 'get', ...binding }],
    ports: {
      moreTools: [get],
      net: internet.ports,
      // Making the key of a vault takes time, so only where a secret is kept.
      ...(binding.secrets === undefined ? {} : { passphrase: 'a passphrase of the test' }),
    },
  });
}

const A = 'http://a.test/';

describe('a call', () => {
  it('reaches the hosts of its binding, and shows public ones', async () => {
    const loop = await open({ hosts: ['a.test'] }, { url: A });
    await loop.start();
    expect(replies).toMatchObject([{ type: 'ok', url: A }]);
    expect(shown).toEqual([undefined]);
  });

  it('follows no redirect to a host that it was not given (U56)', async () => {
    redirect = 'http://b.test/';
    const loop = await open({ hosts: ['a.test'] }, { url: A });
    await loop.start();
    expect(replies).toMatchObject([{ type: 'refused', reason: expect.stringContaining('b.test is not a host') }]);
    expect(internet.connects).toEqual(['93.184.216.34:80']);
  });

  it('reaches no host beside the one that was decided, whatever its tool asks for', async () => {
    const loop = await open({ hosts: ['a.test'] }, { url: A, really: 'http://b.test/' });
    await loop.start();
    expect(replies).toMatchObject([{ type: 'refused' }]);
    expect(internet.connects).toEqual([]);
  });

  it('is held to a rule that came while it ran', async () => {
    redirect = 'http://b.test/';
    const loop = await open({ hosts: ['a.test', 'b.test'] }, { url: A });
    onRequest = async () => {
      const permission = { kind: 'net' as const, host: 'b.test', ports: [], methods: [] };
      await loop.client.grant.add({ agent: 'every', type: 'deny', permission });
    };
    await loop.start();
    expect(replies).toMatchObject([{ type: 'refused', reason: expect.stringContaining('No agent may reach b.test') }]);
    expect(seen.map(({ at }) => at)).toEqual(['a.test/']);
  });

  it('does not go on to a host that is asked about: nobody can be asked in the middle of a request', async () => {
    redirect = 'http://b.test/';
    const loop = await open({ hosts: ['a.test', 'b.test'] }, { url: A }, { url: 'http://b.test/x' });
    const permission = { kind: 'net' as const, host: 'b.test', ports: [], methods: [] };
    await loop.client.grant.add({ agent: 'every', type: 'ask', permission });
    const run = await loop.start();
    await loop.answer(run, 'allow');
    expect(replies).toMatchObject([
      { type: 'refused', reason: expect.stringContaining('asks before') },
      { type: 'ok', url: 'http://b.test/x' },
    ]);
  });

  it('sends a secret to its own origin, and not along a redirect (K4)', async () => {
    redirect = 'http://b.test/last';
    const own = `127.0.0.1:${port}`;
    const secret = { secret: 'tracker', as: 'header', origin: `http://${own}`, header: 'X-Key' };
    const loop = await open({ hosts: [own, 'b.test'], secrets: [secret] }, { url: `http://${own}/` });
    await loop.client.secret.set({ name: 'tracker', value: 'value-of-tracker', origin: `http://${own}` });
    await loop.start();
    expect(seen).toEqual([
      { at: `${own}/`, key: 'value-of-tracker' },
      { at: 'b.test/last', key: undefined },
    ]);
  });
});

describe('a host that is not public (D6, A6.17)', () => {
  it('is reached where its address and port are in the accepted file', async () => {
    const url = `http://127.0.0.1:${port}/x`;
    const loop = await open({ hosts: [`127.0.0.1:${port}`] }, { url }, { url: 'http://127.0.0.1/' });
    await loop.start();
    expect(replies).toMatchObject([{ type: 'ok', url }]);
    expect(shown).toEqual([expect.stringContaining('loopback')]);
  });

  it('is not reached by any pattern, nor by a redirect', async () => {
    redirect = `http://127.0.0.1:${port}/x`;
    const loop = await open({ hosts: ['**', '**:*'] }, { url: `http://127.0.0.1:${port}/x` }, { url: A });
    await loop.start();
    expect(replies).toMatchObject([{ type: 'refused' }, { type: 'refused' }]);
    expect(seen.map(({ at }) => at)).toEqual(['a.test/']);
  });

  it('is reached by its name only at the addresses that a person named, and only on that port', async () => {
    const asked = ['http://wiki.intern/', 'http://wiki.intern:8080/'].map((url) => ({ url }));
    const loop = await open({ hosts: ['wiki.intern', 'wiki.intern:8080'] }, ...asked);
    const first = await loop.start();
    expect(replies).toMatchObject([{ type: 'refused' }, { type: 'refused' }]);
    expect(internet.connects).toEqual([]);
    await loop.settled(first);
    replies.length = 0;
    const permission = { kind: 'net' as const, host: 'wiki.intern', ports: [{ from: 80, to: 80 }], methods: ['GET'] };
    await loop.client.grant.add({
      agent: 'every',
      type: 'allow',
      permission: { ...permission, address: '10.2.0.0/16' },
    });
    await loop.start();
    expect(replies).toMatchObject([{ type: 'refused' }, { type: 'refused' }]);
    replies.length = 0;
    await loop.client.grant.add({
      agent: 'every',
      type: 'allow',
      permission: { ...permission, address: '10.1.0.0/16' },
    });
    await loop.start();
    expect(replies).toMatchObject([{ type: 'ok', url: 'http://wiki.intern/' }, { type: 'refused' }]);
    expect(internet.connects).toEqual(['10.1.2.3:80']);
  });
});

it('`--host` gives a host for one run, and a private one by address and port', async () => {
  const loop = await open({}, { url: A }, { url: `http://127.0.0.1:${port}/x` }, { url: 'http://b.test/' });
  const agent = { file: loop.agentFile, base: loop.home, path: 'worker.agent.json' };
  const start = (hosts: string[]) => loop.client.run.start({ agent, text: 'go', flags: { accept: true, hosts } });
  const { run } = await start(['a.test', `127.0.0.1:${port}`]);
  await loop.settled(run);
  expect(replies.map(({ type }) => type)).toEqual(['ok', 'ok']);
  expect((await loop.outcomes(run)).map(({ code }) => code).sort()).toEqual(['denied', 'ok', 'ok']);
  for (const host of ['localhost', '127.0.0.1', '169.254.169.254:80', '['])
    await expect(start([host])).rejects.toThrow(/can’t be granted/);
});
