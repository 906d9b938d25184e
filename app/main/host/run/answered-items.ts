import type { AnsweredItem, RunSummary } from '#contract/views';
import type { ClosedQuestion } from '../store/closed-questions.ts';

function outcomeOf({ end }: ClosedQuestion): AnsweredItem['outcome'] {
  if (end.type === 'approval-closed') return end.reason;
  return end.response.answer.type === 'allow' ? 'allowed' : 'denied';
}

/** A question that is over, as the list "Answered" shows it. What was answered and then found stale gave nothing. */
export function answeredItem(question: ClosedQuestion, { title, agent }: RunSummary): AnsweredItem {
  const { run, at, approval, answered } = question;
  const response = answered?.response;
  const grant = response?.answer.type === 'allow' ? response.answer.grant : undefined;
  return {
    run,
    runTitle: title,
    agent,
    at,
    approval,
    outcome: outcomeOf(question),
    ...(response && { by: response.by }),
    ...(response?.note !== undefined && { note: response.note }),
    ...(grant && { granted: grant.sentence }),
    edited: response?.editedInput !== undefined,
  };
}
