import { CircleAlert } from 'lucide-react';
import { Component, type ReactNode } from 'react';
import { Button } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { t } from '../../strings/translate.ts';
import { Page } from './page.tsx';

/** A screen that fails to draw says so in its place; the rest of the window goes on working. */
export class ScreenGuard extends Component<{ children: ReactNode }, { fault: string | undefined }> {
  override state: { fault: string | undefined } = { fault: undefined };

  static getDerivedStateFromError(error: unknown): { fault: string } {
    return { fault: error instanceof Error ? error.message : String(error) };
  }

  override render(): ReactNode {
    if (this.state.fault === undefined) return this.props.children;
    return (
      <Page label={t('region.page')} title={t('fault.screen')}>
        <EmptyState
          icon={CircleAlert}
          title={t('fault.screen')}
          action={<Button onClick={() => this.setState({ fault: undefined })}>{t('fault.drawAgain')}</Button>}
        >
          <p>{t('fault.screenDetail')}</p>
          <details className="mt-2">
            <summary>{t('action.details')}</summary>
            <code>{this.state.fault}</code>
          </details>
        </EmptyState>
      </Page>
    );
  }
}
