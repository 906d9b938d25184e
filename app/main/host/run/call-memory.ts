import type { RunState } from '#contract/projections/run-state';
import type { CallMemory } from '../tools/define-tool.ts';
import type { CallLabels } from './call-labels.ts';
import type { RunParts } from './run-parts.ts';

/**
 * Binds an agent's memories to one call. What is kept carries the labels that the call carries, and what is recalled
 * gives them to the call, so that a later session is as labelled as the page was (rule A8).
 */
export function callMemory(run: RunState, id: string, labels: CallLabels, parts: RunParts): CallMemory {
  const { agent, goal } = run.run;
  const { memories, journal } = parts;
  const byPerson = goal.type === 'invoke' && goal.call.id === id;
  return {
    remember(text) {
      const { taken } = labels;
      const origin = taken.length > 0 ? 'outside' : byPerson ? 'you' : 'agent';
      return memories.keep(agent.id, { text, origin, labels: taken, by: { run: run.run.id, callId: id } });
    },
    async recall(query, limit) {
      const found = await memories.recall(agent.id, query, limit, run.run.id);
      if (found.memories.length === 0) return [];
      const carried = found.labels.map((label) => ({ ...label, callId: id }));
      const ids = found.memories.map((memory) => memory.id);
      labels.carry(carried);
      await journal.update(run.run.id, () => [{ type: 'memories-recalled', callId: id, ids, labels: carried }]);
      return found.memories;
    },
  };
}
