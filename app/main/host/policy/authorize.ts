import type { Binding, Grant, Rule } from '#contract/permission';
import type { RunState } from '#contract/projections/run-state';
import type { Command, FileVerb, ToolCall } from '#contract/tool';
import { formatVirtualPath, parseVirtualPath, type VirtualPath } from '#contract/virtual-path';
import type { GrantSet } from './grant-set.ts';
import { coversPort, matchesHost, readHostPattern, USUAL_PORTS } from './host-pattern.ts';
import { type FilePlace, findGrant } from './match-permission.ts';
import { type NetUseOfCall, netUsesOf } from './net-use.ts';
import { RULES, ruleOfGrant } from './rules.ts';

/** One use of one file by a call, after its path was read. `place` is undefined for the lists of places. */
export interface FileUseOfCall {
  verb: FileVerb;
  path: VirtualPath;
  shown: string;
  place: FilePlace | undefined;
  /** What is made there is a folder, or may be one: then all that may lie below it counts (rule P16). */
  folder?: boolean;
}

/** May it be done at all? `grants` are those it rests on. */
export type Authority = { type: 'allow'; grants: Grant[]; uses: FileUseOfCall[]; nets: NetUseOfCall[] } | Denial;

interface Denial {
  type: 'deny';
  rule: Rule;
  reason: string;
}

/** Where a parsed path stands for the rules. */
export function placeOf(path: VirtualPath, run: RunState): FilePlace | undefined {
  if (path.place === 'agent') return { folder: 'agent', segments: path.segments };
  if (path.place !== 'folder') return undefined;
  const folder = run.run.agent.folders.find((f) => f.name === path.name);
  return folder && { folder: folder.id, segments: path.segments };
}

/**
 * Question one for one file: does some grant allow this use, does no deny forbid it, and does the binding reach there?
 * Deny beats allow; absence is denial.
 */
export function authorizeFile(
  use: FileUseOfCall,
  binding: Binding | undefined,
  grants: GrantSet,
): { type: 'allow'; grant: Grant | undefined } | Denial {
  const { place, verb, shown } = use;
  if (!place)
    return verb === 'list'
      ? { type: 'allow', grant: undefined }
      : { type: 'deny', rule: RULES.outside, reason: `${shown} is a list of places, not a file` };
  const covering = grants.forFile(place, verb);
  const deny = findGrant(covering, (g) => g.type === 'deny');
  if (deny) return { type: 'deny', rule: ruleOfGrant(deny), reason: `${shown}: ${deny.sentence}` };
  const narrowed = binding?.folders;
  if (narrowed && place.folder !== 'agent') {
    const reach = narrowed.find((f) => f.folder === place.folder);
    if (!reach?.verbs.includes(verb))
      return {
        type: 'deny',
        rule: RULES.narrowed,
        reason: `${shown} is not in a folder that ${binding.tool} may ${verb}`,
      };
  }
  const allow = findGrant(covering, (g) => g.type === 'allow');
  if (!allow) return { type: 'deny', rule: RULES.readOnly, reason: `no grant lets the agent ${verb} ${shown}` };
  return { type: 'allow', grant: allow };
}

/**
 * The same for listing a folder, which shows what is in it: a rule that denies reading there denies that too. The name
 * of the folder itself may be listed with the folder above (rule P19).
 */
export function authorizeListing(
  use: FileUseOfCall,
  binding: Binding | undefined,
  grants: GrantSet,
): ReturnType<typeof authorizeFile> {
  const { place, shown } = use;
  const closed = place && findGrant(grants.forFile(place, 'read'), (g) => g.type === 'deny');
  if (closed) return { type: 'deny', rule: ruleOfGrant(closed), reason: `${shown}: ${closed.sentence}` };
  return authorizeFile({ ...use, verb: 'list' }, binding, grants);
}

/**
 * May a link be followed to what it really leads to? Its real place must be one that some grant lets the agent read or
 * list, and no rule may deny either, whatever the link is called.
 */
export function mayFollowTo(path: VirtualPath, run: RunState, grants: GrantSet): boolean {
  const place = placeOf(path, run);
  if (!place) return false;
  const covering = [...grants.forFile(place, 'read'), ...grants.forFile(place, 'list')];
  return covering.length > 0 && covering.every(({ type }) => type === 'allow');
}

/** The file uses of a call, from its path arguments; or the reason why one of them is no path. */
export function fileUsesOf(
  call: ToolCall,
  command: Command,
  run: RunState,
): { uses: FileUseOfCall[] } | { refused: string } {
  const input = call.input !== null && typeof call.input === 'object' && !Array.isArray(call.input) ? call.input : {};
  const fields = new Map(Object.entries(input));
  const names = run.run.agent.folders.map((folder) => folder.name);
  const uses: FileUseOfCall[] = [];
  for (const use of command.files) {
    const text = fields.has(use.field) ? fields.get(use.field) : use.absent;
    if (text === undefined) continue;
    if (typeof text !== 'string') return { refused: `${use.field} is not a path` };
    const parsed = parseVirtualPath(text, names);
    if (!parsed.ok) return { refused: parsed.reason };
    const place = placeOf(parsed.path, run);
    for (const verb of use.verbs) uses.push({ verb, path: parsed.path, shown: formatVirtualPath(parsed.path), place });
  }
  return { uses };
}

