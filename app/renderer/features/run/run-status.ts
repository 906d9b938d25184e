import type { LucideIcon } from 'lucide-react';
import type { RunStatus } from '#contract/views';
import type { BadgeTone } from '../../components/badge.tsx';
import { meaning } from '../../components/meaning-icons.ts';
import type { PlainKey } from '../../strings/translate.ts';

/** How a run's state is shown: one glyph, one word, the colour last. `undefined` glyph: the ring. */
export interface StatusLook {
  icon: LucideIcon | undefined;
  tone: BadgeTone;
  word: PlainKey;
}

const looks: Readonly<Record<RunStatus, StatusLook>> = {
  running: { icon: undefined, tone: 'ink', word: 'state.running' },
  waiting: { icon: meaning.ask, tone: 'ask', word: 'state.waiting' },
  limit: { icon: meaning.limit, tone: 'ink', word: 'state.limit' },
  interrupted: { icon: meaning.interrupted, tone: 'ask', word: 'state.interrupted' },
  completed: { icon: meaning.allow, tone: 'ink', word: 'state.done' },
  failed: { icon: meaning.failed, tone: 'deny', word: 'state.failed' },
  blocked: { icon: meaning.blocked, tone: 'deny', word: 'state.blocked' },
  denied: { icon: meaning.deny, tone: 'deny', word: 'state.denied' },
  cancelled: { icon: meaning.stopped, tone: 'ink', word: 'state.stopped' },
};

/** The look of a state. */
export function statusLook(status: RunStatus): StatusLook {
  return looks[status];
}
