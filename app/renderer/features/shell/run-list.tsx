import { type ReactNode, useMemo } from 'react';
import type { RunSummary } from '#contract/views';
import { classNames } from '../../components/class-names.ts';
import { Icon } from '../../components/icon.tsx';
import { Ring } from '../../components/ring.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { useOverview } from '../../stores/overview-store.ts';
import { formatMoment, formatNumber, formatStopwatch } from '../../strings/format.ts';
import { type PlainKey, t } from '../../strings/translate.ts';
import { statusLook } from '../run/run-status.ts';
import { groupRuns } from './group-runs.ts';
import { hrefOf, usePlace } from './place.ts';
import { useNow } from './use-now.ts';

function RunRow({ run, now, current }: { run: RunSummary; now: number; current: boolean }): ReactNode {
  const look = statusLook(run.status);
  const end =
    run.waiting > 0
      ? formatNumber(run.waiting)
      : run.status === 'running'
        ? formatStopwatch(now - run.startedAt)
        : formatMoment(run.at, now);
  return (
    <a
      href={hrefOf({ screen: 'run', run: run.id })}
      aria-current={current ? 'page' : undefined}
      className={classNames(
        'flex h-7 items-center gap-2 rounded-2 px-2 text-ink-2 no-underline hover:bg-hover hover:text-ink',
        current && 'bg-select font-medium text-ink',
      )}
    >
      <span
        className={classNames(
          'grid w-4 shrink-0 place-items-center',
          look.tone === 'ask' || look.tone === 'unknown'
            ? 'text-seal-ink'
            : look.tone === 'deny'
              ? 'text-void-ink'
              : 'text-ink-3',
        )}
      >
        {look.icon ? <Icon of={look.icon} size="s" /> : <Ring />}
        <span className="sr-only">{t(look.word)}: </span>
      </span>
      <span className="cut flex-1" dir="auto">
        {run.title || t('runs.untitled')}
      </span>
      <bdi className="figures text-cap/none font-medium text-ink-3">{end}</bdi>
    </a>
  );
}

/** The runs of this computer, the ones that need a person first. */
export function RunList(): ReactNode {
  const runs = useOverview((state) => state.runs);
  const place = usePlace();
  const now = useNow(runs?.some((run) => run.status === 'running') ? 1000 : 30_000);
  const groups = useMemo(() => groupRuns(runs ?? [], now), [runs, now]);
  if (runs === undefined) {
    return (
      <div className="flex-1 p-4">
        <Skeleton lines={[70, 90, 60]} />
      </div>
    );
  }
  const shown: readonly (readonly [PlainKey, readonly RunSummary[], boolean])[] = [
    ['runs.needsYou', groups.needsYou, true],
    ['runs.running', groups.running, true],
    ['runs.today', groups.today, false],
    ['runs.yesterday', groups.yesterday, false],
    ['runs.earlier', groups.earlier, false],
  ];
  return (
    <section aria-label={t('runs.label')} className="min-h-0 flex-1 overflow-auto px-2 pt-1 pb-2">
      {runs.length === 0 && (
        <div className="px-2">
          <h2 className="pt-3 pb-1 text-cap font-medium text-ink-3">{t('runs.label')}</h2>
          <p className="text-small text-ink-3">{t('runs.empty')}</p>
        </div>
      )}
      {shown.map(
        ([title, members, counted]) =>
          members.length > 0 && (
            <div key={title}>
              <h2 className="flex justify-between px-2 pt-3 pb-1 text-cap font-medium text-ink-3">
                {t(title)}
                {counted && <span>{formatNumber(members.length)}</span>}
              </h2>
              {members.map((run) => (
                <RunRow key={run.id} run={run} now={now} current={place.screen === 'run' && place.run === run.id} />
              ))}
            </div>
          ),
      )}
    </section>
  );
}
