import path from 'node:path';
import type { Agent, GrantedFolder } from '#contract/agent';
import { WarrantError } from '#contract/errors';
import { refuseCharacters, refuseName } from '#contract/file-name';
import type { FolderId } from '#contract/ids';
import type { Grant, Permission } from '#contract/permission';
import type { CatalogState } from '#contract/projections/catalog';
import type { Command, Tool } from '#contract/tool';
import { normalHost } from '../policy/host-pattern.ts';
import { patternFault } from '../policy/match-permission.ts';
import { privateReach } from './host-entry.ts';

/** What a permission is checked against. `agent`: the one it is for; undefined for every agent. */
export interface PermissionParts {
  type: Grant['type'];
  agent: Agent | undefined;
  catalog: CatalogState;
  tools: readonly Tool[];
}

type Of<Kind extends Permission['kind']> = Extract<Permission, { kind: Kind }>;

function bad(message: string): never {
  throw new WarrantError('bad-input', message);
}

/** More would let a pattern take long to match. */
const MOST_PARTS = 32;
const MOST_DEEP = 3;

function checkPattern(pattern: string, what: string): string[] {
  const parts = pattern.split('/').filter((part) => part !== '');
  const fault = patternFault(pattern);
  if (fault) bad(`${what} ${pattern}: ${fault}.`);
  if (parts.length > MOST_PARTS || parts.filter((part) => part === '**').length > MOST_DEEP)
    bad(`${what} ${pattern} is too long: at most ${MOST_PARTS} names, and "**" at most ${MOST_DEEP} times.`);
  return parts;
}

function commandsOf(permission: Of<'tool'>, tools: readonly Tool[]): Command[] {
  if (permission.tool !== '*' && !tools.some((tool) => tool.name === permission.tool))
    bad(`There is no tool ${permission.tool}. There are: ${tools.map(({ name }) => name).join(', ')}.`);
  const named = tools.filter((tool) => permission.tool === '*' || tool.name === permission.tool);
  return named.flatMap((tool) => tool.commands);
}

/** Why a field can't be compared as text: it has other spellings, so a rule on its text would miss some. */
function otherKind(field: string, command: Command): string | undefined {
  if (command.files.some((use) => use.field === field)) return 'holds a path; make the rule about a folder and a path';
  if (command.hosts?.some((use) => use.field === field)) return 'holds an address; make the rule about a host';
  if (command.line === field) return 'holds a command line; make the rule about the line';
  return undefined;
}

const OPERATOR = /^[|&;<>()]+$/;

function checkTool(permission: Of<'tool'>, tools: readonly Tool[]): Permission {
  const commands = commandsOf(permission, tools);
  const parts = checkPattern(permission.command, 'The command');
  const plain = parts.length > 0 && !parts.some((part) => part === '*' || part === '**');
  const known = commands.map((command) => command.path.join(' ')).filter((words) => words !== '');
  if (plain && !known.includes(parts.join(' '))) {
    const there = known.length === 0 ? 'It has none by name.' : `There are: ${known.join(', ')}.`;
    bad(`${permission.tool} has no command ${parts.join(' ')}. ${there}`);
  }
  for (const [field, value] of Object.entries(permission.input ?? {})) {
    const fields = commands.flatMap((command) => Object.keys(command.input.properties ?? {}));
    if (!fields.includes(field))
      bad(`${permission.tool} has no argument ${field}. There are: ${[...new Set(fields)].join(', ')}.`);
    const [kind] = commands.flatMap((command) => otherKind(field, command) ?? []);
    if (kind !== undefined) bad(`The argument ${field} ${kind}.`);
    if (value.includes('*') && value !== '*' && value !== '**')
      bad(`The value ${value} of ${field}: part of a value is never a pattern. Write the whole value, or "*" for any.`);
  }
  const { line } = permission;
  if (line && !commands.some((command) => command.line === line.field))
    bad(`${permission.tool} has no command line in an argument ${line.field}.`);
  const word = line?.words.find((each) => each === '' || OPERATOR.test(each));
  if (word !== undefined)
    bad(`The word ${JSON.stringify(word)} of the line: a rule names plain words; an operator never matches one.`);
  return { ...permission, command: parts.join('/') };
}

/** Every folder that a saved agent has, the one that the rule is for alone where there is one. */
function foldersFor({ agent, catalog }: PermissionParts): GrantedFolder[] {
  return agent ? agent.folders : [...catalog.agents.values()].flatMap((each) => each.folders);
}

