import type { ReactNode } from 'react';
import { FilterChip } from '../../components/filter-chip.tsx';
import { Segmented } from '../../components/segmented.tsx';
import { useOverview } from '../../stores/overview-store.ts';
import { type PlainKey, t } from '../../strings/translate.ts';
import { Page } from '../shell/page.tsx';
import { WaitingItem } from '../shell/status-bar.tsx';
import { useNow } from '../shell/use-now.ts';
import { AnsweredPane } from './answered-pane.tsx';
import { answeredToday } from './answered-words.ts';
import { type InboxKind, useInboxView } from './inbox-view.ts';
import { NotifyToggle } from './notify-toggle.tsx';
import { useAnswered } from './use-answered.ts';
import { kindOf } from './waiting-items.ts';
import { WaitingPane } from './waiting-pane.tsx';

const kinds: readonly (readonly [InboxKind, PlainKey])[] = [
  ['all', 'inbox.all'],
  ['approvals', 'inbox.approvals'],
  ['questions', 'inbox.questions'],
  ['unknown', 'inbox.unknown'],
];

function Filters({ kind }: { kind: InboxKind }): ReactNode {
  const inbox = useOverview((overview) => overview.inbox);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form, these choose what is listed
    <span
      role="group"
      aria-label={t('inbox.filter')}
      className="flex min-w-0 gap-1 overflow-x-auto p-px [scrollbar-width:none]"
    >
      {kinds.map(([one, name]) => {
        const count = inbox.filter((each) => kindOf(each) === one).length;
        return (
          <FilterChip
            key={one}
            pressed={kind === one}
            onPress={() => useInboxView.setState({ kind: one })}
            {...(one === 'all' ? {} : { count })}
          >
            {t(name)}
          </FilterChip>
        );
      })}
    </span>
  );
}

/** Everything that waits for a person, in any run, and what was answered. */
export function InboxPage({ selected }: { selected: string | undefined }): ReactNode {
  const { list, kind } = useInboxView();
  const waiting = useOverview((overview) => overview.inbox.length);
  const answered = useAnswered();
  const now = useNow(30_000);
  return (
    <Page
      label={t('nav.inbox')}
      title={t('nav.inbox')}
      badge={
        <Segmented
          label={t('inbox.which')}
          value={list}
          onChange={(next) => useInboxView.setState({ list: next })}
          segments={[
            { value: 'waiting', label: t('inbox.waiting'), count: waiting },
            { value: 'answered', label: t('inbox.answered') },
          ]}
        />
      }
      status={
        <>
          <WaitingItem />
          <span className="flex-1" />
          <NotifyToggle />
        </>
      }
      actions={list === 'waiting' && <Filters kind={kind} />}
    >
      {list === 'waiting' ? (
        <WaitingPane selected={selected} kind={kind} now={now} today={answeredToday(answered.items ?? [], now)} />
      ) : (
        <AnsweredPane answered={answered} now={now} />
      )}
    </Page>
  );
}
