import { createHash } from 'node:crypto';
import type { Approval, EffectLine } from '#contract/approval';
import type { FileChange } from '#contract/file-change';
import type { Json } from '#contract/ids';
import type { RunState, ToolCallState } from '#contract/projections/run-state';
import { effectiveCall } from '#contract/projections/run-state';
import { type Command, commandOfCall, type ToolCall } from '#contract/tool';
import type { FileUseOfCall } from './authorize.ts';

/**
 * What stands at a path a call names; `refused`: the walls let nobody through there, for the reason in words. `version`,
 * where it is to be changed: as `SeenFile` has it.
 */
export type ObservedFile =
  | { kind: 'missing' | 'file' | 'folder'; bytes: number; version?: string }
  | { kind: 'refused'; reason: string; version?: undefined };

/** What is known of the files a call names, looked at before the decision. Keys are the agent's paths. */
export type Observed = ReadonlyMap<string, ObservedFile>;

/** `0.9 KB`, `318 KB`, `12 bytes`: decimal units, as file managers show them. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return bytes === 1 ? '1 byte' : `${bytes} bytes`;
  const units = ['KB', 'MB', 'GB', 'TB'];
  let value = bytes / 1000;
  let unit = 0;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit++;
  }
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ${units[unit]}`;
}

function field(input: Json, name: string): string {
  const value = input !== null && typeof input === 'object' && !Array.isArray(input) ? input[name] : undefined;
  return typeof value === 'string' ? value : '';
}

function count(number: number, one: string, many: string): string {
  return `${number} ${number === 1 ? one : many}`;
}

const baseName = (path: string): string => path.split('/').at(-1) ?? path;

function titleOfChanges(changes: readonly FileChange[]): Approval['title'] {
  const [only] = changes;
  if (only && changes.length === 1) {
    const verb = only.after === undefined ? 'Delete' : only.before === undefined ? 'Write a new' : 'Change';
    return { text: `${verb} ${only.kind}`, object: baseName(only.path) };
  }
  return { text: `Apply ${count(changes.length, 'change', 'changes')} to files`, object: '' };
}

/** The title of a card, made by the host from the call alone: a verb and its object (rule H2). */
export function titleOf(
  run: RunState,
  state: ToolCallState,
  uses: FileUseOfCall[],
  observed: Observed,
): Approval['title'] {
  if (state.purpose.type === 'apply-changes') return titleOfChanges(state.purpose.changes);
  const call = effectiveCall(state);
  const target = uses.find((use) => use.verb === 'write' || use.verb === 'delete') ?? uses[0];
  const object = target ? baseName(target.shown) : '';
  const there = target ? observed.get(target.shown)?.kind : undefined;
  switch (call.tool) {
    case 'write_file':
      return { text: there === 'file' ? 'Replace the whole of' : 'Write a new file,', object };
    case 'edit_file':
      return { text: 'Change one place in', object };
    case 'move_file':
      return { text: `Move ${object} to`, object: field(call.input, 'to') };
    case 'make_folder':
      return { text: 'Make the folder', object };
    case 'delete_file':
      return { text: 'Delete', object };
    case 'run_python':
      return { text: 'Run Python code', object: '' };
    case 'http_fetch': {
      const host = hostOf(field(call.input, 'url'));
      if (!onlyLooks(run, state)) return { text: `Send a request (${methodOf(call)}) to`, object: host };
      return { text: field(call.input, 'save_to') === '' ? 'Get a page from' : 'Save a page from', object: host };
    }
    case 'web_search':
      return { text: 'Search the web for', object: field(call.input, 'query') };
    case 'run_javascript':
      return { text: 'Run JavaScript code', object: '' };
    default: {
      const known = run.run.tools.find((tool) => tool.name === call.tool);
      return {
        text: known && known.commands.length > 1 ? `Use ${call.tool}` : 'Use',
        object: [call.tool, ...call.command].join(' '),
      };
    }
  }
}

const hostOf = (url: string): string => URL.parse(url)?.host ?? url;

const methodOf = ({ input }: ToolCall): string => field(input, 'method') || 'GET';

