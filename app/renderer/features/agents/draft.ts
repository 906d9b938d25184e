import type { AgentFile } from '#contract/agent-file';
import { Json } from '#contract/ids';

/** The limits of an agent, in the order they are shown. */
export const LIMITS = ['steps', 'seconds', 'tokens', 'usd'] as const;
type LimitName = (typeof LIMITS)[number];

/** An agent file as a person edits it: limits are the text in their fields, everything else is the file's own. */
export interface AgentDraft extends Omit<AgentFile, 'limits' | '$schema'> {
  limits: Readonly<Record<LimitName, string>>;
  /** Calls of a tool at most, by its name. */
  calls: Readonly<Record<string, string>>;
}

export type ToolUse = AgentDraft['tools'][number];
export type FolderUse = AgentDraft['folders'][number];

/** What a new agent starts with: it may compute and read, has no folder, and asks nobody for anything. */
export function blankDraft(): AgentDraft {
  return {
    name: '',
    description: '',
    instructions: '',
    model: 'demo',
    protocol: 'auto',
    tools: ['run_python', 'list_files', 'read_file', 'search_files', 'ask_person'].map((tool) => ({ tool })),
    folders: [],
    guardrails: [],
    memory: false,
    unattended: 'park',
    limits: { steps: '15', seconds: '600', tokens: '200000', usd: '1' },
    calls: {},
  };
}

/** A saved file as a draft. What the form does not show is kept as it is. */
export function draftOf(file: AgentFile): AgentDraft {
  const { steps, seconds, tokens, usd, calls = {} } = file.limits;
  return {
    ...file,
    limits: { steps: String(steps), seconds: String(seconds), tokens: String(tokens), usd: String(usd) },
    calls: Object.fromEntries(Object.entries(calls).map(([tool, most]) => [tool, String(most)])),
  };
}

/**
 * The number a person typed: `200,000`, `200 000` and `1,5` are read as meant. A text that is no number stays a text, so
 * that the host's check names the field.
 */
export function readNumber(text: string): number | string {
  const bare = text.trim();
  const joined = /^\d{1,3}([,.'’\s]\d{3})+$/.test(bare) ? bare.replace(/\D/g, '') : bare.replace(',', '.');
  return joined !== '' && Number.isFinite(Number(joined)) ? Number(joined) : bare;
}

/** The agent file that a draft stands for, ready to be checked and saved. Empty parts are left out. */
export function fileOf(draft: AgentDraft): Json {
  const { guardrails, output, memory, unattended, limits, calls, ...rest } = draft;
  const most = Object.entries(calls).map(([tool, text]) => [tool, readNumber(text)] as const);
  const file = {
    ...rest,
    ...(guardrails.length > 0 && { guardrails }),
    ...(output && { output }),
    ...(memory && { memory }),
    ...(unattended !== 'park' && { unattended }),
    limits: {
      ...Object.fromEntries(LIMITS.map((name) => [name, readNumber(limits[name])])),
      ...(most.length > 0 && { calls: Object.fromEntries(most) }),
    },
  };
  // Keys without a value are no part of JSON: writing and reading it back drops them.
  return Json.parse(JSON.parse(JSON.stringify(file)));
}

/** Whether two drafts would write the same file. */
export function sameDraft(a: AgentDraft, b: AgentDraft): boolean {
  return JSON.stringify(fileOf(a)) === JSON.stringify(fileOf(b));
}

/** The draft with a tool ticked or not. `run_python` and the order of the list are kept as `order` has them. */
export function withTool(draft: AgentDraft, tool: string, on: boolean, order: readonly string[]): AgentDraft {
  const rest = draft.tools.filter((use) => use.tool !== tool);
  if (!on) return withoutCallLimit({ ...draft, tools: rest }, tool);
  const place = (name: string) => (order.includes(name) ? order.indexOf(name) : order.length);
  return { ...draft, tools: [...rest, { tool }].sort((a, b) => place(a.tool) - place(b.tool)) };
}

/** The draft with a number of calls of a tool at most, as it was typed. */
export function withCallLimit(draft: AgentDraft, tool: string, most: string): AgentDraft {
  return { ...draft, calls: { ...draft.calls, [tool]: most } };
}

/** The draft without a number for a tool. */
export function withoutCallLimit(draft: AgentDraft, tool: string): AgentDraft {
  const { [tool]: _gone, ...calls } = draft.calls;
  return { ...draft, calls };
}

/** The draft with how a tool asks. `effects` is the default and is not written. */
export function withAsk(draft: AgentDraft, tool: string, ask: NonNullable<ToolUse['ask']>): AgentDraft {
  const tools = draft.tools.map((use) => {
    if (use.tool !== tool) return use;
    const { ask: _before, ...rest } = use;
    return ask === 'effects' ? rest : { ...rest, ask };
  });
  return { ...draft, tools };
}

/** The draft with how a tool is used put in place of what was. */
export function withUse(draft: AgentDraft, use: ToolUse): AgentDraft {
  return { ...draft, tools: draft.tools.map((each) => (each.tool === use.tool ? use : each)) };
}

/** The draft with one more folder, read only. A folder that is there already changes nothing. */
export function withFolder(draft: AgentDraft, path: string): AgentDraft {
  if (draft.folders.some((folder) => folder.path === path)) return draft;
  return { ...draft, folders: [...draft.folders, { path, access: 'read', trust: 'own' }] };
}

/** The real path of a folder as it stands in a file: a relative one starts from `base` (interfaces, "Agent file"). */
export function absolutePath(path: string, base: string | undefined): string {
  if (base === undefined || /^([/\\]|[A-Za-z]:[/\\])/.test(path)) return path;
  const separator = base.includes('\\') ? '\\' : '/';
  return `${base.replace(/[/\\]$/, '')}${separator}${path.replace(/^\.[/\\]/, '')}`;
}

/** The folder that holds a file. */
export function folderOfFile(path: string): string {
  return path.replace(/[/\\][^/\\]*$/, '');
}
