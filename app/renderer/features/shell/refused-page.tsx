import { Stamp } from 'lucide-react';
import type { ReactNode } from 'react';
import { CodeBlock } from '../../components/code-block.tsx';
import { Icon } from '../../components/icon.tsx';
import { t } from '../../strings/translate.ts';

/** In place of the whole window where this page may not connect: why, what is not lost, and what to do. */
export function RefusedPage(): ReactNode {
  return (
    <main aria-labelledby="refused-title" className="grid h-screen content-center justify-items-center bg-paper p-8">
      <div className="grid max-w-112 gap-3">
        <p className="flex items-center gap-2 font-record text-sentence font-semibold">
          <Icon of={Stamp} className="size-4.5! text-seal" />
          {t('app.name')}
        </p>
        <h1 id="refused-title" className="font-record text-ask font-semibold tracking-[-0.01em]">
          {t('refused.title')}
        </h1>
        <p>{t('refused.why')}</p>
        <p className="text-ink-2">{t('refused.do')}</p>
        <CodeBlock text={'warrant serve\nnpm start'} label={t('refused.do')} />
        <p className="text-small text-ink-3">
          {t('refused.safe')} {t('refused.orWindow')}
        </p>
      </div>
    </main>
  );
}
