import { useCallback, useEffect, useRef, useState } from 'react';
import type { RunState } from '#contract/projections/run-state';
import type { FactDetail, FactRow } from '#contract/views';
import { client, failureWords } from '../../client/client.ts';
import { factKey, keepChecks, useFactChecks } from '../../stores/fact-checks-store.ts';
import { useOverview } from '../../stores/overview-store.ts';
import { followRun, useRuns } from '../../stores/run-store.ts';

const MOST = 10_000;
const PAUSE_MS = 400;

export interface Facts {
  /** Undefined until the list has come. */
  rows: readonly FactRow[] | undefined;
  /** How many there are, more than the list holds where it is cut. */
  total: number;
  fault: string | undefined;
  reload: () => void;
}

/** A run that has facts, and how many. */
export type RunWithFacts = Awaited<ReturnType<typeof client.fact.runs>>[number];

/** The runs that have facts, newest first; read anew when runs come and go. */
export function useRunsWithFacts(): {
  runs: readonly RunWithFacts[] | undefined;
  fault: string | undefined;
  reload: () => void;
} {
  const [runs, setRuns] = useState<readonly RunWithFacts[]>();
  const [fault, setFault] = useState<string>();
  const count = useOverview((state) => state.runs?.length);
  const reload = useCallback(() => {
    client.fact.runs().then(
      (found) => {
        setRuns(found);
        setFault(undefined);
      },
      (error: unknown) => setFault(failureWords(error)),
    );
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: read anew when runs come and go
  useEffect(reload, [reload, count]);
  return { runs, fault, reload };
}

/** The facts of one run, or of every one, newest run first; read anew whenever a run changes. Nothing where not `wanted`. */
export function useFacts(run: string | undefined, wanted: boolean): Facts {
  const [list, setList] = useState<{ rows: readonly FactRow[]; total: number; run: string | undefined }>();
  const [fault, setFault] = useState<string>();
  const changes = useOverview((state) =>
    run === undefined ? state.runs?.length : state.runs?.find((one) => one.id === run)?.seq,
  );
  const asked = useRef(0);
  const reload = useCallback(() => {
    if (!wanted) return;
    asked.current += 1;
    const mine = asked.current;
    client.fact.list(run === undefined ? { limit: MOST } : { run, limit: MOST }).then(
      (found) => {
        if (mine !== asked.current) return;
        setList({ ...found, run });
        setFault(undefined);
      },
      (error: unknown) => mine === asked.current && setFault(failureWords(error)),
    );
  }, [run, wanted]);
  const loaded = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: read anew when the run has changed, in pauses
  useEffect(() => {
    const timer = setTimeout(reload, loaded.current ? PAUSE_MS : 0);
    loaded.current = true;
    return () => {
      clearTimeout(timer);
      asked.current += 1;
    };
  }, [reload, changes]);
  const mine = list && list.run === run ? list : undefined;
  return { rows: mine?.rows, total: mine?.total ?? 0, fault, reload };
}

/** One fact with its ground; its bytes are hashed as it is opened. `again` makes it be asked anew. */
export function useFactDetail(row: FactRow | undefined): { detail: FactDetail | undefined; fault: string | undefined } {
  const [found, setFound] = useState<{ key: string; detail?: FactDetail; fault?: string }>();
  const key = row && factKey(row.run, row.fact.id);
  useEffect(() => {
    if (!row || key === undefined) return;
    let current = true;
    client.fact.show({ run: row.run, id: row.fact.id }).then(
      (detail) => {
        keepChecks([detail.check]);
        if (current) setFound({ key, detail });
      },
      (error: unknown) => current && setFound({ key, fault: failureWords(error) }),
    );
    return () => {
      current = false;
    };
  }, [key, row]);
  const mine = found && found.key === key ? found : undefined;
  return { detail: mine?.detail, fault: mine?.fault };
}

/** What hashing has found of one fact so far. */
export function useCheck(row: FactRow | undefined) {
  const key = row && factKey(row.run, row.fact.id);
  return useFactChecks((store) => (key === undefined ? undefined : store.checks.get(key)));
}

/** The state of a run while its facts are looked at; undefined until it has come, and where none is chosen. */
export function useRunState(run: string | undefined): RunState | undefined {
  useEffect(() => (run === undefined ? undefined : followRun(run)), [run]);
  return useRuns((store) => (run === undefined ? undefined : store.runs.get(run)?.state));
}
