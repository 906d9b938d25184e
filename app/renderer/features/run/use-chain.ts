import { useEffect, useState } from 'react';
import { client } from '../../client/client.ts';

export type Chain = { state: 'unchecked' } | { state: 'intact' } | { state: 'broken'; seq: number };

/** Whether a run's chain of hashes holds, checked by the host when it is opened and each time it comes to rest. */
export function useChain(run: string | undefined, atRest: boolean): Chain {
  const [chain, setChain] = useState<Chain>({ state: 'unchecked' });
  // biome-ignore lint/correctness/useExhaustiveDependencies: checked again whenever the run comes to rest
  useEffect(() => {
    if (run === undefined) return;
    let current = true;
    client.log.verify({ run }).then(
      ({ ok, broken }) => {
        if (current) setChain(ok ? { state: 'intact' } : { state: 'broken', seq: broken[0]?.seq ?? 0 });
      },
      // Not checked is said as such; nothing is claimed of a chain that could not be read.
      () => current && setChain({ state: 'unchecked' }),
    );
    return () => {
      current = false;
    };
  }, [run, atRest]);
  return chain;
}