/** What a request carries to where it goes: its address alone, or headers and a body as well. */
function sentBy(call: ToolCall, looks: boolean): EffectLine {
  const { input } = call;
  const given = input !== null && typeof input === 'object' && !Array.isArray(input) ? input.headers : undefined;
  const names = given !== null && typeof given === 'object' && !Array.isArray(given) ? Object.keys(given ?? {}) : [];
  const body = new TextEncoder().encode(field(input, 'body')).byteLength;
  const parts = [
    ...(names.length > 0 ? [`${count(names.length, 'header', 'headers')} (${names.join(', ')})`] : []),
    ...(body > 0 ? [`a body of ${formatBytes(body)}`] : []),
  ];
  if (looks) return { kind: 'change', text: 'Changes nothing there; sends the address' };
  const sent = parts.length > 0 ? `, with ${parts.join(' and ')}` : '';
  return { kind: 'change', text: `${methodOf(call)}${sent}: may change something there` };
}

function changeLine(change: FileChange): string {
  if (change.after === undefined) return `${change.path}: deleted`;
  if (change.kind === 'folder') return `${change.path}: new folder`;
  return `${change.path}: ${change.before === undefined ? 'new file' : 'changed'}, ${formatBytes(change.bytes)}`;
}

function linesOfChanges(changes: readonly FileChange[]): EffectLine[] {
  const made = changes.filter((c) => c.after !== undefined && c.before === undefined).length;
  const changed = changes.filter((c) => c.after !== undefined && c.before !== undefined).length;
  const gone = changes.filter((c) => c.after === undefined).length;
  const words = [
    made > 0 ? `${made} new` : '',
    changed > 0 ? `${changed} changed` : '',
    gone > 0 ? `${gone} deleted` : '',
  ].filter((w) => w !== '');
  const [only] = changes;
  return [
    { kind: 'place', text: only && changes.length === 1 ? only.path : commonFolder(changes.map((c) => c.path)) },
    {
      kind: 'change',
      text: only && changes.length === 1 ? changeLine(only).slice(only.path.length + 2) : words.join(', '),
    },
  ];
}

function commonFolder(paths: readonly string[]): string {
  const [first = ''] = paths;
  const parts = first.split('/').slice(0, -1);
  while (parts.length > 1 && !paths.every((path) => path.startsWith(`${parts.join('/')}/`))) parts.pop();
  return parts.join('/') || '/';
}

function changeOf(run: RunState, state: ToolCallState): Command['effect']['change'] | undefined {
  const call = effectiveCall(state);
  const tool = run.run.tools.find((each) => each.name === call.tool);
  return tool && commandOfCall(tool, call)?.effect.change;
}

function onlyLooks(run: RunState, state: ToolCallState): boolean {
  const change = changeOf(run, state);
  return change === 'none' || change === 'read';
}

