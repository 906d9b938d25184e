import type { Binding, Grant, Rule } from '#contract/permission';
import type { RunState } from '#contract/projections/run-state';
import type { Command, FileVerb, ToolCall } from '#contract/tool';
import { formatVirtualPath, parseVirtualPath, type VirtualPath } from '#contract/virtual-path';
import type { GrantSet } from './grant-set.ts';
import { type FilePlace, findGrant } from './match-permission.ts';
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
export type Authority =
  | { type: 'allow'; grants: Grant[]; uses: FileUseOfCall[] }
  | { type: 'deny'; rule: Rule; reason: string };

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
): { type: 'allow'; grant: Grant | undefined } | { type: 'deny'; rule: Rule; reason: string } {
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

/** Question one for a whole call: a grant names the tool, no deny does, and each of its files is allowed. */
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
  const allow = findGrant(covering, (g) => g.type === 'allow');
  if (!allow) return { type: 'deny', rule: RULES.notPermitted, reason: `no grant lets the agent use ${call.tool}` };
  const files = fileUsesOf(call, command, run);
  if ('refused' in files) return { type: 'deny', rule: RULES.outside, reason: files.refused };
  const resting = [allow];
  for (const use of files.uses) {
    const verdict = (use.verb === 'list' ? authorizeListing : authorizeFile)(use, binding, grants);
    if (verdict.type === 'deny') return verdict;
    if (verdict.grant && !resting.includes(verdict.grant)) resting.push(verdict.grant);
  }
  return { type: 'allow', grants: resting, uses: files.uses };
}
