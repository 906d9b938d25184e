import { WarrantError } from '#contract/errors';
import type { CatalogEvent } from '#contract/event';
import type { FileChange, KeptPath } from '#contract/file-change';
import { type Label, unionLabels } from '#contract/label';
import { effectiveCall, type RunState, type ToolCallState } from '#contract/projections/run-state';
import { commandOfCall } from '#contract/tool';
import type { Update } from '../store/journal.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { FileLabels } from './labels-of-files.ts';
import { type MadeChange, madeChanges } from './made-changes.ts';
import { planReturn } from './plan-return.ts';
import { putBack } from './put-back.ts';
import type { RunParts } from './run-parts.ts';

/** What was taken back, ready to be appended with the end of the run; and what could not be, in words. */
export interface TakenBack extends Update {
  /** For the reason of the block: what stays. */
  stays: string[];
  /** For the end of the run: what does not stay. */
  taken: { files: string[]; memories: string[] };
}

/** So many things that stay are named. */
const MOST_NAMED = 5;

/**
 * Undoes what a blocked run has left since the person's last message (decision D9): its files are put back where each is
 * still, byte for byte, what a call left, and its memories are removed. A file that somebody changed meanwhile is left,
 * and named. Everything is done again, with the same end, where the process died before the end of the run was on disk:
 * so it runs while the entry is made, and waits for nothing.
 */
export function takeBack(state: RunState, parts: RunParts): TakenBack {
  const since = state.turns.findLast((turn) => turn.type === 'user')?.seq ?? 0;
  const calls = [...state.calls.values()].filter((call) => call.seq > since);
  const files = filesBack(state, since, calls, parts);
  const ids = new Set(calls.map(({ call }) => call.id));
  const memory = parts.memoriesOf?.(state, ids) ?? [];
  const removed = memory.flatMap((event) => (event.type === 'memory-removed' ? [event.id] : []));
  return {
    ...files,
    ...(memory.length > 0 && { memory }),
    taken: { ...files.taken, memories: removed },
    stays: [...files.stays, ...leftTheComputer(state, calls)],
  };
}

function filesBack(state: RunState, since: number, calls: readonly ToolCallState[], parts: RunParts): TakenBack {
  const made = calls.flatMap(madeChanges);
  const taken = { files: [], memories: [] };
  if (made.length === 0) return { stays: [], taken };
  const workspace = openWorkspace(state, parts);
  if (typeof workspace === 'string') {
    const changed = new Set(made.map((change) => (change.type === 'version' ? change.path : change.to)));
    const kept = [...changed].map((path) => ({ path, why: `could not be put back: ${workspace}` }));
    const stays = [`files that it changed, as ${workspace}`];
    return { run: [{ type: 'files-restored', beforeSeq: since + 1, changes: [], kept }], stays, taken };
  }
  const restored: FileChange[] = [];
  const left = new Map<string, KeptPath>();
  const again = isTakenUp(state);
  for (const step of planReturn(made)) {
    const done = putBack(step, workspace, parts.blobs, again);
    restored.push(...done.restored);
    for (const each of done.kept) if (!left.has(each.path)) left.set(each.path, each);
  }
  const kept = [...left.values()];
  if (restored.length === 0 && kept.length === 0) return { stays: [], taken };
  const event = { type: 'files-restored' as const, beforeSeq: since + 1, changes: restored };
  const catalog = labelsBack(state, made, restored, workspace, parts);
  const stays = kept.length > 0 ? [named(kept.map(({ path, why }) => `${path} ${why}`))] : [];
  const paths = [...new Set(restored.map(({ path }) => path))].sort();
  return { run: [{ ...event, ...(kept.length > 0 && { kept }) }], catalog, stays, taken: { ...taken, files: paths } };
}

/** Whether the process may have died since the answer, while files were put back. */
function isTakenUp({ transcript, turns }: RunState): boolean {
  const answered = turns.at(-1)?.seq ?? 0;
  return transcript.some(({ type, seq }) => type === 'resumed' && seq > answered);
}

function openWorkspace(state: RunState, parts: RunParts): Workspace | string {
  try {
    return parts.workspaceFor(state);
  } catch (fault) {
    if (!(fault instanceof WarrantError)) throw fault;
    return fault.message;
  }
}

/** What each file carried before: what its change says, and what its bytes are known to carry. */
function labelsBack(
  state: RunState,
  made: readonly MadeChange[],
  restored: readonly FileChange[],
  workspace: Workspace,
  parts: RunParts,
): CatalogEvent[] {
  const files = new FileLabels(state, () => parts.journal.catalog, workspace);
  return restored.flatMap(({ path, after }) => {
    const first = made.find((change) => change.type === 'version' && change.path === path);
    const known = after === undefined ? [] : (parts.journal.catalog.labelledBytes.get(after)?.labels ?? []);
    const had = first?.type === 'version' ? (first.had ?? []) : [];
    // Of what code did on the agent's own disk it is not written down what the file carried: it keeps what it has.
    const kept = first?.type === 'version' && first.labelsKnown ? [] : files.kept(path);
    const labels: readonly Label[] = after === undefined ? [] : unionLabels(unionLabels(had, known), kept);
    return files.event(path, labels) ?? [];
  });
}

/** Calls whose effect is not on this computer: it can't be taken back. */
function leftTheComputer(state: RunState, calls: readonly ToolCallState[]): string[] {
  const tools = new Map<string, number>();
  for (const call of calls) {
    const tool = state.run.tools.find(({ name }) => name === call.call.tool);
    const effect = tool && commandOfCall(tool, effectiveCall(call))?.effect;
    const may = call.status === 'ended' && (call.outcome.type === 'ok' || call.outcome.code === 'interrupted');
    if (may && call.executed && effect?.where === 'remote' && effect.change !== 'none' && effect.change !== 'read')
      tools.set(call.call.tool, (tools.get(call.call.tool) ?? 0) + 1);
  }
  if (tools.size === 0) return [];
  const words = [...tools].map(([tool, count]) => `${tool} (${count} ${count === 1 ? 'call' : 'calls'})`);
  return [`what left this computer with ${named(words)}`];
}

function named(items: readonly string[]): string {
  const more = items.length - MOST_NAMED;
  return items.slice(0, MOST_NAMED).join(', ') + (more > 0 ? ` and ${more} more` : '');
}
