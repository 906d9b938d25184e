import type { ReactNode } from 'react';
import { Segmented } from '../../components/segmented.tsx';
import { setView, useView } from '../../stores/view-store.ts';
import { formatNumber } from '../../strings/format.ts';
import { t } from '../../strings/translate.ts';
import { Section, SettingRow } from './section.tsx';

const sizes = ['90', '100', '110', '125', '150'] as const;

/** Theme and text size; they hold at once. */
export function AppearanceSection(): ReactNode {
  const theme = useView((state) => state.theme);
  const scale = useView((state) => state.fontScale);
  const percent = Math.round(scale * 100);
  const near = sizes.reduce((best, size) =>
    Math.abs(Number(size) - percent) < Math.abs(Number(best) - percent) ? size : best,
  );
  return (
    <Section id="appearance" title={t('settings.appearance')}>
      <SettingRow label={t('settings.theme')}>
        <Segmented
          label={t('settings.theme')}
          value={theme}
          segments={[
            { value: 'system', label: t('settings.themeSystem') },
            { value: 'light', label: t('settings.themeLight') },
            { value: 'dark', label: t('settings.themeDark') },
          ]}
          onChange={(next) => setView({ theme: next })}
        />
      </SettingRow>
      <SettingRow label={t('settings.textSize')}>
        <Segmented
          label={t('settings.textSize')}
          value={near}
          segments={sizes.map((size) => ({
            value: size,
            label: size === near ? t('settings.percent', { value: percent }) : formatNumber(Number(size)),
          }))}
          onChange={(next) => setView({ fontScale: Number(next) / 100 })}
        />
      </SettingRow>
    </Section>
  );
}
