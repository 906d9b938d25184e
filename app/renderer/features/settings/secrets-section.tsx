import { CircleAlert, KeyRound, Plus } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import type { SecretRow } from '#contract/views';
import { client, failureWords } from '../../client/client.ts';
import { Button } from '../../components/button.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { Icon } from '../../components/icon.tsx';
import { Note } from '../../components/note.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { formatList, formatMoment } from '../../strings/format.ts';
import { t } from '../../strings/translate.ts';
import { SecretForm } from '../secrets/secret-form.tsx';
import { readSecrets, useSecrets } from '../secrets/use-secrets.ts';
import { useNow } from '../shell/use-now.ts';
import { Section } from './section.tsx';

function SecretLine({
  row,
  open,
  onOpen,
  onRemove,
}: {
  row: SecretRow;
  open: boolean;
  onOpen: (open: boolean) => void;
  onRemove: () => void;
}): ReactNode {
  const now = useNow(60_000);
  const replace = useRef<HTMLButtonElement>(null);
  const close = () => {
    onOpen(false);
    replace.current?.focus();
  };
  return (
    <li className="border-line border-b last:border-0">
      <div className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 px-3.5 py-1.5">
        <Icon of={KeyRound} size="s" className="text-ink-2" />
        <div className="min-w-0 flex-1">
          <p className="cut font-mono text-bytes font-medium" dir="ltr">
            {row.name}
          </p>
          <p className="text-small text-ink-3">
            {row.origin === undefined ? t('secrets.anyOrigin') : t('secrets.onlyFor', { origin: row.origin })}{' '}
            {row.agents.length === 0
              ? t('secrets.unused')
              : t('secrets.usedBy', { count: row.agents.length, agents: formatList(row.agents) })}
          </p>
        </div>
        {row.kept ? (
          <span className="text-small text-ink-3">
            {t('secrets.since', { when: formatMoment(row.createdAt, now) })}
          </span>
        ) : (
          <span className="flex items-center gap-1 text-small text-void-ink">
            <Icon of={CircleAlert} size="s" /> {t('secrets.noValue')}
          </span>
        )}
        <Button
          ref={replace}
          size="s"
          look="quiet"
          aria-label={t('secrets.replaceName', { name: row.name })}
          aria-expanded={open}
          onClick={() => onOpen(!open)}
        >
          {t('secrets.replaceValue')}
        </Button>
        <Button size="s" look="quiet" aria-label={t('secrets.removeName', { name: row.name })} onClick={onRemove}>
          {t('secrets.remove')}
        </Button>
      </div>
      {open && <SecretForm row={row} onClose={close} onDone={close} />}
    </li>
  );
}

/** Named secrets: they are used by reference; a value goes in and never comes back (rules K1, K10). */
export function SecretsSection(): ReactNode {
  const { rows, fault } = useSecrets();
  const [open, setOpen] = useState<string>();
  const [adding, add] = useState(false);
  const [going, setGoing] = useState<SecretRow>();
  const [removeFault, setRemoveFault] = useState<string>();
  const remove = async (row: SecretRow): Promise<void> => {
    setGoing(undefined);
    try {
      await client.secret.remove({ name: row.name });
      setRemoveFault(undefined);
      await readSecrets();
    } catch (error) {
      setRemoveFault(failureWords(error));
    }
  };
  const said = fault ?? removeFault;
  const opener = useRef<HTMLButtonElement>(null);
  const close = () => {
    add(false);
    opener.current?.focus();
  };
  return (
    <Section
      id="secrets"
      title={t('settings.secrets')}
      lead={t('secrets.lead')}
      actions={
        <Button ref={opener} size="s" icon={Plus} aria-expanded={adding} onClick={() => add(!adding)}>
          {t('secrets.new')}
        </Button>
      }
    >
      {said !== undefined && (
        <Note icon={CircleAlert} tone="void" role="alert">
          {said}
        </Note>
      )}
      {!rows && fault === undefined && (
        <div className="p-3.5">
          <Skeleton lines={[80, 80]} />
        </div>
      )}
      {rows?.length === 0 && !adding && <p className="px-3.5 py-3 text-ink-3">{t('secrets.empty')}</p>}
      {adding && <SecretForm onClose={close} onDone={close} />}
      <ul aria-label={t('settings.secrets')}>
        {rows?.map((row) => (
          <SecretLine
            key={row.name}
            row={row}
            open={open === row.name}
            onOpen={(next) => setOpen(next ? row.name : undefined)}
            onRemove={() => setGoing(row)}
          />
        ))}
      </ul>
      <ConfirmDialog
        open={going !== undefined}
        title={t('secrets.removeTitle', { name: going?.name ?? '' })}
        confirmLabel={t('secrets.removeConfirm')}
        onClose={() => setGoing(undefined)}
        onConfirm={() => going && void remove(going)}
      >
        {t('secrets.removeLead')}{' '}
        {going && going.agents.length > 0 && t('secrets.removeUsed', { agents: formatList(going.agents) })}
      </ConfirmDialog>
    </Section>
  );
}
