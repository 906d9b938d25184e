import type { Approval } from '#contract/approval';
import { mixedScriptWords } from '../../components/spell-out.ts';
import { offersOf } from './approval-draft.ts';
import { exactText, longerThanScreen } from './exact-fields.ts';

/** Requests of one run that one answer may settle together, and those that wait beside them and are answered alone. */
export interface Alike {
  together: readonly Approval[];
  alone: readonly Approval[];
}

/** The folder that a request would act in, from the grants the host offers for it; undefined where it offers none. */
export function folderOf(approval: Approval): string | undefined {
  const permissions = offersOf(approval).map((offer) => offer.grant.permission);
  const file = permissions.find((permission) => permission.kind === 'file');
  return file?.kind === 'file' ? file.folder : undefined;
}

/**
 * What makes requests alike: tool, rule and folder. Undefined for one that must be asked alone: no grant may cover it (it
 * can't be undone, it carries text from outside, its tool always asks), it settles staged bytes or an unknown outcome, its
 * text is longer than a screen, so its end must be shown (H3), or it mixes alphabets.
 */
function likeness(approval: Approval): string | undefined {
  const folder = folderOf(approval);
  const text = exactText(approval.call);
  if (approval.purpose !== 'execute' || folder === undefined) return undefined;
  if (longerThanScreen(text) || mixedScriptWords(text).length > 0) return undefined;
  const { tool, command } = approval.call;
  return JSON.stringify([tool, command, approval.rule.id, folder]);
}

/** The requests that are like one of them, itself among them, in the order given (H8); undefined where it is alone. */
export function alikeTo(approval: Approval, waiting: readonly Approval[]): Alike | undefined {
  const like = likeness(approval);
  if (like === undefined) return undefined;
  const together = waiting.filter((one) => likeness(one) === like);
  return together.length < 2 ? undefined : { together, alone: waiting.filter((one) => !together.includes(one)) };
}
