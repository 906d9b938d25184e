import { Pencil } from 'lucide-react';
import { type ReactNode, useEffect, useMemo } from 'react';
import type { AnsweredItem } from '#contract/views';
import { Badge } from '../../components/badge.tsx';
import { Card } from '../../components/card.tsx';
import { Hash } from '../../components/hash.tsx';
import { followRun, useRuns } from '../../stores/run-store.ts';
import { formatWhen } from '../../strings/format.ts';
import { type PlainKey, t } from '../../strings/translate.ts';
import { AskedBy } from '../approvals/asked-by.tsx';
import { ChangeSet } from '../approvals/change-set.tsx';
import { markedArguments } from '../approvals/exact-fields.ts';
import { ExactView } from '../approvals/exact-view.tsx';
import { OriginLines } from '../approvals/origin-lines.tsx';
import { OutsideNote } from '../approvals/outside-note.tsx';
import { RecordText } from '../policy/record-text.tsx';
import { callRecords } from '../run/call-records.ts';
import { ThreeRecords } from '../run/three-records.tsx';
import { outcomeLook, outcomeWords } from './answered-words.ts';
import { RequestHead } from './request-head.tsx';

const reasons: Partial<Record<AnsweredItem['outcome'], PlainKey>> = {
  expired: 'answered.expiredWhy',
  stale: 'answered.staleWhy',
  covered: 'answered.coveredWhy',
  'run-ended': 'answered.runEndedWhy',
};

/** What was proposed, allowed and run, where they are not the same; read from the run's own log. */
function Records({ item }: { item: AnsweredItem }): ReactNode {
  const { run } = item;
  useEffect(() => followRun(run), [run]);
  const view = useRuns((store) => store.runs.get(run));
  const call = view?.state?.calls.get(item.approval.call.id);
  const records = useMemo(() => (call && view ? callRecords(call, view.entries) : undefined), [call, view]);
  if (!records?.differ) return null;
  return (
    <div className="grid gap-1.5">
      <h3 className="text-small font-semibold">{t('answered.records')}</h3>
      <Card className="overflow-hidden [&>div]:border-t-0">
        <ThreeRecords records={records} />
      </Card>
    </div>
  );
}

function Outcome({ item, now }: { item: AnsweredItem; now: number }): ReactNode {
  const look = outcomeLook(item);
  const why = reasons[item.outcome];
  return (
    <div className="grid gap-2 border-line-2 border-t-[3px] border-double pt-3">
      <p className="flex flex-wrap items-center gap-2">
        <Badge icon={look.icon} tone={look.badge}>
          {t('answered.when', { outcome: outcomeWords(item), when: formatWhen(item.at, now) })}
        </Badge>
        {item.edited && <Badge icon={Pencil}>{t('approval.edited')}</Badge>}
      </p>
      {why && <p className="text-small text-ink-2">{t(why)}</p>}
      {item.granted !== undefined && (
        <div>
          <h3 className="text-small text-ink-3">{t('answered.granted')}</h3>
          <p className="font-record text-sentence text-pretty [overflow-wrap:anywhere]">
            <RecordText of={item.granted} />
          </p>
        </div>
      )}
      {item.note !== undefined && (
        <div>
          <h3 className="text-small text-ink-3">{t('answered.note')}</h3>
          <p dir="auto" className="whitespace-pre-wrap [overflow-wrap:anywhere]">
            {item.note}
          </p>
        </div>
      )}
    </div>
  );
}

/** A question that is over, to read: what was asked, how it ended, who ended it and when, and what came of it. */
export function AnsweredDetail({ item, now }: { item: AnsweredItem; now: number }): ReactNode {
  const { approval } = item;
  const exact = useMemo(() => markedArguments(approval.call, approval.origins), [approval]);
  return (
    <section
      aria-labelledby="answered-title"
      data-region
      data-inbox-detail
      tabIndex={-1}
      className="min-h-0 flex-1 overflow-auto px-6 pt-5 pb-6 -outline-offset-2 compact:px-4"
    >
      <div className="grid max-w-170 gap-3">
        <RequestHead
          titleId="answered-title"
          run={item.run}
          runTitle={item.runTitle}
          approval={approval}
          notes={<OutsideNote approval={approval} waits={false} />}
        />
        <Outcome item={item} now={now} />
        <div className="grid gap-1.5">
          <h3 className="text-small font-semibold">{t('approval.arguments')}</h3>
          {approval.changes.length > 0 ? (
            <ChangeSet changes={approval.changes} />
          ) : (
            <ExactView
              exact={exact}
              preview={exact}
              label={t('approval.arguments')}
              open
              roomy
              onOpen={() => undefined}
              onShown={() => undefined}
            />
          )}
          <p className="text-small text-ink-3">
            {t('answered.hash')} <Hash value={approval.hash} />
          </p>
          <OriginLines origins={approval.origins} />
        </div>
        <Records item={item} />
        <p className="text-small text-ink-3">
          <AskedBy approval={approval} />
        </p>
      </div>
    </section>
  );
}
