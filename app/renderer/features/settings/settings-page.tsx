import type { ReactNode } from 'react';
import { t } from '../../strings/translate.ts';
import { Page } from '../shell/page.tsx';

/** The screen Settings. */
export function SettingsPage({ section: _section }: { section: string | undefined }): ReactNode {
  return (
    <Page label={t('nav.settings')} title={t('nav.settings')}>
      {null}
    </Page>
  );
}
