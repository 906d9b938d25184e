import { WarrantError } from '#contract/errors';
import { type Entry, type RunEvent, runStream } from '#contract/event';
import type { RunId } from '#contract/ids';
import type { Grant } from '#contract/permission';
import { effectiveCall, foldRun, type RunState, type ToolCallState } from '#contract/projections/run-state';
import { commandOf, type FileVerb, type ToolCall } from '#contract/tool';
import type { RunSummary } from '#contract/views';
import { parseVirtualPath } from '#contract/virtual-path';
import { fileUsesOf, placeOf } from '../policy/authorize.ts';
import { coversTool, type FilePlace, matchesFile, matchesNet } from '../policy/match-permission.ts';
import { type NetUseOfCall, netUsesOf } from '../policy/net-use.ts';
import type { Store } from '../store/store.ts';

/** Runs, entries of their logs and calls that are looked at for one card, newest runs first. */
const MOST_RUNS = 200;
const MOST_ENTRIES = 20_000;
const MOST_CALLS = 5_000;

/** What of a past call a grant may cover. */
interface PastCall {
  call: ToolCall;
  changes: { place: FilePlace; verb: FileVerb }[];
  nets: readonly NetUseOfCall[];
  denied: boolean;
}

interface PastRun {
  agent: string;
  seq: number;
  calls: PastCall[];
}

/** How many past calls a grant would have covered, and how many of them a person had denied. */
export interface Coverage {
  covered: number;
  coveredDenied: number;
}

/** What was changed, or would have been; undefined where it is not all in places a grant may name. */
function changesOf(state: ToolCallState, run: RunState): PastCall['changes'] | undefined {
  const staged = state.purpose.type === 'apply-changes' ? state.purpose.changes : [];
  const made = state.changes.length > 0 ? state.changes : staged;
  const names = run.run.agent.folders.map(({ name }) => name);
  const found: PastCall['changes'] = [];
  for (const { path, after } of made) {
    const parsed = parseVirtualPath(path, names);
    const place = parsed.ok ? placeOf(parsed.path, run) : undefined;
    if (!place) return undefined;
    found.push({ place, verb: after === undefined ? 'delete' : 'write' });
  }
  if (made.length > 0) return found;
  const call = effectiveCall(state);
  const tool = run.run.tools.find(({ name }) => name === call.tool);
  const command = tool && commandOf(tool, call.command);
  const files = command ? fileUsesOf(call, command, run) : { uses: [] };
  if ('refused' in files) return undefined;
  for (const { place, verb } of files.uses)
    if (verb === 'write' || verb === 'delete')
      if (place) found.push({ place, verb });
      else return undefined;
  return found;
}

/** A call that changed something or was asked about; not one with text from outside, which a card's grant leaves out. */
function pastCall(state: ToolCallState, run: RunState): PastCall | undefined {
  const asked = state.decisions.some(({ decision }) => decision === 'ask');
  if (state.labels.length > 0 || state.status === 'waiting' || !(asked || state.changes.length > 0)) return undefined;
  const denied = state.decisions.some(({ decision, by }) => decision === 'deny' && by !== undefined);
  if (!denied && !(state.status === 'ended' && state.outcome.type === 'ok')) return undefined;
  const changes = changesOf(state, run);
  if (!changes) return undefined;
  const call = effectiveCall(state);
  const tool = run.run.tools.find(({ name }) => name === call.tool);
  const command = tool && commandOf(tool, call.command);
  const net = command && netUsesOf(call, command);
  return { call, changes, nets: net && 'nets' in net ? net.nets : [], denied };
}

function pastRun(state: RunState): PastRun {
  const calls = [...state.calls.values()].flatMap((call) => pastCall(call, state) ?? []);
  return { agent: state.run.agent.id, seq: state.seq, calls };
}

function covers(grant: Grant, { call, changes, nets }: PastCall): boolean {
  const { permission } = grant;
  if (permission.kind === 'file')
    return changes.length > 0 && changes.every(({ place, verb }) => matchesFile(permission, place, verb));
  if (permission.kind === 'net') return nets.length > 0 && nets.every((use) => matchesNet(permission, use));
  return coversTool(grant, call);
}

/** Past calls of an agent, read from its recent runs; what was read of a run is kept until its log grows. */
export class PastCoverage {
  readonly #store: Store;
  readonly #known = new Map<RunId, PastRun>();

  constructor(store: Store) {
    this.#store = store;
  }

  /** Undefined for a run whose log is broken: it is told of where the run is shown. */
  #read({ id, seq }: RunSummary): PastRun | undefined {
    const known = this.#known.get(id);
    if (known?.seq === seq) return known;
    try {
      const state = foldRun(this.#store.log.read(runStream(id), 0) as Entry<RunEvent>[]);
      if (!state) return undefined;
      const run = { ...pastRun(state), seq };
      this.#known.delete(id);
      this.#known.set(id, run);
      const [oldest] = this.#known.keys();
      if (this.#known.size > MOST_RUNS && oldest !== undefined) this.#known.delete(oldest);
      return run;
    } catch (fault) {
      if (fault instanceof WarrantError && fault.code === 'corrupt') return undefined;
      throw fault;
    }
  }

  #callsOf(now: RunState): PastCall[] {
    const calls = pastRun(now).calls;
    let entries = 0;
    const rows = this.#store.runs
      .list()
      .filter(({ id, agent }) => id !== now.run.id && agent === now.run.agent.name)
      .sort((one, other) => other.at - one.at)
      .slice(0, MOST_RUNS);
    for (const row of rows) {
      entries += row.seq;
      if (entries > MOST_ENTRIES || calls.length > MOST_CALLS) break;
      const run = this.#read(row);
      if (run?.agent === now.run.agent.id) calls.push(...run.calls);
    }
    return calls;
  }

  /** What each grant would have covered of what the agent did or wanted to do before, in this run and in others. */
  of(grants: readonly Grant[], now: RunState): Coverage[] {
    const calls = grants.length === 0 ? [] : this.#callsOf(now);
    return grants.map((grant) => {
      const found = calls.filter((call) => covers(grant, call));
      return { covered: found.length, coveredDenied: found.filter(({ denied }) => denied).length };
    });
  }
}
