import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Agent } from '#contract/agent';
import { WarrantError } from '#contract/errors';
import { type Entry, type RunEvent, runStream } from '#contract/event';
import type { RunId } from '#contract/ids';
import type { Grant } from '#contract/permission';
import type { CatalogState } from '#contract/projections/catalog';
import type { RunState, ToolCallState } from '#contract/projections/run-state';
import type { Run } from '#contract/run';
import type { ChangedCall, GrantDraft, WhatIf } from '#contract/views';
import type { Verdict } from '../policy/decide-tool-call.ts';
import { type GrantSet, grantsInForce } from '../policy/grant-set.ts';
import { type Judges, type PastCalls, pastCalls } from './past-calls.ts';

/** What looking at past calls needs. */
export interface WhatIfParts {
  catalog: CatalogState;
  now: number;
  /** Past runs, newest first. */
  runs: readonly RunId[];
  /** The first entry of a run; and all of them, verified. Both throw `corrupt` where the log is broken. */
  first(stream: string): Entry | undefined;
  read(stream: string): Entry[];
  /** What rules and middlewares say of a call, with these grants and nothing looked up. */
  judge(call: ToolCallState, run: RunState, grants: GrantSet, at: number): Verdict;
  /** The grant that a draft stands for. Throws `bad-input`. */
  make(draft: GrantDraft): Grant;
}

/** A change that is only asked about. `agent`: looks at the runs of this one alone. */
export interface AskedChange {
  add: readonly GrantDraft[];
  revoke: readonly string[];
  agent: Agent | undefined;
}

const MOST_CALLS = 500;
/** Progress is told after so many runs. */
const RUNS_PER_WORD = 20;

type GrantMap = ReadonlyMap<string, Grant>;

/** The grants as they would be. Throws `not-found` for one that is not in force. */
function changedGrants(added: readonly Grant[], revoke: readonly string[], grants: GrantMap): GrantMap {
  const gone = new Set(revoke);
  for (const id of gone)
    if (!grants.has(id))
      throw new WarrantError('not-found', `There is no rule ${id} in force. \`warrant grants\` lists them.`);
  for (let before = 0; before < gone.size; ) {
    before = gone.size;
    for (const { id, parent } of grants.values()) if (parent !== undefined && gone.has(parent)) gone.add(id);
  }
  const changed = new Map([...grants].filter(([id]) => !gone.has(id)));
  for (const grant of added) changed.set(grant.id, grant);
  return changed;
}

/** Denied by a person first, then newest first. */
function byWeight(one: ChangedCall, other: ChangedCall): number {
  return Number(wouldRun(other)) - Number(wouldRun(one)) || other.at - one.at || other.seq - one.seq;
}

const wouldRun = ({ answer, now }: ChangedCall): boolean => answer === 'deny' && now === 'allow';

/** A run whose agent was removed is judged only if it brought its own rules: else nothing would be allowed in it. */
function isJudged(run: Run, agent: Agent | undefined, catalog: CatalogState): boolean {
  if (agent) return run.agent.id === agent.id;
  return catalog.agents.has(run.agent.id) || run.grants.some(({ permission }) => permission.kind === 'tool');
}

/** Rules of now, and the run's own as they were at the moment of each call. */
function judgeWith(grants: GrantMap, parts: WhatIfParts): Judges['now'] {
  return (call, run, at) =>
    parts.judge(call, run, grantsInForce(grants, run.grants, run.run.agent.id, at, run.used), at);
}

/**
 * What a change of rules would have done to past calls (asks, point 9), run by run, newest first. Nothing is changed and
 * nothing of a run is kept. Tells how far it is after every few runs, and lets others have their turn between two. Ends
 * early when `signal` aborts. Runs whose log is broken are passed over, as nobody can go on with them.
 */
export async function* whatIf(
  change: AskedChange,
  parts: WhatIfParts,
  signal: AbortSignal | undefined,
): AsyncGenerator<WhatIf> {
  const { runs } = parts;
  const added = change.add.map((draft) => parts.make(draft));
  const kept = new Map(
    [...parts.catalog.grants].filter(([, { expiresAt }]) => expiresAt === undefined || expiresAt > parts.now),
  );
  const judges: Judges = {
    now: judgeWith(kept, parts),
    changed: judgeWith(changedGrants(added, change.revoke, kept), parts),
  };
  const counts: WhatIf['counts'] = { nowAllowed: 0, nowAsked: 0, nowDenied: 0, deniedWouldRun: 0, unchanged: 0 };
  let calls: ChangedCall[] = [];
  const word = (looked: number, done: boolean): WhatIf => ({
    done,
    runs: { looked, of: runs.length },
    counts: { ...counts },
    calls: [...calls],
    sentences: added.map(({ sentence }) => sentence),
  });
  for (const [index, id] of runs.entries()) {
    await nextTurn();
    if (signal?.aborted) return;
    const past = lookAt(runStream(id), change.agent, judges, parts);
    counts.unchanged += past.unchanged;
    for (const call of past.changed) {
      counts[({ allow: 'nowAllowed', ask: 'nowAsked', deny: 'nowDenied' } as const)[call.now]]++;
      if (wouldRun(call)) counts.deniedWouldRun++;
    }
    if (past.changed.length > 0) calls = [...calls, ...past.changed].sort(byWeight).slice(0, MOST_CALLS);
    if (index + 1 < runs.length && (index + 1) % RUNS_PER_WORD === 0) yield word(index + 1, false);
  }
  yield word(runs.length, true);
}

function lookAt(stream: string, agent: Agent | undefined, judges: Judges, parts: WhatIfParts): PastCalls {
  const none: PastCalls = { changed: [], unchanged: 0 };
  try {
    const start = parts.first(stream)?.event;
    if (start?.type !== 'run-started' || !isJudged(start.run, agent, parts.catalog)) return none;
    return pastCalls(parts.read(stream) as Entry<RunEvent>[], judges);
  } catch (fault) {
    if (fault instanceof WarrantError && fault.code === 'corrupt') return none;
    throw fault;
  }
}
