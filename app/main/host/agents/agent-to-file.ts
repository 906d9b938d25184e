import type { Agent } from '#contract/agent';
import { DEFAULT_LIMITS } from '#contract/agent';
import type { AgentFile, AgentFileInput } from '#contract/agent-file';
import { formatModelRef } from '#contract/model';
import type { Binding, SecretUse } from '#contract/permission';
import { serviceOf } from '../tools/tool-options.ts';

/** The file that makes this agent again, with its folders by absolute path and everything the file may leave out. */
export function agentToFile(agent: Agent): AgentFile {
  const names = new Map(agent.folders.map((folder) => [folder.id, folder.name]));
  return {
    name: agent.name,
    description: agent.description,
    instructions: agent.instructions,
    model: formatModelRef(agent.model),
    protocol: agent.protocol,
    tools: agent.bindings.map((binding) => toolOf(binding, names)),
    folders: agent.folders.map(({ path, name, access, trust }) => ({ path, name, access, trust })),
    guardrails: agent.guardrails,
    ...(agent.output && { output: agent.output }),
    memory: agent.memory,
    unattended: agent.unattended,
    limits: agent.limits,
  };
}

function toolOf(binding: Binding, names: ReadonlyMap<string, string>): AgentFile['tools'][number] {
  const folders = binding.folders?.map(({ folder }) => names.get(folder)).filter((name) => name !== undefined);
  return {
    tool: binding.tool,
    ...(binding.version !== undefined && { version: binding.version }),
    ...(binding.ask !== 'effects' && { ask: binding.ask }),
    ...(binding.hosts.length > 0 && !isOfService(binding) && { hosts: binding.hosts }),
    ...(folders && { folders }),
    ...(binding.secrets.length > 0 && { secrets: binding.secrets.map(secretOf) }),
    ...(binding.config.length > 0 && { config: binding.config }),
    ...(binding.timeoutMs !== undefined && { timeout: binding.timeoutMs / 1000 }),
    ...(binding.middleware.length > 0 && { middleware: binding.middleware }),
    ...(Object.keys(binding.options).length > 0 && { options: binding.options }),
  };
}

/** Its one host is that of the service which its options choose: the file need not name it. */
function isOfService({ tool, hosts, options }: Binding): boolean {
  return hosts.length === 1 && hosts[0] === serviceOf(tool, options)?.host;
}

function secretOf(use: SecretUse): NonNullable<AgentFile['tools'][number]['secrets']>[number] {
  return use.as === 'value'
    ? { secret: use.secret, as: 'value' }
    : { secret: use.secret, as: 'header', header: use.header, origin: use.origin };
}

/**
 * The text of an agent file: keys always in the same order, two spaces, a line end at the end. What equals its default
 * is left out, except the tools: a file without them would mean other ones.
 */
export function formatAgentFile(file: AgentFile): string {
  const { limits } = file;
  const ownLimits = {
    ...(limits.steps !== DEFAULT_LIMITS.steps && { steps: limits.steps }),
    ...(limits.tokens !== DEFAULT_LIMITS.tokens && { tokens: limits.tokens }),
    ...(limits.seconds !== DEFAULT_LIMITS.seconds && { seconds: limits.seconds }),
    ...(limits.usd !== DEFAULT_LIMITS.usd && { usd: limits.usd }),
    ...(Object.keys(limits.calls ?? {}).length > 0 && { calls: limits.calls }),
  };
  const written: AgentFileInput = {
    ...(file.$schema !== undefined && { $schema: file.$schema }),
    name: file.name,
    ...(file.description !== '' && { description: file.description }),
    ...(file.instructions !== '' && { instructions: file.instructions }),
    ...(file.model !== 'demo' && { model: file.model }),
    ...(file.protocol !== 'auto' && { protocol: file.protocol }),
    tools: file.tools.map(writtenTool),
    ...(file.folders.length > 0 && {
      folders: file.folders.map(({ path, name, access, trust }) => ({
        path,
        ...(name !== undefined && { name }),
        ...(access !== 'read' && { access }),
        ...(trust !== 'own' && { trust }),
      })),
    }),
    ...(file.guardrails.length > 0 && { guardrails: file.guardrails }),
    ...(file.output && {
      output: {
        schema: file.output.schema,
        ...(file.output.repairs !== 2 && { repairs: file.output.repairs }),
        ...(file.output.gather !== undefined && { gather: file.output.gather }),
      },
    }),
    ...(file.memory && { memory: true }),
    ...(file.unattended !== 'park' && { unattended: file.unattended }),
    ...(Object.keys(ownLimits).length > 0 && { limits: ownLimits }),
  };
  return `${JSON.stringify(written, null, 2)}\n`;
}

/** A tool with its keys in the order of the interface, defaults and empty lists left out. */
function writtenTool(use: AgentFile['tools'][number]): AgentFile['tools'][number] {
  return {
    tool: use.tool,
    ...(use.version !== undefined && { version: use.version }),
    ...(use.ask !== undefined && use.ask !== 'effects' && { ask: use.ask }),
    ...(use.hosts && use.hosts.length > 0 && { hosts: use.hosts }),
    ...(use.folders && { folders: use.folders }),
    ...(use.secrets && use.secrets.length > 0 && { secrets: use.secrets }),
    ...(use.config && use.config.length > 0 && { config: use.config }),
    ...(use.timeout !== undefined && { timeout: use.timeout }),
    ...(use.middleware && use.middleware.length > 0 && { middleware: use.middleware }),
    ...(use.options && Object.keys(use.options).length > 0 && { options: use.options }),
  };
}
