import { domainToASCII } from 'node:url';
import type { Grant } from '#contract/permission';
import type { Explanation } from '#contract/views';
import { grantsOfAgent } from './agents/grants-of-agent.ts';
import { explainAgent } from './explain-agent.ts';
import { type Step, sourceWord } from './explain-steps.ts';
import { permissionOfHost } from './grants/host-entry.ts';
import { checkAddress } from './net/check-address.ts';
import { type Resolve, resolveHost } from './net/resolve-host.ts';
import { authorizeNet, privateRangesFor } from './policy/authorize.ts';
import { GrantSet } from './policy/grant-set.ts';
import { findGrant } from './policy/match-permission.ts';
import { readNetUse } from './policy/net-use.ts';
import { RULES, ruleOfGrant } from './policy/rules.ts';

const TOOL = 'http_fetch';

/** What is asked: an address, the hosts that may be reached, and the addresses that names are taken to have. */
export interface UrlQuestion {
  url: string;
  hosts: string[];
  resolve?: Record<string, string[]> | undefined;
  method: string;
}

/** Names in the one form that they are looked up in: as IDNA writes them, without the dot of the root. */
const plainName = (name: string): string => domainToASCII(name.replace(/\.$/, '')) || name.toLowerCase();

/** The methods that `http_fetch` takes. */
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** Names that the question gives addresses for have these and no others; any other name is looked up. */
function withGiven(given: UrlQuestion['resolve'], resolve: Resolve): Resolve {
  const known = new Map(Object.entries(given ?? {}).map(([name, addresses]) => [plainName(name), addresses]));
  return async (name) => known.get(plainName(name)) ?? resolve(name);
}

/**
 * Whether an address may be requested by an agent that has one tool and these hosts: its text, the rules on hosts, then
 * every address of its host, in the words that a request would be refused with. Looks names up, contacts nothing else.
 * @param everywhere the rules for every agent that are in force
 */
export async function explainUrl(
  { url: text, hosts, resolve: given, method }: UrlQuestion,
  everywhere: Iterable<Grant>,
  resolve: Resolve,
): Promise<Explanation> {
  const agent = explainAgent([{ tool: TOOL, hosts }]);
  const steps: Step[] = hosts.flatMap((host) => {
    const read = permissionOfHost(host);
    return 'fault' in read ? [{ text: `The host ${host} gives nothing: ${read.fault}`, source: 'You' }] : [];
  });
  const said = (decision: Explanation['decision'], reason: string, rule: Explanation['rule']): Explanation => {
    const word = { allow: 'Allowed', ask: 'Asked', deny: 'Denied' }[decision];
    const last = decision === 'deny' ? `Denied: ${reason}` : `${word} by the rule “${rule.sentence}”`;
    return { decision, reason, rule, steps: [...steps, { text: last, source: sourceWord(rule.source) }] };
  };
  if (!METHODS.includes(method.toUpperCase()))
    return said('deny', `${TOOL} has no method ${method.slice(0, 20)}; it has ${METHODS.join(', ')}`, RULES.noAddress);
  const use = readNetUse(text, method);
  if ('refused' in use) return said('deny', `the address can’t be used: ${use.refused}`, RULES.noAddress);
  steps.push({ text: `Address read: ${use.host}, port ${use.port}, ${use.method}`, source: 'Workspace' });
  const address = checkAddress(text);
  if ('refused' in address) return said('deny', address.refused, RULES.notPublic);
  // They come from the question, not from a file that someone accepted.
  const named = grantsOfAgent(agent).map((grant) => ({
    ...grant,
    id: grant.id.replace(/^accepted-explain-1-/, ''),
    source: 'You',
  }));
  const grants = new GrantSet([...everywhere, ...named]);
  const [binding] = agent.bindings;
  if (!binding) throw new Error('the agent of explain has one binding');
  const verdict = authorizeNet(use, binding, grants);
  if (verdict.type === 'deny') return said('deny', verdict.reason, verdict.rule);
  const signal = new AbortController().signal;
  const found = await resolveHost(use.host, privateRangesFor(use, grants), withGiven(given, resolve), signal);
  if ('refused' in found) return said('deny', found.refused, RULES.notPublic);
  steps.push({ text: `Addresses checked: ${found.addresses.join(', ')}`, source: 'Workspace' });
  const asks = findGrant(grants.forNet(use), ({ type }) => type === 'ask');
  if (asks) return said('ask', asks.sentence, ruleOfGrant(asks));
  if (use.method !== 'GET' && use.method !== 'HEAD') return said('ask', RULES.effects.sentence, RULES.effects);
  return said('allow', verdict.grant.sentence, ruleOfGrant(verdict.grant));
}
