import { BadgeCheck, CircleAlert, Undo2 } from 'lucide-react';
import type { Grant } from '#contract/permission';
import type { GrantDraft } from '#contract/views';
import { client, failureWords } from '../../client/client.ts';
import { showToast } from '../../stores/toast-store.ts';
import { t } from '../../strings/translate.ts';
import { plainSentence } from './record-text.tsx';

/**
 * Puts a rule in force and takes away those it replaces, in this order: between the two the stricter one counts. A toast
 * says so and offers the way back. `onChange` is called after each change.
 * @returns the rule that is in force now
 * @throws what the host says when it refuses the new rule; nothing is changed then
 */
export async function applyRule(draft: GrantDraft, replaces: readonly string[], onChange: () => void): Promise<Grant> {
  const added = await client.grant.add(draft);
  const gone: string[] = [];
  const undo = async () => {
    try {
      for (const id of gone) await client.grant.restore({ id });
      await client.grant.revoke({ id: added.id });
      showToast({ icon: Undo2, title: t('whatIf.undone'), detail: plainSentence(added.sentence) });
    } catch (error) {
      showToast({ icon: CircleAlert, tone: 'void', title: t('policy.restoreFailed'), detail: failureWords(error) });
    }
    onChange();
  };
  try {
    for (const id of replaces) {
      await client.grant.revoke({ id });
      gone.push(id);
    }
  } catch (error) {
    const detail = t('whatIf.replacedStays', { reason: failureWords(error) });
    showToast({ icon: CircleAlert, tone: 'void', title: t('policy.revokeFailed'), detail });
  }
  onChange();
  showToast({
    icon: BadgeCheck,
    tone: 'seal',
    title: t('whatIf.applied'),
    detail: plainSentence(added.sentence),
    action: { label: t('action.undo'), onPress: () => void undo() },
  });
  return added;
}
