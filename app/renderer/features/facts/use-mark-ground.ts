import { useEffect, useMemo } from 'react';
import { shortCallIds } from '#contract/projections/facts';
import { effectiveCall, type RunState } from '#contract/projections/run-state';
import { factKey, useFactChecks, verifyFacts } from '../../stores/fact-checks-store.ts';
import { describeCall, toolName } from '../run/describe-call.ts';
import { callNumber } from '../run/transcript-rows.ts';
import type { ByteFault, MarkGround } from './mark-words.ts';

/** The facts of a run whose stored bytes are not what the log says, and how, as far as they were hashed. */
function useAltered(run: string, ids: readonly string[]): ReadonlyMap<string, ByteFault> {
  const checks = useFactChecks((store) => store.checks);
  const of = (fault: ByteFault) =>
    ids
      .filter((id) => {
        const check = checks.get(factKey(run, id));
        return check !== undefined && check !== 'hashing' && check.state === fault;
      })
      .join(' ');
  const [changed, missing] = [of('changed'), of('missing')];
  return useMemo(() => {
    const all = new Map<string, ByteFault>();
    for (const id of changed.split(' ')) if (id !== '') all.set(id, 'changed');
    for (const id of missing.split(' ')) if (id !== '') all.set(id, 'missing');
    return all;
  }, [changed, missing]);
}

const nothing: RunState['facts'] = new Map();

/** What the marks of a run's answers are told of, as far as its facts were hashed. */
export function useGround(state: RunState | undefined): MarkGround {
  const facts = state?.facts ?? nothing;
  const calls = state?.calls;
  const shorts = useMemo(
    () => new Map(state ? [...shortCallIds(state)].map(([id, short]) => [short, id]) : []),
    [state],
  );
  const altered = useAltered(state?.run.id ?? '', [...facts.keys()]);
  return useMemo(
    () => ({
      facts,
      callNumber: (call) => {
        const found = calls?.get(call);
        return found && callNumber(found);
      },
      callWords: (call) => {
        const found = calls?.get(call);
        return found ? `${toolName(found.call)} ${describeCall(effectiveCall(found))}` : '';
      },
      callOfShort: (short) => shorts.get(short),
      altered,
    }),
    [facts, calls, shorts, altered],
  );
}

/** The same; stored bytes are hashed when the run is opened and whenever it comes to rest with more facts. */
export function useMarkGround(state: RunState): MarkGround {
  const { id } = state.run;
  const atRest = state.end !== undefined || state.open.length === 0;
  const ids = [...state.facts.keys()];
  // biome-ignore lint/correctness/useExhaustiveDependencies: hashed again when the run comes to rest with more facts
  useEffect(() => {
    if (!atRest || ids.length === 0) return;
    // What can't be checked is shown as not checked; nothing is claimed of it.
    verifyFacts(id, ids).catch(() => undefined);
  }, [id, atRest, ids.length]);
  return useGround(state);
}
