import { Ban, CircleAlert, Undo2 } from 'lucide-react';
import { client, failureWords } from '../../client/client.ts';
import { showToast } from '../../stores/toast-store.ts';
import { t } from '../../strings/translate.ts';
import { plainSentence } from './record-text.tsx';

/**
 * Takes a grant back at once; a toast says so and offers it back. Takes the grant's id, and the run where it holds for
 * that run alone. `onChange` is called after each change. Gives whether it is gone.
 */
export async function revokeGrant(
  grant: { id: string; run?: string },
  onChange: () => void = () => undefined,
): Promise<boolean> {
  const restore = async () => {
    try {
      const { sentence } = await client.grant.restore(grant);
      onChange();
      showToast({ icon: Undo2, title: t('policy.restored'), detail: plainSentence(sentence) });
    } catch (error) {
      showToast({ icon: CircleAlert, tone: 'void', title: t('policy.restoreFailed'), detail: failureWords(error) });
    }
  };
  try {
    const { sentence } = await client.grant.revoke(grant);
    onChange();
    showToast({
      icon: Ban,
      title: t('policy.revoked'),
      detail: t('policy.revokedDetail', { sentence: plainSentence(sentence) }),
      action: { label: t('action.undo'), onPress: () => void restore() },
    });
    return true;
  } catch (error) {
    showToast({ icon: CircleAlert, tone: 'void', title: t('policy.revokeFailed'), detail: failureWords(error) });
    return false;
  }
}
