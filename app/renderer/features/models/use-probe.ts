import { create } from 'zustand';
import type { ModelProbe } from '#contract/views';
import { client, failureWords } from '../../client/client.ts';

export type ProbeState =
  | { type: 'probing' }
  | { type: 'done'; probe: ModelProbe; at: number }
  | { type: 'failed'; fault: string };

/** Probes of this page by the model's reference. */
const useStore = create<{ probes: ReadonlyMap<string, ProbeState> }>(() => ({ probes: new Map() }));

function keep(ref: string, state: ProbeState): void {
  useStore.setState(({ probes }) => ({ probes: new Map(probes).set(ref, state) }));
}

/** Asks a model one small thing and keeps what came of it. */
export async function probe(ref: string): Promise<void> {
  keep(ref, { type: 'probing' });
  try {
    keep(ref, { type: 'done', probe: await client.model.probe({ ref }), at: Date.now() });
  } catch (error) {
    keep(ref, { type: 'failed', fault: failureWords(error) });
  }
}

/** What the last probe of a model found on this page; undefined where none was made. */
export function useProbe(ref: string): ProbeState | undefined {
  return useStore((state) => state.probes.get(ref));
}
