import type { LucideIcon } from 'lucide-react';
import type { ToolCallState } from '#contract/projections/run-state';
import type { CallEdge } from '../../components/call-card.tsx';
import type { MarginTone } from '../../components/margin-entry.tsx';
import { meaning } from '../../components/meaning-icons.ts';
import type { PlainKey } from '../../strings/translate.ts';

/** How one state of a call is shown: glyph on the line, word in the head, edge of the card. */
export interface CallLook {
  state: 'proposed' | 'ready' | 'waiting' | 'asking' | 'running' | 'done' | 'allowed' | 'failed' | 'denied' | 'unknown';
  icon: LucideIcon | undefined;
  tone: MarginTone;
  word: PlainKey;
  edge: CallEdge;
}

const looks = {
  proposed: { state: 'proposed', icon: meaning.proposed, tone: 'ink', word: 'state.proposed', edge: 'none' },
  ready: { state: 'ready', icon: meaning.allow, tone: 'ink', word: 'decision.allowed', edge: 'none' },
  waiting: { state: 'waiting', icon: meaning.ask, tone: 'seal', word: 'state.waiting', edge: 'seal' },
  asking: { state: 'asking', icon: meaning.question, tone: 'seal', word: 'state.waiting', edge: 'seal' },
  running: { state: 'running', icon: undefined, tone: 'ink', word: 'state.running', edge: 'line' },
  done: { state: 'done', icon: meaning.allow, tone: 'ink', word: 'state.done', edge: 'line' },
  allowed: { state: 'allowed', icon: meaning.answered, tone: 'sealed', word: 'state.done', edge: 'line' },
  failed: { state: 'failed', icon: meaning.failed, tone: 'void', word: 'state.failed', edge: 'void' },
  denied: { state: 'denied', icon: meaning.deny, tone: 'void', word: 'state.denied', edge: 'none' },
  unknown: { state: 'unknown', icon: meaning.unknown, tone: 'seal', word: 'state.unknown', edge: 'unknown' },
} as const satisfies Record<CallLook['state'], CallLook>;

/** Whether a person, not a rule, allowed the call that ran. */
function allowedByPerson(call: ToolCallState): boolean {
  return call.decisions.some((decision) => decision.decision === 'allow' && decision.by !== undefined);
}

/** The look of a call in its present state. */
export function callLook(call: ToolCallState): CallLook {
  switch (call.status) {
    case 'proposed':
      return looks.proposed;
    case 'waiting':
      return call.approval.purpose === 'reconcile' ? looks.unknown : looks.waiting;
    case 'asking':
      return looks.asking;
    case 'answered':
      return call.response.answer.type === 'deny' ? looks.denied : looks.allowed;
    case 'warranted':
      return allowedByPerson(call) ? looks.allowed : looks.ready;
    case 'started':
    case 'replied':
      return looks.running;
    case 'ended':
      if (call.outcome.type === 'ok') return allowedByPerson(call) ? looks.allowed : looks.done;
      // A call that was allowed and went wrong has failed, whatever code an older log gives it.
      if (call.outcome.code === 'denied' && call.decisions.at(-1)?.decision !== 'allow') return looks.denied;
      if (call.outcome.code === 'interrupted') return looks.unknown;
      return looks.failed;
  }
}
