import { create } from 'zustand';
import type { RuleChange } from './rule-edit.ts';
import type { RuleForm } from './rule-form.ts';

/** A change of the rules that is not in force: of one that is there, or a new one. */
export type RuleEdit = { type: 'change'; change: RuleChange } | { type: 'new'; form: RuleForm };

interface PolicyDraft {
  /** The address it was made at; elsewhere it is not shown. */
  agent: string | undefined;
  edit: RuleEdit | undefined;
}

/** The change that is not applied yet. It outlives the page, so that a past call can be looked at meanwhile. */
export const usePolicyDraft = create<PolicyDraft>(() => ({ agent: undefined, edit: undefined }));

/** Keeps the change that is being made on the page of an agent, or of every one. */
export function setEdit(agent: string | undefined, edit: RuleEdit | undefined): void {
  usePolicyDraft.setState({ agent, edit });
}
