import type { Tool } from '#contract/tool';
import type { BuiltinTool } from './define-tool.ts';

/** The tools that are here, by exact name, case included (row A1.1). */
export interface ToolRegistry {
  /** All of them: `run_python` first, then in the order given. */
  list(): Tool[];
  /** The tool of that name and its handler, or undefined. */
  get(name: string): BuiltinTool | undefined;
}

const FIRST = 'run_python';

/**
 * Makes the registry. Names from outside are only ever looked up in its map.
 * @param tools every tool once; two of one name are a fault of the program and throw
 */
export function createToolRegistry(tools: readonly BuiltinTool[]): ToolRegistry {
  const first = tools.filter((builtin) => builtin.tool.name === FIRST);
  const byName = new Map<string, BuiltinTool>();
  for (const builtin of [...first, ...tools.filter((each) => each.tool.name !== FIRST)]) {
    if (byName.has(builtin.tool.name)) throw new Error(`two tools are called ${builtin.tool.name}`);
    byName.set(builtin.tool.name, builtin);
  }
  return {
    list: () => [...byName.values()].map((builtin) => builtin.tool),
    get: (name) => byName.get(name),
  };
}
