/** One row of a registry of addresses that are not for the web at large. */
export interface SpecialRow {
  range: string;
  name: string;
  /** The RFC, or whoever uses it. */
  source: string;
  /** The month of the allocation, where a registry or an RFC gives one. */
  date: string | undefined;
  /** "Globally Reachable" of the registry; null where it says N/A. It is on record; no row is reached, whatever it says. */
  reachable: boolean | null;
}

const row = (
  range: string,
  name: string,
  source: string,
  date: string | undefined,
  reachable: boolean | null = false,
): SpecialRow => ({ range, name, source, date, reachable });

/**
 * The last update of IANA's registries that the tables below follow. Rows and reachability were compared with public
 * copies of that state; whoever brings in a newer one changes this day.
 */
export const REGISTRIES_AS_OF = '2025-10-09';

/** IANA IPv4 Special-Purpose Address Registry (RFC 6890), every row. */
export const IPV4_REGISTRY: readonly SpecialRow[] = [
  row('0.0.0.0/8', '“this network”', 'RFC 791', '1981-09'),
  row('0.0.0.0/32', '“this host on this network”', 'RFC 1122', '1981-09'),
  row('10.0.0.0/8', 'private use', 'RFC 1918', '1996-02'),
  row('100.64.0.0/10', 'shared address space of carriers', 'RFC 6598', '2012-04'),
  row('127.0.0.0/8', 'loopback', 'RFC 1122', '1981-09'),
  row('169.254.0.0/16', 'link-local', 'RFC 3927', '2005-05'),
  row('172.16.0.0/12', 'private use', 'RFC 1918', '1996-02'),
  row('192.0.0.0/24', 'IETF protocol assignments', 'RFC 6890', '2010-01'),
  row('192.0.0.0/29', 'IPv4 service continuity', 'RFC 7335', '2011-06'),
  row('192.0.0.8/32', 'IPv4 dummy address', 'RFC 7600', '2015-03'),
  row('192.0.0.9/32', 'port control protocol anycast', 'RFC 7723', '2015-10', true),
  row('192.0.0.10/32', 'TURN anycast', 'RFC 8155', '2017-02', true),
  row('192.0.0.170/32', 'NAT64/DNS64 discovery', 'RFC 8880', '2013-02'),
  row('192.0.0.171/32', 'NAT64/DNS64 discovery', 'RFC 8880', '2013-02'),
  row('192.0.2.0/24', 'documentation (TEST-NET-1)', 'RFC 5737', '2010-01'),
  row('192.31.196.0/24', 'AS112', 'RFC 7535', '2014-12', true),
  row('192.52.193.0/24', 'automatic multicast tunnelling', 'RFC 7450', '2014-12', true),
  row('192.88.99.0/24', '6to4 relay anycast, deprecated', 'RFC 7526', '2001-06', null),
  row('192.88.99.2/32', '6a44 relay anycast', 'RFC 6751', '2012-10'),
  row('192.168.0.0/16', 'private use', 'RFC 1918', '1996-02'),
  row('192.175.48.0/24', 'AS112, direct delegation', 'RFC 7534', '1996-01', true),
  row('198.18.0.0/15', 'benchmarking', 'RFC 2544', '1999-03'),
  row('198.51.100.0/24', 'documentation (TEST-NET-2)', 'RFC 5737', '2010-01'),
  row('203.0.113.0/24', 'documentation (TEST-NET-3)', 'RFC 5737', '2010-01'),
  row('240.0.0.0/4', 'reserved', 'RFC 1112', '1989-08'),
  row('255.255.255.255/32', 'limited broadcast', 'RFC 8190', '1984-10'),
];

