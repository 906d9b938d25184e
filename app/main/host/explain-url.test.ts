import { describe, expect, it, test } from 'vitest';
import type { Grant } from '#contract/permission';
import { explainUrl, type UrlQuestion } from './explain-url.ts';

// The URL cases (spec/cases.md B1) and rules S1 to S26 as far as they are decided before a connection: `explain url` and a
// request are judged by the same code.

const NAMES: Record<string, string[]> = {
  'public.test': ['93.184.216.34'],
  'mix.test': ['93.184.216.34', '10.0.0.1'],
  'a.example.com': ['93.184.216.34'],
  'example.com': ['93.184.216.34'],
  'evil-example.com': ['93.184.216.34'],
  'a.example.com.evil.test': ['93.184.216.34'],
  'docs.a.internal': ['93.184.216.34'],
  'docs.a.b.internal': ['93.184.216.34'],
  '127.0.0.1.nip.io': ['127.0.0.1'],
  'empty.test': [],
  'six.test': ['2606:4700::1111', '93.184.216.34'],
  'mapped.test': ['::ffff:10.0.0.1'],
};

async function ask(url: string, hosts: string[] = ['**'], more: Partial<UrlQuestion> = {}, everywhere: Grant[] = []) {
  const lookups: string[] = [];
  const said = await explainUrl({ url, hosts, method: 'GET', ...more }, everywhere, async (name) => {
    lookups.push(name);
    if (NAMES[name]) return NAMES[name];
    throw Object.assign(new Error('none'), { code: 'ENOTFOUND' });
  });
  return { ...said, lookups };
}

const ALL_PORTS = ['**:*'];

test.each([
  ['U24', 'http://100.128.0.0/'],
  ['U25', 'http://172.15.255.255/'],
  ['U25', 'http://172.32.0.0/'],
  ['U36', 'http://public.test/'],
  ['U50', 'HTTPS://PUBLIC.TEST:443/'],
  ['S23', 'http://public.test./'],
  ['S13', 'https://six.test/'],
  ['S9', 'http://[2606:4700::1111]/'],
])('%s: %s is allowed', async (_, url) => {
  expect(await ask(url)).toMatchObject({ decision: 'allow' });
});

