import type { JsonSchema } from '#contract/ids';
import type { ModelPart, ModelReply, ModelRequest } from '#contract/model';
import type { Command, Tool } from '#contract/tool';
import type { ModelProvider } from '../model-provider.ts';

/** A tool with one command for tests of models; `paths` gives it a command tree instead. */
export function testTool(name: string, input: JsonSchema, paths: string[][] = [[]]): Tool {
  const command = (path: string[]): Command => ({
    path,
    description: `Does ${[name, ...path].join(' ')}.`,
    input,
    output: {},
    effect: { change: 'none', where: 'local', repeat: 'safe' },
    files: [],
    runsCode: false,
    outside: false,
  });
  return { name, version: '1', description: `Does ${name}.`, runtime: { type: 'host' }, commands: paths.map(command) };
}

/** `calculator {expression}`. */
export const CALCULATOR: Tool = testTool('calculator', {
  type: 'object',
  properties: { expression: { type: 'string' } },
  required: ['expression'],
  additionalProperties: false,
});

/** `write_file {path, content}`: not readable from a bare string. */
export const WRITE_FILE: Tool = testTool('write_file', {
  type: 'object',
  properties: { path: { type: 'string' }, content: { type: 'string' } },
  required: ['path', 'content'],
  additionalProperties: false,
});

/** A request with these changes. */
export function testRequest(changes: Partial<ModelRequest> = {}): ModelRequest {
  return {
    model: { provider: 'test', model: 'test' },
    protocol: 'native',
    instructions: 'Help.',
    messages: [{ role: 'user', text: 'What is 2+2?' }],
    tools: [CALCULATOR],
    step: 0,
    ...changes,
  };
}

/** Runs one call to its end and checks the order of row A21.6: deltas, then one reply and nothing after it. */
export async function collect(
  provider: ModelProvider,
  request: ModelRequest,
  signal: AbortSignal = new AbortController().signal,
): Promise<{ deltas: string[]; reply: ModelReply }> {
  const parts: ModelPart[] = [];
  for await (const part of provider.stream(request, signal)) parts.push(part);
  const last = parts.pop();
  if (last?.type !== 'reply' || parts.some((part) => part.type === 'reply')) {
    throw new Error('A stream must end in one reply.');
  }
  return { deltas: parts.map((part) => (part.type === 'text-delta' ? part.text : '')), reply: last.reply };
}

/** A reply with its calls' ids replaced by their order, as these are random. */
export function withoutIds(reply: ModelReply): ModelReply {
  return { ...reply, toolCalls: reply.toolCalls.map((call, index) => ({ ...call, id: String(index) })) };
}