function linesOfCall(run: RunState, state: ToolCallState, uses: FileUseOfCall[], observed: Observed): EffectLine[] {
  const call = effectiveCall(state);
  const places = [...new Set(uses.map((use) => use.shown))];
  const address = call.tool === 'http_fetch' ? [field(call.input, 'url')] : [];
  const lines: EffectLine[] = [...address, ...places].map((path) => ({ kind: 'place', text: path }));
  const target = uses.find((use) => use.verb === 'write' || use.verb === 'delete');
  const seen = target && observed.get(target.shown);
  if (call.tool === 'write_file') {
    const content = new TextEncoder().encode(field(call.input, 'content'));
    const bytes = formatBytes(content.byteLength);
    const replaces =
      seen?.kind === 'file' && seen.version === createHash('sha256').update(content).digest('hex')
        ? 'Changes nothing: the file already holds this'
        : `Replaces ${formatBytes(seen?.kind === 'file' ? seen.bytes : 0)} with ${bytes}`;
    lines.push({ kind: 'change', text: seen?.kind === 'file' ? replaces : `New file, ${bytes}` });
  } else if (call.tool === 'edit_file') {
    const before = field(call.input, 'old').split('\n').length;
    const after = field(call.input, 'new').split('\n').length;
    lines.push({ kind: 'change', text: `${count(before, 'line becomes', 'lines become')} ${after}` });
  } else if (call.tool === 'delete_file') {
    const size = seen?.kind === 'file' ? `, ${formatBytes(seen.bytes)}` : '';
    const gone = `1 ${seen?.kind === 'folder' ? 'folder' : 'file'} deleted${size}`;
    lines.push({ kind: 'change', text: seen?.kind === 'missing' ? 'There is no such file now' : gone });
  } else if (call.tool === 'move_file') {
    lines.push({ kind: 'change', text: `1 ${seen?.kind === 'folder' ? 'folder' : 'file'} moved` });
  } else if (call.tool === 'make_folder') {
    lines.push({ kind: 'change', text: 'New folder' });
  } else if (call.tool === 'http_fetch') {
    lines.push(sentBy(call, onlyLooks(run, state)));
    if (target) lines.push({ kind: 'change', text: seen?.kind === 'file' ? 'Replaces the file' : 'New file' });
  } else if (call.tool === 'web_search') {
    lines.push({ kind: 'change', text: 'Changes nothing; sends the words' });
  } else if (onlyLooks(run, state)) lines.push({ kind: 'change', text: 'Changes nothing' });
  else if (!uses.some((use) => use.verb === 'write'))
    lines.push({ kind: 'change', text: `Does what ${[call.tool, ...call.command].join(' ')} does` });
  return lines;
}

/** How often a like call (same tool, same target) was denied by a person before, in this run (rule H9). */
function deniedBefore(run: RunState, state: ToolCallState): number {
  const target = (other: ToolCallState): string => {
    const { tool, input } = effectiveCall(other);
    return `${tool} ${field(input, 'path')} ${field(input, 'to')}`;
  };
  let denied = 0;
  for (const other of run.calls.values())
    if (
      other.call.id !== state.call.id &&
      target(other) === target(state) &&
      other.decisions.some((d) => d.decision === 'deny' && d.by !== undefined)
    )
      denied++;
  return denied;
}

/** Are the versions before it kept, so that it can be undone? Of what changes files they are; of other effects nothing is. */
function isKept(run: RunState, state: ToolCallState, uses: readonly FileUseOfCall[]): boolean {
  if (state.purpose.type === 'apply-changes' || onlyLooks(run, state)) return true;
  return changeOf(run, state) === 'write' && uses.some(({ verb }) => verb === 'write' || verb === 'delete');
}

/** The effects in words, in the order of `visual.md`: where, what changes, stays or leaves, can or can't be undone. */
export function effectsOf(
  run: RunState,
  state: ToolCallState,
  uses: FileUseOfCall[],
  observed: Observed,
  where: 'local' | 'remote',
): EffectLine[] {
  const lines =
    state.purpose.type === 'apply-changes'
      ? linesOfChanges(state.purpose.changes)
      : linesOfCall(run, state, uses, observed);
  lines.push(
    where === 'local'
      ? { kind: 'stays', text: 'Stays on this computer' }
      : { kind: 'leaves', text: 'Leaves this computer' },
  );
  const deletes = uses.some((use) => use.verb === 'delete' && use.place?.folder !== 'agent');
  const kept = where === 'local' && isKept(run, state, uses);
  const written = uses.some(({ verb }) => verb === 'write' || verb === 'delete');
  if (!kept && onlyLooks(run, state) && state.purpose.type === 'execute') {
    if (written) lines.push({ kind: 'undo', text: 'The file can be undone' });
  } else if (!kept) lines.push({ kind: 'no-undo', text: 'Can’t be undone' });
  else if (state.purpose.type === 'apply-changes' || !onlyLooks(run, state))
    lines.push({ kind: 'undo', text: deletes ? 'Can be brought back: the bytes are kept' : 'Can be undone' });
  if (state.stale !== undefined) lines.push({ kind: 'again', text: `Asked again: ${state.stale}` });
  const denied = deniedBefore(run, state);
  if (denied > 0)
    lines.push({ kind: 'again', text: `Asked again: you denied a like call ${count(denied, 'time', 'times')}` });
  return lines;
}
