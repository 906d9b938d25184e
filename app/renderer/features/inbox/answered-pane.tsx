import { BadgeCheck } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { EmptyState } from '../../components/empty-state.tsx';
import { meaning } from '../../components/meaning-icons.ts';
import { Note } from '../../components/note.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { t } from '../../strings/translate.ts';
import { AnsweredDetail } from './answered-detail.tsx';
import { answeredRow, answeredToday } from './answered-words.ts';
import { focusDetail, focusList, InboxPanes } from './inbox-panes.tsx';
import { ItemList } from './item-list.tsx';
import type { Answered } from './use-answered.ts';

/** What was answered, newest first by day, and one of it to read. */
export function AnsweredPane({ answered, now }: { answered: Answered; now: number }): ReactNode {
  const { items, fault } = answered;
  const [selected, select] = useState<string>();
  const rows = useMemo(() => (items ?? []).map((item) => answeredRow(item, now)), [items, now]);
  if (fault !== undefined && items === undefined) {
    return (
      <div className="p-4">
        <Note icon={meaning.final} tone="void" role="alert">
          {t('inbox.answeredFault')}: {fault}
        </Note>
      </div>
    );
  }
  if (items === undefined) {
    return (
      <div className="max-w-76 p-4">
        <Skeleton lines={[80, 50, 90, 60]} />
      </div>
    );
  }
  const item = items.find((one) => one.approval.id === selected) ?? items[0];
  if (!item) {
    return (
      <div className="grid flex-1 content-center">
        <EmptyState icon={BadgeCheck} title={t('inbox.nothingAnswered')}>
          {t('inbox.nothingAnsweredDetail')}
        </EmptyState>
      </div>
    );
  }
  return (
    <InboxPanes>
      <ItemList
        label={t('inbox.answeredList')}
        rows={rows}
        selected={item.approval.id}
        foot={answeredToday(items, now)}
        onSelect={select}
        onEnter={focusDetail}
      />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: Esc goes back to the list, from anywhere inside */}
      <div
        className="flex min-h-0 flex-col"
        onKeyDown={(event) => {
          if (event.key === 'Escape' && focusList()) event.preventDefault();
        }}
      >
        <AnsweredDetail key={item.approval.id} item={item} now={now} />
      </div>
    </InboxPanes>
  );
}
