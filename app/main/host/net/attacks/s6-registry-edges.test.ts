import ipaddr from 'ipaddr.js';
import { describe, expect, it, test } from 'vitest';
import { checkPrivateRange, judgeAddress } from '../address-policy.ts';
import {
  IPV4_REGISTRY,
  IPV6_REGISTRY,
  METADATA_ADDRESSES,
  MULTICAST,
  PRIVATE_RANGES,
  REGISTRIES_AS_OF,
} from '../special-addresses.ts';

// Rules S6, S7, S9, S10 and S11: the first, a middle and the last address of every row of the tables, and the addresses
// just outside. The edges are counted here in whole numbers, not by the matcher that the policy uses.

const toNumber = (address: ipaddr.IPv4 | ipaddr.IPv6): bigint =>
  address.toByteArray().reduce((sum, byte) => sum * 256n + BigInt(byte), 0n);

function toText(value: bigint, size: 4 | 16): string {
  const bytes = Array.from({ length: size }, (_, at) => Number((value >> BigInt(8 * (size - 1 - at))) & 255n));
  return ipaddr.fromByteArray(bytes).toString();
}

function edgesOf(range: string) {
  const [start, bits] = ipaddr.parseCIDR(range);
  const size = start.kind() === 'ipv4' ? 4 : 16;
  const first = toNumber(start);
  const count = 1n << BigInt(size * 8 - bits);
  const most = 1n << BigInt(size * 8);
  const outside = [first - 1n, first + count].filter((value) => value >= 0n && value < most);
  return {
    inside: [first, first + count / 2n, first + count - 1n].map((value) => toText(value, size)),
    outside: outside.map((value) => toText(value, size)),
  };
}

const ROWS = [...IPV4_REGISTRY, ...IPV6_REGISTRY, ...MULTICAST, ...METADATA_ADDRESSES];

test('the tables hold every row of the registries', () => {
  expect([IPV4_REGISTRY.length, IPV6_REGISTRY.length]).toEqual([26, 25]);
  expect(Date.parse(REGISTRIES_AS_OF)).toBeGreaterThan(Date.parse('2025-04-01'));
  for (const { range, source, date } of ROWS) {
    expect(ipaddr.isValidCIDR(range), range).toBe(true);
    expect(source, range).not.toBe('');
    if (!METADATA_ADDRESSES.some((row) => row.range === range)) expect(date, range).toMatch(/^\d{4}-\d{2}$/);
  }
});

test('a row that the registry calls not applicable, or reachable, is on record as that', () => {
  const ranges = (reachable: boolean | null): string[] =>
    [...IPV4_REGISTRY, ...IPV6_REGISTRY].filter((row) => row.reachable === reachable).map(({ range }) => range);
  expect(ranges(null)).toEqual(['192.88.99.0/24', '2001::/32', '2001:10::/28', '2002::/16']);
  expect(ranges(true)).toHaveLength(14);
});

describe.each(ROWS)('$range, $name', ({ range, name, source }) => {
  const words = `${name} (${source})`;

  it('is not public, from the first address to the last (S6, S10, S11)', () => {
    for (const address of edgesOf(range).inside) expect(judgeAddress(address).kind, address).not.toBe('public');
  });

  it('says nothing of the addresses just outside (S7)', () => {
    for (const address of edgesOf(range).outside) {
      const verdict = judgeAddress(address);
      if (verdict.kind === 'public') continue;
      // Another row with the same words may lie right beside it: two single addresses of one purpose.
      const others = ROWS.filter((row) => row.range !== range && edgesOf(row.range).inside.includes(address));
      expect(verdict.why === words && others.length === 0, address).toBe(false);
    }
  });
});

test.each([
  '9.255.255.255',
  '11.0.0.0',
  '100.63.255.255',
  '100.128.0.0',
  '126.255.255.255',
  '128.0.0.0',
  '169.253.255.255',
  '169.255.0.0',
  '172.15.255.255',
  '172.32.0.0',
  '191.255.255.255',
  '192.0.1.0',
  '192.0.3.0',
  '192.167.255.255',
  '192.169.0.0',
  '198.17.255.255',
  '198.20.0.0',
  '198.51.99.255',
  '203.0.114.0',
  '223.255.255.255',
  '1.0.0.0',
  '2000::',
  '2001:200::',
  '2001:db7:ffff:ffff:ffff:ffff:ffff:ffff',
  '2001:db9::',
  '2001:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
  '2003::',
  '3ffe:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
  '3fff:1000::',
])('%s, just outside a row, is public (S7)', (address) => {
  expect(judgeAddress(address)).toEqual({ kind: 'public' });
});

test.each([
  '1fff:ffff::1',
  '4000::',
  '4000::1',
  '5eff::1',
  '6000::1',
  '8000::1',
  'a000::1',
  'e000::1',
  'fec0::1',
  '100:0:0:2::1',
])('%s, outside 2000::/3, is not public (S9)', (address) => {
  expect(judgeAddress(address)).toMatchObject({ kind: 'never' });
});

test('a person may allow the private rows, and no part of any other', () => {
  for (const range of PRIVATE_RANGES) expect(checkPrivateRange(range), range).toHaveProperty('range');
  const isPrivate = (range: string): boolean =>
    PRIVATE_RANGES.some((each) => {
      const [start, bits] = ipaddr.parseCIDR(range);
      const [outer, length] = ipaddr.parseCIDR(each);
      return start.kind() === outer.kind() && start.match(outer, length) && bits >= length;
    });
  for (const { range } of ROWS.filter((row) => !isPrivate(row.range)))
    expect(checkPrivateRange(range), range).toHaveProperty('refused');
  for (const { range } of METADATA_ADDRESSES) expect(checkPrivateRange(range), range).toHaveProperty('refused');
});
