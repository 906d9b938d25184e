import { Link2, Link2Off } from 'lucide-react';
import type { ReactNode } from 'react';
import type { FactRow } from '#contract/views';
import { meaning } from '../../components/meaning-icons.ts';
import { factKey, useFactChecks } from '../../stores/fact-checks-store.ts';
import { formatNumber, formatSeries } from '../../strings/format.ts';
import { t } from '../../strings/translate.ts';
import { useChain } from '../run/use-chain.ts';
import { StatusItem } from '../shell/status-bar.tsx';

const states = ['same', 'hashing', 'changed', 'missing', 'unhashed'] as const;
const MOST_NAMED = 4;

function idsOf(ids: readonly string[]): string {
  const named = ids.slice(0, MOST_NAMED);
  return formatSeries(ids.length > named.length ? [...named, `+${formatNumber(ids.length - named.length)}`] : named);
}

/** How many facts there are and what hashing found, the state of the log beside it, and how many figures have no source. */
export function FactsStatus({
  rows,
  shown,
  run,
  atRest,
  unsourced,
}: {
  rows: readonly FactRow[];
  /** How many of them the filter lets through. */
  shown: number;
  run: string | undefined;
  atRest: boolean;
  unsourced: number;
}): ReactNode {
  const checks = useFactChecks((store) => store.checks);
  const chain = useChain(run, atRest);
  const counts = { same: 0, hashing: 0, changed: 0, missing: 0, unhashed: 0 };
  const altered = { changed: [] as string[], missing: [] as string[] };
  for (const row of rows) {
    const check = checks.get(factKey(row.run, row.fact.id));
    const state = check === undefined ? 'unhashed' : check === 'hashing' ? 'hashing' : check.state;
    counts[state] += 1;
    if (state === 'changed' || state === 'missing') altered[state].push(row.fact.id);
  }
  const found = states
    .filter((state) => counts[state] > 0)
    .map((state) => t(`status.${state}`, { count: counts[state] }));
  const faults = (['changed', 'missing'] as const)
    .filter((fault) => altered[fault].length > 0)
    .map((fault) => t(`status.bytes.${fault}`, { ids: idsOf(altered[fault]) }));
  return (
    <>
      <StatusItem icon={faults.length > 0 ? meaning.alteredFact : meaning.fact} quiet={formatSeries(found)}>
        {shown < rows.length
          ? t('status.factsOf', { shown: formatNumber(shown), count: rows.length })
          : t('status.facts', { count: rows.length })}
      </StatusItem>
      <span className="flex-1" />
      {run !== undefined && (
        <StatusItem
          wide={faults.length === 0}
          icon={chain.state === 'broken' ? Link2Off : Link2}
          quiet={faults.length > 0 && <span className="text-void-ink">{formatSeries(faults)}</span>}
        >
          {chain.state === 'broken'
            ? t('status.logBroken', { seq: chain.seq })
            : t(chain.state === 'intact' ? 'status.logIntact' : 'status.logUnchecked')}
        </StatusItem>
      )}
      {unsourced > 0 && <StatusItem icon={meaning.unsourced}>{t('status.unsourced', { count: unsourced })}</StatusItem>}
    </>
  );
}
