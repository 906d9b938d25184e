import type { Message, ModelReply } from '#contract/model';
import { nameOfCall, type Offers } from './offer-tools.ts';

/** A turn of plain text, all that a model without tool calls reads. */
export interface TextTurn {
  role: 'user' | 'assistant';
  text: string;
}

/** Where a model that does not stop by itself is stopped: before it invents a result (row A2.10). */
export const REACT_STOP = ['\nObservation:'];

/** The instructions with the protocol and the tools in words (row A2.2); without tools, the instructions alone (A2.1). */
export function reactInstructions(instructions: string, offers: Offers): string {
  if (offers.list.length === 0) return instructions;
  const tools = offers.list.map(
    (offer) => `- ${offer.name}: ${offer.description}\n  Arguments (JSON Schema): ${JSON.stringify(offer.input)}`,
  );
  return [
    instructions,
    'You can use tools. Write every reply in exactly one of these two forms.',
    'To use a tool:\nThought: what you need and why\nAction: the name of one tool\nAction Input: its arguments as one JSON object',
    'Then stop. The result comes to you as "Observation: …". Never write an observation yourself.',
    'To answer:\nThought: I can answer now\nFinal Answer: your answer',
    `The tools:\n${tools.join('\n')}`,
  ]
    .filter((part) => part.trim() !== '')
    .join('\n\n');
}

/**
 * The history as text turns: a call as the model should have written it, a result as user text `Observation: …` (row
 * A2.7). What a model wrote beyond its call was dropped when it was read, so it does not come back. Turns of one side
 * in a row are joined, as many local templates insist on alternation.
 */
export function toTextTurns(messages: readonly Message[], offers: Offers): TextTurn[] {
  const turns: TextTurn[] = [];
  for (const message of messages) {
    const turn = toTurn(message, offers);
    const last = turns.at(-1);
    if (turn.text === '') continue;
    if (last?.role === turn.role) last.text += `\n\n${turn.text}`;
    else turns.push(turn);
  }
  return turns;
}

function toTurn(message: Message, offers: Offers): TextTurn {
  switch (message.role) {
    case 'user':
      return { role: 'user', text: message.text };
    case 'tool':
      return { role: 'user', text: `Observation: ${message.text}` };
    case 'assistant':
      return { role: 'assistant', text: replyText(message.reply, offers) };
  }
}

function replyText(reply: ModelReply, offers: Offers): string {
  if (reply.toolCalls.length === 0) return reply.text;
  const calls = reply.toolCalls.map((call) => {
    const input = typeof call.input === 'string' ? call.input : JSON.stringify(call.input);
    return `Action: ${nameOfCall(call, offers)}\nAction Input: ${input}`;
  });
  return [...(reply.text === '' ? [] : [`Thought: ${reply.text}`]), ...calls].join('\n');
}
