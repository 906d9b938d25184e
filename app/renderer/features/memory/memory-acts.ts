import { CircleAlert, Trash2, Undo2 } from 'lucide-react';
import { client, failureWords } from '../../client/client.ts';
import { showToast } from '../../stores/toast-store.ts';
import { t } from '../../strings/translate.ts';

/**
 * Takes a memory away at once; a toast says so and offers it back, as its text is kept that long. `onChange` is called
 * after each change.
 */
export async function removeMemory(agent: string, id: string, onChange: () => void): Promise<void> {
  const restore = async () => {
    try {
      await client.memory.restore({ agent, id });
      onChange();
      showToast({ icon: Undo2, title: t('memory.restored', { id }) });
    } catch (error) {
      showToast({
        icon: CircleAlert,
        tone: 'void',
        title: t('memory.restoreFailed', { id }),
        detail: failureWords(error),
      });
    }
  };
  try {
    await client.memory.remove({ agent, id });
    onChange();
    showToast({
      icon: Trash2,
      title: t('memory.removed', { id }),
      action: { label: t('action.undo'), onPress: () => void restore() },
    });
  } catch (error) {
    showToast({
      icon: CircleAlert,
      tone: 'void',
      title: t('memory.removeFailed', { id }),
      detail: failureWords(error),
    });
  }
}
