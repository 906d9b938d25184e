import type { Approval, GrantOffer } from '#contract/approval';
import type { Json } from '#contract/ids';

/** What a person chose so far for one request. Each request of a run keeps its own. */
export interface ApprovalDraft {
  /** Absent: once. */
  reach: GrantOffer['reach'] | undefined;
  /** The edited arguments as text; absent while they are as proposed. */
  edit: string | undefined;
  editing: boolean;
  note: string | undefined;
  showAll: boolean;
}

export const EMPTY_DRAFT: ApprovalDraft = {
  reach: undefined,
  edit: undefined,
  editing: false,
  note: undefined,
  showAll: false,
};

/** An answer as a person gave it on the card. */
export interface CardAnswer {
  answer: { type: 'allow'; reach?: string } | { type: 'deny' };
  note?: string;
  editedInput?: Json;
}

/** The grants a card may offer: none for a call that carries text from outside, and never `once` itself. */
export function offersOf(approval: Approval): GrantOffer[] {
  return approval.labels.length > 0 ? [] : approval.offers.filter((offer) => offer.reach !== 'once');
}

/** The chosen offer; none while the arguments are edited, for the offers fit the proposed call alone. */
export function chosenOffer(approval: Approval, draft: ApprovalDraft): GrantOffer | undefined {
  if (draft.edit !== undefined) return undefined;
  return offersOf(approval).find((offer) => offer.reach === draft.reach);
}
