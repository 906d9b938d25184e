import fs from 'node:fs';
import path from 'node:path';
import type { Agent } from '#contract/agent';
import { WarrantError } from '#contract/errors';
import type { Explanation } from '#contract/methods';
import type { Grant } from '#contract/permission';
import { formatVirtualPath, parseVirtualPath, type VirtualPath } from '#contract/virtual-path';
import { grantsOfAgent } from './agents/grants-of-agent.ts';
import { authorizeFile } from './policy/authorize.ts';
import { GrantSet } from './policy/grant-set.ts';
import { coversFile } from './policy/match-permission.ts';
import { RULES } from './policy/rules.ts';
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
  name: string,
  access: 'read' | 'write',
  shown: string,
  write: boolean,
  grants: readonly Grant[],
): string | undefined {
  const mayFollow = (target: VirtualPath): boolean => {
    if (target.place !== 'folder') return false;
    const place = { folder: 'folder', segments: target.segments };
    return !grants.some((grant) => grant.type === 'deny' && coversFile(grant, place, 'read'));
  };
  const workspace = new Workspace({ agentDisk: folder, folders: [{ id: 'folder', name, folder, access }], mayFollow });
  const looked = write ? workspace.lookForChange(shown) : workspace.read(shown, 1);
  return !looked.ok && REFUSES.has(looked.error.code) ? looked.error.message : undefined;
}

/**
 * Whether a path may be read or written by an agent that has one folder: the rules first, then what stands on the disk
 * (links that leave, devices, second names), as the tools themselves would find it.
 */
export function explainPath(
  { path: text, folder, access, write }: { path: string; folder: string; access: 'read' | 'write'; write: boolean },
  catalog: Grant[],
): Explanation {
  const real = resolveFolder(folder);
  const opened = openFolder(real);
  if (!opened.ok) throw new WarrantError('not-found', `The folder ${folder} can’t be opened. Check that it exists.`);
  try {
    const agent = folderAgent(real, access, formatIdentity(opened.value.identity));
    const inside = insideOf(text, real);
    const parsed = parseVirtualPath(inside, [agent.folders[0]?.name ?? '']);
    if (!parsed.ok) return outsidePath(parsed.reason);
    const grants = [...catalog.filter((grant) => grant.layer === 'default'), ...grantsOfAgent(agent)];
    const shown = formatVirtualPath(parsed.path);
    const verb = write ? 'write' : 'read';
    const place =
      parsed.path.place === 'agent'
        ? { folder: 'agent', segments: parsed.path.segments }
        : parsed.path.place === 'folder'
          ? { folder: 'folder', segments: parsed.path.segments }
          : undefined;
    const use = { verb, path: parsed.path, shown, place } as const;
    const verdict = authorizeFile(use, undefined, new GrantSet(grants));
    if (verdict.type === 'deny')
      return {
        decision: 'deny',
        reason: verdict.reason,
        rule: verdict.rule,
        steps: [{ text: verdict.reason, source: verdict.rule.source }],
      };
    const own = parsed.path.place !== 'folder';
    const fault = own
      ? undefined
      : faultOnDisk(opened.value, agent.folders[0]?.name ?? '', access, shown, write, grants);
    if (fault !== undefined) return outsidePath(fault);
    const rule = own ? RULES.ownDisk : write ? RULES.effects : RULES.reads;
    const decision = write && !own ? 'ask' : 'allow';
    return {
      decision,
      reason: rule.sentence,
      rule,
      steps: [
        { text: `${shown} is in the folder`, source: 'Workspace' },
        { text: rule.sentence, source: rule.source },
      ],
    };
  } finally {
    closeFolder(opened.value);
  }
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
  const binding = { ask: 'effects' as const, hosts: [], secrets: [], config: [], middleware: [], options: {} };
  return {
    id: 'explain',
    revision: 1,
    name: 'the agent',
    description: '',
    instructions: '',
    model: { provider: 'demo', model: 'demo' },
    protocol: 'native',
    bindings: [
      { tool: 'read_file', ...binding },
      { tool: 'write_file', ...binding },
    ],
    folders: [{ id: 'folder', name, path: folder, identity, access, trust: 'own' }],
    guardrails: [],
    memory: false,
    unattended: 'park',
    limits: { steps: 1, tokens: 1, seconds: 1, usd: 0 },
    accepted: true,
  };
}

/** A path that leads nowhere the agent may go. */
function outsidePath(reason: string): Explanation {
  return { decision: 'deny', reason, rule: RULES.outside, steps: [{ text: reason, source: 'Workspace' }] };
}
