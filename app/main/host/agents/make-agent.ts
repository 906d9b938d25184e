import { createHash } from 'node:crypto';
import path from 'node:path';
import type { Agent, GrantedFolder } from '#contract/agent';
import type { AgentFile } from '#contract/agent-file';
import type { AgentId, FolderId } from '#contract/ids';
import { parseModelRef } from '#contract/model';
import type { Binding, SecretUse } from '#contract/permission';
import type { FileVerb } from '#contract/tool';
import type { Problem } from '#contract/views';
import { serviceOf } from '../tools/tool-options.ts';

/** A folder that was looked at before it is granted: its real path and `dev:ino`, or why it can't be, in a sentence. */
export type CheckedAgentFolder = { ok: true; path: string; identity: string } | { ok: false; message: string };

/** Looks at a folder by its absolute path. */
export type CheckAgentFolder = (
  folder: string,
  access: 'read' | 'write',
) => CheckedAgentFolder | Promise<CheckedAgentFolder>;

export interface AgentParts {
  id: AgentId;
  revision: number;
  /** Whether a person takes the reach of the file as theirs; else it only requests. */
  accepted: boolean;
  /** The folder that relative folders start from: the file's own. */
  base: string;
  checkFolder: CheckAgentFolder;
}

/** The agent, or what is wrong with its folders, by their place in the file. */
export type MadeAgent = { ok: true; agent: Agent } | { ok: false; problems: Problem[] };

/** What `access` to a folder lets a tool do there at most. */
const VERBS: Record<GrantedFolder['access'], FileVerb[]> = {
  read: ['read', 'list'],
  write: ['read', 'list', 'write', 'delete'],
};

/**
 * Makes an agent from a file that `parseAgentFile` found whole: folders by real path and identity (rule P14), tools as
 * bindings. Throws where the file is not one that was parsed.
 */
export async function makeAgent(file: AgentFile, parts: AgentParts): Promise<MadeAgent> {
  const folders: GrantedFolder[] = [];
  const problems: Problem[] = [];
  for (const [index, use] of file.folders.entries()) {
    const at = `/folders/${index}/path`;
    const checked = await parts.checkFolder(path.resolve(parts.base, use.path), use.access);
    if (!checked.ok) problems.push({ path: at, message: checked.message });
    else if (folders.some((folder) => folder.path === checked.path || folder.identity === checked.identity))
      problems.push({ path: at, message: `The folder ${use.path} is there twice. Leave one of them out.` });
    else
      folders.push({
        id: folderId(checked.path, checked.identity),
        name: named(use.name),
        path: checked.path,
        identity: checked.identity,
        access: use.access,
        trust: use.trust,
      });
  }
  if (problems.length > 0) return { ok: false, problems };
  const model = parseModelRef(file.model);
  if (!model) throw new Error(`${file.model} names no model; the file was not parsed`);
  const agent: Agent = {
    id: parts.id,
    revision: parts.revision,
    name: file.name,
    description: file.description,
    instructions: file.instructions,
    model,
    protocol: file.protocol,
    bindings: file.tools.map((use) => bindingOf(use, folders)),
    folders,
    guardrails: file.guardrails,
    ...(file.output && { output: file.output }),
    memory: file.memory,
    unattended: file.unattended,
    limits: file.limits,
    accepted: parts.accepted,
  };
  return { ok: true, agent };
}

/**
 * The id of a granted folder: the same folder has the same id in every agent and revision, and a folder that took
 * another one's place (rule P14) has another, so that no grant carries over to it.
 */
export function folderId(realPath: string, identity: string): FolderId {
  return `folder-${createHash('sha256').update(`${realPath}\0${identity}`).digest('hex').slice(0, 16)}`;
}

function named(name: string | undefined): string {
  if (name === undefined) throw new Error('a folder has no name; the file was not parsed');
  return name;
}

function bindingOf(use: AgentFile['tools'][number], folders: readonly GrantedFolder[]): Binding {
  const narrowed = use.folders?.map((name) => {
    const folder = folders.find((each) => each.name === name);
    if (!folder) throw new Error(`${use.tool} names the folder ${name}; the file was not parsed`);
    return { folder: folder.id, verbs: VERBS[folder.access] };
  });
  return {
    tool: use.tool,
    ...(use.version !== undefined && { version: use.version }),
    ask: use.ask ?? 'effects',
    ...(narrowed && { folders: narrowed }),
    hosts: use.hosts ?? hostsOfService(use),
    secrets: (use.secrets ?? []).map(secretOf),
    config: use.config ?? [],
    ...(use.timeout !== undefined && { timeoutMs: Math.ceil(use.timeout * 1000) }),
    middleware: use.middleware ?? [],
    options: use.options ?? {},
  };
}

/** A tool that asks a service of its own reaches that, where its file names no host. */
function hostsOfService({ tool, options }: AgentFile['tools'][number]): string[] {
  const service = serviceOf(tool, options ?? {});
  return service ? [service.host] : [];
}

function secretOf(use: NonNullable<AgentFile['tools'][number]['secrets']>[number]): SecretUse {
  if (use.as === 'value') return { secret: use.secret, as: 'value' };
  if (use.origin === undefined || use.header === undefined)
    throw new Error(`the secret ${use.secret} has no header or origin; the file was not parsed`);
  return { secret: use.secret, as: 'header', origin: use.origin, header: use.header };
}
