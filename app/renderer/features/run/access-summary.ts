import type { RunId } from '#contract/ids';
import type { Grant } from '#contract/permission';
import type { HostCallRecord, RunState } from '#contract/projections/run-state';
import { type Command, commandOf, type Tool } from '#contract/tool';
import { parseUrl } from '../../components/parse-url.ts';
import { isGrant } from './call-records.ts';

/** A folder of the agent, and what its runs did in it. `whole`: a person lets it write all of it without asking. */
interface FolderReach {
  name: string;
  path: string;
  access: 'read' | 'write';
  given: GivenRule[];
  whole: boolean;
  /** Its files are from outside: text in them tells the agent nothing to do. */
  outside: boolean;
  /** Whether writing in it is asked about; what deletes always is. */
  asks: boolean;
  read: number;
  written: number;
}

/** A rule that a person gave, and the run it holds in where it holds there alone. */
export interface GivenRule {
  grant: Grant;
  run: RunId | undefined;
}

export interface AccessSummary {
  folders: FolderReach[];
  hosts: string[];
  /** Hosts that were asked for and refused, each once. */
  refusedHosts: string[];
  /** Rules of the person that are about no folder of the agent, by what they are about. */
  given: { files: GivenRule[]; hosts: GivenRule[]; tools: GivenRule[]; secrets: GivenRule[] };
  secrets: { name: string; origin: string | undefined }[];
  allowedTools: string[];
  askingTools: string[];
  decisions: { byRule: number; byPerson: number; byGrant: number; denied: number; waiting: number; calls: number };
}

/** Whether a command does no more than write files in folders, so that leave to write there is all it needs. */
function onlyWrites({ effect, files, hosts, runsCode, line }: Command): boolean {
  return (
    effect.change === 'write' &&
    effect.where === 'local' &&
    files.length > 0 &&
    files.every(({ verbs }) => !verbs.includes('delete')) &&
    (hosts?.length ?? 0) === 0 &&
    !runsCode &&
    line === undefined
  );
}

/** Whether a command takes away what can't be had again: asked about whatever a tool or a rule says. */
function removes({ effect, files }: Command): boolean {
  return effect.change === 'irreversible' || files.some(({ verbs }) => verbs.includes('delete'));
}

/** Whether a command is asked about by the default order: writes and effects ask, reads do not. */
function asksByEffect({ effect: { change, where }, outside }: Command): boolean {
  return change === 'irreversible' || change === 'write' || (change === 'read' && where === 'remote' && outside);
}

/** Whether a rule lets a whole tool run without asking. */
function frees({ type, standing, permission }: Grant, tool: Tool): boolean {
  return (
    type === 'allow' &&
    standing &&
    permission.kind === 'tool' &&
    permission.tool === tool.name &&
    permission.command === '**' &&
    permission.input === undefined &&
    permission.line === undefined
  );
}

/** Whether a rule allows to write every file of its folder. */
function writesAll({ type, permission }: Grant): boolean {
  return (
    type === 'allow' && permission.kind === 'file' && permission.verbs.includes('write') && permission.path === '**'
  );
}

function usedUp(grant: Grant, state: RunState): boolean {
  const ended = grant.expiresAt !== undefined && grant.expiresAt <= state.at;
  return ended || (grant.uses !== undefined && (state.used.get(grant.id) ?? 0) >= grant.uses);
}

/** The rules a person gave that count in a run: those of the run itself, then those that outlive it. */
function givenRules(state: RunState, lasting: readonly Grant[]): GivenRule[] {
  const ofRun = state.grants.map((grant) => ({ grant, run: state.run.id }));
  const ids = new Set(ofRun.map(({ grant }) => grant.id));
  const others = lasting.filter(({ id }) => !ids.has(id)).map((grant) => ({ grant, run: undefined }));
  return [...ofRun, ...others].filter(({ grant }) => grant.id.startsWith('grant-') && !usedUp(grant, state));
}

