import ipaddr from 'ipaddr.js';
import {
  IPV4_REGISTRY,
  IPV6_REGISTRY,
  METADATA_ADDRESSES,
  MULTICAST,
  PRIVATE_RANGES,
  type SpecialRow,
} from './special-addresses.ts';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Range = [Address, number];

/**
 * What an address is: `public`; `private`, which a person may allow by a grant of its own (decision D6); or `never`.
 * `why` names the row that says so.
 */
export type AddressVerdict = { kind: 'public' } | { kind: 'private' | 'never'; why: string };

interface Row extends SpecialRow {
  parsed: Range;
}

const withRange = (each: SpecialRow): Row => ({ ...each, parsed: ipaddr.parseCIDR(each.range) });

const METADATA = METADATA_ADDRESSES.map(withRange);
const SPECIAL = [...MULTICAST, ...IPV4_REGISTRY, ...IPV6_REGISTRY].map(withRange);
const PRIVATE = PRIVATE_RANGES.map((range) => ipaddr.parseCIDR(range));
/** All that IANA has given out for single addresses of the internet (rule S9). */
const GIVEN_OUT = ipaddr.IPv6.parseCIDR('2000::/3');

const inRange = (address: Address, [start, bits]: Range): boolean =>
  address.kind() === start.kind() && address.match(start, bits);

/** The row that says most about an address: the narrowest that holds it. */
function rowOf(address: Address, rows: readonly Row[]): Row | undefined {
  const holding = rows.filter(({ parsed }) => inRange(address, parsed));
  return holding.toSorted((one, other) => other.parsed[1] - one.parsed[1])[0];
}

/** An address in its one text, as dotted numbers or in the short form of RFC 5952. Undefined for what is none. */
export function parseAddress(text: string): Address | undefined {
  // Only whole dotted decimals: `0177.0.0.1` and `127.1` mean different things to different readers.
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return ipaddr.IPv4.parse(text);
  // A zone names a link of this machine.
  return ipaddr.IPv6.isValid(text) && !text.includes('%') ? ipaddr.IPv6.parse(text) : undefined;
}

const ISATAP = new Set([0x0000_5efe, 0x0200_5efe]);

/** The IPv4 addresses that an IPv6 address carries in a form that some system unwraps, with the name of the form. */
function embeddedIPv4({ parts }: ipaddr.IPv6): { form: string; address: ipaddr.IPv4 }[] {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = parts;
  const v4 = (high: number, low: number): ipaddr.IPv4 => new ipaddr.IPv4([high >> 8, high & 255, low >> 8, low & 255]);
  const found: { form: string; address: ipaddr.IPv4 }[] = [];
  const zeros = (until: number): boolean => parts.slice(0, until).every((part) => part === 0);
  if (zeros(6) && (g !== 0 || h > 1)) found.push({ form: 'IPv4-compatible', address: v4(g, h) });
  if (zeros(5) && f === 0xffff) found.push({ form: 'IPv4-mapped', address: v4(g, h) });
  if (zeros(4) && e === 0xffff && f === 0) found.push({ form: 'IPv4-translated', address: v4(g, h) });
  if (a === 0x64 && b === 0xff9b) found.push({ form: 'NAT64', address: v4(g, h) });
  if (a === 0x2002) found.push({ form: '6to4', address: v4(b, c) });
  if (a === 0x2001 && b === 0)
    found.push(
      { form: 'Teredo server', address: v4(c, d) },
      { form: 'Teredo client', address: v4(g ^ 0xffff, h ^ 0xffff) },
    );
  if (ISATAP.has(e * 0x1_0000 + f)) found.push({ form: 'ISATAP', address: v4(g, h) });
  return found;
}

