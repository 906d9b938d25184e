import { CircleAlert, Equal, EqualNot } from 'lucide-react';
import type { ReactNode } from 'react';
import type { FactComparison } from '#contract/views';
import { Note } from '../../components/note.tsx';
import { formatTimeExact } from '../../strings/format.ts';
import { t } from '../../strings/translate.ts';
import { linkOf } from './link-of.ts';

/** How the host says that the guard of addresses refused one. */
const NOT_PUBLIC = /\bis not public\b/;

/** What a source says now, against what it said then. A changed value is no fault: both are shown, neither is replaced. */
export function ComparisonNote({ of, address }: { of: FactComparison; address: string }): ReactNode {
  const time = formatTimeExact(of.fetchedAt);
  if (of.state === 'failed')
    return (
      <Note icon={CircleAlert} tone="void" role="status">
        {t('compare.failed', { time })} <span className="[overflow-wrap:anywhere]">{of.reason}</span>
        {(NOT_PUBLIC.test(of.reason ?? '') || 'blocked' in linkOf(address)) && (
          <span className="block">{t('compare.publicOnly')}</span>
        )}
      </Note>
    );
  const differs = of.state === 'value-changed' || of.state === 'gone';
  return (
    <Note icon={differs ? EqualNot : Equal} role="status">
      <p className={differs ? 'font-medium text-ink' : ''}>{t(`compare.${of.state}`, { time })}</p>
      {(of.state === 'value-changed' || of.state === 'gone') && (
        <dl className="mt-1 grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-0.5">
          <dt className="text-ink-3">{t('compare.before')}</dt>
          <dd className="font-mono text-bytes [overflow-wrap:anywhere]" dir="auto">
            {of.before}
          </dd>
          {of.now !== undefined && (
            <>
              <dt className="text-ink-3">{t('compare.now')}</dt>
              <dd className="font-mono text-bytes font-semibold [overflow-wrap:anywhere] text-ink" dir="auto">
                {of.now}
              </dd>
            </>
          )}
        </dl>
      )}
      <p className="text-ink-3">{of.reason ?? t('compare.notKept')}</p>
    </Note>
  );
}
