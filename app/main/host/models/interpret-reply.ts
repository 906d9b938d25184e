import { randomBytes } from 'node:crypto';
import type { ModelReply, Protocol, StopReason, Usage } from '#contract/model';
import type { ToolCall } from '#contract/tool';
import { takeAnswer } from './answer-call.ts';
import { INCOMPLETE } from './call-cursor.ts';
import type { PrintedCall } from './call-object.ts';
import { makeToolCall, type Offers } from './offer-tools.ts';
import { parseCallText } from './parse-call-text.ts';
import { parseReact } from './parse-react.ts';
import { splitReasoning } from './split-reasoning.ts';

/** A reply as a provider gave it, before anything in it is believed. `calls` are the provider's own tool calls. */
export interface RawReply {
  text: string;
  reasoning?: string;
  calls: { name: string; argumentsText: string }[];
  stopReason: StopReason;
  usage: Usage;
}

/** How a reply is to be read: what was offered and by which protocol. */
export interface ReplyReading {
  offers: Offers;
  protocol: Protocol;
}

/**
 * A new id for a call, which says how it came: `call` by the provider's own tool calls, `text` read out of text. Ids of
 * providers are not used: some repeat theirs from turn to turn.
 */
export function newToolCallId(origin: 'call' | 'text'): string {
  return `${origin}_${randomBytes(12).toString('base64url')}`;
}

/** True for a call that was read out of the model's text. */
export function isPrintedCall(call: ToolCall): boolean {
  return call.id.startsWith('text_');
}

/**
 * Turns a raw reply into an answer, calls, or a problem: the one way in for every provider, so that native calls, ReAct
 * text and calls printed as text end in the same shape and under the same policy (asks B34; never two of them). A
 * reply that was cut (`length`, `error`, `aborted`) yields no call (rule R6). An empty reply stays empty, for the loop
 * to ask again (case R31).
 */
export function interpretReply(raw: RawReply, reading: ReplyReading): ModelReply {
  const said = splitReasoning(raw.text);
  const plain: ModelReply = {
    text: said.visible.trim(),
    toolCalls: [],
    stopReason: raw.stopReason === 'tool-calls' ? 'end' : raw.stopReason,
    usage: raw.usage,
    ...reasoningOf(raw.reasoning ?? '', said.reasoning),
  };
  if (raw.stopReason === 'error' || raw.stopReason === 'aborted') return plain;
  if (plain.text === '' && raw.calls.length === 0 && !said.unclosed) return plain;
  const read = raw.calls.length > 0 ? withNativeCalls(plain, raw, reading) : readText(plain, raw.text, reading);
  if (raw.stopReason === 'length') return withoutCalls(read, plain);
  const reply = reading.offers.answer ? takeAnswer(read) : read;
  return reply.toolCalls.length > 0 ? { ...reply, stopReason: 'tool-calls' } : reply;
}

function withNativeCalls(plain: ModelReply, raw: RawReply, reading: ReplyReading): ModelReply {
  const toolCalls = raw.calls.map((call) =>
    makeToolCall(
      newToolCallId('call'),
      { tool: call.name, input: { text: call.argumentsText }, repaired: false },
      'json',
      reading.offers,
    ),
  );
  return { ...plain, toolCalls };
}

function readText(plain: ModelReply, text: string, reading: ReplyReading): ModelReply {
  if (reading.protocol === 'react') return readReact(plain, text, reading);
  if (reading.offers.names.length > 0) return readPrinted(plain, text, reading);
  return plain;
}

function readReact(plain: ModelReply, text: string, reading: ReplyReading): ModelReply {
  const { offers } = reading;
  const reply = parseReact(text, offers.names);
  if (offers.names.length === 0 && reply.type !== 'final') {
    return plain;
  }
  switch (reply.type) {
    case 'problem':
      return { ...plain, problem: reply.message };
    case 'final':
      if (!reply.offProtocol || offers.names.length === 0) return { ...plain, text: reply.text };
      return cutOff(plain, readPrinted(plain, text, reading));
    case 'printed':
      return readPrinted(plain, reply.text, reading, reply.thought);
    case 'call': {
      const printed: PrintedCall = { tool: reply.tool, input: { text: reply.inputText }, repaired: false };
      return {
        ...plain,
        text: reply.thought,
        toolCalls: [makeToolCall(newToolCallId('text'), printed, 'text', offers)],
      };
    }
  }
}

/** Text without protocol is the answer of a whole reply; of one that reached its length it is a thought cut short. */
function cutOff(plain: ModelReply, reply: ModelReply): ModelReply {
  return plain.stopReason === 'length' ? { ...reply, problem: reply.problem ?? INCOMPLETE } : reply;
}

function readPrinted(plain: ModelReply, text: string, reading: ReplyReading, thought?: string): ModelReply {
  const printed = parseCallText(text, reading.offers.names);
  const reply = { ...plain, ...reasoningOf(plain.reasoning ?? '', printed.reasoning), text: thought ?? printed.text };
  if (printed.type === 'problem') return { ...reply, text: plain.text, problem: printed.message };
  if (printed.type === 'calls') {
    const toolCalls: ToolCall[] = printed.calls.map((call) =>
      makeToolCall(newToolCallId('text'), call, 'json', reading.offers),
    );
    return { ...reply, toolCalls };
  }
  if (thought !== undefined) {
    return { ...plain, problem: 'There is an Action without the name of a tool. Write the name after "Action:".' };
  }
  return reply.text === '' ? { ...reply, problem: 'The reply was empty. Write the answer, or make a call.' } : reply;
}

/** A reply that reached its length: a call in it may be cut, so none runs; plain text stays what it is. */
function withoutCalls(reply: ModelReply, plain: ModelReply): ModelReply {
  const calls = reply.toolCalls.length > 0;
  const { problem } = reply;
  if (!calls && problem === undefined) return reply;
  return { ...plain, problem: calls ? INCOMPLETE : (problem ?? INCOMPLETE) };
}

function reasoningOf(first: string, second: string): { reasoning?: string } {
  const [known, more] = [first.trim(), second.trim()];
  const reasoning = known.includes(more) ? known : [known, more].filter((part) => part !== '').join('\n');
  return reasoning === '' ? {} : { reasoning };
}
