import { Ban, PanelRight, UserRoundCog } from 'lucide-react';
import type { PolicyRow } from '#contract/views';
import { meaning } from '../../components/meaning-icons.ts';
import type { MenuItem } from '../../components/menu.tsx';
import { t } from '../../strings/translate.ts';
import { isEditable } from './rule-edit.ts';
import type { Word } from './rule-words.ts';

/** What can be done with one rule. */
export interface RuleActs {
  open: () => void;
  change: (next: Word) => void;
  revoke: () => void;
  edit: () => void;
}

/** The menu of a rule; empty where nothing can be done but open it, as with defaults. */
export function ruleMenu(row: PolicyRow, acts: RuleActs): MenuItem[][] {
  const open: MenuItem = { id: 'open', label: t('policy.openRule'), icon: PanelRight, onSelect: acts.open };
  if (row.kind === 'binding' && row.agent !== undefined)
    return [[open, { id: 'edit', label: t('policy.editBinding'), icon: UserRoundCog, onSelect: acts.edit }]];
  if (!row.revocable) return [];
  const words = isEditable(row) ? (['allow', 'ask', 'deny'] as const) : [];
  return [
    [open],
    words.map((word) => ({
      id: word,
      label: t(`decision.${word}`),
      icon: meaning[word],
      off: word === row.decision ? t('policy.isNow') : undefined,
      onSelect: () => acts.change(word),
    })),
    [{ id: 'revoke', label: t('policy.revoke'), icon: Ban, danger: true, onSelect: acts.revoke }],
  ];
}
