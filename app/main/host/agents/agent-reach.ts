import type { Agent, GrantedFolder } from '#contract/agent';
import type { Binding } from '#contract/permission';
import { type Command, offeredName, type Tool } from '#contract/tool';

/** Names of tools, by whether a person is asked before they do the thing in question. */
export interface Askers {
  without: string[];
  asking: string[];
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
  /** Hosts it may read from, and those it may change something at. */
  hostReads: { host: string; asks: boolean }[];
  hostWrites: { host: string; asks: boolean }[];
  secrets: string[];
  /** Commands that are none of the above, by their names. */
  others: Askers;
  /** Some write in a person's folder is not asked about. */
  writesUnasked: boolean;
}

/** Seconds a call of code may take where the agent sets no other time (row A13.2). */
const CODE_SECONDS = 20;
/** The tool whose `ask` decides on what code left behind for a person's folder (interfaces, "What runs, what asks"). */
const WRITE_FILE = 'write_file';

interface Bound {
  binding: Binding;
  tool: Tool;
  command: Command;
  name: string;
}

const VERBS_THAT_CHANGE = ['write', 'delete'];

/**
 * Says what an agent may do with these tools. Pure. A tool that is bound but not here gives nothing, and neither does a
 * command that needs what no folder or host of the agent offers.
 */
export function reachOfAgent(agent: Agent, tools: readonly Tool[]): AgentReach {
  const bound = boundCommands(agent, tools);
  const staged = agent.bindings.find((binding) => binding.tool === WRITE_FILE)?.ask ?? 'effects';
  const folders = agent.folders.map((folder) => folderReach(folder, agent, bound, staged));
  const files = bound.filter((each) => each.command.files.length > 0 || each.command.runsCode);
  const rest = bound.filter((each) => !files.includes(each) && each.tool.runtime.type !== 'person');
  return {
    folders,
    code: bound.flatMap(({ binding, tool, command }) =>
      command.runsCode && tool.runtime.type === 'sandbox'
        ? [
            {
              language: tool.runtime.language,
              seconds: binding.timeoutMs === undefined ? CODE_SECONDS : binding.timeoutMs / 1000,
              asks: binding.ask === 'always',
            },
          ]
        : [],
    ),
    ownDisk: byAsking(
      files.filter(({ command }) => command.runsCode || command.files.some((use) => use.verbs.some(changes))),
      ({ binding }) => binding.ask === 'always',
    ),
    asksPerson: bound.some((each) => each.tool.runtime.type === 'person'),
    hostReads: hostsOf(
      rest.filter(({ command }) => command.effect.change === 'read' || command.effect.change === 'none'),
    ),
    hostWrites: hostsOf(
      rest.filter(({ command }) => command.effect.change === 'write' || command.effect.change === 'irreversible'),
    ),
    secrets: [...new Set(agent.bindings.flatMap((binding) => binding.secrets.map((use) => use.secret)))],
    others: byAsking(
      rest.filter(({ command }) => command.effect.where === 'local'),
      asksForEffect,
    ),
    writesUnasked: folders.some((folder) => folder.writes.without.length > 0),
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

/** Steps 2 to 5 of the order, for a command that uses no files. */
function asksForEffect({ binding, command }: Bound): boolean {
  const { change, where } = command.effect;
  if (change === 'irreversible') return true;
  if (binding.ask !== 'effects') return binding.ask === 'always';
  return change === 'write' || (change === 'none' && where === 'remote');
}

function byAsking(commands: readonly Bound[], asks: (command: Bound) => boolean): Askers {
  const names = (asking: boolean): string[] => [
    ...new Set(commands.filter((each) => asks(each) === asking).map((each) => each.name)),
  ];
  return { without: names(false), asking: names(true) };
}

function hostsOf(commands: readonly Bound[]): { host: string; asks: boolean }[] {
  const asked = new Map<string, boolean>();
  for (const each of commands.filter(({ command }) => command.effect.where === 'remote'))
    for (const host of each.binding.hosts) asked.set(host, (asked.get(host) ?? true) && asksForEffect(each));
  return [...asked].map(([host, asks]) => ({ host, asks }));
}

function folderReach(
  folder: GrantedFolder,
  agent: Agent,
  bound: readonly Bound[],
  staged: Binding['ask'],
): FolderReach {
  const may = ({ binding, command }: Bound, verb: 'read' | 'list' | 'write' | 'delete'): boolean => {
    if (folder.access === 'read' && changes(verb)) return false;
    const narrowed = binding.folders?.find((each) => each.folder === folder.id);
    if (binding.folders && !narrowed?.verbs.includes(verb)) return false;
    return command.runsCode || command.files.some((use) => use.verbs.includes(verb));
  };
  const onlyReads = ({ command }: Bound): boolean =>
    command.runsCode || !command.files.some((use) => use.verbs.some(changes));
  const always = ({ binding }: Bound): boolean => binding.ask === 'always';
  const writers = bound.filter((each) => may(each, 'write'));
  return {
    folder,
    label: labelOf(folder, agent.folders),
    reads: byAsking(
      bound.filter((each) => onlyReads(each) && may(each, 'read')),
      always,
    ),
    lists: byAsking(
      bound.filter((each) => onlyReads(each) && may(each, 'list')),
      always,
    ),
    // A command that deletes asks each time, whatever its `ask` says; code is decided on after it ran.
    writes: byAsking(writers, (each) => {
      if (each.command.runsCode) return staged !== 'never' || always(each);
      const deletes = each.command.files.some((use) => use.verbs.includes('delete'));
      return deletes || each.command.effect.change === 'irreversible' || each.binding.ask !== 'never';
    }),
    deletes: bound.filter((each) => may(each, 'delete')).map((each) => each.name),
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
