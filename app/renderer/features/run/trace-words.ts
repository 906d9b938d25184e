import type { LucideIcon } from 'lucide-react';
import type { Entry, RunEvent } from '#contract/event';
import type { MarginTone } from '../../components/margin-entry.tsx';
import { meaning } from '../../components/meaning-icons.ts';
import { formatEntry, formatTime } from '../../strings/format.ts';
import { t } from '../../strings/translate.ts';
import { closedBy, grantGiven } from './call-records.ts';

/** One line of the trace: the glyph of a decision, the entry's type as the log has it, what it names. */
export interface TraceLine {
  icon: LucideIcon | undefined;
  tone: MarginTone;
  about: string;
  decision: boolean;
}

const quiet = { icon: undefined, tone: 'ink', decision: false } as const;

/** What answered a question that closed by itself: the grant, with the time and entry at which it was given. */
function coveredWords(entry: Entry<RunEvent>, entries: readonly Entry<RunEvent>[]): string {
  const grant = closedBy(entries, entry);
  const given = grant === undefined ? undefined : grantGiven(entries, grant);
  return given ? t('trace.coveredAt', { time: formatTime(given.at), seq: formatEntry(given.seq) }) : t('trace.covered');
}

/** What an entry is about, as the log has it: no prose, so that line and log can be compared. */
export function traceLine(entry: Entry<RunEvent>, entries: readonly Entry<RunEvent>[] = []): TraceLine {
  const { event } = entry;
  switch (event.type) {
    case 'run-started':
      return { ...quiet, about: `${event.run.agent.name}, ${event.run.title}` };
    case 'model-called':
      return {
        ...quiet,
        about: event.reply.error?.message ?? event.reply.toolCalls.map((call) => call.tool).join(', '),
        tone: event.reply.error ? 'void' : 'ink',
        icon: event.reply.error ? meaning.failed : undefined,
      };
    case 'tool-call-decided':
      return event.decision.type === 'allow'
        ? { icon: meaning.allow, tone: 'ink', about: event.decision.rule.sentence, decision: true }
        : { icon: meaning.deny, tone: 'void', about: event.decision.reason, decision: true };
    case 'approval-requested':
      return {
        icon: meaning.ask,
        tone: 'seal',
        about: `${event.approval.title.text} ${event.approval.title.object}`.trim(),
        decision: true,
      };
    case 'approval-answered':
      return {
        icon: event.response.answer.type === 'allow' ? meaning.answered : meaning.deny,
        tone: event.response.answer.type === 'allow' ? 'sealed' : 'void',
        about: `${event.response.answer.type}, ${event.response.by}`,
        decision: true,
      };
    case 'approval-closed':
      return event.reason === 'covered'
        ? { icon: meaning.allow, tone: 'ink', about: coveredWords(entry, entries), decision: true }
        : { ...quiet, about: event.reason, decision: true };
    case 'question-asked':
      return { icon: meaning.question, tone: 'seal', about: event.question.text, decision: false };
    case 'question-answered':
      return { icon: meaning.answered, tone: 'sealed', about: event.text, decision: false };
    case 'tool-call-ended':
      return event.outcome.type === 'ok'
        ? { ...quiet, about: `${Math.round(event.ms)} ms` }
        : { icon: meaning.failed, tone: 'void', about: event.outcome.message, decision: false };
    case 'host-call-started':
      return { ...quiet, about: [event.operation, event.path].filter(Boolean).join(' ') };
    case 'file-changed':
      return { ...quiet, about: event.change.path };
    case 'limit-reached':
      return { icon: meaning.limit, tone: 'ink', about: `${event.limit}: ${event.detail}`, decision: false };
    case 'limit-extended':
      return { ...quiet, about: `${event.limit} +${event.by}` };
    case 'guardrail-checked':
      return { ...quiet, about: `${event.guardrail}: ${event.verdict}`, decision: true };
    case 'run-ended':
      return { ...quiet, about: event.end.type };
    case 'run-renamed':
      return { ...quiet, about: event.title };
    case 'run-resumed':
      return { ...quiet, about: event.cause };
    default:
      return { ...quiet, about: '' };
  }
}
