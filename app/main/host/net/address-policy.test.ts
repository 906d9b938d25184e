import fc from 'fast-check';
import ipaddr from 'ipaddr.js';
import { describe, expect, it, test } from 'vitest';
import { checkPrivateRange, isSameAddress, judgeAddress, rangesHold } from './address-policy.ts';
import { IPV4_REGISTRY } from './special-addresses.ts';

// Findings F1 to F3, rules S6 to S11: no form of an address that is not public is public.

const byte = fc.integer({ min: 0, max: 255 });
const part = fc.integer({ min: 0, max: 0xffff });
const anyV4 = fc.tuple(byte, byte, byte, byte);
const startOf = new Map(IPV4_REGISTRY.map(({ range }) => [range, ipaddr.IPv4.parseCIDR(range)]));

/** An IPv4 address out of some row of the registry. */
const specialV4 = fc.tuple(fc.constantFrom(...startOf.keys()), anyV4).map(([range, random]) => {
  const [start, bits] = startOf.get(range) ?? [new ipaddr.IPv4([127, 0, 0, 1]), 32];
  return start.octets.map((octet, at) => {
    const kept = Math.min(8, Math.max(0, bits - at * 8));
    const mask = (0xff00 >> kept) & 255;
    return (octet & mask) | ((random[at] ?? 0) & ~mask & 255);
  });
});

const hex = (high = 0, low = 0): number => high * 256 + low;
const v6 = (...parts: number[]): string => new ipaddr.IPv6(parts).toNormalizedString();

type Embed = (v4: number[], filler: number[]) => string;
const EMBEDDINGS: Record<string, Embed> = {
  mapped: ([a, b, c, d]) => v6(0, 0, 0, 0, 0, 0xffff, hex(a, b), hex(c, d)),
  'mapped, in dots': (v4) => `::ffff:${v4.join('.')}`,
  compatible: ([a, b, c, d]) => v6(0, 0, 0, 0, 0, 0, hex(a, b), hex(c, d)),
  translated: ([a, b, c, d]) => v6(0, 0, 0, 0, 0xffff, 0, hex(a, b), hex(c, d)),
  NAT64: ([a, b, c, d]) => v6(0x64, 0xff9b, 0, 0, 0, 0, hex(a, b), hex(c, d)),
  'NAT64 of local use': ([a, b, c, d], [x = 0, y = 0, z = 0]) => v6(0x64, 0xff9b, 1, x, y, z, hex(a, b), hex(c, d)),
  '6to4': ([a, b, c, d], [x = 0, y = 0, z = 0]) => v6(0x2002, hex(a, b), hex(c, d), x, y, z, 1, 1),
  'Teredo client': ([a, b, c, d], [x = 0]) =>
    v6(0x2001, 0, 0x5db8, 0xd822, 0, x, hex(a, b) ^ 0xffff, hex(c, d) ^ 0xffff),
  'Teredo server': ([a, b, c, d], [x = 0]) => v6(0x2001, 0, hex(a, b), hex(c, d), 0, x, 0xa247, 0x27dd),
  ISATAP: ([a, b, c, d], [x = 0, y = 0]) => v6(0x2606, 0x4700, x, y, 0, 0x5efe, hex(a, b), hex(c, d)),
  'ISATAP, global': ([a, b, c, d], [x = 0, y = 0]) => v6(0x2606, 0x4700, x, y, 0x200, 0x5efe, hex(a, b), hex(c, d)),
};

describe.each(Object.entries(EMBEDDINGS))('%s', (_, embed) => {
  it('makes no special IPv4 address public, and none that a person may allow', () => {
    fc.assert(
      fc.property(specialV4, fc.array(part, { minLength: 3, maxLength: 3 }), (v4, filler) => {
        expect(judgeAddress(v4.join('.')).kind).not.toBe('public');
        const text = embed(v4, filler);
        // All zeros but the last bit is the loopback of IPv6 itself, which the table calls so.
        if (text !== '0:0:0:0:0:0:0:1') expect(judgeAddress(text).kind).toBe('never');
        expect(judgeAddress(text).kind).not.toBe('public');
      }),
      { numRuns: 60 },
    );
  });
});

