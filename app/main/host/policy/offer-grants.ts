import { createHash } from 'node:crypto';
import type { GrantOffer, Reach } from '#contract/approval';
import type { Grant, Permission } from '#contract/permission';
import { effectiveCall, type RunState, type ToolCallState } from '#contract/projections/run-state';
import { commandOfCall, type ToolCall } from '#contract/tool';
import type { FileUseOfCall } from './authorize.ts';
import { readCommandLine } from './command-line.ts';
import { mayRunOthers } from './command-runners.ts';
import type { DecisionInput } from './decide-tool-call.ts';
import { sentenceOf } from './grant-sentence.ts';
import { GrantSet } from './grant-set.ts';
import { matchesFile } from './match-permission.ts';
import type { NetUseOfCall } from './net-use.ts';

const THIRTY_DAYS = 30 * 24 * 60 * 60 * 1000;

/** What of a call a grant may name. */
interface Asked {
  uses: readonly FileUseOfCall[];
  nets: readonly NetUseOfCall[];
}

/** Something that a card may offer: what it covers, how far, and what it leaves to be asked. */
interface Scope {
  reach: Reach;
  permission: Permission;
  /** The second sentence: what is not covered. */
  rest: string;
  /** Is it the one that is offered beyond the run? */
  lasting: boolean;
}

const FILE_REST = 'Any other file, and any text from outside, still asks.';
const FOLDER_REST = 'Any other folder, deleting, and any text from outside still ask.';
const HOST_REST = 'Any other host, and any text from outside, still asks.';
const LINE_REST = 'Any other line, and any text from outside, still asks.';
const PREFIX_REST = 'Any other command, a line with more than one, and any text from outside still ask.';
const TOOL_REST = 'Any other tool, and any text from outside, still asks.';

function fileScopes(run: RunState, uses: readonly FileUseOfCall[]): Scope[] {
  const [first] = uses;
  if (!first?.place || uses.some((use) => use.place?.folder !== first.place?.folder)) return [];
  const folder = run.run.agent.folders.find((each) => each.id === first.place?.folder);
  if (!folder) return [];
  const of = (path: string): Permission => ({ kind: 'file', folder: folder.id, path, verbs: ['write'] });
  const { segments } = first.place;
  // A file whose name is a pattern can't be named by one.
  const plain = uses.length === 1 && !segments.some((segment) => segment === '*' || segment === '**');
  const file: Scope[] = plain
    ? [{ reach: 'file', permission: of(segments.join('/')), rest: FILE_REST, lasting: false }]
    : [];
  return [...file, { reach: 'folder', permission: of('**'), rest: FOLDER_REST, lasting: true }];
}

function textOf(call: ToolCall, field: string): string | undefined {
  const { input } = call;
  const value = input !== null && typeof input === 'object' && !Array.isArray(input) ? input[field] : undefined;
  return typeof value === 'string' ? value : undefined;
}

/** A second word that names what a command does, such as `status` in `git status`: no option, no path. */
const SUBCOMMAND = /^[a-z][a-z0-9-]*$/;

function lineScopes(call: ToolCall, field: string): Scope[] {
  const text = textOf(call, field);
  const words = text === undefined ? undefined : readCommandLine(text).words;
  if (!words || words.length === 0) return [];
  const of = (some: readonly string[], more: boolean): Permission => ({
    kind: 'tool',
    tool: call.tool,
    command: call.command.join('/'),
    line: { field, words: [...some], more },
  });
  const begin = words.slice(0, words[1] !== undefined && SUBCOMMAND.test(words[1]) ? 2 : 1);
  const exact: Scope = { reach: 'run', permission: of(words, false), rest: LINE_REST, lasting: true };
  if (mayRunOthers(words, begin.length)) return [exact];
  return [exact, { reach: 'prefix', permission: of(begin, true), rest: PREFIX_REST, lasting: false }];
}

function hostScopes(nets: readonly NetUseOfCall[]): Scope[] {
  const [use] = nets;
  if (!use || nets.length > 1) return [];
  const { host, port, method } = use;
  const permission: Permission = { kind: 'net', host, ports: [{ from: port, to: port }], methods: [method] };
  return [{ reach: 'host', permission, rest: HOST_REST, lasting: true }];
}

