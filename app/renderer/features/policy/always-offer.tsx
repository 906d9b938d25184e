import { CircleAlert, Lock, LockOpen } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { client, failureWords } from '../../client/client.ts';
import { Icon } from '../../components/icon.tsx';
import { showToast } from '../../stores/toast-store.ts';
import { t } from '../../strings/translate.ts';

const SETTING = 'approvals.always';

/** In the status bar: whether cards may offer a grant that outlasts its run (asks B4), and the switch for it. */
export function AlwaysOffer(): ReactNode {
  const [offered, setOffered] = useState<boolean>();
  useEffect(() => {
    let gone = false;
    client.setting.list().then(
      (settings) => gone || setOffered((new Map(Object.entries(settings)).get(SETTING) ?? true) === true),
      // Without the settings nothing is said of them; the page's other calls say that the host does not answer.
      () => undefined,
    );
    return () => {
      gone = true;
    };
  }, []);
  if (offered === undefined) return null;
  const toggle = async () => {
    try {
      await client.setting.set({ key: SETTING, value: !offered });
      setOffered(!offered);
    } catch (error) {
      showToast({ icon: CircleAlert, tone: 'void', title: t('policy.alwaysFailed'), detail: failureWords(error) });
    }
  };
  return (
    <>
      <span className="flex-1" />
      <button
        type="button"
        onClick={() => void toggle()}
        className="inline-flex h-6 shrink-0 items-center gap-1.5 rounded-1 px-1.5 text-small text-ink-2 hover:bg-hover"
      >
        <Icon of={offered ? LockOpen : Lock} size="s" />
        {t(offered ? 'policy.alwaysOffered' : 'policy.alwaysNot')}{' '}
        <span className="text-ink-3">{t(offered ? 'policy.switchOff' : 'policy.switchOn')}</span>
      </button>
    </>
  );
}