test('an address has one verdict, however it is spelled', () => {
  fc.assert(
    fc.property(fc.array(part, { minLength: 8, maxLength: 8 }), (parts) => {
      const address = new ipaddr.IPv6(parts);
      const spellings = [address.toString(), address.toNormalizedString(), address.toString().toUpperCase()];
      const verdicts = spellings.map((text) => JSON.stringify(judgeAddress(text)));
      expect(new Set(verdicts).size).toBe(1);
    }),
  );
});

test('an IPv4 address is public exactly where no row of the tables holds it', () => {
  const never = [...startOf.values(), ipaddr.IPv4.parseCIDR('224.0.0.0/4'), ipaddr.IPv4.parseCIDR('168.63.129.16/32')];
  const numberOf = (octets: readonly number[]): number => octets.reduce((sum, octet) => sum * 256 + octet, 0);
  fc.assert(
    fc.property(fc.oneof(anyV4, specialV4), (octets) => {
      const held = never.some(([{ octets: start }, bits]) => {
        const size = 2 ** (32 - bits);
        return Math.floor(numberOf(octets) / size) === Math.floor(numberOf(start) / size);
      });
      expect(judgeAddress(octets.join('.')).kind === 'public').toBe(!held);
    }),
  );
});

test.each([
  '',
  'public.test',
  '127.1',
  '0177.0.0.1',
  '0x7f.0.0.1',
  '2130706433',
  '256.0.0.1',
  '1.2.3',
  'fe80::1%eth0',
  ' 8.8.8.8',
  '8.8.8.8 ',
  '::g',
])('%j is no address, and never reached', (text) => {
  expect(judgeAddress(text)).toMatchObject({ kind: 'never' });
  expect(rangesHold(['0.0.0.0/0', '::/0'], text)).toBe(false);
});

test('a range holds what lies in it, and a range that can’t be read holds nothing', () => {
  expect(rangesHold(['10.1.0.0/16'], '10.1.255.255')).toBe(true);
  expect(rangesHold(['10.1.0.0/16', '10.2.0.1/32'], '10.2.0.1')).toBe(true);
  expect(rangesHold(['10.1.0.0/16'], '10.2.0.0')).toBe(false);
  expect(rangesHold(['10.1.0.0/16'], '::ffff:10.1.0.1')).toBe(false);
  expect(rangesHold(['fd00::/8'], 'fd12::1')).toBe(true);
  expect(rangesHold(['', '10.1.0.0/', '10.1.0.0/99', '*'], '10.1.0.1')).toBe(false);
});

test('a range that a person may allow is private as a whole', () => {
  fc.assert(
    fc.property(anyV4, fc.integer({ min: 0, max: 32 }), anyV4, (start, bits, random) => {
      const checked = checkPrivateRange(`${start.join('.')}/${bits}`);
      if ('refused' in checked) return;
      const inside = start.map((octet, at) => {
        const mask = (0xff00 >> Math.min(8, Math.max(0, bits - at * 8))) & 255;
        return (octet & mask) | ((random[at] ?? 0) & ~mask & 255);
      });
      expect(rangesHold([checked.range], inside.join('.'))).toBe(true);
      expect(judgeAddress(inside.join('.')).kind).toBe('private');
    }),
  );
});

test('two spellings of one address are the same, and no two addresses are', () => {
  expect(isSameAddress('::ffff:127.0.0.1', '127.0.0.1')).toBe(true);
  expect(isSameAddress('2606:4700:0:0::1', '2606:4700::1')).toBe(true);
  expect(isSameAddress('127.0.0.1', '127.0.0.2')).toBe(false);
  expect(isSameAddress('', '')).toBe(false);
});
