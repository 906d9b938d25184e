import type { Message } from '../model.ts';
import { type LoadText, textOf } from '../text-ref.ts';
import type { ToolOutcome } from '../tool.ts';
import { idLineOf, shortCallIds, tellsIds } from './facts.ts';
import type { RunState, ToolCallState } from './run-state.ts';

/** Said to a model in place of an outcome that is not known. */
export const INTERRUPTED = 'Interrupted; the outcome is not known.';

/** The text of an outcome exactly as a model reads it (row A21.4): the output, or the error and what was printed. */
export function outcomeText(outcome: ToolOutcome, load: LoadText): string {
  if (outcome.type === 'ok') return textOf(outcome.output, load);
  const printed = outcome.output ? textOf(outcome.output, load) : '';
  const message = `Error: ${outcome.message}`;
  return printed === '' ? message : `${printed.replace(/\n*$/, '\n')}${message}`;
}

function toolMessage(state: ToolCallState, load: LoadText, id: string | undefined): Message {
  const ended = state.status === 'ended';
  return {
    role: 'tool',
    callId: state.call.id,
    tool: state.call.tool,
    text: ended ? withIds(outcomeText(state.outcome, load), idLineOf(state.outcome, id)) : INTERRUPTED,
    error: !ended || state.outcome.type === 'error',
  };
}

/** A result with the line of its ids as the last one. */
function withIds(text: string, line: string): string {
  if (line === '') return text;
  return text === '' ? line : `${text.replace(/\n*$/, '\n')}${line}`;
}

/**
 * What the model reads: results in the order it asked, the person's words after them, every call answered (asks B21),
 * and what compaction replaced as one message. A reply that failed is left out; one that could not be read is followed
 * by the reason (rule R6). Where facts are at stake, a result ends with a line of the ids that can be cited.
 */
export function toPrompt(state: RunState, load: LoadText): Message[] {
  const messages: Message[] = [];
  const from = state.compaction?.throughSeq ?? 0;
  const ids = tellsIds(state) ? shortCallIds(state) : undefined;
  if (state.compaction) messages.push({ role: 'user', text: state.compaction.summary });
  for (const turn of state.turns) {
    if (turn.seq <= from) continue;
    if (turn.type !== 'assistant') {
      messages.push({ role: 'user', text: textOf(turn.text, load) });
      continue;
    }
    const { reply } = turn;
    if (reply.error) continue;
    const empty = reply.text.trim() === '' && reply.toolCalls.length === 0;
    if (!empty) messages.push({ role: 'assistant', reply });
    for (const call of reply.toolCalls) {
      const found = state.calls.get(call.id);
      if (found) messages.push(toolMessage(found, load, ids?.get(call.id)));
    }
    if (reply.problem !== undefined) messages.push({ role: 'user', text: `Observation: ${reply.problem}` });
  }
  return messages;
}

/** A rough count of tokens, four characters each, for deciding when history must be shortened. */
export function estimateTokens(messages: readonly Message[]): number {
  let characters = 0;
  for (const message of messages)
    if (message.role === 'assistant') {
      characters += message.reply.text.length;
      for (const call of message.reply.toolCalls) characters += JSON.stringify(call.input).length + 40;
    } else characters += message.text.length + 20;
  return Math.ceil(characters / 4);
}
