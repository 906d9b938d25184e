import type { Agent, GrantedFolder } from '#contract/agent';
import type { CatalogEvent } from '#contract/event';
import type { Grant, Permission } from '#contract/permission';
import type { FileVerb } from '#contract/tool';
import { permissionOfHost } from '../grants/host-entry.ts';
import { sentenceOf } from '../policy/grant-sentence.ts';
import { serviceOf } from '../tools/tool-options.ts';

/** What `access` to a folder means, one grant each, so that each can be revoked alone. */
const ACCESS: Record<GrantedFolder['access'], { id: string; verbs: FileVerb[]; verb: string }[]> = {
  read: [{ id: 'read', verbs: ['read', 'list'], verb: 'read' }],
  write: [
    { id: 'read', verbs: ['read', 'list'], verb: 'read' },
    { id: 'write', verbs: ['write'], verb: 'write' },
    { id: 'delete', verbs: ['delete'], verb: 'delete' },
  ],
};

/** The secrets an agent asks for, each in the ways its file names and no other. */
function secretsOf(agent: Agent): Extract<Permission, { kind: 'secret' }>[] {
  const found = new Map<string, Extract<Permission, { kind: 'secret' }>>();
  for (const { secrets } of agent.bindings)
    for (const { secret: name, as } of secrets)
      found.set(`${as}-${name}`, { kind: 'secret', name, use: as === 'header' ? 'header' : 'reveal' });
  return [...found.values()];
}

/** The hosts that an agent's tools name, each with the methods they need there: a search asks in one way only. */
function methodsByHost({ bindings }: Agent): [host: string, methods: string[]][] {
  const found = new Map<string, Set<string>>();
  for (const { tool, hosts, options } of bindings)
    for (const host of hosts) {
      const methods = found.get(host) ?? new Set();
      found.set(host, methods.add(serviceOf(tool, options)?.method ?? '*'));
    }
  return [...found].map(([host, methods]) => [host, methods.has('*') ? ['*'] : [...methods].sort()]);
}

const startOfIds = (agent: Pick<Agent, 'id'>): string => `accepted-${agent.id}-`;

/** Whether a grant came with the acceptance of this agent's file. */
export function isAccepted(grant: Grant, agent: Pick<Agent, 'id'>): boolean {
  return grant.id.startsWith(startOfIds(agent)) && grant.agent === agent.id;
}

/**
 * The grants that a person gives by accepting an agent: each tool, each folder and secret in the ways asked for, and the
 * hosts and settings that its tools name (interfaces, "What runs, what asks"). They say what may be reached. None is
 * standing: whether a call asks is decided by the order of that section, and deleting in a person's folder always does.
 */
export function grantsOfAgent(agent: Agent): Grant[] {
  const grant = (id: string, permission: Permission, sentence: string): Grant => ({
    id: `${startOfIds(agent)}${agent.revision}-${id}`,
    agent: agent.id,
    type: 'allow',
    standing: false,
    permission,
    layer: 'agent',
    source: `Agent ${agent.name}, accepted by you`,
    sentence,
    labels: 'any',
  });
  const tools = agent.bindings.map(({ tool }) =>
    grant(`tool-${tool}`, { kind: 'tool', tool, command: '**' }, `${agent.name} may use ${tool}.`),
  );
  const files = agent.folders.flatMap((folder) =>
    ACCESS[folder.access].map(({ id, verbs, verb }) =>
      grant(
        `${id}-${folder.id}`,
        { kind: 'file', folder: folder.id, path: '**', verbs },
        `${agent.name} may ${verb} files in ${folder.name}.`,
      ),
    ),
  );
  const named = (id: string, permission: Permission): Grant =>
    grant(id, permission, sentenceOf(agent.name, 'allow', permission, { folders: new Map(), standing: false }));
  const hosts = methodsByHost(agent).flatMap(([text, methods]) => {
    const read = permissionOfHost(text);
    return 'permission' in read ? [named(`host-${text}`, { ...read.permission, methods })] : [];
  });
  const secrets = secretsOf(agent).map((each) => named(`secret-${each.use}-${each.name}`, each));
  const settings = [...new Set(agent.bindings.flatMap(({ config }) => config))];
  return [
    ...tools,
    ...files,
    ...hosts,
    ...secrets,
    ...settings.map((key) => named(`config-${key}`, { kind: 'config', key })),
  ];
}

/**
 * What to append when a person accepts a revision: the grants of the accepted revision before go, those of this one
 * come, so that leaving a folder or a tool out takes it away. Grants a person gave in other ways stay.
 * @param agent the revision that is accepted
 * @param grants those in force now
 */
export function acceptanceEvents(agent: Agent, grants: Iterable<Grant>): CatalogEvent[] {
  const old = [...grants].filter((grant) => isAccepted(grant, agent));
  return [
    ...old.map((grant): CatalogEvent => ({ type: 'grant-revoked', id: grant.id })),
    ...grantsOfAgent(agent).map((grant): CatalogEvent => ({ type: 'grant-added', grant })),
  ];
}
