import type { ReactNode } from 'react';
import { t } from '../../strings/translate.ts';
import { Page } from '../shell/page.tsx';

/** The screen Home. */
export function HomePage(): ReactNode {
  return (
    <Page label={t('nav.home')} title={t('nav.home')}>
      {null}
    </Page>
  );
}
