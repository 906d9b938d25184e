import type { Approval, EditPreview } from '#contract/approval';
import { t } from '../../strings/translate.ts';
import type { CheckedInput } from './check-input.ts';
import type { PreviewedEdit } from './use-edit-preview.ts';

/** What is said under an edit; `bad` and `asking` disarm Allow. `refused`: the rules deny it, else it can't be read. */
export type EditVerdict =
  | { state: 'as-proposed' }
  | { state: 'asking' }
  | { state: 'fits' }
  | { state: 'bad'; message: string; refused: boolean };

function asSentence(words: string): string {
  return `${words.charAt(0).toLocaleUpperCase()}${words.slice(1).replace(/\.$/, '')}.`;
}

function refusal({ problems, reason, rule }: EditPreview): string {
  if (problems.length > 0) return problems.map(({ path, message }) => `${path} ${message}`.trim()).join('; ');
  const denied = t('approval.editDenied', { rule: rule.sentence.replace(/\.$/, ''), source: rule.source });
  return reason === rule.sentence ? denied : `${asSentence(reason)} ${denied}`;
}

/** What is said of an edit: what keeps it from being read, or from being allowed, by the rule that denies it. */
export function editVerdict(edited: boolean, checked: CheckedInput | undefined, previewed: PreviewedEdit): EditVerdict {
  if (!edited) return { state: 'as-proposed' };
  if (checked && !checked.ok) return { state: 'bad', message: checked.message, refused: false };
  switch (previewed.state) {
    case 'known': {
      const { preview } = previewed;
      if (preview.decision !== 'deny') return { state: 'fits' };
      return { state: 'bad', message: refusal(preview), refused: preview.problems.length === 0 };
    }
    case 'fault':
      return { state: 'bad', message: t('approval.editUnchecked', { reason: previewed.message }), refused: false };
    default:
      return { state: 'asking' };
  }
}

/**
 * A request as it would run with an edit, by the host's word of it (F10, H1). An edit that the host can say nothing of has
 * no effects and no origins: those of the proposed call are not its own.
 */
export function withEdit(approval: Approval, verdict: EditVerdict, previewed: PreviewedEdit): Approval {
  if (verdict.state === 'as-proposed') return approval;
  const { since: _, ...rest } = approval;
  const known = previewed.state === 'asking' ? previewed.before : previewed;
  if (known?.state === 'known') {
    const { title, effects, origins } = known.preview;
    return { ...rest, call: { ...approval.call, input: known.input }, title, effects, origins };
  }
  return verdict.state === 'asking' ? approval : { ...rest, effects: [], origins: [] };
}
