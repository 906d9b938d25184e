import type { Tool } from '#contract/tool';
import type { AgentDraft, ToolUse } from './draft.ts';

/** One use of a secret by a tool of a draft. */
export type SecretUse = NonNullable<ToolUse['secrets']>[number] & { tool: string };

/** The hosts a draft names, each once with the tools that may reach it. */
export function hostsOf(draft: AgentDraft): { host: string; tools: string[] }[] {
  const found = new Map<string, string[]>();
  for (const { tool, hosts = [] } of draft.tools)
    for (const host of hosts) found.set(host, [...(found.get(host) ?? []), tool]);
  return [...found].map(([host, tools]) => ({ host, tools }));
}

/** The secrets a draft uses, in the order of its tools. */
export function secretUsesOf(draft: AgentDraft): SecretUse[] {
  return draft.tools.flatMap(({ tool, secrets = [] }) => secrets.map((use) => ({ ...use, tool })));
}

/** Whether a tool can leave the machine by itself. */
export function reachesHosts(tool: Tool): boolean {
  return tool.commands.some((command) => command.effect.where === 'remote' || (command.hosts?.length ?? 0) > 0);
}

/** Whether the value of a secret can be revealed to a tool: to code, which reads it as a file, or as the key of a search. */
export function takesValues(tool: Tool): boolean {
  return tool.runtime.type === 'sandbox' || tool.name === 'web_search';
}

function changed(draft: AgentDraft, tool: string, change: (use: ToolUse) => ToolUse): AgentDraft {
  return { ...draft, tools: draft.tools.map((use) => (use.tool === tool ? change(use) : use)) };
}

/** The draft with a host for a tool. One that is there already changes nothing. */
export function withHost(draft: AgentDraft, tool: string, host: string): AgentDraft {
  return changed(draft, tool, (use) =>
    use.hosts?.includes(host) ? use : { ...use, hosts: [...(use.hosts ?? []), host] },
  );
}

/** The draft without a host, for every tool. */
export function withoutHost(draft: AgentDraft, host: string): AgentDraft {
  const tools = draft.tools.map((use) => {
    const { hosts, ...rest } = use;
    const kept = hosts?.filter((each) => each !== host) ?? [];
    return kept.length > 0 ? { ...rest, hosts: kept } : rest;
  });
  return { ...draft, tools };
}

/** The draft with a use of a secret; another use of the same secret by the same tool is replaced. */
export function withSecret(draft: AgentDraft, { tool, ...added }: SecretUse): AgentDraft {
  return changed(draft, tool, (use) => ({
    ...use,
    secrets: [...(use.secrets ?? []).filter((each) => each.secret !== added.secret), added],
  }));
}

/** The draft without a tool's use of a secret. */
export function withoutSecret(draft: AgentDraft, tool: string, secret: string): AgentDraft {
  return changed(draft, tool, (use) => {
    const { secrets, ...rest } = use;
    const kept = secrets?.filter((each) => each.secret !== secret) ?? [];
    return kept.length > 0 ? { ...rest, secrets: kept } : rest;
  });
}
