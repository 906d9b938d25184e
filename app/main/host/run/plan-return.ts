import type { MadeChange, Version } from './made-changes.ts';

/** One step of the way back: each path's versions, oldest first, or a folder that goes back to its place. */
export type ReturnPlan =
  | { type: 'versions'; paths: ReadonlyMap<string, readonly Step[]> }
  | { type: 'folder-moved'; from: string; to: string };

/** A path went from one version to the next. */
export interface Step {
  before: Version | undefined;
  after: Version | undefined;
  /** It is known to have been made. */
  sure?: boolean;
}

/**
 * The way back over what calls have changed, last things first. Changes of one path are one step, however many they were,
 * so that the way can be gone again after it was broken off; a folder that was moved with all that is in it divides them,
 * as paths mean something else before and after.
 */
export function planReturn(made: readonly MadeChange[]): ReturnPlan[] {
  const plan: ReturnPlan[] = [];
  let paths = new Map<string, Step[]>();
  const close = (): void => {
    if (paths.size > 0) plan.unshift({ type: 'versions', paths });
    paths = new Map();
  };
  for (const change of made) {
    if (change.type === 'folder-moved') {
      close();
      plan.unshift(change);
      continue;
    }
    const steps = paths.get(change.path) ?? [];
    steps.push({ before: change.before, after: change.after, sure: change.sure });
    paths.set(change.path, steps);
  }
  close();
  return plan;
}

/** Whether the same stands there, whatever its mode. */
export const sameVersion = (one: Version | undefined, other: Version | undefined): boolean =>
  one?.kind === other?.kind && one?.hash === other?.hash;

/**
 * How far back a path can go from what stands there now: over each step that left exactly this, and over steps that were
 * never made. `whole`: to what stood there before the first.
 */
export function wayBack(
  now: Version | undefined,
  steps: readonly Step[],
): { target: Version | undefined; whole: boolean } {
  if (sameVersion(now, steps[0]?.before)) return { target: steps[0]?.before, whole: true };
  let target = now;
  for (const { before, after } of steps.toReversed()) {
    if (!sameVersion(target, after) && !sameVersion(target, before)) return { target, whole: false };
    target = before;
  }
  return { target, whole: true };
}
