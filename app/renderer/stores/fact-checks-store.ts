import { create } from 'zustand';
import type { RunId } from '#contract/ids';
import type { FactCheck } from '#contract/views';
import { client } from '../client/client.ts';

interface FactChecks {
  /** What hashing found, by run and short id; `hashing` while it is under way. */
  checks: ReadonlyMap<string, FactCheck | 'hashing'>;
}

/** Whether stored payloads are still what the log says, as the host has found since the page was opened. */
export const useFactChecks = create<FactChecks>(() => ({ checks: new Map() }));

/** The name of a fact among those of all runs. */
export function factKey(run: RunId, id: string): string {
  return `${run} ${id}`;
}

/** Takes over what the host has found. */
export function keepChecks(found: readonly FactCheck[]): void {
  useFactChecks.setState(({ checks }) => {
    const next = new Map(checks);
    for (const check of found) next.set(factKey(check.run, check.id), check);
    return { checks: next };
  });
}

/**
 * Has stored payloads hashed again: of the named facts of a run, in one request where they are all. Until the answer
 * comes they are shown as being hashed. Throws what the host says where it can't.
 */
export async function verifyFacts(run: RunId, ids: readonly string[], one?: string): Promise<readonly FactCheck[]> {
  const keys = (one === undefined ? ids : [one]).map((id) => factKey(run, id));
  const before = useFactChecks.getState().checks;
  useFactChecks.setState(({ checks }) => {
    const next = new Map(checks);
    for (const key of keys) next.set(key, 'hashing');
    return { checks: next };
  });
  try {
    const found = await client.fact.verify(one === undefined ? { run } : { run, id: one });
    keepChecks(found);
    return found;
  } finally {
    useFactChecks.setState(({ checks }) => {
      const next = new Map(checks);
      for (const key of keys) {
        if (next.get(key) !== 'hashing') continue;
        const old = before.get(key);
        // What was found before still stands; of what never was, nothing is said.
        if (old !== undefined && old !== 'hashing') next.set(key, old);
        else next.delete(key);
      }
      return { checks: next };
    });
  }
}
