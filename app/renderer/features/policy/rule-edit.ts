import type { GrantDraft, PolicyRow } from '#contract/views';
import { cameWithAgent, isDefaultGrant, type Word } from './rule-words.ts';

/** A change of one rule that is not in force yet: what would be added, and what would be taken away for it. */
export interface RuleChange {
  row: PolicyRow;
  next: Word;
  draft: GrantDraft;
  revoke: string[];
}

/** Whether a person may give a rule another decision: it is a grant that can be taken away. */
export function isEditable(row: PolicyRow): boolean {
  return row.grant !== undefined && row.revocable && row.run === undefined;
}

/**
 * What giving a rule another decision means. Deny beats ask and ask beats allow, so a stricter rule of its own has to go
 * before a looser one can count; a looser one stays beneath a stricter one, which needs it where it only asks.
 * @returns undefined where the rule can't be changed, or has this decision already
 */
export function changeOf(row: PolicyRow, next: Word): RuleChange | undefined {
  const { grant } = row;
  if (!grant || !isEditable(row) || next === row.decision) return undefined;
  const strictness = { allow: 0, ask: 1, deny: 2 } as const;
  const looser = strictness[next] < strictness[grant.type];
  const moot = next === 'deny' && !cameWithAgent(row) && !isDefaultGrant(row);
  const draft: GrantDraft = {
    agent: row.agent ?? 'every',
    type: next,
    permission: grant.permission,
    ...(grant.expiresAt === undefined ? {} : { expiresAt: grant.expiresAt }),
  };
  return { row, next, draft, revoke: looser || moot ? [grant.id] : [] };
}
