import type { Agent } from '#contract/agent';
import { WarrantError } from '#contract/errors';
import type { Grant } from '#contract/permission';
import type { Command, Tool } from '#contract/tool';
import { grantsOfAgent } from '../agents/grants-of-agent.ts';
import { permissionOfHost } from '../grants/host-entry.ts';

/** Does a command reach hosts: those of an address that it takes, or one that it knows itself, as a search does? */
const reaches = ({ hosts, effect }: Command): boolean => hosts !== undefined || effect.where === 'remote';

/**
 * The agent with the hosts of `--host` for one run: tools that reach hosts may reach them too, and each is a grant of
 * this run. Throws `bad-input` for one that would never hold (rows A6.3, A6.17).
 */
export function withHosts(
  agent: Agent,
  hosts: readonly string[],
  tools: readonly Tool[],
): { agent: Agent; grants: Grant[] } {
  if (hosts.length === 0) return { agent, grants: [] };
  for (const host of hosts) {
    const read = permissionOfHost(host);
    if ('fault' in read) throw new WarrantError('bad-input', `The host ${host} can’t be granted: ${read.fault}.`);
  }
  const reaching = new Set(tools.flatMap((tool) => (tool.commands.some(reaches) ? [tool.name] : [])));
  const bindings = agent.bindings.map((binding) =>
    reaching.has(binding.tool) ? { ...binding, hosts: [...new Set([...binding.hosts, ...hosts])] } : binding,
  );
  const wider = { ...agent, bindings };
  const before = new Set(grantsOfAgent(agent).map(({ id }) => id));
  const added = grantsOfAgent(wider).filter(({ id, permission }) => permission.kind === 'net' && !before.has(id));
  return {
    agent: wider,
    grants: added.map((grant) => ({
      ...grant,
      id: `run-${grant.id}`,
      layer: 'run',
      source: 'Command line, for this run',
    })),
  };
}
