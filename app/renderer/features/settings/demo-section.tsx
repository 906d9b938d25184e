import { Cpu } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from '../../components/icon.tsx';
import { t } from '../../strings/translate.ts';
import { Section } from './section.tsx';

const kinds = [
  'settings.demoLedger',
  'settings.demoFiles',
  'settings.demoWrite',
  'settings.demoSums',
  'settings.demoTime',
  'settings.demoWords',
  'settings.demoBrief',
] as const;

/** What the demo model is and is not. */
export function DemoSection(): ReactNode {
  return (
    <Section id="demo" title={t('settings.demo')}>
      <div className="flex items-start gap-2.5 px-3.5 py-2.5">
        <Icon of={Cpu} size="s" className="mt-0.75 text-ink-2" />
        <div className="grid min-w-0 flex-1 gap-1">
          <p>
            <b className="font-medium">{t('settings.demoFollows')}</b>{' '}
            <span className="text-ink-2">{t('settings.demoWhat')}</span>
          </p>
          <p className="text-small text-ink-2">{t('settings.demoKinds')}</p>
          <ul className="list-disc ps-5 text-small text-ink-2">
            {kinds.map((kind) => (
              <li key={kind}>{t(kind)}</li>
            ))}
          </ul>
          <p className="text-small text-ink-3">{t('settings.demoRest')}</p>
        </div>
      </div>
    </Section>
  );
}
