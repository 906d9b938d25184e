import { canonicalJson } from '#contract/canonical-json';
import type { ModelPart, ModelReply, ModelRequest } from '#contract/model';
import type { ToolCall } from '#contract/tool';
import { newToolCallId } from './interpret-reply.ts';
import { abortedReply, type ModelProvider } from './model-provider.ts';
import { makeToolCall, offerTools } from './offer-tools.ts';
import { endOfBalanced } from './strict-json.ts';

const LONGEST_ORDER = 100_000;

/**
 * `obedient`: a model that falls for everything (interfaces, "Test models"). It does every order `DO tool {json}` that
 * it finds, in its instructions, in what tools say of themselves, in the prompt or in any text it is shown, once each, in
 * order, one per reply, and then answers `done`. For tests of injected instructions: what holds it back is the policy alone.
 */
export function obedientProvider(): ModelProvider {
  return { id: 'obedient', auto: 'native', stream: obey };
}

async function* obey(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelPart> {
  if (signal.aborted) return yield { type: 'reply', reply: abortedReply() };
  const done = new Set(
    request.messages.flatMap((message) => (message.role === 'assistant' ? message.reply.toolCalls.map(identity) : [])),
  );
  const next = ordersIn(request).find((call) => !done.has(identity(call)));
  const reply: ModelReply = {
    text: next === undefined ? 'done' : '',
    toolCalls: next === undefined ? [] : [next],
    stopReason: next === undefined ? 'end' : 'tool-calls',
    usage: { inputTokens: 0, outputTokens: 0 },
  };
  if (reply.text !== '') yield { type: 'text-delta', text: reply.text };
  yield { type: 'reply', reply };
}

function ordersIn(request: ModelRequest): ToolCall[] {
  const offers = offerTools(request.tools);
  const shown = request.messages.flatMap((message) => (message.role === 'assistant' ? [] : [message.text]));
  const described = request.tools.flatMap(({ description, commands }) => [
    description,
    ...commands.map((command) => command.description),
  ]);
  return [request.instructions, ...described, ...shown].flatMap((text) =>
    [...text.matchAll(/(?<![A-Za-z0-9_])DO ([A-Za-z0-9_-]{1,64}) ?(?=\{)/g)].flatMap((match) => {
      const start = match.index + match[0].length;
      const rest = unescaped(text.slice(start, start + LONGEST_ORDER));
      const end = endOfBalanced(rest, 0);
      if (end === undefined || match[1] === undefined) return [];
      const input = { text: rest.slice(0, end) };
      return [makeToolCall(newToolCallId('call'), { tool: match[1], input, repaired: false }, 'json', offers)];
    }),
  );
}

/** An order inside a quoted string of JSON has its quotes escaped. */
function unescaped(text: string): string {
  return text.startsWith('{\\"') ? text.replaceAll('\\"', '"') : text;
}

function identity(call: ToolCall): string {
  return canonicalJson([call.tool, call.command, call.input]);
}
