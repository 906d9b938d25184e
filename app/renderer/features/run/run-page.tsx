import type { ReactNode } from 'react';
import { t } from '../../strings/translate.ts';
import { Page } from '../shell/page.tsx';

/** The Run screen. */
export function RunPage({ id }: { id: string }): ReactNode {
  return (
    <Page label={t('nav.inbox')} title={id}>
      {null}
    </Page>
  );
}
