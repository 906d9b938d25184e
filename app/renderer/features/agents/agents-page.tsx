import type { ReactNode } from 'react';
import { t } from '../../strings/translate.ts';
import { Page } from '../shell/page.tsx';

/** The screen Agents. */
export function AgentsPage({ selected: _selected }: { selected: string | undefined }): ReactNode {
  return (
    <Page label={t('nav.agents')} title={t('nav.agents')}>
      {null}
    </Page>
  );
}