/**
 * Question one for one use of the network: a grant covers its host, port and method, no deny does, and the binding names
 * the host (rows A16.2, A16.13). A binding that names no host reaches none.
 */
export function authorizeNet(
  use: NetUseOfCall,
  binding: Binding,
  grants: GrantSet,
): { type: 'allow'; grant: Grant } | Denial {
  const { host, port, method } = use;
  const covering = grants.forNet(use);
  const deny = findGrant(covering, (g) => g.type === 'deny');
  if (deny) return { type: 'deny', rule: ruleOfGrant(deny), reason: `${host}: ${deny.sentence}` };
  const named = binding.hosts.some((text) => {
    const pattern = readHostPattern(text);
    return pattern && coversPort(pattern.ports, port) && matchesHost(pattern.host, host, 'exact');
  });
  const where = USUAL_PORTS.includes(port) ? host : `${host} on port ${port}`;
  if (!named)
    return { type: 'deny', rule: RULES.otherHost, reason: `${where} is not a host that ${binding.tool} may reach` };
  const allow = findGrant(covering, (g) => g.type === 'allow');
  if (allow) return { type: 'allow', grant: allow };
  const how = method === 'GET' ? '' : ` by ${method}`;
  return { type: 'deny', rule: RULES.noHost, reason: `no grant lets the agent reach ${where}${how}` };
}

/**
 * The ranges of addresses that are not public and that a person allowed for this use: those of the grants that allow it
 * and name some (decision D6). No other grant reaches such an address, however much it covers.
 */
export function privateRangesFor(use: NetUseOfCall, grants: GrantSet): string[] {
  return grants
    .forNet(use)
    .flatMap(({ type, permission }) =>
      type === 'allow' && permission.kind === 'net' && permission.address !== undefined ? [permission.address] : [],
    );
}

/** The rule that says to ask about one use of a file. What shows what is in a folder reads it, as for a deny. */
export function askRuleForFile(
  { place, verb }: Pick<FileUseOfCall, 'place' | 'verb'>,
  grants: GrantSet,
): Grant | undefined {
  if (!place) return undefined;
  const reading = verb === 'list' ? grants.forFile(place, 'read') : [];
  return findGrant([...grants.forFile(place, verb), ...reading], ({ type }) => type === 'ask');
}

/** The rule that says to ask about a call, by its tool, a file or an address of it; undefined where there is none. */
export function askRuleFor(
  call: ToolCall,
  uses: readonly FileUseOfCall[],
  nets: readonly NetUseOfCall[],
  grants: GrantSet,
): Grant | undefined {
  const covering = [...grants.forCall(call), ...nets.flatMap((use) => grants.forNet(use))];
  const files = uses.flatMap((use) => askRuleForFile(use, grants) ?? []);
  return findGrant([...covering, ...files], ({ type }) => type === 'ask');
}

/** The binding names an exact version of the tool, and this is another one (row A16.6). */
function versionFault({ tool, version }: Binding, run: RunState): string | undefined {
  const here = run.run.tools.find(({ name }) => name === tool)?.version;
  return version === undefined || version === here ? undefined : `version ${version} of ${tool} is not here`;
}

/**
 * Question one for a whole call: a grant names the tool, no deny does, and each of its files and addresses is allowed.
 * That the tool may be called does not say which files it may reach (row A16.12).
 */
export function authorize(
  call: ToolCall,
  command: Command,
  binding: Binding,
  run: RunState,
  grants: GrantSet,
): Authority {
  const covering = grants.forCall(call);
  const deny = findGrant(covering, (g) => g.type === 'deny');
  if (deny) return { type: 'deny', rule: ruleOfGrant(deny), reason: deny.sentence };
  const fault = versionFault(binding, run);
  if (fault !== undefined) return { type: 'deny', rule: RULES.version, reason: fault };
  const allow = findGrant(covering, (g) => g.type === 'allow');
  if (!allow) return { type: 'deny', rule: RULES.notPermitted, reason: `no grant lets the agent use ${call.tool}` };
  const files = fileUsesOf(call, command, run);
  if ('refused' in files) return { type: 'deny', rule: RULES.outside, reason: files.refused };
  const net = netUsesOf(call, command);
  if ('refused' in net) return { type: 'deny', rule: RULES.noHost, reason: net.refused };
  const resting = new Set([allow]);
  for (const use of files.uses) {
    const verdict = (use.verb === 'list' ? authorizeListing : authorizeFile)(use, binding, grants);
    if (verdict.type === 'deny') return verdict;
    if (verdict.grant) resting.add(verdict.grant);
  }
  for (const use of net.nets) {
    const verdict = authorizeNet(use, binding, grants);
    if (verdict.type === 'deny') return verdict;
    resting.add(verdict.grant);
  }
  return { type: 'allow', grants: [...resting], uses: files.uses, nets: net.nets };
}
