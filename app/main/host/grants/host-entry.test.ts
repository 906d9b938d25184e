import { expect, test } from 'vitest';
import type { Permission } from '#contract/permission';
import { sentenceOf } from '../policy/grant-sentence.ts';
import { permissionOfHost, privateReach } from './host-entry.ts';

// Decision D6, rows A6.2, A6.3, A6.16, A6.17, cases U53 and U54: what a person typed, and the reach it gives.

const at = (port: number) => [{ from: port, to: port }];

test.each([
  ['127.0.0.1:8080', '127.0.0.1/32', at(8080)],
  ['127.1:8080', '127.0.0.1/32', at(8080)],
  ['0x7f000001:8080', '127.0.0.1/32', at(8080)],
  ['10.1.2.3:80-90', '10.1.2.3/32', [{ from: 80, to: 90 }]],
  ['192.168.1.20:443', '192.168.1.20/32', at(443)],
  ['[::1]:3000', '::1/128', at(3000)],
  ['[fd12::1]:3000', 'fd12::1/128', at(3000)],
])('%s, an address of the person’s own with its port, reaches that address alone', (text, address, ports) => {
  expect(permissionOfHost(text)).toMatchObject({ permission: { address, ports } });
});

test.each(['api.example.com', '*.example.com:8080', '**', '8.8.8.8', 'wiki.intern:443', '[2606:4700::1111]:443'])(
  '%s reaches public addresses alone',
  (text) => {
    const read = permissionOfHost(text);
    expect('permission' in read && 'address' in read.permission).toBe(false);
    expect(read).toHaveProperty('permission');
  },
);

test.each([
  ['127.0.0.1', /name its port/],
  ['127.0.0.1:*', /name its port/],
  ['[::1]', /name its port/],
  ['10.0.0.1', /name its port/],
  ['localhost:8080', /stands for this machine/],
  ['api.localhost:8080', /stands for this machine/],
  ['*.localhost', /stands for this machine/],
  ['metadata.google.internal', /stands for this machine or for its cloud/],
  ['169.254.169.254:80', /cloud metadata/],
  ['[fd00:ec2::254]:80', /cloud metadata/],
  ['168.63.129.16', /cloud platform services/],
  ['169.254.1.1:80', /link-local/],
  ['[fe80::1]:80', /link-local/],
  ['224.0.0.1:80', /multicast/],
  ['100.64.0.1:80', /carriers/],
  ['0.0.0.0:80', /this network|this host/],
  ['[::ffff:127.0.0.1]:80', /IPv4-mapped/],
  ['[', /is no host/],
  ['10.0.0.*', /never addresses/],
  ['*.168.1.1:80', /never addresses/],
  ['93.184.*.34', /never addresses/],
  ['*.*.*.1', /never addresses/],
  ['a b', /is no host/],
  ['http://a.example', /is no host/],
  ['a*.example', /is no (?:host|pattern)/],
  ['a.example:99999', /is no host/],
])('%s is refused when it is configured', (text, words) => {
  const read = permissionOfHost(text);
  expect('fault' in read && read.fault).toMatch(words);
});

const named = (more: object) =>
  privateReach({ kind: 'net', host: 'wiki.intern', ports: at(443), methods: ['*'], ...more } as Extract<
    Permission,
    { kind: 'net' }
  >);

test('a name with its port and a private range is the grant that reaches it there', () => {
  expect(named({ address: '10.1.2.3/16' })).toMatchObject({ permission: { address: '10.1.0.0/16' } });
  expect(named({ address: '10.1.2.3' })).toMatchObject({ permission: { address: '10.1.2.3/32' } });
  expect(named({ address: 'fd12:3456::/32' })).toMatchObject({ permission: { address: 'fd12:3456::/32' } });
});

test.each([
  [{ address: '10.1.0.0/16', host: '*.intern' }, /not to a pattern/],
  [{ address: '10.1.0.0/16', ports: [] }, /name its port/],
  [{ address: '10.1.0.0/16', ports: [{ from: 1, to: 65_535 }] }, /name its port/],
  [{ address: '169.254.0.0/16' }, /link-local/],
  [{ address: '169.254.169.254' }, /cloud metadata/],
  [{ address: 'fd00:ec2::254/128' }, /cloud metadata/],
  [{ address: '100.64.0.0/10' }, /carriers/],
  [{ address: '224.0.0.0/4' }, /multicast/],
  [{ address: '0.0.0.0/0' }, /no rule can allow/],
  [{ address: '::/0' }, /no rule can allow/],
  [{ address: '10.0.0.0/7' }, /wider than the private range/],
  [{ address: '8.8.8.0/24' }, /public/],
  [{ address: '10.1.0.0/33' }, /no range of addresses/],
  [{ address: '10.1/16' }, /no range of addresses/],
  [{ address: 'intern' }, /no range of addresses/],
  [{ address: '10.2.0.0/16', host: '10.1.0.1' }, /does not lie in/],
])('%j is refused when it is configured', (more, words) => {
  const read = named(more);
  expect('fault' in read && read.fault).toMatch(words);
});

test('its sentence says that the place is not public', () => {
  const sentence = (read: ReturnType<typeof permissionOfHost>): string =>
    'permission' in read ? sentenceOf('desk', 'allow', read.permission, { folders: new Map() }) : read.fault;
  expect(sentence(permissionOfHost('127.0.0.1:8080'))).toBe(
    'desk may reach 127.0.0.1, which is not public, on port 8080, without asking.',
  );
  expect(sentence(named({ address: '10.1.0.0/16' }))).toBe(
    'desk may reach wiki.intern at addresses 10.1.0.0/16, which are not public, on port 443, without asking.',
  );
});
