import { CircleAlert, KeyRound } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { ProviderRow } from '#contract/views';
import { client, failureWords } from '../../client/client.ts';
import { Button } from '../../components/button.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { Field } from '../../components/field.tsx';
import { Note } from '../../components/note.tsx';
import { parseUrl } from '../../components/parse-url.ts';
import { TextInput } from '../../components/text-input.tsx';
import { showToast } from '../../stores/toast-store.ts';
import { type PlainKey, t } from '../../strings/translate.ts';
import { lookForModels } from '../models/use-models.ts';

/** Whether a text is an address that a provider can be reached at. */
export function isAddress(text: string): boolean {
  return /^https?:$/.test(parseUrl(text)?.protocol ?? '');
}

/** Key and base URL of one provider. What is typed goes to the host and is forgotten here. */
export function KeyForm({
  row,
  onClose,
  onDone,
}: {
  row: ProviderRow;
  onClose: () => void;
  onDone: () => void;
}): ReactNode {
  const [key, setKey] = useState('');
  const [baseUrl, setBaseUrl] = useState(row.baseUrl);
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string>();
  const [removing, setRemoving] = useState(false);
  const { name, provider } = row;
  const badUrl = baseUrl.trim() !== '' && !isAddress(baseUrl.trim());
  const newUrl = baseUrl.trim() !== row.baseUrl;
  const ready = !badUrl && !busy && (key !== '' || newUrl);

  const set = async (
    input: Parameters<typeof client.model.setKey>[0],
    title: 'keySaved' | 'addressSaved' | 'keyRemoved',
  ) => {
    setBusy(true);
    try {
      await client.model.setKey(input);
      setKey('');
      showToast({ icon: KeyRound, title: t(`settings.${title}`, { name }) });
      void lookForModels();
      onDone();
    } catch (error) {
      setFault(failureWords(error));
    } finally {
      setBusy(false);
    }
  };
  const keepHelp: PlainKey = row.key === 'vault' ? 'settings.newKeyKeep' : 'settings.newKeyHelp';
  return (
    <form
      className="grid gap-3 border-line border-t bg-sunk px-3.5 py-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (!ready) return;
        const url = newUrl ? { baseUrl: baseUrl.trim() } : {};
        void set({ provider, key, ...url }, key === '' ? 'addressSaved' : 'keySaved');
      }}
    >
      <div className="grid grid-cols-2 gap-3 compact:grid-cols-1">
        <Field
          label={t('settings.newKey', { name })}
          help={
            <>
              {t(keepHelp)} {row.key === 'environment' && t('settings.environmentWins')}
            </>
          }
        >
          {(ids) => (
            <TextInput
              {...ids}
              type="password"
              autoComplete="off"
              bytes
              value={key}
              onChange={(event) => setKey(event.target.value)}
            />
          )}
        </Field>
        <Field
          label={t('settings.baseUrl')}
          help={t('settings.baseUrlHelp')}
          error={badUrl ? t('settings.baseUrlBad') : undefined}
        >
          {(ids) => <TextInput {...ids} bytes value={baseUrl} onChange={(event) => setBaseUrl(event.target.value)} />}
        </Field>
      </div>
      {fault !== undefined && (
        <Note icon={CircleAlert} tone="void" role="alert">
          {fault}
        </Note>
      )}
      <div className="flex items-center gap-2">
        {row.key === 'vault' && (
          <Button size="s" look="void" onClick={() => setRemoving(true)}>
            {t('settings.removeKey')}
          </Button>
        )}
        <span className="flex-1" />
        <Button size="s" onClick={onClose}>
          {t('action.cancel')}
        </Button>
        <Button size="s" look="ink" type="submit" disabled={!ready} busy={busy}>
          {t('settings.saveKey')}
        </Button>
      </div>
      <ConfirmDialog
        open={removing}
        onClose={() => setRemoving(false)}
        onConfirm={() => {
          setRemoving(false);
          void set({ provider, key: '' }, 'keyRemoved');
        }}
        title={t('settings.removeTitle', { name })}
        confirmLabel={t('settings.removeKey')}
      >
        <p>{t('settings.removeGoes')}</p>
        <p>{t('settings.removeStays', { name })}</p>
      </ConfirmDialog>
    </form>
  );
}
