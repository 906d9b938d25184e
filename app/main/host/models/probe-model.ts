import type { ModelRef, ModelReply, ModelRequest } from '#contract/model';
import type { Tool } from '#contract/tool';
import { isPrintedCall } from './interpret-reply.ts';
import type { ModelProvider } from './model-provider.ts';

/** How to speak with a model, and why, in words a person understands. `certain` is false where the model did not answer. */
export interface ProbeResult {
  protocol: 'native' | 'react';
  reason: string;
  certain: boolean;
}

const WORD = 'warrant-7';

const PROBE_TOOL: Tool = {
  name: 'note_word',
  version: '1',
  description: 'Notes one word.',
  runtime: { type: 'host' },
  commands: [
    {
      path: [],
      description: 'Notes one word.',
      input: {
        type: 'object',
        properties: { word: { type: 'string', description: 'The word.' } },
        required: ['word'],
        additionalProperties: false,
      },
      output: {},
      effect: { change: 'none', where: 'local', repeat: 'safe' },
      files: [],
      runsCode: false,
      outside: false,
    },
  ],
};

/**
 * Finds out once whether a model's native tool calls work (asks B34, point 18): one small request with one trivial
 * tool, which is never run. Only a native call with the right argument counts; a call printed as text does not, even
 * though it would be understood. The caller keeps the result, unless it is not `certain`.
 */
export async function probeModel(provider: ModelProvider, model: ModelRef, signal: AbortSignal): Promise<ProbeResult> {
  if (provider.auto !== 'probe') {
    const reason =
      provider.auto === 'native' ? 'Its tool calls are known to work.' : 'It works with the text protocol.';
    return { protocol: provider.auto, reason, certain: true };
  }
  const request: ModelRequest = {
    model,
    protocol: 'native',
    instructions: 'You test a tool. Do exactly what is asked.',
    messages: [{ role: 'user', text: `Call the tool note_word with the word "${WORD}".` }],
    tools: [PROBE_TOOL],
    step: 0,
  };
  for await (const part of provider.stream(request, signal)) {
    if (part.type === 'reply') return judge(part.reply);
  }
  return { protocol: 'react', reason: 'The model gave no reply to the test.', certain: false };
}

function judge(reply: ModelReply): ProbeResult {
  const react = (reason: string, certain = true): ProbeResult => ({ protocol: 'react', reason, certain });
  if (reply.stopReason === 'aborted') return react('The test was stopped.', false);
  const refused = reply.error?.kind === 'bad-request' && (reply.error.status === 400 || reply.error.status === 422);
  if (refused || reply.error?.kind === 'native-tools-unsupported') {
    return react('The server refuses tool calls for this model; the text protocol is used.');
  }
  if (reply.error !== undefined) return react(`The test could not be made: ${reply.error.message}`, false);
  const [call] = reply.toolCalls;
  if (call === undefined)
    return react('The model answered in words instead of calling the tool; the text protocol is used.');
  if (isPrintedCall(call)) {
    return react('The model prints its tool calls as text; the text protocol is used.');
  }
  const input = typeof call.input === 'object' && call.input !== null && !Array.isArray(call.input) ? call.input : {};
  if (call.fault !== undefined || call.tool !== PROBE_TOOL.name || input.word !== WORD) {
    return react('The model called the tool with the wrong name or arguments; the text protocol is used.');
  }
  return { protocol: 'native', reason: 'Its tool calls work.', certain: true };
}
