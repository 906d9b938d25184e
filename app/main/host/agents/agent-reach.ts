import type { Agent, GrantedFolder } from '#contract/agent';
import type { Binding, Grant } from '#contract/permission';
import { type Command, offeredName, type Tool } from '#contract/tool';
import type { GrantSet } from '../policy/grant-set.ts';
import { type HostReach, hostsOf, searchesOf } from './host-reach.ts';
import { type General, isPersons, ReachVerdicts, rulesOnceAccepted } from './reach-verdicts.ts';

/** Names of tools, by whether a person is asked before they do the thing in question. */
export interface Askers {
  without: string[];
  asking: string[];
  /** It is a rule of the person's own that says so, of all of them. */
  withoutByRule?: true;
  askingByRule?: true;
  /** None of them may, and a rule of the person's own says so. */
  neverByRule?: true;
}

/** What an agent may do in one folder of a person, by which tools. */
export interface FolderReach {
  folder: GrantedFolder;
  /** The end of its path, or all of it where two folders end alike. */
  label: string;
  reads: Askers;
  lists: Askers;
  writes: Askers;
  /** Tools that can delete or move away a file there. Always asked. */
  deletes: string[];
  /** No tool may, and a rule of the person's own says so. */
  deletesDenied?: true;
}

/** A code language an agent may run. */
interface CodeReach {
  language: 'python' | 'javascript';
  seconds: number;
  asks: boolean;
}

/** What an agent may do, from its tools and folders, in the order of "What runs, what asks" (interfaces). */
export interface AgentReach {
  folders: FolderReach[];
  code: CodeReach[];
  ownDisk: Askers;
  asksPerson: boolean;
  /** Services it may search, by name and host. */
  searches: (HostReach & { name: string })[];
  /** Hosts it may read from, and those it may change something at. */
  hostReads: HostReach[];
  hostWrites: HostReach[];
  secrets: string[];
  askedSecrets: string[];
  /** Commands that are none of the above, by their names. */
  others: Askers;
  /** Some write in a person's folder is not asked about. */
  writesUnasked: boolean;
  /** The person's own rules in force, for what they say of single files, hosts and arguments. */
  own: Grant[];
}

/** Seconds a call of code may take where the agent sets no other time (row A13.2). */
const CODE_SECONDS = 20;

interface Bound {
  binding: Binding;
  tool: Tool;
  command: Command;
  name: string;
}

/** What a command comes to in general, where it may be made at all. */
interface Judged {
  name: string;
  said: General;
}

const VERBS_THAT_CHANGE = ['write', 'delete'];

/**
 * Says what an agent may do with these tools, under these rules: what the policy decides of such a call in general. Pure.
 * A tool that is bound but not here gives nothing, and neither does a command that needs what no folder or host of the
 * agent offers.
 */
export function reachOfAgent(
  agent: Agent,
  tools: readonly Tool[],
  rules: GrantSet = rulesOnceAccepted(agent),
): AgentReach {
  const verdicts = new ReachVerdicts(agent, tools, rules);
  const bound = boundCommands(agent, tools);
  const folders = agent.folders.map((folder) => folderReach(folder, agent, bound, verdicts));
  const files = bound.filter((each) => each.command.files.length > 0 || each.command.runsCode);
  const rest = bound.filter((each) => !files.includes(each) && each.tool.runtime.type !== 'person');
  const plain = (each: Bound): Judged => ({ name: each.name, said: verdicts.plain(each.tool, each.command) });
  const ownDisk = files
    .filter(({ command }) => command.runsCode || command.files.some((use) => use.verbs.some(changes)))
    .map(({ tool, command, name }) => ({
      name,
      said: command.runsCode ? verdicts.plain(tool, command) : verdicts.inFolder(tool, command, 'agent'),
    }));
  return {
    folders,
    code: bound.flatMap(({ binding, tool, command }) => {
      if (!command.runsCode || tool.runtime.type !== 'sandbox') return [];
      const { word } = verdicts.plain(tool, command);
      const seconds = binding.timeoutMs === undefined ? CODE_SECONDS : binding.timeoutMs / 1000;
      return word === 'no' ? [] : [{ language: tool.runtime.language, seconds, asks: word === 'ask' }];
    }),
    ownDisk: byAsking(ownDisk),
    asksPerson: bound.some((each) => each.tool.runtime.type === 'person' && plain(each).said.word !== 'no'),
    searches: searchesOf(bound, verdicts),
    hostReads: hostsOf(bound, verdicts, ['none', 'read']),
    hostWrites: hostsOf(bound, verdicts, ['write', 'irreversible']),
    ...secretsOf(agent, verdicts),
    others: byAsking(rest.filter(({ command }) => command.effect.where === 'local').map(plain)),
    writesUnasked: folders.some((folder) => folder.writes.without.length > 0),
    own: [...rules].filter(isPersons),
  };
}

