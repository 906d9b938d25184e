import type { ReactNode } from 'react';
import { Segmented } from '../../components/segmented.tsx';
import { canNotify, setNotify, useNotify } from '../../stores/notify-store.ts';
import { t } from '../../strings/translate.ts';
import { Section, SettingRow } from './section.tsx';

/** Whether the person is told of what waits while Warrant is in the background. A browser is asked only when switched on. */
export function NotificationsSection(): ReactNode {
  const { on, blocked } = useNotify();
  const possible = canNotify();
  return (
    <Section id="notifications" title={t('notice.title')}>
      <SettingRow
        label={t('notice.setting')}
        help={blocked || !possible ? t('notice.blocked') : t('notice.settingHelp')}
      >
        {possible && (
          <Segmented
            label={t('notice.setting')}
            value={on ? 'on' : 'off'}
            segments={[
              { value: 'on', label: t('notice.notify') },
              { value: 'off', label: t('notice.dont') },
            ]}
            onChange={(next) => void setNotify(next === 'on')}
          />
        )}
      </SettingRow>
    </Section>
  );
}
