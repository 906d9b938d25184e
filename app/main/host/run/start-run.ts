import { createHash } from 'node:crypto';
import type { Agent } from '#contract/agent';
import { WarrantError } from '#contract/errors';
import type { RunEvent } from '#contract/event';
import type { Json, RunId } from '#contract/ids';
import { type Protocol, parseModelRef } from '#contract/model';
import type { Binding, Grant } from '#contract/permission';
import type { Goal, Run } from '#contract/run';
import { textOf } from '#contract/text-ref';
import { commandOf, type Tool } from '#contract/tool';
import type { AgentSource, RunFlags } from '#contract/views';
import { uniqueFolderNames } from '#contract/virtual-path';
import type { Agents } from '../agents/agents.ts';
import { grantsOfAgent } from '../agents/grants-of-agent.ts';
import { type CheckAgentFolder, folderId } from '../agents/make-agent.ts';
import { outputSchemaFault } from '../guardrails/fit-output.ts';
import type { Memories } from '../memory/memories.ts';
import type { BlobStore } from '../store/blob-store.ts';
import type { Journal } from '../store/journal.ts';
import { validateInput } from '../tools/validate-input.ts';
import { storeText } from './store-text.ts';
import { withHosts } from './with-hosts.ts';

export interface StartParts {
  journal: Journal;
  agents: Agents;
  blobs: BlobStore;
  memories: Memories;
  tools(): Tool[];
  checkFolder: CheckAgentFolder;
  newId(): string;
  protocolFor(ref: Agent['model'], wanted: Agent['protocol']): Promise<Protocol>;
  contextTokens(ref: Agent['model']): number;
}

/** The agent that stands for a person who calls a tool directly. */
const PERSON = 'you';

/** What an agent file asks for that counts only after a person accepted it (interfaces, "What runs, what asks"). */
export function requestsOf(agent: Agent): string[] {
  const folders = agent.folders.map(
    (folder) => `${folder.access === 'write' ? 'read and write' : 'read'} files in ${folder.path}`,
  );
  const hosts = agent.bindings.flatMap((binding) => binding.hosts.map((host) => `reach ${host} with ${binding.tool}`));
  const secrets = agent.bindings.flatMap(({ tool, secrets: uses }) =>
    uses.map((use) =>
      use.as === 'value'
        ? `see the value of the secret ${use.secret} (${tool})`
        : `send the secret ${use.secret} to ${use.origin} in a header (${tool})`,
    ),
  );
  const unasked = agent.bindings.filter((b) => b.ask === 'never').map((b) => `use ${b.tool} without asking`);
  return [...folders, ...hosts, ...secrets, ...unasked];
}

async function agentOf(
  source: AgentSource,
  flags: RunFlags,
  parts: StartParts,
): Promise<{ agent: Agent; grants: Grant[] }> {
  if ('name' in source) return { agent: parts.agents.named(source.name), grants: [] };
  const id = `file-${createHash('sha256').update(source.path).digest('hex').slice(0, 12)}`;
  const agent = await parts.agents.fromFile(source.file, source.base, id, flags.accept);
  const requests = requestsOf(agent);
  if (requests.length > 0 && !flags.accept)
    throw new WarrantError(
      'not-accepted',
      `The agent file ${source.path} waits to be accepted: it asks to ${requests.join('; ')}. Accept it with --accept, or save it with \`warrant agent save\`.`,
      requests,
    );
  const origin = `Agent file ${source.path}, accepted by you for this run`;
  return { agent, grants: grantsOfAgent(agent).map((grant) => ({ ...grant, layer: 'run', source: origin })) };
}

async function withFolders(
  agent: Agent,
  flags: RunFlags,
  parts: StartParts,
): Promise<{ agent: Agent; grants: Grant[] }> {
  if (flags.folders.length === 0) return { agent, grants: [] };
  const added: Agent['folders'] = [];
  for (const { path, access } of flags.folders) {
    const checked = await parts.checkFolder(path, access);
    if (!checked.ok) throw new WarrantError('refused', checked.message);
    const name = path.split(/[\\/]/).findLast((part) => part !== '') ?? 'folder';
    const id = folderId(checked.path, checked.identity);
    if (agent.folders.some((folder) => folder.id === id)) continue;
    added.push({ id, name, path: checked.path, identity: checked.identity, access, trust: 'own' });
  }
  const folders = [...agent.folders, ...added];
  const names = uniqueFolderNames(folders.map((folder) => folder.name));
  const wider = { ...agent, folders: folders.map((folder, n) => ({ ...folder, name: names[n] ?? folder.name })) };
  const ids = new Set(added.map((folder) => folder.id));
  const grants = grantsOfAgent(wider).filter((g) => g.permission.kind === 'file' && ids.has(g.permission.folder));
  return {
    agent: wider,
    grants: grants.map((grant) => ({
      ...grant,
      id: `run-${grant.id}`,
      layer: 'run',
      source: 'Command line, for this run',
    })),
  };
}

function withFlags(agent: Agent, flags: RunFlags): Agent {
  const model = flags.model === undefined ? agent.model : parseModelRef(flags.model);
  if (!model)
    throw new WarrantError(
      'bad-input',
      `"${flags.model}" names no model. Write PROVIDER/MODEL, scripted:FILE or demo.`,
    );
  const limits = {
    ...agent.limits,
    ...(flags.maxSteps === undefined ? {} : { steps: flags.maxSteps }),
    ...(flags.timeoutSeconds === undefined ? {} : { seconds: flags.timeoutSeconds }),
  };
  return { ...agent, model, limits };
}

