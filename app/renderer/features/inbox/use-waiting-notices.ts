import { useEffect, useRef } from 'react';
import { mayNotify } from '../../stores/notify-store.ts';
import { useOverview } from '../../stores/overview-store.ts';
import { useInboxView } from './inbox-view.ts';
import { newlyWaiting, openNoticePlace, tellWaiting, waitingOf } from './waiting-notices.ts';

function isOpenMessage(data: unknown): data is { place: string } {
  return (
    typeof data === 'object' &&
    data !== null &&
    'type' in data &&
    data.type === 'warrant:open' &&
    'place' in data &&
    typeof data.place === 'string'
  );
}

/**
 * Tells the person of what newly waits while this page is not in front (asks B30, B31), and opens its card when they
 * click there. What waited before the page was opened is not told of: it is on screen.
 */
export function useWaitingNotices(): void {
  const inbox = useOverview((overview) => overview.inbox);
  const runs = useOverview((overview) => overview.runs);
  const known = useRef<ReadonlySet<string>>(undefined);
  useEffect(() => {
    if (runs === undefined) return;
    const waiting = waitingOf(inbox, runs);
    const fresh = known.current ? newlyWaiting(known.current, waiting) : [];
    known.current = new Set(waiting.map(({ key }) => key));
    if (fresh.length > 0 && !document.hasFocus() && mayNotify()) tellWaiting(fresh);
  }, [inbox, runs]);
  useEffect(() => {
    const open = (event: MessageEvent) => {
      if (event.source !== window || !isOpenMessage(event.data)) return;
      useInboxView.setState({ list: 'waiting', kind: 'all' });
      openNoticePlace(event.data.place);
    };
    addEventListener('message', open);
    return () => removeEventListener('message', open);
  }, []);
}
