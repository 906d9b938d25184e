import { Inbox } from 'lucide-react';
import { type ReactNode, useCallback, useEffect, useMemo, useRef } from 'react';
import type { InboxItem } from '#contract/views';
import { Button } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { meaning } from '../../components/meaning-icons.ts';
import { Note } from '../../components/note.tsx';
import { useOverview } from '../../stores/overview-store.ts';
import { Text } from '../../strings/text.tsx';
import { t } from '../../strings/translate.ts';
import { alikeTo } from '../approvals/alike.ts';
import { QuestionCard } from '../approvals/question-card.tsx';
import { goTo, hrefOf } from '../shell/place.ts';
import { ApprovalDetail } from './approval-detail.tsx';
import { focusDetail, focusList, InboxPanes } from './inbox-panes.tsx';
import { type InboxKind, useInboxView } from './inbox-view.ts';
import { ItemList } from './item-list.tsx';
import { inboxOrder, itemAfter, itemId, kindOf, orphansOf, waitingRow } from './waiting-items.ts';

function open(id: string | undefined): void {
  goTo({ screen: 'inbox', item: id });
}

/** Runs that wait with nothing to answer here: the way to them, so that none is stuck unseen (asks B49). */
function Orphans(): ReactNode {
  const inbox = useOverview((overview) => overview.inbox);
  const runs = useOverview((overview) => overview.runs);
  const orphans = useMemo(() => orphansOf(runs ?? [], inbox), [runs, inbox]);
  if (orphans.length === 0) return null;
  return (
    <div className="grid gap-2 border-line border-b p-3">
      {orphans.map((run) => (
        <Note key={run.id} icon={meaning.ask} tone="seal" role="status">
          <Text
            of="inbox.orphan"
            with={{ run: <a href={hrefOf({ screen: 'run', run: run.id })}>{run.title || t('runs.untitled')}</a> }}
          />
        </Note>
      ))}
    </div>
  );
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

function Nothing({ kind }: { kind: InboxKind }): ReactNode {
  const all = kind === 'all';
  return (
    <div data-inbox-detail tabIndex={-1} className="grid flex-1 content-center -outline-offset-2">
      <EmptyState
        icon={Inbox}
        title={t(all ? 'inbox.nothing' : 'inbox.nothingLikeIt')}
        action={!all && <Button onClick={() => useInboxView.setState({ kind: 'all' })}>{t('inbox.showAll')}</Button>}
      >
        {t('inbox.nothingDetail')}
      </EmptyState>
    </div>
  );
}

/** What waits, and one of it to answer. Answering, and Later, go on to the next; Esc goes back to the list. */
export function WaitingPane({
  selected,
  kind,
  now,
  today,
}: {
  selected: string | undefined;
  kind: InboxKind;
  now: number;
  today: string | undefined;
}): ReactNode {
  const inbox = useOverview((overview) => overview.inbox);
  const items = useMemo(
    () => inboxOrder(inbox).filter((item) => kind === 'all' || kindOf(item) === kind),
    [inbox, kind],
  );
  const rows = useMemo(() => items.map((item) => waitingRow(item, now)), [items, now]);
  // Where the open one went away, answered here or elsewhere, the one that took its place in the list is next.
  const place = useRef(0);
  const found = items.findIndex((one) => itemId(one) === selected);
  if (found !== -1) place.current = found;
  const item = items[found === -1 ? Math.min(place.current, items.length - 1) : found];
  const id = item && itemId(item);
  const inside = useRef(false);
  const goOn = useCallback(() => {
    const next = id === undefined ? undefined : itemAfter(items, id);
    open(next && itemId(next));
  }, [items, id]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: where the item that had the focus is gone, it goes along
  useEffect(() => {
    if (inside.current && document.activeElement === document.body) focusDetail();
  }, [id]);
  return (
    <>
      <Orphans />
      {item && id !== undefined ? (
        <InboxPanes>
          <ItemList
            label={t('inbox.list')}
            rows={rows}
            selected={id}
            foot={today}
            onSelect={open}
            onEnter={focusDetail}
          />
          {/* biome-ignore lint/a11y/noStaticElementInteractions: Esc goes back to the list, from anywhere inside */}
          <div
            className="flex min-h-0 flex-col"
            onFocus={() => {
              inside.current = true;
            }}
            onBlur={({ currentTarget, relatedTarget }) => {
              if (relatedTarget && !currentTarget.contains(relatedTarget)) inside.current = false;
            }}
            onKeyDown={(event) => {
              if (event.key === 'Escape' && !event.defaultPrevented && focusList()) event.preventDefault();
            }}
          >
            <Detail item={item} inbox={inbox} now={now} onAnswered={goOn} onLater={goOn} />
          </div>
        </InboxPanes>
      ) : (
        <Nothing kind={kind} />
      )}
    </>
  );
}
