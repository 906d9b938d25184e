import type { FileVerb, Tool } from '#contract/tool';
import { reachesHosts } from './tool-reach.ts';

/** Tools as the builder lists them: what computes, touches files, reaches hosts, remembers, what speaks with the person, and the rest. */
export interface ToolGroups {
  compute: readonly Tool[];
  files: readonly Tool[];
  web: readonly Tool[];
  memory: readonly Tool[];
  person: readonly Tool[];
  other: readonly Tool[];
}

type GroupName = keyof ToolGroups;

const MEMORY = ['remember', 'recall_memory', 'search_memory'];
const FIRST = ['run_python', 'run_javascript', 'calculator', 'list_files', 'read_file', 'search_files', 'write_file'];

function groupOf(tool: Tool): GroupName {
  if (tool.runtime.type === 'person') return 'person';
  if (reachesHosts(tool)) return 'web';
  if (MEMORY.includes(tool.name)) return 'memory';
  if (tool.commands.some((command) => command.runsCode) || tool.name === 'calculator') return 'compute';
  return tool.commands.some((command) => command.files.length > 0) ? 'files' : 'other';
}

/** The order of the list: `run_python` first, then the common ones, then by name. */
export function orderTools(tools: readonly Tool[]): Tool[] {
  const rank = (tool: Tool) => (FIRST.includes(tool.name) ? FIRST.indexOf(tool.name) : FIRST.length);
  const groups: readonly GroupName[] = ['compute', 'files', 'web', 'memory', 'person', 'other'];
  return tools.toSorted(
    (a, b) =>
      groups.indexOf(groupOf(a)) - groups.indexOf(groupOf(b)) || rank(a) - rank(b) || a.name.localeCompare(b.name),
  );
}

/** Puts each tool in its group, keeping the order. */
export function groupTools(tools: readonly Tool[]): ToolGroups {
  const of = (name: GroupName) => tools.filter((tool) => groupOf(tool) === name);
  return {
    compute: of('compute'),
    files: of('files'),
    web: of('web'),
    memory: of('memory'),
    person: of('person'),
    other: of('other'),
  };
}

/** Whether a tool may change something or leave this computer, so that it can ask. */
export function hasEffects(tool: Tool): boolean {
  return tool.commands.some(
    ({ effect, runsCode }) =>
      runsCode || effect.change === 'write' || effect.change === 'irreversible' || effect.where === 'remote',
  );
}

/** Whether a tool does `verb` to files, by a path of its own or by code that it runs. */
export function touchesFiles(tool: Tool, verb: FileVerb): boolean {
  return tool.commands.some(({ files, runsCode }) => runsCode || files.some((use) => use.verbs.includes(verb)));
}
