import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LocalInternet, localInternet, openScope } from '../../testing/local-internet.ts';
import type { NetHop } from '../network.ts';
import { createNetwork } from '../safe-fetch.ts';

// Rules S1 to S5, S8 to S12, S15 and S22: what is refused by its text, its name or its address makes no socket and asks no
// name server, though the rules of the call would let all of it through, every private range included.

let internet: LocalInternet;
let network: ReturnType<typeof createNetwork>;
beforeAll(() => {
  internet = localInternet({ 'public.test': ['93.184.216.34'] }, {});
  network = createNetwork({ ...internet.ports, now: Date.now });
});
afterAll(() => network.close());

async function isRefused(url: string, ranges: string[] = []): Promise<string> {
  const reply = await network.fetch({ url }, openScope({ privateRanges: () => ranges }));
  expect(reply, url).toMatchObject({ type: 'refused' });
  expect(await network.refusesToShow(url, new AbortController().signal), url).toEqual(expect.any(String));
  expect([internet.connects, internet.lookups], url).toEqual([[], []]);
  return reply.type === 'refused' ? reply.reason : '';
}

const LOOPBACK = [
  '127.0.0.1',
  '127.1',
  '0177.0.0.1',
  '0x7f.1',
  '0x7f000001',
  '2130706433',
  '017700000001',
  '00000000177.0.0.1',
  '%31%32%37.0.0.1',
  '①②⑦.⓪.⓪.①',
  '𝟏𝟐𝟕.𝟎.𝟎.𝟏',
  '127。0。0。1',
  '127．0．0．1',
  '127.0.0.1.',
  '127.255.255.254',
  '[::1]',
  '[0:0:0:0:0:0:0:1]',
];

describe('an address of this machine, however it is written (S4, S15)', () => {
  it.each(LOOPBACK)('%s', async (host) => {
    expect(await isRefused(`http://${host}/`)).toMatch(/not public: loopback/);
  });
});

const ALL_PRIVATE = ['0.0.0.0/0', '::/0'];

describe('what no grant reaches (S6, S8 to S11, A6.16)', () => {
  it.each([
    '0.0.0.0',
    '0',
    '0.0.0.1',
    '169.254.169.254',
    '0xa9fea9fe',
    '2852039166',
    '[fd00:ec2::254]',
    '[fd20:ce::254]',
    '100.100.100.200',
    '192.0.0.192',
    '168.63.129.16',
    '169.254.0.1',
    '100.64.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '240.0.0.1',
    '192.0.2.1',
    '198.18.0.1',
    '[::]',
    '[::127.0.0.1]',
    '[::7f00:1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:169.254.169.254]',
    '[::ffff:0:127.0.0.1]',
    '[64:ff9b::127.0.0.1]',
    '[64:ff9b:1::169.254.169.254]',
    '[2002:7f00:1::]',
    '[2001:0:7f00:1::]',
    '[2001::80ff:fffe]',
    '[2606:4700::5efe:127.0.0.1]',
    '[2001:db8::1]',
    '[3fff::1]',
    '[5f00::1]',
    '[100:0:0:1::1]',
    '[4000::1]',
    '[fec0::1]',
    '[fe80::1]',
    '[ff02::1]',
  ])('%s', async (host) => {
    expect(await isRefused(`http://${host}/`, ALL_PRIVATE)).toMatch(/no rule can allow it/);
  });
});

describe('a name of this machine or of its cloud (S12, A6.14)', () => {
  it.each([
    'localhost',
    'LOCALHOST',
    'localhost.',
    'a.b.localhost',
    'localhost.localdomain',
    'ip6-localhost',
    'ip6-loopback',
    'ⓛⓞⓒⓐⓛⓗⓞⓢⓣ',
    'local%68ost',
    'metadata',
    'Metadata.',
    'metadata.google.internal',
    'metadata.google.internal.',
    'x.metadata.google.internal',
    'metadata.amazonaws.com',
    'instance-data.ec2.internal',
  ])('%s', async (host) => {
    expect(await isRefused(`http://${host}/`, ALL_PRIVATE)).toMatch(/stands for this machine or for its cloud/);
  });
});

describe('a text that is no address, or that hides what it is (S2, S3, S5, S22)', () => {
  it.each([
    '',
    '  ',
    'not a url',
    '//public.test/x',
    'public.test',
    'http://',
    'http:///',
    'http://[',
    'http:public.test/',
    'http:/public.test/',
    'http:\\\\public.test',
    'http:////public.test/',
    'http://@public.test/',
    'http://:@public.test/',
    'http://a@127.0.0.1@public.test/',
    'http://public.test\\@127.0.0.1/',
    'http://127.1.1.1:80\\@127.2.2.2/',
    'http://1.1.1.1 &@2.2.2.2# @3.3.3.3/',
    'http://pub\tlic.test/',
    'http://pub\nlic.test/',
    'http://pub\rlic.test/',
    'http://pub\u00adlic.test/',
    'http://pub\u200blic.test/',
    'http://public.test/\u202egnp.exe',
    'http://public.test/a b',
    ' http://public.test/',
    'http://public.test/\n',
    'http://public.test/\ud800',
    'http://public.test:99999/',
    'http://public.test:0/',
    'http://public.test:80:80/',
    'http://0o177.0.0.1/',
    'http://08.0.0.1/',
    'http://256.0.0.1/',
    'http://4294967297/',
    'http://[::1%25lo]/',
    'http://127.0.0.1%00.example.com/',
    'http://a..test/',
    'http://./',
    'file:///etc/passwd',
    'ftp://public.test/',
    'gopher://public.test/',
    'dict://public.test/',
    'ldap://public.test/',
    'jar:http://public.test/!/',
    'netdoc:///etc/passwd',
    'data:text/plain,x',
    'blob:http://public.test/1',
    'javascript:alert(1)',
    'ws://public.test/',
    'wss://public.test/',
    `http://public.test/${'a'.repeat(10_000)}`,
  ])('%j', async (url) => {
    await isRefused(url, ALL_PRIVATE);
  });
});

it('a scope that refuses is heard before anything is looked up (S1)', async () => {
  const hops: NetHop[] = [];
  const refuses = (hop: NetHop): string => {
    hops.push(hop);
    return 'nothing was named';
  };
  const reply = await network.fetch({ url: 'HTTPS://PUBLIC.test:8443/A', method: 'put' }, openScope({ refuses }));
  expect(reply).toEqual({ type: 'refused', reason: 'nothing was named' });
  expect(hops).toEqual([{ url: 'https://public.test:8443/A', host: 'public.test', port: 8443, method: 'PUT' }]);
  expect([internet.connects, internet.lookups]).toEqual([[], []]);
});

it('the password of an address is in no reason (A6.22)', async () => {
  for (const url of ['http://me:hunter2@public.test/', 'http://me:hunter2@[', 'ftp://me:hunter2@public.test/'])
    expect(await isRefused(url)).not.toContain('hunter2');
});