function folderOf(text: string, parts: PermissionParts): { id: FolderId; folder: GrantedFolder | undefined } {
  if (text === 'agent' || text === '*') return { id: text, folder: undefined };
  const folders = foldersFor(parts);
  const real = path.isAbsolute(text) ? path.resolve(text) : undefined;
  const folder =
    folders.find((each) => each.id === text) ??
    folders.find((each) => (real === undefined ? parts.agent && each.name === text : each.path === real));
  if (folder) return { id: folder.id, folder };
  const there = [...new Set(folders.map((each) => each.path))].sort();
  const whose = parts.agent ? parts.agent.name : 'any saved agent';
  return bad(
    `${text} is no folder of ${whose}. ${there.length === 0 ? 'There is none.' : `There are: ${there.join(', ')}.`}`,
  );
}

function checkFile(permission: Of<'file'>, parts: PermissionParts): Permission {
  const { id, folder } = folderOf(permission.folder, parts);
  const names = checkPattern(permission.path, 'The path');
  const refused = refuseCharacters(permission.path);
  if (refused) bad(`The path can’t be used: ${refused.reason}.`);
  for (const name of names) {
    if (name === '.' || name === '..') bad(`The path ${permission.path} must not hold "${name}".`);
    const refusal = name === '*' || name === '**' ? undefined : refuseName(name);
    if (refusal) bad(`The path ${permission.path} can’t be used: ${refusal.reason}.`);
  }
  const verbs = (['read', 'list', 'write', 'delete'] as const).filter((verb) => permission.verbs.includes(verb));
  if (verbs.length === 0) bad('Say what may be done with the files: read, list, write or delete.');
  const changes = verbs.some((verb) => verb === 'write' || verb === 'delete');
  if (parts.agent && parts.type === 'allow' && folder?.access === 'read' && changes)
    bad(`${parts.agent.name} may only read ${folder.name}. Give it write access in the agent first.`);
  return { ...permission, folder: id, path: names.join('/'), verbs };
}

/** A host pattern in the one form that hosts are compared in: lower case, no dot at the end, names in ASCII. */
function hostOf(host: string): string {
  if (/[/:@?#\s]/.test(host) && !/^\[[0-9a-f:.]+\]$/i.test(host))
    bad(`The host ${host}: write a host alone, such as api.example.com, without scheme, port or path.`);
  if (host.split('.').some((label) => label.includes('*') && label !== '*' && label !== '**'))
    bad(`The host ${host}: part of a name is never a pattern. Write "*" for one whole name, such as *.example.com.`);
  return normalHost(host) ?? bad(`The host ${host} can’t be a host.`);
}

function checkNet(permission: Of<'net'>, type: Grant['type']): Permission {
  const wrong = permission.ports.find(({ from, to }) => from < 1 || to > 65_535 || from > to);
  if (wrong) bad(`The ports ${wrong.from} to ${wrong.to}: a port is a number from 1 to 65535, the lower one first.`);
  const methods = permission.methods.map((method) => method.toUpperCase());
  const odd = methods.find((method) => method !== '*' && !/^[A-Z]{1,20}$/.test(method));
  if (odd !== undefined) bad(`${odd} is no HTTP method. Write one such as GET, or "*" for every one.`);
  const checked = { ...permission, host: hostOf(permission.host), methods: methods.length === 0 ? ['*'] : methods };
  if (type === 'allow') {
    const reach = privateReach(checked);
    return 'permission' in reach
      ? reach.permission
      : bad(`The host ${permission.host} can’t be granted: ${reach.fault}.`);
  }
  if (checked.address !== undefined)
    bad('Addresses belong to a rule that allows; one that denies or asks holds for all.');
  return checked;
}

/**
 * Checks a permission as a person gave it and brings it into the form that rules are kept in: a folder's real path or
 * name becomes its id, hosts and methods one spelling (rows A16.11, A16.13). A rule that could never match, or that would
 * miss what its words say, is refused: throws `bad-input` with one line.
 */
export function checkPermission(permission: Permission, parts: PermissionParts): Permission {
  switch (permission.kind) {
    case 'tool':
      return checkTool(permission, parts.tools);
    case 'file':
      return checkFile(permission, parts);
    case 'net':
      return checkNet(permission, parts.type);
    case 'secret':
      if (!parts.catalog.secrets.has(permission.name) && !(permission.name === '*' && parts.type !== 'allow'))
        bad(`There is no secret ${permission.name}. \`warrant secret set ${permission.name}\` saves one.`);
      return permission;
    case 'config':
      if (permission.key === '' || (permission.key.includes('*') && (permission.key !== '*' || parts.type === 'allow')))
        bad(`The setting ${JSON.stringify(permission.key)}: write its whole name.`);
      return permission;
  }
}