test.each([
  ['U1', 'http://127.0.0.1/'],
  ['U2', 'http://127.1/'],
  ['U3', 'http://2130706433/'],
  ['U5', 'http://0177.0.0.1/'],
  ['S4', 'http://0x7f.1/'],
  ['S4', 'http://017700000001/'],
  ['S4', 'http://00000000177.0.0.1/'],
  ['S4', 'http://%31%32%37.0.0.1/'],
  ['S4', 'http://𝟏𝟐𝟕.𝟎.𝟎.𝟏/'],
  ['S4', 'http://127.0.0.1./'],
  ['U6', 'http://0/'],
  ['U7', 'http://0.0.0.1/'],
  ['U8', 'http://①②⑦.⓪.⓪.①/'],
  ['U9', 'http://127。0。0。1/'],
  ['U11', 'http://[::]/'],
  ['U12', 'http://[::ffff:127.0.0.1]/'],
  ['S8', 'http://[::127.0.0.1]/'],
  ['S8', 'http://[64:ff9b::10.0.0.1]/'],
  ['S8', 'http://[64:ff9b:1::10.0.0.1]/'],
  ['U16', 'http://[2002:7f00:1::]/'],
  ['U17', 'http://[2001:0:0:0:0:0:80ff:fffe]/'],
  ['U21', 'http://[2001:db8::1]/'],
  ['S9', 'http://[4000::1]/'],
  ['S9', 'http://[100:0:0:1::1]/'],
  ['F2', 'http://[2606:4700::5efe:10.0.0.1]/'],
  ['U23', 'http://100.64.0.0/'],
  ['U23', 'http://100.127.255.255/'],
  ['U25', 'http://172.16.0.0/'],
  ['U25', 'http://172.31.255.255/'],
  ['U27', 'http://198.18.0.1/'],
  ['U27', 'http://192.0.2.1/'],
  ['U27', 'http://203.0.113.9/'],
  ['S10', 'http://224.0.0.1/'],
  ['S10', 'http://[ff02::1]/'],
  ['S10', 'http://255.255.255.255/'],
  ['S11', 'http://169.254.169.254/latest/'],
  ['S11', 'http://[fd00:ec2::254]/'],
  ['S11', 'http://[fd20:ce::254]/'],
  ['S11', 'http://100.100.100.200/'],
  ['S11', 'http://192.0.0.192/'],
  ['S11', 'http://168.63.129.16/'],
  ['S11', 'http://metadata/'],
  ['S11', 'http://metadata.amazonaws.com/'],
  ['U31', 'http://localhost./'],
  ['U32', 'http://LocalHost/'],
  ['S12', 'http://a.localhost/'],
  ['S12', 'http://ip6-localhost/'],
  ['S12', 'http://ⓛⓞⓒⓐⓛⓗⓞⓢⓣ/'],
  ['A6.14', 'http://localhost.localdomain/'],
  ['U34', 'http://metadata.google.internal./computeMetadata/v1/'],
  ['U42', 'http://@public.test/'],
  ['S3', 'http://a@127.0.0.1@public.test/'],
  ['S3', 'http://:@public.test/'],
  ['U43', 'http://public.test\\@127.0.0.1/'],
  ['U45', 'http://1.1.1.1 &@2.2.2.2# @3.3.3.3/'],
  ['U46', 'http://pub\tlic.test/'],
  ['U46', 'http://pub\nlic.test/'],
  ['S22', 'http://pub\u00adlic.test/'],
  ['S22', 'http://public.test/\u202Egnp.exe'],
  ['S22', ' http://public.test/'],
  ['S22', 'http:public.test/'],
  ['S22', 'http:\\\\public.test/'],
  ['S22', 'http:///public.test/'],
  ['U51', 'ftp://public.test/'],
  ['U51', 'file:///x'],
  ['U51', 'data:,x'],
  ['U51', 'javascript:1'],
  ['U51', 'ws://public.test/'],
  ['U51', 'gopher://public.test/'],
  ['S2', 'blob:http://public.test/1'],
  ['S2', 'dict://public.test/'],
  ['U52', '//public.test/x'],
  ['U52', 'not a url'],
  ['U52', ''],
  ['A6.21', '   '],
  ['A6.21', 'http://['],
  ['A6.21', 'http:///'],
  ['S5', 'http://0o177.0.0.1/'],
  ['S5', 'http://08.0.0.1/'],
  ['S5', 'http://256.0.0.1/'],
  ['S5', 'http://4294967297/'],
  ['S5', 'http://[::1%25lo]/'],
  ['S5', 'http://127.0.0.1%00.example.com/'],
  ['S5', 'http://public.test:99999/'],
  ['S5', 'http://public.test:0/'],
])('%s: %s is denied, and nothing is looked up', async (_, url) => {
  expect(await ask(url, ALL_PORTS)).toMatchObject({ decision: 'deny', lookups: [] });
});

test.each([
  ['S13', 'http://mix.test/', /10\.0\.0\.1.*private use/],
  ['S17', 'http://nx.test/', /can’t be looked up/],
  ['S17', 'http://empty.test/', /has no address/],
  ['U39', 'http://127.0.0.1.nip.io/', /127\.0\.0\.1.*loopback/],
  ['U48', 'http://localhost%2epublic.test/', /localhost\.public\.test can’t be looked up/],
  ['S8', 'http://mapped.test/', /IPv4-mapped/],
])('%s: %s is denied by what its name leads to', async (_, url, words) => {
  expect(await ask(url)).toMatchObject({ decision: 'deny', reason: expect.stringMatching(words) });
});

