import type { Agent } from '#contract/agent';
import { DEFAULT_GRANTS } from '#contract/default-grants';
import { GLOBAL_MIDDLEWARE } from '#contract/middleware';
import type { Binding, Grant, Rule } from '#contract/permission';
import type { CatalogState } from '#contract/projections/catalog';
import type { RunState } from '#contract/projections/run-state';
import type { PolicyRow } from '#contract/views';
import { findGrant } from '../policy/match-permission.ts';
import { chainOf, ruleOfMiddleware } from '../policy/middleware/chain.ts';
import { RULES, ruleOfAsk } from '../policy/rules.ts';
import { type Hits, hitsOfId, hitsOfRule } from '../store/rule-hits.ts';
import { isWithin } from './is-within.ts';

/** What the list of rules is made from. `runs`: those that go on, for the grants that hold for them alone. */
export interface PolicyParts {
  catalog: CatalogState;
  hits: Hits;
  now: number;
  runs: readonly RunState[];
}

type Word = PolicyRow['decision'];

/** What each built-in rule decides. */
const DECIDES: Record<keyof typeof RULES, Word> = {
  notBound: 'deny',
  notPermitted: 'deny',
  outside: 'deny',
  readOnly: 'deny',
  narrowed: 'deny',
  noHost: 'deny',
  otherHost: 'deny',
  noAddress: 'deny',
  notPublic: 'deny',
  noSecret: 'deny',
  otherSecret: 'deny',
  masked: 'deny',
  noConfig: 'deny',
  otherConfig: 'deny',
  version: 'deny',
  valid: 'deny',
  notAnswered: 'deny',
  removes: 'ask',
  noUndo: 'ask',
  outsideText: 'ask',
  outsideWish: 'ask',
  runsElsewhere: 'ask',
  mended: 'ask',
  reads: 'allow',
  readsHosts: 'allow',
  ownDisk: 'allow',
  ownMemory: 'allow',
  code: 'allow',
  harmless: 'allow',
  effects: 'ask',
  places: 'allow',
};

const MIDDLEWARE_DECIDES = new Map<string, Word>([
  ['require-approval', 'ask'],
  ['redact-output', 'allow'],
  ['rewrite', 'allow'],
]);

const BY_DEFAULT = new Set(DEFAULT_GRANTS.map(({ id }) => id));
const STRENGTH: Record<Word, number> = { deny: 0, ask: 1, allow: 2 };

const ruleRow = (rule: Rule, kind: PolicyRow['kind'], decision: Word, hits: number): PolicyRow => ({
  id: rule.id,
  kind,
  sentence: rule.sentence,
  decision,
  source: rule.source,
  hits,
  revocable: false,
});

function builtinRows(hits: Hits): PolicyRow[] {
  return Object.entries(RULES).map(([key, rule]) =>
    ruleRow(rule, 'default', DECIDES[key as keyof typeof RULES], hitsOfId(hits, rule.id)),
  );
}

/**
 * What a grant decides. One that only says what may be reached leaves asking to the other rules, and those ask about
 * every change in a person's folder.
 */
function decisionOf({ type, standing, permission }: Grant): Word {
  if (type !== 'allow' || standing || permission.kind !== 'file' || permission.folder === 'agent') return type;
  return permission.verbs.some((verb) => verb === 'write' || verb === 'delete') ? 'ask' : 'allow';
}

/**
 * The same among the others: where a rule of the person's own says for all of it that nobody is asked, and none that
 * they are or that it is denied, that one decides. Deleting asks whatever a rule says.
 */
function decidedBy(grant: Grant, grants: readonly Grant[]): Pick<PolicyRow, 'decision' | 'overruledBy'> {
  const { permission } = grant;
  const decision = decisionOf(grant);
  if (decision !== 'ask' || grant.type !== 'allow') return { decision };
  if (permission.kind === 'file' && permission.verbs.includes('delete')) return { decision };
  const holds = grants.filter(
    ({ agent, source, permission: other }) =>
      source.startsWith('You') && (agent === 'every' || agent === grant.agent) && isWithin(permission, other),
  );
  const standing = findGrant(holds, (each) => each.type === 'allow' && each.standing);
  if (!standing || holds.some(({ type }) => type !== 'allow')) return { decision };
  return { decision: 'allow', overruledBy: standing.id };
}

/** An accepted grant keeps its figures when its agent is saved again, though its id tells the revision. */
function withoutRevision(id: string, agents: Iterable<Agent>): string {
  for (const agent of agents) {
    const start = `accepted-${agent.id}-`;
    if (id.startsWith(start)) return start + id.slice(start.length).replace(/^\d+-/, '');
  }
  return id;
}

