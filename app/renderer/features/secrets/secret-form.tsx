import { CircleAlert, KeyRound } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { SecretRow } from '#contract/views';
import { client, failureWords } from '../../client/client.ts';
import { Button } from '../../components/button.tsx';
import { Field } from '../../components/field.tsx';
import { Note } from '../../components/note.tsx';
import { TextInput } from '../../components/text-input.tsx';
import { showToast } from '../../stores/toast-store.ts';
import { t } from '../../strings/translate.ts';
import { readSecrets } from './use-secrets.ts';

type Place = 'name' | 'origin' | 'value';

/** The field that the host's words are about; undefined where they are about the whole. */
function placeOf(fault: string): Place | undefined {
  if (/ is no origin\b/.test(fault)) return 'origin';
  if (/^The value of /.test(fault)) return 'value';
  return / is no name\b|\bname of a secret\b/.test(fault) ? 'name' : undefined;
}

/** Name, origin and value of a secret. The value goes to the host, is forgotten here, and never comes back. */
export function SecretForm({
  row,
  name: proposed = '',
  onClose,
  onDone,
}: {
  /** The secret whose value is replaced; absent: a new one. */
  row?: SecretRow | undefined;
  name?: string;
  onClose: () => void;
  onDone: (row: SecretRow) => void;
}): ReactNode {
  const [name, setName] = useState(row?.name ?? proposed);
  const [origin, setOrigin] = useState(row?.origin ?? '');
  const [value, setValue] = useState('');
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string>();
  const ready = name.trim() !== '' && value !== '' && !busy;
  const save = async (): Promise<void> => {
    setBusy(true);
    setFault(undefined);
    const at = origin.trim();
    try {
      const saved = await client.secret.set({ name: name.trim(), value, ...(at !== '' && { origin: at }) });
      setValue('');
      showToast({ icon: KeyRound, title: t('secrets.saved', { name: saved.name }) });
      await readSecrets();
      onDone(saved);
    } catch (error) {
      setFault(failureWords(error));
    } finally {
      setBusy(false);
    }
  };
  const form = useRef<HTMLFormElement>(null);
  // The first field that is still empty; of a secret that is there, its value.
  useEffect(
    () => form.current?.querySelector<HTMLElement>('input:not(:disabled)[value=""], input[type=password]')?.focus(),
    [],
  );
  const place = fault === undefined ? undefined : placeOf(fault);
  const at = (field: Place) => (place === field ? fault : undefined);
  return (
    <form
      ref={form}
      className="grid gap-3 border-line border-t bg-sunk px-3.5 py-3"
      onSubmit={(event) => {
        event.preventDefault();
        event.stopPropagation();
        if (ready) void save();
      }}
    >
      <div className="grid grid-cols-2 gap-3 compact:grid-cols-1">
        <Field label={t('secrets.name')} help={t('secrets.nameHelp')} error={at('name')}>
          {(ids) => (
            <TextInput
              {...ids}
              bytes
              maxLength={64}
              disabled={row !== undefined}
              value={name}
              placeholder={t('secrets.nameExample')}
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Field>
        <Field label={t('secrets.origin')} help={t('secrets.originHelp')} error={at('origin')}>
          {(ids) => (
            <TextInput
              {...ids}
              bytes
              value={origin}
              placeholder={t('secrets.originExample')}
              onChange={(event) => setOrigin(event.target.value)}
            />
          )}
        </Field>
      </div>
      <Field label={t(row ? 'secrets.newValue' : 'secrets.value')} help={t('secrets.valueHelp')} error={at('value')}>
        {(ids) => (
          <TextInput
            {...ids}
            type="password"
            autoComplete="off"
            dir="ltr"
            value={value}
            onChange={(event) => setValue(event.target.value)}
          />
        )}
      </Field>
      {fault !== undefined && place === undefined && (
        <Note icon={CircleAlert} tone="void" role="alert">
          {fault}
        </Note>
      )}
      <div className="flex gap-2">
        <Button look="ink" type="submit" disabled={!ready} busy={busy}>
          {t(row ? 'secrets.replace' : 'secrets.save')}
        </Button>
        <Button look="quiet" onClick={onClose}>
          {t('secrets.cancel')}
        </Button>
      </div>
    </form>
  );
}