/** IANA IPv6 Special-Purpose Address Registry (RFC 6890), every row. */
export const IPV6_REGISTRY: readonly SpecialRow[] = [
  row('::1/128', 'loopback', 'RFC 4291', '2006-02'),
  row('::/128', 'unspecified', 'RFC 4291', '2006-02'),
  row('::ffff:0:0/96', 'IPv4-mapped', 'RFC 4291', '2006-02'),
  row('64:ff9b::/96', 'NAT64', 'RFC 6052', '2010-10', true),
  row('64:ff9b:1::/48', 'NAT64 of local use', 'RFC 8215', '2017-06'),
  row('100::/64', 'discard-only', 'RFC 6666', '2012-06'),
  row('100:0:0:1::/64', 'dummy prefix', 'RFC 9780', '2025-04'),
  row('2001::/23', 'IETF protocol assignments', 'RFC 2928', '2000-09'),
  row('2001::/32', 'Teredo', 'RFC 4380', '2006-01', null),
  row('2001:1::1/128', 'port control protocol anycast', 'RFC 7723', '2015-10', true),
  row('2001:1::2/128', 'TURN anycast', 'RFC 8155', '2017-02', true),
  row('2001:1::3/128', 'DNS-SD registration anycast', 'RFC 9665', '2024-04', true),
  row('2001:2::/48', 'benchmarking', 'RFC 5180', '2008-04'),
  row('2001:3::/32', 'automatic multicast tunnelling', 'RFC 7450', '2014-12', true),
  row('2001:4:112::/48', 'AS112', 'RFC 7535', '2014-12', true),
  row('2001:10::/28', 'ORCHID, deprecated', 'RFC 4843', '2007-03', null),
  row('2001:20::/28', 'ORCHIDv2', 'RFC 7343', '2014-07', true),
  row('2001:30::/28', 'drone remote identification', 'RFC 9374', '2022-12', true),
  row('2001:db8::/32', 'documentation', 'RFC 3849', '2004-07'),
  row('2002::/16', '6to4', 'RFC 3056', '2001-02', null),
  row('2620:4f:8000::/48', 'AS112, direct delegation', 'RFC 7534', '2011-05', true),
  row('3fff::/20', 'documentation', 'RFC 9637', '2024-07'),
  row('5f00::/16', 'segment routing identifiers', 'RFC 9602', '2024-04'),
  row('fc00::/7', 'unique local', 'RFC 4193', '2005-10'),
  row('fe80::/10', 'link-local', 'RFC 4291', '2006-02'),
];

/** Not in the registries above, and no address of one web server (rule S10). */
export const MULTICAST: readonly SpecialRow[] = [
  row('224.0.0.0/4', 'multicast', 'RFC 5771', '2010-03'),
  row('ff00::/8', 'multicast', 'RFC 4291', '2006-02'),
];

/**
 * Where clouds keep the credentials of a machine (rule S11). Some lie in ranges that a person may allow, one is public to
 * any registry: no grant reaches them.
 */
export const METADATA_ADDRESSES: readonly SpecialRow[] = [
  row('169.254.169.254/32', 'cloud metadata', 'AWS, Azure, Google Cloud and others', undefined),
  row('169.254.170.2/32', 'credentials of containers', 'AWS', undefined),
  row('fd00:ec2::254/128', 'cloud metadata', 'AWS', undefined),
  row('fd00:ec2::23/128', 'credentials of containers', 'AWS', undefined),
  row('fd20:ce::254/128', 'cloud metadata', 'Google Cloud', undefined),
  row('fd00:42::42/128', 'cloud metadata', 'Scaleway', undefined),
  row('100.100.100.200/32', 'cloud metadata', 'Alibaba Cloud', undefined),
  row('192.0.0.192/32', 'cloud metadata', 'Oracle Cloud', undefined),
  row('168.63.129.16/32', 'cloud platform services', 'Azure', undefined),
];

/** What a person may allow by a grant of its own: their own machine and their own networks (decision D6, row A6.17). */
export const PRIVATE_RANGES: readonly string[] = [
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '127.0.0.0/8',
  '::1/128',
  'fc00::/7',
];

/** Names that stand for this machine or for the metadata of its cloud: refused before any look-up (rule S12, row A6.14). */
export const REFUSED_NAMES: readonly string[] = [
  'localhost',
  'localhost.localdomain',
  'localdomain',
  'localhost4',
  'localhost6',
  'localhost4.localdomain4',
  'localhost6.localdomain6',
  'ip6-localhost',
  'ip6-loopback',
  'ip6-localnet',
  'ip6-allnodes',
  'ip6-allrouters',
  'metadata',
  'metadata.google.internal',
  'metadata.goog',
  'metadata.amazonaws.com',
  'metadata.azure.internal',
  'metadata.azure.com',
  'metadata.packet.net',
  'metadata.platformequinix.com',
  'metadata.tencentyun.com',
  'instance-data',
  'instance-data.ec2.internal',
];
