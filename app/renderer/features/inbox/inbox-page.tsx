import type { ReactNode } from 'react';
import { t } from '../../strings/translate.ts';
import { Page } from '../shell/page.tsx';

/** The Inbox. */
export function InboxPage({ selected: _selected }: { selected: string | undefined }): ReactNode {
  return (
    <Page label={t('nav.inbox')} title={t('nav.inbox')}>
      {null}
    </Page>
  );
}
