import { Download, Ellipsis, Pencil, Search, Stamp, Trash2 } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import type { RunState } from '#contract/projections/run-state';
import { client, failureWords } from '../../client/client.ts';
import { Button } from '../../components/button.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Field } from '../../components/field.tsx';
import { IconButton } from '../../components/icon-button.tsx';
import { meaning } from '../../components/meaning-icons.ts';
import { Menu } from '../../components/menu.tsx';
import { saveFile } from '../../components/save-file.ts';
import { TextInput } from '../../components/text-input.tsx';
import { forgetRun } from '../../stores/run-store.ts';
import { showToast } from '../../stores/toast-store.ts';
import { t } from '../../strings/translate.ts';
import { ExportDialog } from '../bundle/export-dialog.tsx';
import { goTo } from '../shell/place.ts';

function tellFailure(error: unknown): void {
  showToast({ icon: meaning.failed, tone: 'void', title: t('run.failedAct'), detail: failureWords(error) });
}

/** A file name that every system takes, from a run's title. */
export function fileNameOf(title: string, ending: string): string {
  const name = title
    .replace(/[^\p{L}\p{N} ._-]+/gu, ' ')
    .trim()
    .replace(/\s+/g, '-')
    .slice(0, 60);
  return `${name || 'run'}.${ending}`;
}

async function exportRun(state: RunState, format: 'markdown' | 'json'): Promise<void> {
  const { text } = await client.run.export({ run: state.run.id, format });
  const name = fileNameOf(state.title, format === 'markdown' ? 'md' : 'json');
  saveFile(text, name, format === 'markdown' ? 'text/markdown' : 'application/json');
  showToast({ icon: Download, title: t('run.exported', { file: name }) });
}

function RenameDialog({ state, onClose }: { state: RunState; onClose: () => void }): ReactNode {
  const [title, setTitle] = useState(state.title);
  const input = useRef<HTMLInputElement>(null);
  const save = () => {
    const next = title.trim();
    if (next === '') return;
    client.run.rename({ run: state.run.id, title: next }).then(onClose, tellFailure);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('run.renameTitle')}
      focusRef={input}
      actions={
        <>
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <Button look="ink" disabled={title.trim() === ''} onClick={save}>
            {t('action.rename')}
          </Button>
        </>
      }
    >
      <Field label={t('run.renameLabel')}>
        {(ids) => (
          <TextInput
            {...ids}
            ref={input}
            maxLength={200}
            value={title}
            onChange={(event) => setTitle(event.target.value)}
            onKeyDown={(event) => event.key === 'Enter' && save()}
          />
        )}
      </Field>
    </Dialog>
  );
}

function DeleteDialog({ state, onClose }: { state: RunState; onClose: () => void }): ReactNode {
  const [busy, setBusy] = useState(false);
  const id = state.run.id;
  const remove = () => {
    setBusy(true);
    client.run.remove({ run: id }).then(
      () => {
        goTo({ screen: 'home' });
        forgetRun(id);
        showToast({ icon: Trash2, title: t('run.deleted'), detail: state.title });
      },
      (error: unknown) => {
        setBusy(false);
        tellFailure(error);
      },
    );
  };
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={remove}
      busy={busy}
      title={t('run.deleteTitle')}
      confirmLabel={t('run.deleteConfirm')}
      extra={
        <Button look="quiet" icon={Download} onClick={() => void exportRun(state, 'markdown').catch(tellFailure)}>
          {t('run.exportMarkdown')}
        </Button>
      }
    >
      <p>
        {t('run.deleteGoes', {
          entries: t('run.deleteEntries', { count: state.seq }),
          files: t('run.deleteFiles', {
            count: [...state.calls.values()].reduce((sum, call) => sum + call.changes.length, 0),
          }),
        })}{' '}
        {t('run.deleteStays')}
      </p>
    </ConfirmDialog>
  );
}

/** Rename, export, delete: what can be done with a run as a whole. */
export function RunMenu({ state, onFind }: { state: RunState; onFind: () => void }): ReactNode {
  const [dialog, setDialog] = useState<'rename' | 'delete' | 'seal'>();
  const close = () => setDialog(undefined);
  return (
    <>
      <Menu
        trigger={<IconButton icon={Ellipsis} label={t('run.more')} tooltip={false} />}
        groups={[
          [
            { id: 'find', label: t('run.find'), icon: Search, keys: 'Mod+F', onSelect: onFind },
            { id: 'rename', label: t('run.rename'), icon: Pencil, onSelect: () => setDialog('rename') },
          ],
          [
            {
              id: 'markdown',
              label: t('run.exportMarkdown'),
              icon: Download,
              onSelect: () => void exportRun(state, 'markdown').catch(tellFailure),
            },
            {
              id: 'json',
              label: t('run.exportJson'),
              icon: Download,
              onSelect: () => void exportRun(state, 'json').catch(tellFailure),
            },
            {
              id: 'bundle',
              label: t('bundle.export'),
              icon: Stamp,
              onSelect: () => setDialog('seal'),
            },
          ],
          [{ id: 'delete', label: t('run.delete'), icon: Trash2, danger: true, onSelect: () => setDialog('delete') }],
        ]}
      />
      {dialog === 'rename' && <RenameDialog state={state} onClose={close} />}
      {dialog === 'seal' && (
        <ExportDialog run={state.run.id} name={fileNameOf(state.title, 'warrant')} onClose={close} />
      )}
      {dialog === 'delete' && <DeleteDialog state={state} onClose={close} />}
    </>
  );
}
