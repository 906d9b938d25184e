import { create } from 'zustand';
import { goTo } from '../shell/place.ts';

interface ForRun {
  /** The agent of the next run, as a person chose it; undefined: the first that can run. */
  agent: string | undefined;
  /** A model for the next run in place of the agent's own. */
  model: string | undefined;
  /** Counts up to move the focus into the field. */
  asked: number;
}

/** What the field on Home starts: it is chosen there, in the list of agents, and among the models found. */
export const useRunChoice = create<ForRun>(() => ({ agent: undefined, model: undefined, asked: 0 }));

/** Opens Home with this agent chosen and the field ready to type. */
export function chooseForRun(agent: string): void {
  useRunChoice.setState(({ asked }) => ({ agent, asked: asked + 1 }));
  goTo({ screen: 'home' });
}
