import { useEffect, useMemo } from 'react';
import { effectiveCall, type RunState } from '#contract/projections/run-state';
import { factKey, useFactChecks, verifyFacts } from '../../stores/fact-checks-store.ts';
import { describeCall, toolName } from '../run/describe-call.ts';
import { callNumber } from '../run/transcript-rows.ts';
import type { MarkGround } from './mark-words.ts';

/** The facts of a run whose stored bytes are not what the log says, as far as they were hashed. */
function useAltered(run: string, ids: readonly string[]): ReadonlySet<string> {
  const checks = useFactChecks((store) => store.checks);
  const altered = ids.filter((id) => {
    const check = checks.get(factKey(run, id));
    return check !== undefined && check !== 'hashing' && check.state !== 'same';
  });
  const named = altered.join(' ');
  return useMemo(() => new Set(named === '' ? [] : named.split(' ')), [named]);
}

const nothing: RunState['facts'] = new Map();

/** What the marks of a run's answers are told of, as far as its facts were hashed. */
export function useGround(state: RunState | undefined): MarkGround {
  const facts = state?.facts ?? nothing;
  const calls = state?.calls;
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
      altered,
    }),
    [facts, calls, altered],
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
