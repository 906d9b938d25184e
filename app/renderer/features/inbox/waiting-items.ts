import type { InboxItem, RunSummary } from '#contract/views';
import { meaning } from '../../components/meaning-icons.ts';
import { formatDue, formatRelative } from '../../strings/format.ts';
import { t } from '../../strings/translate.ts';
import type { InboxKind } from './inbox-view.ts';
import type { ItemRow } from './item-list.tsx';

/** What names an item: the approval's or the question's id. */
export function itemId(item: InboxItem): string {
  return item.type === 'approval' ? item.approval.id : item.question.id;
}

/** Which filter an item belongs to. */
export function kindOf(item: InboxItem): Exclude<InboxKind, 'all'> {
  if (item.type === 'question') return 'questions';
  return item.approval.purpose === 'reconcile' ? 'unknown' : 'approvals';
}

function expiryOf(item: InboxItem): number {
  return item.type === 'approval' ? (item.approval.expiresAt ?? Number.POSITIVE_INFINITY) : Number.POSITIVE_INFINITY;
}

/** The first to expire first, then in the order they were asked. */
export function inboxOrder(items: readonly InboxItem[]): InboxItem[] {
  return items.toSorted((a, b) => {
    const [first, second] = [expiryOf(a), expiryOf(b)];
    return first === second ? a.at - b.at : first - second;
  });
}

/** The item to open after one was answered: the next in the list, else the one before. */
export function itemAfter(items: readonly InboxItem[], id: string): InboxItem | undefined {
  const place = items.findIndex((item) => itemId(item) === id);
  return items[place + 1] ?? items[place - 1];
}

/**
 * Runs that say they wait for a person though the Inbox has nothing of theirs: a fault, shown with a way to the run
 * rather than left stuck (asks B49).
 */
export function orphansOf(runs: readonly RunSummary[], inbox: readonly InboxItem[]): RunSummary[] {
  const known = new Set(inbox.map((item) => item.run));
  return runs.filter((run) => (run.status === 'waiting' || run.waiting > 0) && !known.has(run.id));
}

/** The row of an item. */
export function waitingRow(item: InboxItem, now: number): ItemRow {
  const approval = item.type === 'approval' ? item.approval : undefined;
  const run = item.runTitle || t('runs.untitled');
  return {
    id: itemId(item),
    icon: item.type === 'question' ? meaning.question : kindOf(item) === 'unknown' ? meaning.unknown : meaning.ask,
    tone: 'seal',
    title:
      item.type === 'question'
        ? item.question.text
        : `${item.approval.title.text} ${item.approval.title.object}`.trim(),
    time: formatRelative(item.at, now),
    place: t('inbox.place', { run, agent: item.agent }),
    ...(approval?.expiresAt !== undefined && {
      more: t('approval.expires', { when: formatDue(approval.expiresAt, now) }),
    }),
  };
}
