import fs from 'node:fs';
import path from 'node:path';
import type { Agent } from '#contract/agent';
import { WarrantError } from '#contract/errors';
import { isExecutableByOthers } from '#contract/path-rules';
import type { Grant, Rule } from '#contract/permission';
import type { Explanation } from '#contract/views';
import { formatVirtualPath, parseVirtualPath, type VirtualPath } from '#contract/virtual-path';
import { grantsOfAgent } from './agents/grants-of-agent.ts';
import { folderId } from './agents/make-agent.ts';
import { explainAgent } from './explain-agent.ts';
import { type Step, sourceWord } from './explain-steps.ts';
import { authorizeFile, type FileUseOfCall } from './policy/authorize.ts';
import { GrantSet } from './policy/grant-set.ts';
import { coversFile, findGrant } from './policy/match-permission.ts';
import { RULES, ruleOfGrant } from './policy/rules.ts';
import type { JailErrorCode } from './workspace/jail-error.ts';
import { closeFolder, formatIdentity, type OpenFolder, openFolder } from './workspace/open-folder.ts';
import { Workspace } from './workspace/workspace.ts';

/** Faults of the disk that refuse a path; the others (nothing there yet, a folder) are no refusal. */
const REFUSES: ReadonlySet<JailErrorCode> = new Set([
  'outside',
  'symlink',
  'hard-link',
  'not-a-file',
  'name',
  'replaced',
  'denied',
  'read-only',
]);

/** What stands on the disk against it, as the tools themselves would find it; undefined if nothing does. */
function faultOnDisk(
  folder: OpenFolder,
  agent: Agent,
  access: 'read' | 'write',
  shown: string,
  write: boolean,
  grants: readonly Grant[],
): string | undefined {
  const [{ id, name } = { id: 'folder', name: 'folder' }] = agent.folders;
  const mayFollow = (target: VirtualPath): boolean => {
    if (target.place !== 'folder') return false;
    const { place } = fileUseOf(target, agent, 'read');
    return place !== undefined && !grants.some((grant) => grant.type === 'deny' && coversFile(grant, place, 'read'));
  };
  const workspace = new Workspace({ agentDisk: folder, folders: [{ id, name, folder, access }], mayFollow });
  const looked = write ? workspace.lookForChange(shown) : workspace.read(shown, 1);
  return !looked.ok && REFUSES.has(looked.error.code) ? looked.error.message : undefined;
}

/**
 * Whether a path may be read or written by an agent that has one folder: the rules first, then what stands on the disk
 * (links that leave, devices, second names), as the tools themselves would find it.
 * @param everywhere the rules for every agent that are in force
 */
export function explainPath(
  { path: text, folder, access, write }: { path: string; folder: string; access: 'read' | 'write'; write: boolean },
  everywhere: Iterable<Grant>,
): Explanation {
  const real = resolveFolder(folder);
  const opened = openFolder(real);
  if (!opened.ok) throw new WarrantError('not-found', `The folder ${folder} can’t be opened. Check that it exists.`);
  try {
    const agent = folderAgent(real, access, formatIdentity(opened.value.identity));
    const inside = insideOf(text, real);
    const parsed = parseVirtualPath(inside, [agent.folders[0]?.name ?? '']);
    if (!parsed.ok) return outsidePath(parsed.reason);
    const grants = [...everywhere, ...grantsOfAgent(agent)];
    const use = fileUseOf(parsed.path, agent, write ? 'write' : 'read');
    const resolved: Step = { text: `Path resolved: ${use.shown}`, source: 'Workspace' };
    const verdict = authorizeFile(use, undefined, new GrantSet(grants));
    if (verdict.type === 'deny') return said('deny', verdict.reason, verdict.rule, [resolved]);
    const fault =
      parsed.path.place === 'folder' ? faultOnDisk(opened.value, agent, access, use.shown, write, grants) : undefined;
    if (fault !== undefined) return outsidePath(fault);
    const { decision, rule } = decideUse(use, grants);
    return said(decision, rule.sentence, rule, [resolved]);
  } finally {
    closeFolder(opened.value);
  }
}

/** A path of the one folder as the rules see it. */
function fileUseOf(parsed: VirtualPath, agent: Agent, verb: 'read' | 'write'): FileUseOfCall {
  const folder = parsed.place === 'agent' ? 'agent' : (agent.folders[0]?.id ?? '');
  const place = 'segments' in parsed ? { folder, segments: parsed.segments } : undefined;
  return { verb, path: parsed, shown: formatVirtualPath(parsed), place };
}

/** Steps 2 to 5 of "What runs, what asks" (interfaces), as far as they are about a path alone. */
function decideUse({ verb, place }: FileUseOfCall, grants: Grant[]): { decision: 'allow' | 'ask'; rule: Rule } {
  const covering = place ? new GrantSet(grants).forFile(place, verb) : [];
  const own = !place || place.folder === 'agent';
  if (verb === 'write' && !own && isExecutableByOthers(place.segments, 'file'))
    return { decision: 'ask', rule: RULES.runsElsewhere };
  const asks = findGrant(covering, ({ type }) => type === 'ask');
  if (asks) return { decision: 'ask', rule: ruleOfGrant(asks) };
  if (own) return { decision: 'allow', rule: RULES.ownDisk };
  if (verb === 'read') return { decision: 'allow', rule: RULES.reads };
  const standing = findGrant(covering, (grant) => grant.type === 'allow' && grant.standing);
  return standing ? { decision: 'allow', rule: ruleOfGrant(standing) } : { decision: 'ask', rule: RULES.effects };
}

function said(decision: Explanation['decision'], reason: string, rule: Rule, steps: Step[]): Explanation {
  const word = { allow: 'Allowed', ask: 'Asked', deny: 'Denied' }[decision];
  const text = decision === 'deny' ? `Denied: ${reason}` : `${word} by the rule “${rule.sentence}”`;
  return { decision, reason, rule, steps: [...steps, { text, source: sourceWord(rule.source) }] };
}

function resolveFolder(folder: string): string {
  try {
    return fs.realpathSync(folder);
  } catch {
    // said below in the words of the folder
    throw new WarrantError('not-found', `The folder ${folder} does not exist.`);
  }
}

/** A real absolute path of the person's, as the agent would write it; anything else stays as it is. */
function insideOf(text: string, root: string): string {
  return text.startsWith(`${root}/`) ? text.slice(root.length + 1) : text;
}

/** The one folder of `explain path`, as an agent would have it. */
function folderAgent(folder: string, access: 'read' | 'write', identity: string): Agent {
  const name = path.basename(folder) || 'folder';
  const granted = { id: folderId(folder, identity), name, path: folder, identity, access, trust: 'own' as const };
  return explainAgent(
    ['read_file', 'write_file'].map((tool) => ({ tool, hosts: [] })),
    [granted],
  );
}

/** A path that leads nowhere the agent may go. */
function outsidePath(reason: string): Explanation {
  return said('deny', reason, RULES.outside, []);
}
