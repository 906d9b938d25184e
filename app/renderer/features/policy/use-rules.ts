import { useCallback, useEffect, useRef, useState } from 'react';
import type { PolicyRow } from '#contract/views';
import { client, failureWords } from '../../client/client.ts';
import { useOverview } from '../../stores/overview-store.ts';

export interface Rules {
  /** Those that decide most first. Undefined until the list has come. */
  rows: readonly PolicyRow[] | undefined;
  fault: string | undefined;
  reload: () => void;
}

/**
 * The rules that count for an agent, or for any; read anew whenever something that outlives runs has changed. Nothing is
 * read where they are not wanted.
 */
export function useRules(agent: string | undefined, wanted = true): Rules {
  const [rows, setRows] = useState<readonly PolicyRow[]>();
  const [fault, setFault] = useState<string>();
  const changes = useOverview((state) => state.agents);
  const asked = useRef(0);
  const reload = useCallback(() => {
    if (!wanted) return;
    asked.current += 1;
    const mine = asked.current;
    client.policy.list(agent === undefined ? {} : { agent }).then(
      (list) => {
        if (mine !== asked.current) return;
        setRows(list);
        setFault(undefined);
      },
      (error: unknown) => mine === asked.current && setFault(failureWords(error)),
    );
  }, [agent, wanted]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list of agents is read anew when the catalog changes
  useEffect(() => {
    reload();
    return () => {
      asked.current += 1;
    };
  }, [reload, changes]);
  return { rows, fault, reload };
}
