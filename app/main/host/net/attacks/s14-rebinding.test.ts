import { createSocket } from 'node:dgram';
import { Resolver } from 'node:dns/promises';
import http from 'node:http';
import net from 'node:net';
import dnsPacket, { type Answer } from 'dns-packet';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { listen, localInternet, openScope, socketAs } from '../../testing/local-internet.ts';
import { createNetwork } from '../safe-fetch.ts';

// Rules S13, S14, S16 and S17, cases U39 and U40: a real name server of this machine that changes its mind, and a resolver
// of Node that asks it. Each socket is counted.

const PUBLIC = '93.184.216.34';
let answers: (name: string, type: string, turn: number) => Answer[] | 'silent' | 'NXDOMAIN' = () => [];
const questions: string[] = [];

const nameServer = createSocket('udp4');
nameServer.on('message', (message, from) => {
  const query = dnsPacket.decode(message);
  const [question] = query.questions ?? [];
  if (!question) return;
  const turn = questions.filter((each) => each === `${question.type} ${question.name}`).length;
  questions.push(`${question.type} ${question.name}`);
  const given = answers(question.name, question.type, turn);
  if (given === 'silent') return;
  const missing = given === 'NXDOMAIN';
  nameServer.send(
    dnsPacket.encode({
      type: 'response',
      id: query.id ?? 0,
      flags: dnsPacket.RECURSION_DESIRED | dnsPacket.RECURSION_AVAILABLE | (missing ? 3 : 0),
      questions: [question],
      answers: missing ? [] : given,
    }),
    from.port,
    from.address,
  );
});

const seen: string[] = [];
const server = http.createServer((request, response) => {
  seen.push(`${request.method} ${request.headers.host}`);
  response.end('page');
});
const resolver = new Resolver({ timeout: 50, tries: 1 });
let port = 0;

beforeAll(async () => {
  await new Promise<void>((done) => nameServer.bind(0, '127.0.0.1', done));
  resolver.setServers([`127.0.0.1:${nameServer.address().port}`]);
  port = await listen(server);
});
beforeEach(() => {
  questions.length = 0;
  seen.length = 0;
});
afterAll(() => {
  nameServer.close();
  server.close();
});

/** Both kinds of address, as the system's own look-up gives them; a name with neither is an error. */
async function resolve(name: string): Promise<string[]> {
  const [four, six] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  const found = [four, six].flatMap((each) => (each.status === 'fulfilled' ? each.value : []));
  if (found.length === 0 && four.status === 'rejected') throw four.reason;
  return found;
}

function open() {
  const internet = localInternet({}, { '*': port });
  const network = createNetwork({ ...internet.ports, resolve, now: Date.now });
  return { network, connects: internet.connects };
}

const a = (name: string, data: string): Answer => ({ type: 'A', name, data, ttl: 0 });
const aaaa = (name: string, data: string): Answer => ({ type: 'AAAA', name, data, ttl: 0 });

test('a name that is public at first and private then is reached at the address that was checked, and then not at all', async () => {
  answers = (name, type, turn) => (type === 'A' ? [a(name, turn === 0 ? PUBLIC : '10.0.0.1')] : []);
  const { network, connects } = open();
  const first = await network.fetch({ url: 'http://rebind.test/' }, openScope());
  expect(first).toMatchObject({ type: 'ok', url: 'http://rebind.test/' });
  expect(questions).toEqual(['A rebind.test', 'AAAA rebind.test']);
  // The connection to the public address is still open; the name is judged anew all the same.
  const second = await network.fetch({ url: 'http://rebind.test/' }, openScope());
  expect(second).toMatchObject({ type: 'refused', reason: expect.stringMatching(/10\.0\.0\.1.*private use/) });
  expect(connects).toEqual([`${PUBLIC}:80`]);
  expect(seen).toEqual(['GET rebind.test']);
  await network.close();
});

