import { Check, CircleAlert, KeyRound, RefreshCw, TriangleAlert } from 'lucide-react';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import type { DoctorRow } from '#contract/views';
import { client, failureWords } from '../../client/client.ts';
import { Button } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { Note } from '../../components/note.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { t } from '../../strings/translate.ts';
import { Section } from './section.tsx';

const looks = {
  ok: [Check, 'text-ink-2', 'settings.ok'],
  warning: [TriangleAlert, 'text-ink', 'settings.warning'],
  fault: [CircleAlert, 'text-void-ink', 'settings.fault'],
} as const;

/** What works on this computer, and what to do about the rest. */
export function DoctorSection(): ReactNode {
  const [rows, setRows] = useState<readonly DoctorRow[]>();
  const [fault, setFault] = useState<string>();
  const [busy, setBusy] = useState<'looking' | 'testing'>();
  const look = useCallback((selfTest: boolean) => {
    setBusy(selfTest ? 'testing' : 'looking');
    client.host
      .doctor({ selfTest })
      .then(setRows, (error: unknown) => setFault(failureWords(error)))
      .finally(() => setBusy(undefined));
  }, []);
  useEffect(() => look(false), [look]);
  return (
    <Section
      id="works"
      title={t('settings.works')}
      lead={t('settings.worksLead')}
      actions={
        <>
          <Button
            size="s"
            icon={KeyRound}
            disabled={busy !== undefined}
            busy={busy === 'testing'}
            onClick={() => look(true)}
          >
            {t(busy === 'testing' ? 'settings.selfTesting' : 'settings.selfTest')}
          </Button>
          <Button size="s" icon={RefreshCw} disabled={busy !== undefined} onClick={() => look(false)}>
            {t('settings.lookAgainDoctor')}
          </Button>
        </>
      }
    >
      {fault !== undefined && (
        <Note icon={CircleAlert} tone="void" role="alert">
          {t('settings.failed')}. {fault}
        </Note>
      )}
      {!rows && fault === undefined && (
        <div className="p-3.5">
          <Skeleton lines={[70, 80, 60]} />
        </div>
      )}
      <ul aria-label={t('settings.works')}>
        {rows?.map((row) => {
          const [glyph, tone, word] = looks[row.state];
          return (
            <li key={row.id} className="flex items-start gap-2.5 border-line border-b px-3.5 py-2 last:border-0">
              <Icon of={glyph} size="s" className={`mt-0.75 ${tone}`} />
              <div className="min-w-0 flex-1">
                <b className="font-medium">{row.name}</b>{' '}
                <span className={`text-small ${row.state === 'fault' ? 'text-void-ink' : 'text-ink-3'}`}>
                  {t(word)}
                </span>
                <p className="text-small text-ink-2 [overflow-wrap:anywhere]">{row.detail}</p>
                {row.advice && <p className="text-small text-ink">{row.advice}</p>}
              </div>
            </li>
          );
        })}
      </ul>
    </Section>
  );
}
