import { create } from 'zustand';
import type { ApprovalId } from '#contract/ids';
import { type ApprovalDraft, EMPTY_DRAFT } from './approval-draft.ts';

interface Drafts {
  drafts: ReadonlyMap<ApprovalId, ApprovalDraft>;
}

/** What a person chose so far for each request that waits: it stays while they look at another, here or in the run. */
const useDrafts = create<Drafts>(() => ({ drafts: new Map() }));

/** The draft of one request, and the way to change it. */
export function useDraft(id: ApprovalId): readonly [ApprovalDraft, (draft: ApprovalDraft) => void] {
  const draft = useDrafts(({ drafts }) => drafts.get(id) ?? EMPTY_DRAFT);
  return [draft, (next) => useDrafts.setState(({ drafts }) => ({ drafts: new Map(drafts).set(id, next) }))];
}

/** Forgets the draft of a request that was answered. */
export function dropDraft(id: ApprovalId): void {
  useDrafts.setState(({ drafts }) => ({ drafts: new Map([...drafts].filter(([one]) => one !== id)) }));
}
