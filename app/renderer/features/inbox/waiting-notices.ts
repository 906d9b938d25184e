import type { InboxItem, RunSummary } from '#contract/views';
import { t } from '../../strings/translate.ts';
import { goTo, hrefOf, parsePlace } from '../shell/place.ts';
import { itemId } from './waiting-items.ts';

/** One thing that waits, as a notification may tell of it: whose it is and where it is answered, nothing of the call. */
export interface Waiting {
  key: string;
  kind: 'question' | 'limit';
  agent: string;
  place: string;
}

/** Everything that waits: questions and approvals of any run, and runs at a limit. */
export function waitingOf(inbox: readonly InboxItem[], runs: readonly RunSummary[]): Waiting[] {
  const limits = runs.filter((run) => run.status === 'limit');
  return [
    ...inbox.map(
      (item): Waiting => ({
        key: itemId(item),
        kind: 'question',
        agent: item.agent,
        place: hrefOf({ screen: 'inbox', item: itemId(item) }),
      }),
    ),
    ...limits.map(
      (run): Waiting => ({
        key: `limit ${run.id}`,
        kind: 'limit',
        agent: run.agent,
        place: hrefOf({ screen: 'run', run: run.id }),
      }),
    ),
  ];
}

/** What is in `now` and was not in `before`. */
export function newlyWaiting(before: ReadonlySet<string>, now: readonly Waiting[]): Waiting[] {
  return now.filter(({ key }) => !before.has(key));
}

/** Goes where a notification leads; an address that names no place leads Home. */
export function openNoticePlace(place: string): void {
  goTo(parsePlace(place));
}

/** Tells of what newly waits: through the program in the window, by the browser in a page. One notification for all. */
export function tellWaiting(fresh: readonly Waiting[]): void {
  const [first] = fresh;
  if (!first) return;
  if (window.warrant) {
    window.warrant.tellWaiting(first.kind, first.agent, fresh.length, first.place);
    return;
  }
  const title =
    fresh.length > 1
      ? t('notice.many', { count: fresh.length })
      : t(first.kind === 'limit' ? 'notice.limit' : 'notice.waits', { agent: first.agent });
  const notification = new Notification(title, { body: t('notice.open'), tag: 'warrant-waiting' });
  notification.onclick = () => {
    window.focus();
    openNoticePlace(first.place);
    notification.close();
  };
}