function scopesOf(state: ToolCallState, { uses, nets }: Asked, run: RunState): Scope[] {
  const writes = uses.filter((use) => use.verb === 'write' && use.place && use.place.folder !== 'agent');
  const call = effectiveCall(state);
  const tool = run.run.tools.find((each) => each.name === call.tool);
  const command = tool && commandOfCall(tool, call);
  if (state.purpose.type !== 'execute') return fileScopes(run, writes);
  if (!command) return [];
  // Reading asks nobody: of a call that reads there and writes here, the file is what is asked about.
  const leaves = command.hosts !== undefined && command.effect.change !== 'read';
  const kinds = [writes.length > 0, command.line !== undefined, leaves].filter(Boolean).length;
  // What does several things at once would need several grants; one card gives one.
  if (kinds > 1) return [];
  if (writes.length > 0) return fileScopes(run, writes);
  if (command.line !== undefined) return lineScopes(call, command.line);
  if (command.hosts !== undefined) return hostScopes(nets);
  const permission: Permission = { kind: 'tool', tool: call.tool, command: call.command.join('/') };
  return [{ reach: 'run', permission, rest: TOOL_REST, lasting: false }];
}

/**
 * The scoped grants that a card offers (rule H7, asks B1): for files this one or its folder, for the network this host,
 * for a command line this one or its beginning, for any other tool the tool; in this run, for 30 days, or until it is
 * taken back. Empty for what no grant may cover. Ids follow from run, call and reach, so the same question offers the
 * same grants.
 */
export function offerGrants(state: ToolCallState, asked: Asked, { run, now, settings }: DecisionInput): GrantOffer[] {
  // One that is given now would not cover this very call.
  if (state.labels.length > 0) return [];
  const { agent } = run.run;
  const folders = new Map(agent.folders.map((folder) => [folder.id, folder.name]));
  const offer = ({ permission, rest }: Scope, reach: Reach, lasts: string, more: Partial<Grant>): GrantOffer => {
    const id = createHash('sha256').update(`${run.run.id} ${state.call.id} ${reach}`).digest('hex').slice(0, 16);
    const may = sentenceOf(agent.name, 'allow', permission, { folders }).replace(/\.$/, '');
    const sentence = `${may}, ${lasts}. ${rest}`;
    const grant: Grant = {
      id: `grant-${id}`,
      agent: agent.id,
      type: 'allow',
      standing: true,
      permission,
      layer: 'run',
      source: `You, in run ${run.run.id}`,
      sentence,
      labels: 'none',
      ...more,
    };
    return { reach, grant, sentence, covered: coveredCalls(run, grant) };
  };
  const scopes = scopesOf(state, asked, run);
  const offers = scopes.map((scope) => offer(scope, scope.reach, 'in this run', {}));
  const lasting = settings.offersAlways ? scopes.find((scope) => scope.lasting) : undefined;
  if (!lasting) return offers;
  const kept: Partial<Grant> = { layer: 'agent', createdAt: now };
  return [
    ...offers,
    offer(lasting, 'month', 'for 30 days', { ...kept, expiresAt: now + THIRTY_DAYS }),
    offer(lasting, 'always', 'until you take it back', kept),
  ];
}

/** Past calls of this run that the grant would have covered: by the files they changed, or by the call itself. */
function coveredCalls(run: RunState, grant: Grant): number {
  const set = new GrantSet([grant]);
  const names = new Map(run.run.agent.folders.map((folder) => [folder.name, folder.id]));
  let covered = 0;
  for (const state of run.calls.values()) {
    if (state.status !== 'ended' || state.outcome.type === 'error') continue;
    const byFiles = state.changes.every((change) => {
      const [, place, name, ...segments] = change.path.split('/');
      const id = place === 'folders' && name !== undefined ? names.get(name) : undefined;
      return id !== undefined && matchesFile(grant.permission, { folder: id, segments }, 'write');
    });
    if ((state.changes.length > 0 && byFiles) || set.forCall(effectiveCall(state)).length > 0) covered++;
  }
  return covered;
}
