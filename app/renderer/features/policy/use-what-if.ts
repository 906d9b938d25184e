import { useEffect, useRef, useState } from 'react';
import type { PolicyChange, WhatIf } from '#contract/views';
import { client, failureWords } from '../../client/client.ts';

/** A look at past calls: how far it is, and what it has found. */
export interface Look {
  state: 'looking' | 'done' | 'stopped' | 'failed';
  found: WhatIf | undefined;
  fault: string | undefined;
  /** When it began, for what is said of a long one. */
  since: number;
  stop: () => void;
  again: () => void;
}

type Seen = Pick<Look, 'state' | 'found' | 'fault' | 'since'>;

/**
 * Looks at past calls as they would be decided under a change of the rules, anew for each change. Nothing is looked at
 * without one. `agent`: only the runs of that agent.
 */
export function useWhatIf(change: PolicyChange | undefined, agent: string | undefined): Look | undefined {
  const key = change === undefined ? undefined : JSON.stringify([change, agent]);
  const [times, setTimes] = useState(0);
  const [seen, setSeen] = useState<{ key: string; look: Seen }>();
  const abort = useRef<AbortController>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the change and the agent
  useEffect(() => {
    if (change === undefined || key === undefined) return;
    const controller = new AbortController();
    const { signal } = controller;
    abort.current = controller;
    const since = Date.now();
    let found: WhatIf | undefined;
    const show = (state: Look['state'], fault?: string) => setSeen({ key, look: { state, found, fault, since } });
    show('looking');
    void (async () => {
      try {
        const input = agent === undefined ? change : { ...change, agent };
        for await (const part of await client.policy.whatIf(input, { signal })) {
          if (signal.aborted) return;
          found = part;
          show(part.done ? 'done' : 'looking');
        }
      } catch (error) {
        if (!signal.aborted) show('failed', failureWords(error));
      }
    })();
    return () => controller.abort();
  }, [key, times]);
  if (seen === undefined || seen.key !== key) return undefined;
  return {
    ...seen.look,
    stop: () => {
      abort.current?.abort();
      setSeen({ ...seen, look: { ...seen.look, state: 'stopped' } });
    },
    again: () => setTimes((before) => before + 1),
  };
}
