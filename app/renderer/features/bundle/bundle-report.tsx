import { Check, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { BundleReport } from '#contract/views';
import { Hash } from '../../components/hash.tsx';
import { Icon } from '../../components/icon.tsx';
import { formatNumber } from '../../strings/format.ts';
import { t } from '../../strings/translate.ts';
import { stripOf, subjectWords } from './bundle-words.ts';

/** The chain as a strip: whole entries solid, the altered one oxblood with its number, all after it hatched. */
function Strip({ report }: { report: BundleReport }): ReactNode {
  const strip = stripOf(report);
  if (!strip) return null;
  const total = strip.before + 1 + strip.after;
  const share = (count: number) => ({ flexGrow: count, flexBasis: 0, minWidth: count > 0 ? '0.25rem' : 0 });
  return (
    <div aria-hidden>
      <div className="flex h-4 gap-0.5">
        {strip.before > 0 && <i className="rounded-1 bg-ink-2" style={share(strip.before)} />}
        <i className="rounded-1 bg-void" style={{ flexGrow: 1, flexBasis: 0, minWidth: '0.75rem' }} />
        {strip.after > 0 && <i className="hatch-edge rounded-1" style={share(strip.after)} />}
      </div>
      <div className="flex justify-between gap-2 pt-1 text-small text-ink-3">
        {/* Each stands under its part, as far as there is room. */}
        <span className="min-w-max" style={{ flexGrow: strip.before, flexBasis: 0 }}>
          {strip.before > 0 && t('bundle.before', { to: strip.before })}
        </span>
        <b className="min-w-max grow basis-0 font-semibold text-void-ink">{formatNumber(strip.altered)}</b>
        <span className="min-w-max text-end" style={{ flexGrow: strip.after, flexBasis: 0 }}>
          {strip.after > 0 && t('bundle.after', { from: strip.altered + 1, to: total, altered: strip.altered })}
        </span>
      </div>
    </div>
  );
}

function Pair({ term, children, bad = false }: { term: string; children: ReactNode; bad?: boolean }): ReactNode {
  return (
    <div className="flex items-baseline justify-between gap-3">
      <dt className="text-ink-3">{term}</dt>
      <dd className={`text-end [overflow-wrap:anywhere] ${bad ? 'font-medium text-void-ink' : ''}`}>{children}</dd>
    </div>
  );
}

function Held({ good, children }: { good: boolean; children: ReactNode }): ReactNode {
  return (
    <span className={`inline-flex items-center gap-1 ${good ? '' : 'font-medium text-void-ink'}`}>
      <Icon of={good ? Check : TriangleAlert} size="s" />
      {children}
    </span>
  );
}

/** The four things that must hold, each by itself, and the first entry that does not, with both hashes. */
export function BundleFigures({ report }: { report: BundleReport }): ReactNode {
  const first = report.faults[0];
  const payloads = report.faults.filter(({ kind }) => kind === 'payload').length;
  const seal = report.faults.some(({ kind }) => kind === 'seal' || kind === 'header' || kind === 'text');
  const { compared } = report;
  const noted = compared?.head;
  return (
    <>
      <Strip report={report} />
      <dl className="grid grid-cols-2 gap-x-8 gap-y-1 text-small compact:grid-cols-1">
        {first && <Pair term={t('bundle.what')}>{first.about ?? subjectWords(first)}</Pair>}
        <Pair term={t('bundle.facts', { count: report.payloads })}>
          <Held good={payloads === 0}>
            {payloads === 0 ? t('bundle.held') : t('bundle.changedCount', { count: payloads })}
          </Held>
        </Pair>
        {first?.recorded !== undefined && (
          <Pair term={t('bundle.recorded')}>
            <Hash value={first.recorded} />
          </Pair>
        )}
        <Pair term={t('bundle.head')}>
          {noted === 'same' ? (
            <Held good>{t('bundle.same')}</Held>
          ) : noted === 'differs' ? (
            <Held good={false}>{t('bundle.differs')}</Held>
          ) : report.head === undefined ? (
            t('bundle.notThere')
          ) : (
            <Hash value={report.head} />
          )}
        </Pair>
        {first?.found !== undefined && (
          <Pair term={t('bundle.found')} bad>
            <Hash value={first.found} />
          </Pair>
        )}
        <Pair term={t('bundle.length')}>
          <Held good={!seal && compared?.length !== 'differs'}>
            {t('bundle.entries', { count: report.length ?? report.entries })}
          </Held>
        </Pair>
        <Pair term={t('bundle.signature')}>
          {report.signature === 'none' ? (
            t('bundle.unsigned')
          ) : (
            <Held good={report.signature === 'good'}>
              {t(report.signature === 'good' ? 'bundle.signed' : 'bundle.signedWrong')}{' '}
              {report.signedBy !== undefined && <Hash value={report.signedBy} />}
            </Held>
          )}
        </Pair>
      </dl>
      {report.faults.length > 0 && (
        <ul className="grid gap-0.5 text-small text-void-ink" aria-label={t('bundle.faults')}>
          {report.faults.slice(0, 20).map((fault) => (
            <li key={`${fault.line}:${fault.kind}:${fault.reason}`} className="[overflow-wrap:anywhere]">
              {t('bundle.fault', { what: subjectWords(fault), line: fault.line, reason: fault.reason })}
            </li>
          ))}
          {report.faults.length > 20 && <li>{t('bundle.moreFaults', { count: report.faults.length - 20 })}</li>}
        </ul>
      )}
      {report.notes.length > 0 && (
        <ul className="grid gap-0.5 text-small text-ink-2">
          {report.notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
    </>
  );
}
