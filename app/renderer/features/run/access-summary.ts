import type { Grant } from '#contract/permission';
import type { HostCallRecord, RunState } from '#contract/projections/run-state';
import { commandOf, type Tool } from '#contract/tool';
import { isGrant } from './call-records.ts';

export interface AccessSummary {
  /** `given`: grants of the person that let it write there without asking, `whole`: one of them for all of it. */
  folders: { name: string; path: string; access: 'read' | 'write'; given: Grant[]; whole: boolean }[];
  hosts: string[];
  secrets: string[];
  allowedTools: string[];
  askingTools: string[];
  decisions: { byRule: number; byPerson: number; byGrant: number; denied: number; waiting: number; calls: number };
}

/** Whether a tool's commands are asked about by the default order: writes and effects ask, reads do not. */
function asksByEffect(tool: Tool): boolean {
  return tool.commands.some((command) => {
    const { change, where } = command.effect;
    return (
      change === 'irreversible' || change === 'write' || (change === 'read' && where === 'remote' && command.outside)
    );
  });
}

/** Whether a person gave a grant, on a card, to write in a folder. */
function writesIn({ id, type, permission }: Grant, folder: string): boolean {
  const writes = permission.kind === 'file' && permission.folder === folder && permission.verbs.includes('write');
  return id.startsWith('grant-') && type === 'allow' && writes;
}

function usedUp(grant: Grant, state: RunState): boolean {
  const ended = grant.expiresAt !== undefined && grant.expiresAt <= state.at;
  return ended || (grant.uses !== undefined && (state.used.get(grant.id) ?? 0) >= grant.uses);
}

/** What a run may do and what was decided so far, from its own entries: what the Access tab shows. */
export function accessSummary(state: RunState): AccessSummary {
  const { agent, tools } = state.run;
  const asked = (tool: Tool): boolean => {
    const mode = agent.bindings.find((binding) => binding.tool === tool.name)?.ask ?? 'effects';
    return mode === 'always' || (mode === 'effects' && asksByEffect(tool));
  };
  const decisions = { byRule: 0, byPerson: 0, byGrant: 0, denied: 0, waiting: 0, calls: state.calls.size };
  for (const call of state.calls.values()) {
    if (call.status === 'waiting' || call.status === 'asking') decisions.waiting += 1;
    const last = call.decisions.at(-1);
    if (last?.decision === 'deny') decisions.denied += 1;
    else if (last?.decision === 'allow' && last.by !== undefined) decisions.byPerson += 1;
    else if (last?.decision === 'allow' && isGrant(last.rule)) decisions.byGrant += 1;
    else if (last?.decision === 'allow') decisions.byRule += 1;
  }
  return {
    folders: agent.folders.map(({ id, name, path, access }) => {
      const given = state.grants.filter((grant) => writesIn(grant, id) && !usedUp(grant, state));
      const whole = given.some(({ permission }) => permission.kind === 'file' && permission.path === '**');
      return { name, path, access, given, whole };
    }),
    hosts: [...new Set(agent.bindings.flatMap((binding) => binding.hosts))],
    secrets: [...new Set(agent.bindings.flatMap((binding) => binding.secrets.map((use) => use.secret)))],
    allowedTools: tools.filter((tool) => !asked(tool)).map((tool) => tool.name),
    askingTools: tools.filter(asked).map((tool) => tool.name),
    decisions,
  };
}

export interface FileRow {
  path: string;
  /** The newest thing that was done to it. */
  done: 'read' | 'written' | 'deleted';
  before: string | undefined;
  after: string | undefined;
  bytes: number | undefined;
  seq: number;
}

/** Whether a guest got the bytes of a file: it read it, or its look at a small one brought them along. */
function readsBytes(record: HostCallRecord): boolean {
  return record.operation === 'read' || (record.operation === 'stat' && record.ended?.data !== undefined);
}

/** The files a run touched, newest last: read by a tool or by code in the sandbox, written, deleted. */
export function filesOf(state: RunState): FileRow[] {
  const rows = new Map<string, FileRow>();
  for (const call of state.calls.values()) {
    if (call.status !== 'ended') continue;
    const seq = call.decisions[0]?.seq ?? call.seq;
    const read = (path: string) => {
      if (!rows.has(path))
        rows.set(path, { path, done: 'read', before: undefined, after: undefined, bytes: undefined, seq });
    };
    const tool = state.run.tools.find((one) => one.name === call.call.tool);
    const command = tool && commandOf(tool, call.call.command);
    const input = call.executed?.input;
    if (call.outcome.type === 'ok' && input !== null && typeof input === 'object' && !Array.isArray(input)) {
      const fields = new Map(Object.entries(input));
      for (const use of command?.files ?? []) {
        const path = fields.get(use.field);
        if (use.verbs.includes('read') && typeof path === 'string') read(path);
      }
    }
    for (const record of call.hostCalls) if (record?.path && readsBytes(record)) read(record.path);
    for (const change of call.changes) {
      rows.delete(change.path);
      rows.set(change.path, {
        path: change.path,
        done: change.after === undefined ? 'deleted' : 'written',
        before: change.before,
        after: change.after,
        bytes: change.bytes,
        seq,
      });
    }
  }
  return [...rows.values()];
}
