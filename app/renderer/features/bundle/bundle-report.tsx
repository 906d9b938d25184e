import { Check, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { BundleReport } from '#contract/views';
import { FullHash } from '../../components/full-hash.tsx';
import { Icon } from '../../components/icon.tsx';
import { formatNumber } from '../../strings/format.ts';
import { t } from '../../strings/translate.ts';
import { type BundleFault, eventWords, listWords, stripOf, subjectWords } from './bundle-words.ts';

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
    <>
      <dt className="text-ink-3">{term}</dt>
      <dd className={`min-w-0 [overflow-wrap:anywhere] ${bad ? 'font-medium text-void-ink' : ''}`}>{children}</dd>
    </>
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

/** What was noted elsewhere, held against what is there; nothing where nothing was. */
function Compared({ found }: { found: 'same' | 'differs' | 'not-noted' | undefined }): ReactNode {
  if (found === undefined || found === 'not-noted') return null;
  return <Held good={found === 'same'}>{t(found === 'same' ? 'bundle.same' : 'bundle.differs')}</Held>;
}

function Payloads({ report }: { report: BundleReport }): ReactNode {
  const altered = report.faults.filter(({ kind, way }) => kind === 'payload' && way === undefined).length;
  const named = report.named?.payloads ?? report.payloads;
  const gone = named - report.payloads;
  const words = [
    gone > 0
      ? t('bundle.payloadsOf', { count: named, there: report.payloads })
      : t('bundle.payloads', { count: report.payloads }),
    altered > 0 ? t('bundle.changedCount', { count: altered }) : undefined,
  ];
  return <Held good={altered === 0 && gone <= 0}>{words.filter((each) => each !== undefined).join(', ')}</Held>;
}

function Entries({ report }: { report: BundleReport }): ReactNode {
  const named = report.named?.entries ?? report.entries;
  // An entry that was altered is still there; what is gone, or a seal that does not hold, leaves the length in doubt.
  const good =
    report.entries >= named &&
    !report.faults.some(
      ({ kind, way }) => way !== 'noted' && (kind === 'seal' || (kind === 'entry' && way === 'missing')),
    );
  return (
    <>
      <Held good={good}>
        {report.entries < named
          ? t('bundle.entriesOf', { count: named, there: report.entries })
          : t('bundle.entries', { count: report.length ?? report.entries })}
      </Held>{' '}
      <Compared found={report.compared?.length} />
    </>
  );
}

function What({ fault }: { fault: BundleFault }): ReactNode {
  const words = eventWords(fault.about);
  return words === undefined ? subjectWords(fault) : `${subjectWords(fault)}: ${words}`;
}

/** The things that must hold, each by itself, and the first one that does not, with both hashes. */
export function BundleFigures({ report }: { report: BundleReport }): ReactNode {
  const first = report.faults.find(({ way }) => way !== 'noted');
  const { compared, head, seal, signedBy } = report;
  return (
    <>
      <Strip report={report} />
      <dl className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-4 gap-y-1 text-small">
        {first && first.way === undefined && (
          <Pair term={t('bundle.what')}>
            <What fault={first} />
          </Pair>
        )}
        {first?.recorded !== undefined && (
          <Pair term={t('bundle.recorded')}>
            <FullHash value={first.recorded} label={t('bundle.copy', { what: t('bundle.recorded') })} />
          </Pair>
        )}
        {first?.found !== undefined && (
          <Pair term={t('bundle.found')} bad>
            <FullHash value={first.found} label={t('bundle.copy', { what: t('bundle.found') })} />
          </Pair>
        )}
        <Pair term={t('bundle.facts')}>{formatNumber(report.facts)}</Pair>
        <Pair term={t('bundle.payloadsTerm')}>
          <Payloads report={report} />
        </Pair>
        <Pair term={t('bundle.length')}>
          <Entries report={report} />
        </Pair>
        <Pair term={t('bundle.head')}>
          {head === undefined ? (
            t('bundle.notThere')
          ) : (
            <FullHash value={head} label={t('bundle.copy', { what: t('bundle.head') })} />
          )}{' '}
          <Compared found={compared?.head} />
        </Pair>
        <Pair term={t('bundle.seal')}>
          {seal === undefined ? (
            t('bundle.notThere')
          ) : (
            <FullHash value={seal} label={t('bundle.copy', { what: t('bundle.seal') })} />
          )}
        </Pair>
        <Pair term={t('bundle.signature')}>
          {report.signature === 'none' ? (
            t('bundle.unsigned')
          ) : (
            <Held good={report.signature === 'good'}>
              {t(report.signature === 'good' ? 'bundle.signed' : 'bundle.signedWrong')}
            </Held>
          )}{' '}
          {signedBy !== undefined && (
            <FullHash value={signedBy} label={t('bundle.copy', { what: t('bundle.signature') })} />
          )}
        </Pair>
      </dl>
      {report.faults.length > 0 && (
        <ul className="grid gap-0.5 text-small text-void-ink" aria-label={t('bundle.faults')}>
          {report.faults.slice(0, 20).map((fault) => (
            <li key={`${fault.line}:${fault.kind}:${fault.reason}`} className="[overflow-wrap:anywhere]">
              {listWords(fault)}
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
