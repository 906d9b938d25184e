import type { Agent } from '#contract/agent';
import type { Grant } from '#contract/permission';
import { matchesHost, readHostPattern } from '../policy/host-pattern.ts';

/** Whether a rule is about something that an agent asks for. May say yes where it is not; never the other way round. */
function isAbout({ permission }: Grant, agent: Agent): boolean {
  switch (permission.kind) {
    case 'tool':
      return permission.tool === '*' || agent.bindings.some(({ tool }) => tool === permission.tool);
    case 'file':
      return permission.folder === '*' || agent.folders.some(({ id }) => id === permission.folder);
    case 'net':
      return agent.bindings.some(({ hosts }) =>
        hosts.some((text) => {
          const asked = readHostPattern(text);
          // Patterns on both sides may meet in a host that neither of them is.
          return !asked || asked.host.includes('*') || matchesHost(permission.host, asked.host, 'every-spelling');
        }),
      );
    case 'secret':
      return agent.bindings.some(({ secrets }) =>
        secrets.some(({ secret }) => permission.name === '*' || secret === permission.name),
      );
    case 'config':
      return agent.bindings.some(({ config }) => permission.key === '*' || config.includes(permission.key));
  }
}

/**
 * The sentences of the person's own rules that hold over what an agent's file asks for: what they deny stays denied, what
 * they ask about is asked about, whatever the file says (asks, point 4). Pure.
 * @param grants those in force
 */
export function narrowedBy(agent: Agent, grants: Iterable<Grant>): string[] {
  return [...grants]
    .filter(({ type, source }) => type !== 'allow' && source.startsWith('You'))
    .filter((grant) => (grant.agent === 'every' || grant.agent === agent.id) && isAbout(grant, agent))
    .map(({ sentence }) => sentence)
    .sort();
}
