import type { RunState } from '#contract/projections/run-state';
import type { CallMemory } from '../tools/define-tool.ts';
import type { CallLabels } from './call-labels.ts';
import type { RunParts } from './run-parts.ts';

/** Binds an agent's memories to one call. */
export function callMemory(run: RunState, id: string, labels: CallLabels, parts: RunParts): CallMemory {
  void [run, id, labels, parts];
  return {
    remember: async () => ({ refused: 'not built yet' }),
    recall: async () => [],
  };
}
