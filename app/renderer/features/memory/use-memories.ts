import { useCallback, useEffect, useRef, useState } from 'react';
import type { MemoryOrigin } from '#contract/memory';
import type { MemoryList } from '#contract/views';
import { client, failureWords } from '../../client/client.ts';
import { useOverview } from '../../stores/overview-store.ts';

export interface Memories {
  /** What was found; undefined until it has come. */
  found: MemoryList | undefined;
  /** The words that this was found by. */
  words: string;
  fault: string | undefined;
  reload: () => void;
}

/** So many are listed at most. */
export const MOST_LISTED = 2000;

/** So long after the last letter it is looked for. */
const TYPING_MS = 150;

/** The memories of an agent with these words and of this origin; read anew when something that outlives runs has changed. */
export function useMemories(agent: string, query: string, origin: MemoryOrigin | undefined): Memories {
  const [answer, setAnswer] = useState<{ found: MemoryList; words: string }>();
  const [fault, setFault] = useState<string>();
  const changes = useOverview((state) => state.agents);
  const runs = useOverview((state) => state.runs);
  const asked = useRef(0);
  const reload = useCallback(() => {
    asked.current += 1;
    const mine = asked.current;
    const words = query.trim();
    client.memory
      .list({ agent, ...(words !== '' && { query: words }), ...(origin && { origin }), limit: MOST_LISTED })
      .then(
        (list) => {
          if (mine !== asked.current) return;
          setAnswer({ found: list, words });
          setFault(undefined);
        },
        (error: unknown) => mine === asked.current && setFault(failureWords(error)),
      );
  }, [agent, query, origin]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a run or another window may have remembered something
  useEffect(() => {
    const timer = setTimeout(reload, query === '' ? 0 : TYPING_MS);
    return () => {
      clearTimeout(timer);
      asked.current += 1;
    };
  }, [reload, changes, runs]);
  return { found: answer?.found, words: answer?.words ?? '', fault, reload };
}
