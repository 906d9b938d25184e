import type { Permission } from '#contract/permission';
import { checkPrivateRange, judgeAddress, parseAddress, rangesHold } from '../net/address-policy.ts';
import { bareHost, nameFault } from '../net/check-address.ts';
import { readHostPattern } from '../policy/host-pattern.ts';

type NetPermission = Extract<Permission, { kind: 'net' }>;

/** Ports that a person named: at least one, and not simply all. */
const namesPorts = (ports: NetPermission['ports']): boolean =>
  ports.length > 0 && !ports.some(({ from, to }) => from <= 1 && to >= 65_535);

/** A host that is an address which a person may allow, as the range that holds it alone; undefined for any other. */
function rangeOfLiteral(host: string): string | undefined {
  const name = bareHost(host);
  const address = parseAddress(name);
  return address && judgeAddress(name).kind === 'private'
    ? `${name}/${address.kind() === 'ipv4' ? 32 : 128}`
    : undefined;
}

/**
 * What a rule that allows a host comes to. An address of the person's own machine or network, with its port, is the
 * separate grant that reaches it and nothing else (decision D6, row A6.17); a name becomes one by a range of addresses.
 * Nothing makes link-local, metadata, multicast or carrier addresses reachable, and no pattern makes a private one so.
 * @param permission its host in its one spelling
 * @returns the permission with its range in its one spelling, or why it would never hold
 */
export function privateReach(permission: NetPermission): { permission: NetPermission } | { fault: string } {
  const { host, ports, address } = permission;
  const named = nameFault(host);
  if (named !== undefined) return { fault: `${named}; name the address and its port, such as 127.0.0.1:8080` };
  const name = bareHost(host);
  const verdict = parseAddress(name) ? judgeAddress(name) : undefined;
  if (verdict?.kind === 'never') return { fault: `${name} is not public: ${verdict.why}; no rule can allow it` };
  if (address === undefined && verdict?.kind !== 'private') return { permission };
  if (host.includes('*')) return { fault: 'a range of addresses belongs to one host, not to a pattern' };
  if (!namesPorts(ports)) return { fault: `${name} is not public: name its port, such as ${host}:8080` };
  if (address === undefined) return { permission: { ...permission, address: rangeOfLiteral(host) ?? '' } };
  const checked = checkPrivateRange(address);
  if ('refused' in checked) return { fault: `the addresses ${address}: ${checked.refused}` };
  if (verdict && !rangesHold([checked.range], name)) return { fault: `${name} does not lie in ${checked.range}` };
  return { permission: { ...permission, address: checked.range } };
}

/**
 * Reads a host that a person lets tools reach, as an agent file or `--host` names it: `api.example.com`,
 * `*.example.com:8080`, `127.0.0.1:8080`. Gives the permission it stands for, or why it would never hold (row A6.3).
 */
export function permissionOfHost(text: string): { permission: NetPermission } | { fault: string } {
  const pattern = readHostPattern(text);
  if (!pattern)
    return { fault: `${JSON.stringify(text)} is no host; write api.example.com, *.example.com or host:8080` };
  if (pattern.host.includes('*') && /\d/u.test(pattern.host) && /^[\d.*]+$/u.test(pattern.host))
    return { fault: 'a pattern fits names, never addresses; name each address and its port, such as 10.0.0.1:8080' };
  const part = pattern.host.split('.').find((label) => label.includes('*') && label !== '*' && label !== '**');
  if (part !== undefined) return { fault: `${part} is no pattern: * stands for one whole label, ** for any number` };
  return privateReach({ kind: 'net', ...pattern, methods: ['*'] });
}
