import { create } from 'zustand';

/** Which items of the Inbox are shown. */
export type InboxKind = 'all' | 'approvals' | 'questions' | 'unknown';

interface InboxView {
  list: 'waiting' | 'answered';
  kind: InboxKind;
}

/** How a person left the Inbox: which list, which filter. */
export const useInboxView = create<InboxView>(() => ({ list: 'waiting', kind: 'all' }));
