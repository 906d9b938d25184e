import { CircleAlert, Trash2 } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { client, failureWords } from '../../client/client.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { Note } from '../../components/note.tsx';
import { useOverview } from '../../stores/overview-store.ts';
import { showToast } from '../../stores/toast-store.ts';
import { t } from '../../strings/translate.ts';

type Shown = Awaited<ReturnType<typeof client.agent.show>>;

/** Asks before an agent is removed, and lists exactly what goes and what stays (asks B15). */
export function RemoveAgent({ name, onClose }: { name: string | undefined; onClose: () => void }): ReactNode {
  const [shown, setShown] = useState<Shown>();
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string>();
  const runs = useOverview((state) => state.runs?.filter((run) => run.agent === name).length ?? 0);
  useEffect(() => {
    setShown(undefined);
    setFault(undefined);
    if (name === undefined) return;
    let gone = false;
    client.agent.show({ name }).then(
      (found) => gone || setShown(found),
      // A file that can't be read can still be removed: then the list names the agent alone.
      () => undefined,
    );
    return () => {
      gone = true;
    };
  }, [name]);
  const remove = async () => {
    if (name === undefined) return;
    setBusy(true);
    try {
      await client.agent.remove({ name });
      showToast({ icon: Trash2, title: t('agents.removed', { name }) });
      onClose();
    } catch (error) {
      setFault(failureWords(error));
    } finally {
      setBusy(false);
    }
  };
  const folders = shown?.agent.folders ?? [];
  return (
    <ConfirmDialog
      open={name !== undefined}
      onClose={onClose}
      onConfirm={() => void remove()}
      busy={busy}
      title={t('agents.removeTitle', { name: name ?? '' })}
      confirmLabel={t('agents.removeConfirm', { name: name ?? '' })}
    >
      <h3 className="font-medium text-ink">{t('agents.goes')}</h3>
      <ul className="mb-2 list-disc ps-5">
        <li>
          {t('agents.goesFile')} {shown && <code className="[overflow-wrap:anywhere]">{shown.path}</code>}
        </li>
        <li>{t('agents.goesGrants', { count: folders.length })}</li>
      </ul>
      <h3 className="font-medium text-ink">{t('agents.stays')}</h3>
      <ul className="list-disc ps-5">
        <li>{t('agents.staysRuns', { count: runs })}</li>
        {folders.map((folder) => (
          <li key={folder.id}>
            {t('agents.staysFiles')} <code className="[overflow-wrap:anywhere]">{folder.path}</code>
          </li>
        ))}
        <li>{t('agents.staysDisk')}</li>
      </ul>
      {fault !== undefined && (
        <div className="mt-3">
          <Note icon={CircleAlert} tone="void" role="alert">
            {fault}
          </Note>
        </div>
      )}
    </ConfirmDialog>
  );
}
