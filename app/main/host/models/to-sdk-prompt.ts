import type { LanguageModelV4FunctionTool, LanguageModelV4Message, LanguageModelV4Prompt } from '@ai-sdk/provider';
import type { Message, ModelReply, ModelRequest } from '#contract/model';
import { isObject } from './coerce-input.ts';
import { nameOfCall, type Offers } from './offer-tools.ts';
import { reactInstructions, toTextTurns } from './react-protocol.ts';

/** The request as the provider packages take it. Tools go along only for native calls. */
export function toSdkPrompt(request: ModelRequest, offers: Offers): LanguageModelV4Prompt {
  if (request.protocol === 'react') {
    const turns = toTextTurns(request.messages, offers);
    return [
      ...systemOf(reactInstructions(request.instructions, offers)),
      ...turns.map(
        (turn): LanguageModelV4Message => ({ role: turn.role, content: [{ type: 'text', text: turn.text }] }),
      ),
    ];
  }
  return [...systemOf(request.instructions), ...nativeMessages(request.messages, offers)];
}

/** The offers as function tools, each with its own schema as it is (row A3.12). */
export function toSdkTools(offers: Offers): LanguageModelV4FunctionTool[] {
  return offers.list.map((offer) => ({
    type: 'function',
    name: offer.name,
    description: offer.description,
    inputSchema: offer.input as LanguageModelV4FunctionTool['inputSchema'],
  }));
}

function systemOf(content: string): LanguageModelV4Message[] {
  return content.trim() === '' ? [] : [{ role: 'system', content }];
}

/** Results stay role `tool` and verbatim (row A3.4); those of one reply go into one message, as providers ask. */
function nativeMessages(messages: readonly Message[], offers: Offers): LanguageModelV4Message[] {
  const prompt: LanguageModelV4Message[] = [];
  const names = new Map<string, string>();
  for (const message of messages) {
    switch (message.role) {
      case 'user':
        if (message.text !== '') prompt.push({ role: 'user', content: [{ type: 'text', text: message.text }] });
        break;
      case 'assistant':
        for (const call of message.reply.toolCalls) names.set(call.id, nameOfCall(call, offers));
        prompt.push(...assistantMessage(message.reply, offers));
        break;
      case 'tool': {
        const part = {
          type: 'tool-result' as const,
          toolCallId: message.callId,
          toolName: names.get(message.callId) ?? message.tool,
          output: { type: 'text' as const, value: message.text },
        };
        const last = prompt.at(-1);
        if (last?.role === 'tool') last.content.push(part);
        else prompt.push({ role: 'tool', content: [part] });
      }
    }
  }
  return prompt;
}

function assistantMessage(reply: ModelReply, offers: Offers): LanguageModelV4Message[] {
  const calls = reply.toolCalls.map((call) => ({
    type: 'tool-call' as const,
    toolCallId: call.id,
    toolName: nameOfCall(call, offers),
    input: isObject(call.input) ? call.input : { input: call.input },
  }));
  const text = reply.text.trim() === '' ? [] : [{ type: 'text' as const, text: reply.text }];
  return text.length + calls.length === 0 ? [] : [{ role: 'assistant', content: [...text, ...calls] }];
}
