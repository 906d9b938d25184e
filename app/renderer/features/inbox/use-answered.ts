import { useEffect, useState } from 'react';
import type { AnsweredItem } from '#contract/views';
import { client, failureWords } from '../../client/client.ts';
import { useConnection } from '../../stores/connection-store.ts';
import { useOverview } from '../../stores/overview-store.ts';

/** Questions that are over, newest first; undefined until they have come. */
export interface Answered {
  items: readonly AnsweredItem[] | undefined;
  fault: string | undefined;
}

const MOST = 500;

/** Reads what was answered, anew whenever what waits has changed. */
export function useAnswered(): Answered {
  const inbox = useOverview((overview) => overview.inbox);
  const connected = useConnection((state) => state.status === 'connected');
  const [answered, setAnswered] = useState<Answered>({ items: undefined, fault: undefined });
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was answered changes with what waits
  useEffect(() => {
    if (!connected) return;
    let current = true;
    client.approval.answered({ limit: MOST }).then(
      (items) => current && setAnswered({ items, fault: undefined }),
      (error: unknown) => current && setAnswered((old) => ({ ...old, fault: failureWords(error) })),
    );
    return () => {
      current = false;
    };
  }, [inbox, connected]);
  return answered;
}