describe('the hosts that a person named', () => {
  it.each([
    ['S1', 'http://public.test/', [], 'deny'],
    ['A6.1', 'http://public.test/', [''], 'deny'],
    ['A6.2', 'http://API.EXAMPLE.com./', ['api.example.com'], 'deny'],
    ['S23', 'http://a.example.com/', ['*.example.com'], 'allow'],
    ['S23', 'http://A.EXAMPLE.COM./', ['*.example.com'], 'allow'],
    ['S23', 'http://example.com/', ['*.example.com'], 'deny'],
    ['S23', 'http://evil-example.com/', ['*.example.com'], 'deny'],
    ['S23', 'http://a.example.com.evil.test/', ['*.example.com'], 'deny'],
    ['U62', 'http://docs.a.internal/', ['docs.*.internal'], 'allow'],
    ['U62', 'http://docs.a.b.internal/', ['docs.*.internal'], 'deny'],
    ['A6.3', 'http://public.test/', ['['], 'deny'],
    ['S26', 'http://public.test:22/', ['**'], 'deny'],
    ['S26', 'http://public.test:6379/', ['public.test'], 'deny'],
    ['S26', 'http://public.test:8080/', ['public.test:8000-9000'], 'allow'],
    ['S26', 'http://public.test:8080/', ['public.test:*'], 'allow'],
    ['U53', 'http://127.0.0.1:8080/', ['127.0.0.1:8080'], 'allow'],
    ['U53', 'http://127.0.0.1:8080/', ['127.0.0.1'], 'deny'],
    ['U53', 'http://127.0.0.1:8081/', ['127.0.0.1:8080'], 'deny'],
    ['U53', 'http://127.0.0.2:8080/', ['127.0.0.1:8080'], 'deny'],
    ['A6.17', 'http://127.0.0.1:8080/', ['**:8080'], 'deny'],
    ['A6.17', 'http://127.0.0.1:8080/', ['127.0.0.*:8080'], 'deny'],
    ['A6.17', 'http://localhost:8080/', ['localhost:8080', '127.0.0.1:8080'], 'deny'],
    ['U54', 'http://127.1:8080/', ['127.0.0.1:8080'], 'allow'],
    ['D6', 'http://[::1]:8080/', ['[::1]:8080'], 'allow'],
    ['A6.16', 'http://169.254.169.254/', ['169.254.169.254:80'], 'deny'],
    ['A6.16', 'http://100.64.0.1/', ['100.64.0.1:80'], 'deny'],
  ])('%s: %s with %j: %s', async (_, url, hosts, decision) => {
    expect(await ask(url, hosts as string[])).toMatchObject({ decision });
  });

  it('reach no private address by a name, whatever else was granted', async () => {
    const said = await ask('http://mix.test:8080/', ['mix.test:8080', '10.0.0.1:8080', '**:*']);
    expect(said).toMatchObject({ decision: 'deny', rule: { id: 'default:not-public' } });
  });
});

it('takes the addresses that the question gives, and looks the other names up', async () => {
  const resolve = { 'Nx.test.': ['93.184.216.34'], 'public.test': ['10.0.0.1'] };
  expect(await ask('http://nx.test/', ['**'], { resolve })).toMatchObject({ decision: 'allow', lookups: [] });
  expect(await ask('http://public.test/', ['**'], { resolve })).toMatchObject({ decision: 'deny', lookups: [] });
  expect(await ask('http://six.test/', ['**'], { resolve })).toMatchObject({
    decision: 'allow',
    lookups: ['six.test'],
  });
});

it('asks about a request that may change something, and by a rule that asks', async () => {
  expect(await ask('http://public.test/', ['**'], { method: 'post' })).toMatchObject({ decision: 'ask' });
  const rule: Grant = {
    id: 'grant-ask',
    agent: 'every',
    type: 'ask',
    standing: false,
    permission: { kind: 'net', host: 'public.test', ports: [], methods: [] },
    layer: 'default',
    source: 'You, everywhere',
    sentence: 'Every agent asks before it reaches public.test.',
    labels: 'any',
  };
  expect(await ask('http://public.test/', ['**'], {}, [rule])).toMatchObject({
    decision: 'ask',
    rule: { id: 'grant-ask' },
  });
  expect(await ask('http://public.test/', ['**'], {}, [{ ...rule, type: 'deny' }])).toMatchObject({ decision: 'deny' });
});

it('never says the password of an address (A6.22)', async () => {
  for (const url of ['http://me:hunter2@public.test/', 'http://me:hunter2@[/', 'ftp://me:hunter2@public.test/'])
    expect(JSON.stringify(await ask(url))).not.toContain('hunter2');
});
