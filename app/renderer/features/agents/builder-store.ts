import { create } from 'zustand';
import type { Step } from './builder-steps.ts';

interface BuilderPlace {
  /** The agent the builder was last opened for; `new` for one that is not saved. */
  agent: string | undefined;
  step: Step;
  /** Folders that were dropped and wait for a builder to take them, read only. */
  proposed: readonly string[];
  /** The list of folders should open: something was dropped that has no path here. */
  browse: boolean;
}

/** Where the builder is, apart from its draft: it outlives the page of one agent. */
export const useBuilderPlace = create<BuilderPlace>(() => ({
  agent: undefined,
  step: 'purpose',
  proposed: [],
  browse: false,
}));

/** Opens an agent at a step, or where it was left if it is the same one. */
export function openAt(agent: string, step?: Step): void {
  const before = useBuilderPlace.getState();
  useBuilderPlace.setState({ agent, step: step ?? (before.agent === agent ? before.step : 'purpose') });
}
