import { Inbox } from 'lucide-react';
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import type { InboxItem } from '#contract/methods';
import { EmptyState } from '../../components/empty-state.tsx';
import { FilterChip } from '../../components/filter-chip.tsx';
import { useOverview } from '../../stores/overview-store.ts';
import { type PlainKey, t } from '../../strings/translate.ts';
import { alikeTo } from '../approvals/alike.ts';
import { QuestionCard } from '../approvals/question-card.tsx';
import { Page } from '../shell/page.tsx';
import { goTo, hrefOf } from '../shell/place.ts';
import { useNow } from '../shell/use-now.ts';
import { ApprovalDetail } from './approval-detail.tsx';
import { InboxList, inboxOrder, itemAfter, itemId } from './inbox-list.tsx';

type Kind = 'all' | 'approvals' | 'questions' | 'unknown';

function kindOf(item: InboxItem): Exclude<Kind, 'all'> {
  if (item.type === 'question') return 'questions';
  return item.approval.purpose === 'reconcile' ? 'unknown' : 'approvals';
}

const kinds: readonly (readonly [Kind, PlainKey])[] = [
  ['all', 'inbox.all'],
  ['approvals', 'inbox.approvals'],
  ['questions', 'inbox.questions'],
  ['unknown', 'inbox.unknown'],
];

function open(id: string | undefined): void {
  goTo({ screen: 'inbox', item: id });
}

function Detail({
  item,
  inbox,
  now,
  onAnswered,
  onLater,
}: {
  item: InboxItem;
  inbox: readonly InboxItem[];
  now: number;
  onAnswered: () => void;
  onLater: () => void;
}): ReactNode {
  if (item.type === 'approval') {
    const ofRun = inbox.flatMap((one) => (one.type === 'approval' && one.run === item.run ? [one.approval] : []));
    return (
      <ApprovalDetail
        key={item.approval.id}
        item={item}
        alike={alikeTo(item.approval, ofRun)?.together.length ?? 1}
        now={now}
        onAnswered={onAnswered}
        onLater={onLater}
      />
    );
  }
  return (
    <div data-inbox-detail className="overflow-auto p-6 compact:p-4">
      <div className="max-w-170">
        <QuestionCard
          key={item.question.id}
          question={item.question}
          large
          onAnswered={onAnswered}
          extra={
            <a href={hrefOf({ screen: 'run', run: item.run })}>
              <bdi>{item.runTitle || t('runs.untitled')}</bdi>
            </a>
          }
        />
      </div>
    </div>
  );
}

/** Everything that waits for a person, in any run. Answering goes on to the next. */
export function InboxPage({ selected }: { selected: string | undefined }): ReactNode {
  const inbox = useOverview((overview) => overview.inbox);
  const [kind, setKind] = useState<Kind>('all');
  const now = useNow(30_000);
  const items = useMemo(
    () => inboxOrder(inbox).filter((item) => kind === 'all' || kindOf(item) === kind),
    [inbox, kind],
  );
  const item = items.find((one) => itemId(one) === selected) ?? items[0];
  const id = item && itemId(item);
  const goOn = useCallback(() => {
    const next = id === undefined ? undefined : itemAfter(items, id);
    open(next && itemId(next));
  }, [items, id]);
  const enter = () => {
    const detail = document.querySelector<HTMLElement>('[data-inbox-detail]');
    (detail?.hasAttribute('tabindex') ? detail : detail?.querySelector<HTMLElement>('section'))?.focus();
  };
  return (
    <Page
      label={t('nav.inbox')}
      title={t('nav.inbox')}
      actions={
        <span className="flex flex-wrap gap-1 compact:hidden">
          {kinds.map(([one, name]) => {
            const count = one === 'all' ? inbox.length : inbox.filter((each) => kindOf(each) === one).length;
            return (
              <FilterChip
                key={one}
                pressed={kind === one}
                onPress={() => setKind(one)}
                {...(one === 'all' ? {} : { count })}
              >
                {t(name)}
              </FilterChip>
            );
          })}
        </span>
      }
    >
      {item && id !== undefined ? (
        <div className="grid min-h-0 flex-1 grid-cols-[19rem_minmax(0,1fr)] compact:grid-cols-[14.5rem_minmax(0,1fr)] [&>:last-child]:border-line [&>:last-child]:border-s">
          <InboxList items={items} selected={id} now={now} onSelect={open} onEnter={enter} />
          <Detail item={item} inbox={inbox} now={now} onAnswered={goOn} onLater={goOn} />
        </div>
      ) : (
        <div className="grid flex-1 content-center">
          <EmptyState icon={Inbox} title={kind === 'all' ? t('inbox.nothing') : t('inbox.nothingLikeIt')}>
            {t('inbox.nothingDetail')}
          </EmptyState>
        </div>
      )}
    </Page>
  );
}