/** The figures of grants, all revisions of an accepted one together. */
function hitsOfGrants({ hits, catalog }: PolicyParts): (id: string) => number {
  const sums = new Map<string, number>();
  const agents = [...catalog.agents.values()];
  for (const id of hits.keys()) {
    const key = withoutRevision(id, agents);
    sums.set(key, (sums.get(key) ?? 0) + hitsOfId(hits, id));
  }
  return (id) => sums.get(withoutRevision(id, agents)) ?? 0;
}

/** Names of tools and their folders, where a binding narrows them. */
function narrowedRows(agent: Agent, binding: Binding): PolicyRow[] {
  const source = `Agent ${agent.name}`;
  const rows: PolicyRow[] = [];
  const add = (id: string, sentence: string): void => {
    rows.push(ruleRow({ id: `agent:${binding.tool}:${id}`, sentence, source }, 'binding', 'deny', 0));
  };
  if (binding.folders) {
    const names = binding.folders.map(({ folder }) => agent.folders.find(({ id }) => id === folder)?.name ?? folder);
    add('folders', `${binding.tool} reaches ${names.length === 0 ? 'no folder' : `only ${names.join(', ')}`}.`);
  }
  if (binding.hosts.length > 0) add('hosts', `${binding.tool} reaches only ${binding.hosts.join(', ')}.`);
  return rows;
}

function agentRows(agent: Agent, hits: Hits): PolicyRow[] {
  const rows = agent.bindings.flatMap((binding): PolicyRow[] => {
    const owner = { agent: agent.name, tool: binding.tool };
    const ask = binding.ask === 'effects' ? undefined : ruleOfAsk(binding.tool, binding.ask, agent.name);
    return [
      ...(ask ? [ruleRow(ask, 'binding', binding.ask === 'always' ? 'ask' : 'allow', hitsOfRule(hits, ask))] : []),
      ...narrowedRows(agent, binding),
      ...binding.middleware.map((use) => middlewareRow(ruleOfMiddleware(use, owner), use.name, hits)),
    ];
  });
  return rows.map((row) => ({ ...row, agent: agent.name }));
}

function middlewareRow(rule: Rule, name: string, hits: Hits): PolicyRow {
  return ruleRow(rule, 'middleware', MIDDLEWARE_DECIDES.get(name) ?? 'deny', hitsOfRule(hits, rule));
}

function everywhereRows({ catalog, hits }: PolicyParts): PolicyRow[] {
  const chain = chainOf(catalog.settings.get(GLOBAL_MIDDLEWARE), [], { agent: '', tool: '' });
  return chain.ok
    ? chain.links.map(({ rule, name }) => middlewareRow(rule, name, hits))
    : [ruleRow(chain.rule, 'middleware', 'deny', hitsOfRule(hits, chain.rule))];
}

/**
 * Every rule that counts now: built in, given by the person, of an agent's bindings, of middleware; those that decided
 * most calls first, then deny before ask before allow. Rows of several agents may share an id, as their rules do in the
 * log. Pure.
 * @param agent those that count for this one alone; undefined for all
 */
export function policyRows(parts: PolicyParts, agent: Agent | undefined): PolicyRow[] {
  const { catalog, now } = parts;
  const hitsOf = hitsOfGrants(parts);
  const nameOf = (id: string, run?: RunState): string =>
    catalog.agents.get(id)?.name ?? (run?.run.agent.id === id ? run.run.agent.name : id);
  const grantRow = (grant: Grant, run?: RunState): PolicyRow => ({
    id: grant.id,
    kind: BY_DEFAULT.has(grant.id) ? 'default' : 'grant',
    sentence: grant.sentence,
    ...decidedBy(grant, grants),
    source: run ? `${grant.source.replace(/, in run .*$/, '')}, for one run` : grant.source,
    ...(grant.agent === 'every' ? {} : { agent: nameOf(grant.agent, run) }),
    hits: hitsOf(grant.id),
    revocable: true,
    ...(run ? { run: run.run.id } : {}),
    grant,
  });
  const grants = [...catalog.grants.values()].filter(({ expiresAt }) => expiresAt === undefined || expiresAt > now);
  const counts = (grant: Grant): boolean =>
    (grant.expiresAt === undefined || grant.expiresAt > now) &&
    (agent === undefined || grant.agent === 'every' || grant.agent === agent.id);
  const agents = agent ? [agent] : [...catalog.agents.values()];
  const rows = [
    ...builtinRows(parts.hits),
    ...everywhereRows(parts),
    ...[...catalog.grants.values()].filter(counts).map((grant) => grantRow(grant)),
    ...parts.runs.flatMap((run) => run.grants.filter(counts).map((grant) => grantRow(grant, run))),
    ...agents.flatMap((each) => agentRows(each, parts.hits)),
  ];
  return rows.sort(
    (one, other) =>
      other.hits - one.hits ||
      STRENGTH[one.decision] - STRENGTH[other.decision] ||
      (one.sentence < other.sentence ? -1 : one.sentence > other.sentence ? 1 : 0),
  );
}
