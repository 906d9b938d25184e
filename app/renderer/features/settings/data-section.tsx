import { CircleAlert, Link2, Unlink } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { client, failureWords } from '../../client/client.ts';
import { Button } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { Note } from '../../components/note.tsx';
import { t } from '../../strings/translate.ts';
import { MeaningRow } from './meaning-row.tsx';
import { Section, SettingRow } from './section.tsx';
import { useHostInfo } from './use-host-info.ts';

type Verified = Awaited<ReturnType<typeof client.log.verify>>;

function LogRow(): ReactNode {
  const [found, setFound] = useState<Verified>();
  const [fault, setFault] = useState<string>();
  const [busy, setBusy] = useState(false);
  const verify = async () => {
    setBusy(true);
    setFault(undefined);
    try {
      setFound(await client.log.verify({}));
    } catch (error) {
      setFault(failureWords(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <SettingRow label={t('settings.log')} help={t('settings.logHelp')}>
        <span className="flex items-center gap-3">
          <span role="status" className="text-small text-ink-2">
            {busy ? (
              t('settings.verifying')
            ) : found?.ok ? (
              <span className="flex items-center gap-1">
                <Icon of={Link2} size="s" />
                {t('settings.verified', { count: found.entries })}
              </span>
            ) : (
              found && (
                <span className="flex items-center gap-1 font-medium text-void-ink">
                  <Icon of={Unlink} size="s" />
                  {t('settings.broken')}
                </span>
              )
            )}
          </span>
          <Button size="s" busy={busy} disabled={busy} onClick={() => void verify()}>
            {t('settings.verify')}
          </Button>
        </span>
      </SettingRow>
      {found && !found.ok && (
        <ul className="border-line border-t bg-void-wash px-3.5 py-2 text-small text-void-ink">
          {found.broken.map((one) => (
            <li key={one.stream}>{t('settings.brokenAt', one)}</li>
          ))}
        </ul>
      )}
      {fault !== undefined && (
        <Note icon={CircleAlert} tone="void" role="alert">
          {fault}
        </Note>
      )}
    </>
  );
}

/** Where everything is kept, by which versions, and whether the log is whole. */
export function DataSection(): ReactNode {
  const { info, fault } = useHostInfo();
  return (
    <Section id="data" title={t('settings.data')}>
      {fault !== undefined && (
        <Note icon={CircleAlert} tone="void" role="alert">
          {t('settings.failed')}. {fault}
        </Note>
      )}
      <SettingRow label={t('settings.folder')} help={t('settings.folderHelp')}>
        <code className="[overflow-wrap:anywhere] text-ink-2">{info?.dataFolder}</code>
      </SettingRow>
      <SettingRow label={t('settings.version')}>
        <bdi className="text-ink-2">{info && `Warrant ${info.version}, ${info.platform}`}</bdi>
      </SettingRow>
      <SettingRow label={t('settings.database')}>
        <bdi className="text-ink-2">{info && `SQLite ${info.sqlite}`}</bdi>
      </SettingRow>
      <SettingRow label={t('settings.runsAs')}>
        <span className="text-ink-2">{t(window.warrant ? 'settings.window' : 'settings.browser')}</span>
      </SettingRow>
      <MeaningRow />
      <LogRow />
      <SettingRow label={t('settings.programLog')} help={t('settings.programLogHelp')}>
        <span className="text-end text-ink-2">
          {info && t(`settings.logLevel.${info.programLog.level}`)}
          <code className="block [overflow-wrap:anywhere]">{info?.programLog.file}</code>
        </span>
      </SettingRow>
    </Section>
  );
}