function titleOf(text: string): string {
  const line = text.trim().split('\n')[0]?.trim() ?? '';
  return line.length > 80 ? `${line.slice(0, 79)}…` : line || 'Untitled';
}

/** What the agent remembers of the matter, for a run that nobody gave a context of its own (row A10.11). */
async function atStart({ agent, goal, parent }: Run, { memories, blobs }: StartParts): Promise<RunEvent[]> {
  if (!agent.memory || goal.type !== 'prompt' || parent) return [];
  const recalled = await memories.recallAtStart(
    agent.id,
    textOf(goal.text, (hash) => blobs.getText(hash)),
  );
  if (!recalled) return [];
  const ids = recalled.memories.map(({ id }) => id);
  return [{ type: 'memories-recalled', ids, text: await storeText(blobs, recalled.text), labels: recalled.labels }];
}

async function begin(
  agent: Agent,
  goal: Goal,
  title: string,
  grants: Grant[],
  flags: RunFlags,
  parts: StartParts,
): Promise<RunId> {
  const bound = new Set(agent.bindings.map((binding) => binding.tool));
  const run: Run = {
    id: parts.newId(),
    title,
    agent,
    tools: parts.tools().filter((tool) => bound.has(tool.name)),
    protocol: goal.type === 'invoke' ? 'native' : await parts.protocolFor(agent.model, agent.protocol),
    goal,
    grants,
    approve: flags.approve === 'all' ? 'all' : 'ask',
    unattended: flags.approve === 'never' ? agent.unattended : 'park',
    contextTokens: parts.contextTokens(agent.model),
  };
  await parts.journal.start(run, await atStart(run, parts));
  return run.id;
}

/**
 * Starts a run with an agent: pins agent and tools and appends the first entry; nothing runs yet. Throws `not-accepted`
 * where an agent file's requests were not accepted, `refused` for a folder that can't be granted, `bad-input`.
 */
export async function startRun(source: AgentSource, text: string, flags: RunFlags, parts: StartParts): Promise<RunId> {
  if (text.trim() === '') throw new WarrantError('bad-input', 'The prompt is empty. Write what the agent is to do.');
  const chosen = await agentOf(source, flags, parts);
  const widened = await withFolders(chosen.agent, flags, parts);
  const reaching = withHosts(widened.agent, flags.hosts, parts.tools());
  const agent = withFlags(reaching.agent, flags);
  const fault = agent.output && outputSchemaFault(agent.output.schema);
  if (fault !== undefined)
    throw new WarrantError(
      'bad-input',
      `The schema that the answer of ${agent.name} must fit can’t be used: ${fault}.`,
    );
  const goal: Goal = { type: 'prompt', text: await storeText(parts.blobs, text) };
  return begin(
    agent,
    goal,
    titleOf(parts.blobs.clean(text)),
    [...chosen.grants, ...widened.grants, ...reaching.grants],
    flags,
    parts,
  );
}

function personWith(tools: Tool[]): Agent {
  const bindings = tools.map(
    (tool): Binding => ({
      tool: tool.name,
      ask: 'never',
      hosts: [],
      secrets: [],
      config: [],
      middleware: [],
      options: {},
    }),
  );
  return {
    id: PERSON,
    revision: 1,
    name: PERSON,
    description: 'A person who calls a tool directly',
    instructions: '',
    model: { provider: 'demo', model: 'demo' },
    protocol: 'native',
    bindings,
    folders: [],
    guardrails: [],
    memory: false,
    unattended: 'park',
    limits: { steps: 1, tokens: 1, seconds: 3600, usd: 0 },
    accepted: true,
  };
}

/**
 * Starts a run that is one call, given directly: as an agent, under its authority, or as the person, with the folders
 * and hosts of the flags alone. Throws `bad-input` with every fault of the arguments.
 */
export async function startInvoke(
  call: { tool: string; command: string[]; input: Json; agent: string | undefined },
  flags: RunFlags,
  parts: StartParts,
): Promise<RunId> {
  const tool = parts.tools().find((each) => each.name === call.tool);
  const command = tool && commandOf(tool, call.command);
  if (!tool || !command) {
    const names = parts.tools().map((each) => each.name);
    throw new WarrantError(
      'not-found',
      `There is no tool ${[call.tool, ...call.command].join(' ')}. There are: ${names.join(', ')}.`,
    );
  }
  const checked = validateInput(command.input, call.input);
  if (!checked.ok) {
    const details = checked.errors.map((error) => `${error.path || '/'}: ${error.message}`);
    throw new WarrantError('bad-input', `The arguments of ${call.tool} are not valid: ${details.join('; ')}`, details);
  }
  const base = call.agent === undefined ? personWith([tool]) : parts.agents.named(call.agent);
  const widened = await withFolders(base, flags, parts);
  const reaching = withHosts(widened.agent, flags.hosts, [tool]);
  const agent = withFlags(reaching.agent, flags);
  const own =
    call.agent === undefined ? grantsOfAgent(base).map((g): Grant => ({ ...g, layer: 'run', source: 'You' })) : [];
  const goal: Goal = {
    type: 'invoke',
    call: { id: 'call-1', tool: call.tool, command: call.command, input: checked.input },
  };
  return begin(
    agent,
    goal,
    [call.tool, ...call.command].join(' '),
    [...own, ...widened.grants, ...reaching.grants],
    flags,
    parts,
  );
}
