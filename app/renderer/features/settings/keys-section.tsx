import { CircleAlert, LockKeyhole, LockKeyholeOpen } from 'lucide-react';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import type { ProviderRow } from '#contract/views';
import { client, failureWords } from '../../client/client.ts';
import { Button } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { Note } from '../../components/note.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { t } from '../../strings/translate.ts';
import { KeyForm } from './key-form.tsx';
import { Section } from './section.tsx';
import { useHostInfo } from './use-host-info.ts';

const keyWords = {
  vault: 'settings.keyVault',
  environment: 'settings.keyEnvironment',
  'none-needed': 'settings.keyNotNeeded',
  none: 'settings.keyNone',
} as const;
const locks = {
  os: ['settings.lockOs', 'settings.lockOsDetail'],
  passphrase: ['settings.lockPassphrase', 'settings.lockPassphraseDetail'],
  session: ['settings.lockSession', 'settings.lockSessionDetail'],
  unreadable: ['settings.lockUnreadable', 'settings.lockUnreadableDetail'],
} as const;

/** How keys are kept now (rule K1): locked, until the program ends, or not to be read. */
function LockRow(): ReactNode {
  const { info } = useHostInfo();
  if (!info) return null;
  const { state, detail } = info.keyStore;
  const locked = state === 'os' || state === 'passphrase';
  const [title, help] = locks[state];
  return (
    <div
      role={locked ? undefined : 'status'}
      className={`flex items-start gap-2 border-line border-b px-3.5 py-2 ${
        locked ? '' : state === 'session' ? 'bg-seal-wash' : 'bg-void-wash'
      }`}
    >
      <Icon
        of={locked ? LockKeyhole : LockKeyholeOpen}
        size="s"
        className={`mt-0.75 ${locked ? 'text-ink-2' : state === 'session' ? 'text-seal-ink' : 'text-void-ink'}`}
      />
      <p className="min-w-0 flex-1">
        <b className="font-medium">{t(title)}.</b> <span className="text-ink-2">{detail || t(help)}</span>
      </p>
    </div>
  );
}

function ProviderLine({
  row,
  open,
  onOpen,
  onDone,
}: {
  row: ProviderRow;
  open: boolean;
  onOpen: (open: boolean) => void;
  onDone: () => void;
}): ReactNode {
  const action = t(
    row.key === 'vault' ? 'settings.replaceKey' : row.key === 'none-needed' ? 'settings.setAddress' : 'settings.setKey',
  );
  return (
    <li className="border-line border-b last:border-0">
      <div className="grid min-h-9 grid-cols-[minmax(0,11rem)_minmax(0,1fr)_9.5rem_4.5rem] items-center gap-3 px-3.5 py-1 compact:grid-cols-[minmax(0,1fr)_9.5rem_4.5rem]">
        <b className="font-medium">{row.name}</b>
        {row.baseUrl ? (
          <code className="cut text-ink-2 compact:hidden">{row.baseUrl}</code>
        ) : (
          <span className="text-ink-3 compact:hidden">{t('settings.noAddress')}</span>
        )}
        <span className={row.key === 'none' ? 'text-ink-3' : 'text-ink-2'}>{t(keyWords[row.key])}</span>
        <span className="text-end">
          <Button
            size="s"
            look="quiet"
            aria-expanded={open}
            aria-label={t('settings.editProvider', { action, name: row.name })}
            onClick={() => onOpen(!open)}
          >
            {action}
          </Button>
        </span>
      </div>
      {open && <KeyForm row={row} onClose={() => onOpen(false)} onDone={onDone} />}
    </li>
  );
}

/** Providers of models: address and key of each. A key can be set, replaced and removed; it never comes back. */
export function KeysSection(): ReactNode {
  const [rows, setRows] = useState<readonly ProviderRow[]>();
  const [fault, setFault] = useState<string>();
  const [open, setOpen] = useState<string>();
  const read = useCallback(() => {
    client.model.providers().then(
      (found) => {
        setRows(found);
        setFault(undefined);
      },
      (error: unknown) => setFault(failureWords(error)),
    );
  }, []);
  useEffect(read, [read]);
  return (
    <Section id="keys" title={t('settings.keys')} lead={t('settings.keysLead')}>
      <LockRow />
      {fault !== undefined && (
        <Note icon={CircleAlert} tone="void" role="alert">
          {t('settings.failed')}. {fault}
        </Note>
      )}
      {!rows && fault === undefined && (
        <div className="p-3.5">
          <Skeleton lines={[80, 80, 80]} />
        </div>
      )}
      <ul aria-label={t('settings.keys')}>
        {rows?.map((row) => (
          <ProviderLine
            key={row.provider}
            row={row}
            open={open === row.provider}
            onOpen={(next) => setOpen(next ? row.provider : undefined)}
            onDone={() => {
              setOpen(undefined);
              read();
            }}
          />
        ))}
      </ul>
    </Section>
  );
}