test.each<[string, (name: string, type: string) => Answer[] | 'silent' | 'NXDOMAIN', RegExp]>([
  [
    'one private address among public ones',
    (name, type) => (type === 'A' ? [a(name, PUBLIC), a(name, '10.0.0.1')] : []),
    /10\.0\.0\.1/,
  ],
  ['loopback as the only address', (name, type) => (type === 'A' ? [a(name, '127.0.0.1')] : []), /loopback/],
  [
    'a public IPv4 and a private IPv6 address',
    (name, type) => [type === 'A' ? a(name, PUBLIC) : aaaa(name, '::1')],
    /::1/,
  ],
  ['metadata', (name, type) => (type === 'A' ? [a(name, '169.254.169.254')] : []), /metadata/],
  ['a mapped address', (name, type) => (type === 'AAAA' ? [aaaa(name, '::ffff:10.0.0.1')] : []), /IPv4-mapped/],
  ['no such name', () => 'NXDOMAIN', /can’t be looked up/],
  ['an empty answer', () => [], /can’t be looked up/],
  ['a server that does not answer', () => 'silent', /can’t be looked up/],
  [
    'names that lead round in a ring',
    (name) => [{ type: 'CNAME', name, data: name === 'x.test' ? 'y.test' : 'x.test', ttl: 0 }],
    /can’t be looked up|has no address/,
  ],
])('%s: nothing is connected', async (_, given, words) => {
  answers = (name, type) => given(name, type);
  const { network, connects } = open();
  const reply = await network.fetch({ url: 'http://x.test/' }, openScope());
  expect(reply).toMatchObject({ type: 'refused', reason: expect.stringMatching(words) });
  expect(await network.refusesToShow('http://x.test/', new AbortController().signal)).toMatch(words);
  expect([connects, seen]).toEqual([[], []]);
  await network.close();
});

test('a socket that leads elsewhere than to the checked address is closed before a byte is written', async () => {
  answers = (name, type) => (type === 'A' ? [a(name, PUBLIC)] : []);
  const received: Buffer[] = [];
  const trap = net.createServer((socket) => {
    socket.on('data', (bytes) => received.push(bytes));
    socket.on('end', () => socket.end());
  });
  const closed = new Promise<void>((done) => trap.on('connection', (socket) => socket.on('close', () => done())));
  const trapPort = await listen(trap);
  for (const protocol of ['http', 'https']) {
    const network = createNetwork({ resolve, connect: () => net.connect(trapPort, '127.0.0.1'), now: Date.now });
    const reply = await network.fetch(
      { url: `${protocol}://x.test/`, method: 'POST', body: new Uint8Array(9) },
      openScope(),
    );
    expect(reply).toMatchObject({ type: 'refused', reason: expect.stringMatching(/led to another address/) });
    await closed;
    await network.close();
  }
  expect(Buffer.concat(received).length).toBe(0);
  trap.close();
});

test('a kept connection serves no other host and no other address (S16)', async () => {
  let address = PUBLIC;
  answers = (name, type) => (type === 'A' ? [a(name, address)] : []);
  const { network, connects } = open();
  const get = async (url: string) => expect(await network.fetch({ url }, openScope())).toMatchObject({ type: 'ok' });
  await get('http://one.test/');
  await get('http://one.test/again');
  expect(connects).toEqual([`${PUBLIC}:80`]);
  await get('http://two.test/');
  expect(connects).toEqual([`${PUBLIC}:80`, `${PUBLIC}:80`]);
  address = '93.184.216.35';
  await get('http://one.test/');
  expect(connects).toEqual([`${PUBLIC}:80`, `${PUBLIC}:80`, '93.184.216.35:80']);
  await network.close();
});

test('a kept connection to a private address is of no use to whom it was not allowed', async () => {
  const network = createNetwork({ now: Date.now });
  const url = `http://127.0.0.1:${port}/`;
  const allowed = openScope({ privateRanges: () => ['127.0.0.1/32'] });
  expect(await network.fetch({ url }, allowed)).toMatchObject({ type: 'ok' });
  expect(await network.fetch({ url }, openScope())).toMatchObject({ type: 'refused' });
  expect(seen).toHaveLength(1);
  await network.close();
});

test('the next checked address is tried where one does not answer', async () => {
  answers = (name, type) => (type === 'A' ? [a(name, '93.184.216.35'), a(name, PUBLIC)] : []);
  const connects: string[] = [];
  const network = createNetwork({
    resolve,
    connect(address, to) {
      connects.push(`${address}:${to}`);
      return socketAs(address, net.connect(address === PUBLIC ? port : 1, '127.0.0.1'));
    },
    now: Date.now,
  });
  expect(await network.fetch({ url: 'http://x.test/' }, openScope())).toMatchObject({ type: 'ok' });
  expect(connects.at(-1)).toBe(`${PUBLIC}:80`);
  await network.close();
});