function judgeParsed(address: Address): AddressVerdict {
  const never = (why: string): AddressVerdict => ({ kind: 'never', why });
  const metadata = rowOf(address, METADATA);
  if (metadata) return never(`${metadata.name} (${metadata.source})`);
  const special = rowOf(address, SPECIAL);
  const words = special && `${special.name} (${special.source})`;
  if (words !== undefined && PRIVATE.some((range) => inRange(address, range))) return { kind: 'private', why: words };
  if (address.kind() === 'ipv4') return words === undefined ? { kind: 'public' } : never(words);
  for (const { form, address: inner } of embeddedIPv4(address as ipaddr.IPv6)) {
    const verdict = judgeParsed(inner);
    if (verdict.kind !== 'public') return never(`${form} form of ${inner}, which is ${verdict.why}`);
  }
  if (words !== undefined) return never(words);
  return inRange(address, GIVEN_OUT) ? { kind: 'public' } : never('outside 2000::/3, which holds all public IPv6');
}

/**
 * Judges an address by the dated tables of IANA (rules S6 to S11). An address in any row is not public, also where IANA
 * calls the row reachable: relays and anycast of infrastructure serve no pages. IPv6 must lie in 2000::/3, and an IPv4
 * address that it carries is judged too, so no form makes a private one public (finding F2). Pure. Anything that is no
 * address is `never`.
 */
export function judgeAddress(text: string): AddressVerdict {
  const address = parseAddress(text);
  return address ? judgeParsed(address) : { kind: 'never', why: 'no address' };
}

/** A range as `10.1.0.0/16`, or undefined for what is none. An address alone is a range of one. */
function parseRange(text: string): Range | undefined {
  const [, start = '', bits] = /^([^/]*)(?:\/(\d{1,3}))?$/.exec(text) ?? [];
  const address = parseAddress(start);
  if (!address) return undefined;
  const most = address.kind() === 'ipv4' ? 32 : 128;
  const length = bits === undefined ? most : Number(bits);
  return length <= most ? [address, length] : undefined;
}

/** The range in its one spelling: the first address of it, and its length. */
function formatRange([address, bits]: Range): string {
  const first = ipaddr.fromByteArray(
    address.toByteArray().map((byte, at) => byte & (0xff00 >> Math.min(8, Math.max(0, bits - at * 8))) & 255),
  );
  return `${first}/${bits}`;
}

/** Does one of the ranges, in CIDR form, hold this address? */
export function rangesHold(ranges: readonly string[], text: string): boolean {
  const address = parseAddress(text);
  if (!address) return false;
  return ranges.some((range) => {
    const parsed = parseRange(range);
    return parsed !== undefined && inRange(address, parsed);
  });
}

/**
 * Checks a range of addresses that a person would allow for one host (decision D6): all of it must be private. Gives it
 * in its one spelling, or why it can't be allowed.
 */
export function checkPrivateRange(text: string): { range: string } | { refused: string } {
  const range = parseRange(text);
  if (!range) return { refused: 'it is no range of addresses such as 10.1.0.0/16' };
  const [address, bits] = range;
  if (PRIVATE.some((each) => inRange(address, each) && bits >= each[1])) {
    const verdict = judgeParsed(address);
    if (verdict.kind === 'never' && bits === (address.kind() === 'ipv4' ? 32 : 128))
      return { refused: `it is ${verdict.why}, which no rule can allow` };
    return { range: formatRange(range) };
  }
  const verdict = judgeParsed(address);
  if (verdict.kind === 'never') return { refused: `it is ${verdict.why}, which no rule can allow` };
  if (verdict.kind === 'public') return { refused: 'it is public; a host at public addresses needs no range' };
  return { refused: `it is wider than the private range that it lies in (${verdict.why})` };
}

/** Two spellings of one address. */
export function isSameAddress(one: string, other: string): boolean {
  const plain = (text: string): string | undefined => {
    const address = parseAddress(text);
    if (address?.kind() !== 'ipv6') return address?.toString();
    const v6 = address as ipaddr.IPv6;
    return v6.isIPv4MappedAddress() ? v6.toIPv4Address().toString() : v6.toString();
  };
  const given = plain(one);
  return given !== undefined && given === plain(other);
}