/** Hosts of calls that a rule denied, as the calls name them. */
function refusedHosts(state: RunState): string[] {
  const hosts = new Set<string>();
  for (const { call, decisions } of state.calls.values()) {
    if (decisions.at(-1)?.decision !== 'deny') continue;
    const tool = state.run.tools.find((one) => one.name === call.tool);
    const fields = (tool && commandOf(tool, call.command)?.hosts) ?? [];
    const input = new Map(Object.entries(call.input ?? {}));
    for (const { field } of fields) {
      const url = input.get(field);
      const host = typeof url === 'string' ? parseUrl(url)?.host : undefined;
      if (host) hosts.add(host);
    }
  }
  return [...hosts];
}

/**
 * What a run may do and what was decided so far: what the Access tab shows. Takes the run, and the rules of the person
 * for its agent that outlive it.
 */
export function accessSummary(state: RunState, lasting: readonly Grant[] = []): AccessSummary {
  const { agent, tools } = state.run;
  const decisions = { byRule: 0, byPerson: 0, byGrant: 0, denied: 0, waiting: 0, calls: state.calls.size };
  for (const call of state.calls.values()) {
    if (call.status === 'waiting' || call.status === 'asking') decisions.waiting += 1;
    const last = call.decisions.at(-1);
    if (last?.decision === 'deny') decisions.denied += 1;
    else if (last?.decision === 'allow' && last.by !== undefined) decisions.byPerson += 1;
    else if (last?.decision === 'allow' && isGrant(last.rule)) decisions.byGrant += 1;
    else if (last?.decision === 'allow') decisions.byRule += 1;
  }
  const rules = givenRules(state, lasting);
  const touched = filesOf(state);
  const ids = new Set(agent.folders.map(({ id }) => id));
  const about = (kinds: readonly string[]) =>
    rules.filter(
      ({ grant: { permission } }) =>
        kinds.includes(permission.kind) && !(permission.kind === 'file' && ids.has(permission.folder)),
    );
  const modeOf = (tool: Tool) => agent.bindings.find((binding) => binding.tool === tool.name)?.ask ?? 'effects';
  const writers = tools.filter((tool) => tool.commands.some(onlyWrites));
  const writingAsks = writers.length === 0 || writers.some((tool) => modeOf(tool) !== 'never');
  const folders = agent.folders.map(({ id, name, path, access, trust }, index): FolderReach => {
    const given = rules.filter(({ grant }) => grant.permission.kind === 'file' && grant.permission.folder === id);
    // A relative path means the first folder.
    const inside = touched.filter(
      (file) => file.path.startsWith(`/folders/${name}/`) || (index === 0 && !file.path.startsWith('/')),
    );
    const whole = given.some(({ grant }) => writesAll(grant)) && !given.some(({ grant }) => grant.type !== 'allow');
    return {
      name,
      path,
      access,
      given,
      whole,
      outside: trust === 'outside',
      asks: access === 'write' && !whole && writingAsks,
      read: inside.filter(({ done }) => done === 'read').length,
      written: inside.filter(({ done }) => done !== 'read').length,
    };
  });
  const writable = folders.filter(({ access }) => access === 'write');
  // A person's leave to write in every folder is what a tool needs that only writes, even where its agent asks always.
  const free = writable.length > 0 && writable.every(({ whole }) => whole);
  const asked = (tool: Tool): boolean => {
    const mode = modeOf(tool);
    if (tool.commands.some(removes)) return true;
    if (mode === 'never' || rules.some(({ grant }) => frees(grant, tool))) return false;
    return tool.commands.some((command) => {
      if (onlyWrites(command) && (free || (mode === 'effects' && writable.length === 0))) return false;
      return mode === 'always' || asksByEffect(command);
    });
  };
  return {
    folders,
    hosts: [...new Set(agent.bindings.flatMap((binding) => binding.hosts))],
    refusedHosts: refusedHosts(state),
    given: {
      files: about(['file']),
      hosts: about(['net']),
      tools: about(['tool', 'config']),
      secrets: about(['secret']),
    },
    secrets: [
      ...new Map(
        agent.bindings
          .flatMap((binding) => binding.secrets)
          .map((use) => [use.secret, { name: use.secret, origin: use.as === 'header' ? use.origin : undefined }]),
      ).values(),
    ],
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