const changes = (verb: string): boolean => VERBS_THAT_CHANGE.includes(verb);

function boundCommands(agent: Agent, tools: readonly Tool[]): Bound[] {
  const known = new Map(tools.map((tool) => [tool.name, tool]));
  return agent.bindings.flatMap((binding) => {
    const tool = known.get(binding.tool);
    if (!tool) return [];
    return tool.commands.map((command) => ({ binding, tool, command, name: offeredName(tool.name, command.path) }));
  });
}

function byAsking(commands: readonly Judged[]): Askers {
  const names = (some: readonly Judged[]): string[] => [...new Set(some.map(({ name }) => name))];
  const said = (word: General['word']): Judged[] => commands.filter((each) => each.said.word === word);
  const ruled = (some: readonly Judged[]): boolean => some.length > 0 && some.every((each) => each.said.byRule);
  return {
    without: names(said('allow')),
    asking: names(said('ask')),
    ...(ruled(said('allow')) && { withoutByRule: true }),
    ...(ruled(said('ask')) && { askingByRule: true }),
    ...(commands.length > 0 && ruled(commands) && said('no').length === commands.length && { neverByRule: true }),
  };
}

function secretsOf(agent: Agent, verdicts: ReachVerdicts): Pick<AgentReach, 'secrets' | 'askedSecrets'> {
  const names = [...new Set(agent.bindings.flatMap((binding) => binding.secrets.map((use) => use.secret)))];
  const said = (word: General['word']): string[] => names.filter((name) => verdicts.secret(name).word === word);
  return { secrets: said('allow'), askedSecrets: said('ask') };
}

/** Of two things that must both be allowed, what they come to together. */
function both(one: General, other: General): General {
  for (const word of ['no', 'ask'] as const) {
    const found = [one, other].find((each) => each.word === word);
    if (found) return found;
  }
  return other;
}

function folderReach(
  folder: GrantedFolder,
  agent: Agent,
  bound: readonly Bound[],
  verdicts: ReachVerdicts,
): FolderReach {
  const at = (verb: 'read' | 'list' | 'write' | 'delete'): Judged[] =>
    bound.flatMap(({ tool, command, name }): Judged[] => {
      const named = command.files.some((use) => use.verbs.includes(verb));
      const onlyReads = !command.files.some((use) => use.verbs.some(changes));
      if (command.runsCode) {
        const ran = verdicts.plain(tool, command);
        const then =
          verb === 'read' || verb === 'list'
            ? verdicts.seenByCode(tool, folder, verb)
            : verdicts.staged(tool, command, folder, verb);
        return [{ name, said: both(ran, then) }];
      }
      if (!named || (!onlyReads && !changes(verb))) return [];
      return [{ name, said: verdicts.inFolder(tool, command, folder) }];
    });
  const deletes = byAsking(at('delete'));
  return {
    folder,
    label: labelOf(folder, agent.folders),
    reads: byAsking(at('read')),
    lists: byAsking(at('list')),
    writes: byAsking(at('write')),
    // What deletes asks each time, whatever its `ask` says; code is decided on after it ran.
    deletes: [...deletes.without, ...deletes.asking],
    ...(deletes.neverByRule && { deletesDenied: true }),
  };
}

/** The last two names of a folder's path say which it is; all of it where they don't. */
function labelOf(folder: GrantedFolder, all: readonly GrantedFolder[]): string {
  const short = (path: string): string =>
    path
      .split(/[\\/]/)
      .filter((part) => part !== '')
      .slice(-2)
      .join('/');
  const own = short(folder.path);
  const alike = all.filter((each) => short(each.path) === own).length > 1;
  return alike || own === '' ? folder.path : own;
}
