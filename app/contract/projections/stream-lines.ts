import { holdsAnswers } from '../agent.ts';
import type { Entry, RunEvent } from '../event.ts';
import type { Json } from '../ids.ts';
import { formatModelRef } from '../model.ts';
import { pythonRepr } from '../python-repr.ts';
import { type LoadText, textOf } from '../text-ref.ts';
import { offeredName, type ToolCall } from '../tool.ts';
import type { RunStatus } from '../views.ts';
import { factJson, factsOf } from './facts.ts';
import { outcomeText } from './prompt.ts';
import { effectiveCall, type RunState } from './run-state.ts';

/** One line of `--output jsonl` (interfaces, "Stream"). Readers ignore what they do not know. */
export type StreamLine = { type: string } & { [field: string]: Json };

const nameOf = (call: ToolCall): string => offeredName(call.tool, call.command);

function argumentsOf(call: ToolCall): Json {
  return call.input;
}

/** `called with args={'code': 'print(1)'}`: the one-line summary of a call (row A21.1). */
export function callSummary(call: ToolCall): string {
  return `called with args=${pythonRepr(argumentsOf(call))}`;
}

function callLine(call: ToolCall): StreamLine {
  return { type: 'tool_call', id: call.id, name: nameOf(call), args: argumentsOf(call) };
}

const textLines = (text: string): StreamLine[] => (text === '' ? [] : [{ type: 'text', delta: text }]);

/** The lines of one entry; `state` is the run after it. Signals are lines of their own (`text`). */
export function streamLines(entry: Entry<RunEvent>, state: RunState, load: LoadText): StreamLine[] {
  const { event } = entry;
  switch (event.type) {
    case 'run-started': {
      const { run } = event;
      const first = { type: 'run', run: run.id, agent: run.agent.name, model: formatModelRef(run.agent.model) };
      return run.goal.type === 'invoke' ? [first, callLine(run.goal.call)] : [first];
    }
    case 'model-called': {
      const { text, toolCalls } = event.reply;
      const held = holdsAnswers(state.run.agent);
      return [...(held ? [] : textLines(text)), ...toolCalls.map(callLine)];
    }
    case 'tool-call-decided': {
      const { decision } = event;
      const reason = decision.type === 'deny' ? decision.reason : decision.rule.sentence;
      return [{ type: 'decision', id: event.callId, decision: decision.type, rule: decision.rule.id, reason }];
    }
    case 'approval-requested': {
      const { approval } = event;
      const id = approval.call.id;
      return [
        { type: 'decision', id, decision: 'ask', rule: approval.rule.id, reason: approval.reason },
        { type: 'approval', approval: approval.id, id, reason: approval.reason },
      ];
    }
    case 'question-asked':
      return [{ type: 'question', question: event.question.id, text: event.question.text }];
    case 'tool-call-ended': {
      const call = state.calls.get(event.callId);
      const result = outcomeText(event.outcome, load);
      const { truncated } = event.outcome;
      const error = event.outcome.type === 'error';
      return [
        {
          type: 'tool_result',
          id: event.callId,
          name: call ? nameOf(call.call) : '',
          result,
          error,
          truncated,
          ms: Math.round(event.ms),
        },
        ...(event.outcome.type === 'ok' ? event.outcome.facts : []).map((fact) => ({
          type: 'fact',
          ...factJson(fact),
        })),
      ];
    }
    case 'secret-revealed': {
      const call = state.calls.get(event.callId);
      return [{ type: 'secret', id: event.callId, secret: event.secret, name: call ? nameOf(call.call) : '' }];
    }
    case 'limit-reached':
      return [{ type: 'limit', limit: event.limit, detail: event.detail }];
    case 'repair-requested':
      return [{ type: 'repair', attempt: event.attempt }];
    case 'gathering-ended':
      return [{ type: 'warning', text: event.detail }];
    case 'run-ended': {
      // What was held back comes once it is let through.
      const answered = event.end.type === 'completed' && state.run.goal.type === 'prompt';
      return answered && holdsAnswers(state.run.agent) ? textLines(outputOf(state, load)) : [];
    }
    case 'guardrail-checked':
      return [{ type: 'guardrail', guardrail: event.guardrail, verdict: event.verdict, reason: event.reason }];
    default:
      return [];
  }
}

/** The answer of a run as far as there is one: its final text, or why it has none. */
export function outputOf(state: RunState, load: LoadText): string {
  const { end } = state;
  if (!end) return '';
  switch (end.type) {
    case 'completed':
      return textOf(end.text, load);
    case 'failed':
      return end.message;
    case 'blocked':
      return '';
    case 'cancelled':
      return '';
  }
}

/** What the parts of a published answer rest on, and what speaks against the whole; nothing of one that is held back. */
function markFields(state: RunState): { marks: StreamLine[string]; badges: StreamLine[string] } {
  const answer = state.transcript.findLast((item) => item.type === 'assistant' && item.final);
  if (state.end?.type !== 'completed' || answer?.type !== 'assistant') return { marks: [], badges: [] };
  const marks = (answer.marks ?? []).map(({ start, end, text, item, kind, fact, call, problem, value }) => ({
    start,
    end,
    text,
    item,
    kind,
    ...(fact !== undefined && { fact }),
    ...(call !== undefined && { call }),
    ...(problem !== undefined && { problem }),
    ...(value !== undefined && { value }),
  }));
  return { marks, badges: (answer.badges ?? []).map(({ badge }) => badge) };
}

/** Why a run gave out nothing, and what it had left that is gone. */
function blockFields(end: RunState['end']): { [field: string]: Json } {
  if (end?.type !== 'blocked') return {};
  const { guardrail, reason, takenBack = { files: [], memories: [] } } = end;
  return { guardrail, reason, taken_back: takenBack };
}

/** The same in words, a line each; none for a run that was not blocked. */
export function blockLines(end: RunState['end']): string[] {
  if (end?.type !== 'blocked') return [];
  const { files = [], memories = [] } = end.takenBack ?? {};
  const taken = [
    ...(files.length > 0 ? [`files as they were before: ${files.join(', ')}`] : []),
    ...(memories.length > 0 ? [`memories removed: ${memories.join(', ')}`] : []),
  ];
  return [
    `blocked by ${end.guardrail}: ${end.reason}`,
    ...(taken.length > 0 ? [`taken back: ${taken.join('; ')}`] : []),
  ];
}

/** The last line, and the whole of `--output json` but its facts. */
export function endLine(state: RunState, status: RunStatus, load: LoadText): StreamLine {
  const calls = [...state.calls.values()].map((call) => ({
    name: nameOf(call.call),
    summary: callSummary(effectiveCall(call)),
  }));
  return {
    type: 'end',
    run: state.run.id,
    status,
    output: outputOf(state, load),
    ...blockFields(state.end),
    tool_calls: calls,
    ...markFields(state),
    usage: {
      input_tokens: state.usage.inputTokens,
      output_tokens: state.usage.outputTokens,
      steps: state.steps,
      // Nothing is said of money where the price of one call is not known: a part of the sum is not the sum.
      usd: state.cost.unknown > 0 ? null : state.cost.usd,
    },
  };
}

/** The whole of `--output json`: the last line, with the facts of the run. */
export function outputObject(state: RunState, status: RunStatus, load: LoadText): StreamLine {
  return { ...endLine(state, status, load), facts: factsOf(state).map(factJson) };
}
