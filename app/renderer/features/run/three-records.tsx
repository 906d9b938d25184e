import { type ReactNode, useState } from 'react';
import { DiffView } from '../../components/diff-view.tsx';
import { Hash } from '../../components/hash.tsx';
import { Icon } from '../../components/icon.tsx';
import { lineDiff } from '../../components/line-diff.ts';
import { meaning } from '../../components/meaning-icons.ts';
import { type Tab, Tabs } from '../../components/tabs.tsx';
import { formatEntry } from '../../strings/format.ts';
import { t } from '../../strings/translate.ts';
import { exactText } from '../approvals/exact-fields.ts';
import type { CallRecord, CallRecords } from './call-records.ts';

type Which = 'proposed' | 'approved' | 'executed';

/** One record: its exact bytes, lines that are not as proposed on a ground, and the entry, who and hash behind it. */
function Bytes({ record, first, who }: { record: CallRecord; first: CallRecord; who: string }): ReactNode {
  const lines = lineDiff(exactText(first.call), exactText(record.call)).filter((line) => line.type !== 'out');
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <div tabIndex={0} className="max-h-64 overflow-auto bg-sunk py-2 -outline-offset-2">
        <DiffView lines={lines} label={t('call.arguments')} />
      </div>
      <p className="flex flex-wrap gap-x-2 border-line border-t px-3 py-1.5 text-small text-ink-3">
        {who}
        {record.hash !== undefined && <Hash value={record.hash} />}
      </p>
    </>
  );
}

/** What was proposed, allowed and run, as tabs: drawn only where they differ. The last line says whether the last two do. */
export function ThreeRecords({ records }: { records: CallRecords }): ReactNode {
  const { proposed, approved, executed, exact } = records;
  const [chosen, setChosen] = useState<Which>();
  const tab = (value: Which, label: string, record: CallRecord, who: string): Tab<Which> => ({
    value,
    label,
    content: () => <Bytes record={record} first={proposed} who={who} />,
  });
  const number = (record: CallRecord) => formatEntry(record.seq);
  const tabs = [
    tab('proposed', t('records.proposed'), proposed, t('records.byAgent', { seq: number(proposed) })),
    ...(approved
      ? [
          tab(
            'approved',
            t('records.approved'),
            approved,
            t('records.by', { seq: number(approved), who: approved.by ?? t('you') }),
          ),
        ]
      : []),
    ...(executed
      ? [tab('executed', t('records.executed'), executed, t('records.entry', { seq: number(executed) }))]
      : []),
  ];
  const value = chosen ?? tabs.at(-1)?.value ?? 'proposed';
  return (
    <div className="border-line border-t">
      <Tabs size="pane" label={t('records.label')} value={value} tabs={tabs} onChange={setChosen} />
      {executed && (
        <p className="flex items-center gap-1.5 border-line border-t px-3 py-1.5 text-small text-ink-2">
          <Icon of={exact ? meaning.allow : meaning.failed} size="s" className={exact ? '' : 'text-void-ink'} />
          {t(exact ? (approved ? 'records.exactYou' : 'records.exact') : 'records.inexact')}
        </p>
      )}
    </div>
  );
}
