import * as z from 'zod';
import type { ToolCallId } from './ids.ts';
import { Citation } from './mark.ts';
import { type Tool, ToolCall } from './tool.ts';

/** `ollama/qwen3:8b` is provider `ollama`, model `qwen3:8b`; `scripted:FILE` is provider `scripted`, model FILE. */
export const ModelRef = z.object({ provider: z.string().min(1), model: z.string() });
export type ModelRef = z.infer<typeof ModelRef>;

/** Tokens of one model call, as the provider counts them; 0 where it does not say. */
export const Usage = z.object({ inputTokens: z.int(), outputTokens: z.int() });
export type Usage = z.infer<typeof Usage>;

/** What a model costs, in US dollars for a million tokens; where the figures come from and of which day (ISO 8601). */
export const Price = z.object({
  /** As in `ModelRef`, `PROVIDER/MODEL`. */
  model: z.string(),
  input: z.number().min(0),
  output: z.number().min(0),
  /** What the whole call costs where its prompt is longer than `above` tokens. */
  long: z.object({ above: z.int(), input: z.number(), output: z.number() }).optional(),
  source: z.string(),
  date: z.string(),
  /** Set by the person, in place of what Warrant knew. */
  own: z.boolean(),
});
export type Price = z.infer<typeof Price>;

export const StopReason = z.enum(['end', 'tool-calls', 'length', 'aborted', 'error']);
export type StopReason = z.infer<typeof StopReason>;

/** A model call that failed. `message` is plain and never holds a key or a provider's error body (rows A3.15, A3.16). */
export const ModelError = z.object({
  kind: z.enum([
    'no-model',
    'auth',
    'rate-limit',
    'server',
    'network',
    'cut',
    'too-large',
    'context-length',
    'bad-request',
    'native-tools-unsupported',
    'script',
  ]),
  status: z.int().optional(),
  retryAfterMs: z.number().optional(),
  message: z.string(),
});
export type ModelError = z.infer<typeof ModelError>;

/**
 * One whole reply. `error` is there exactly when `stopReason` is `error`. `problem` says that the text is neither an
 * answer nor a call (a broken call, rule R6): the model is told so and asked again.
 */
export const ModelReply = z.object({
  text: z.string(),
  reasoning: z.string().optional(),
  toolCalls: z.array(ToolCall),
  stopReason: StopReason,
  usage: Usage,
  error: ModelError.optional(),
  problem: z.string().optional(),
  /** What an answer given by the call `answer` says that it rests on. */
  citations: z.array(Citation).optional(),
});
export type ModelReply = z.infer<typeof ModelReply>;

/** What a model reads, in the order its API demands. A tool message answers the call with its id. */
export type Message =
  | { role: 'user'; text: string }
  | { role: 'assistant'; reply: ModelReply }
  | { role: 'tool'; callId: ToolCallId; tool: string; text: string; error: boolean };

/** How calls are written: by the provider's own tool calls, or as Thought / Action / Observation text. */
export const Protocol = z.enum(['native', 'react']);
export type Protocol = z.infer<typeof Protocol>;

/** `step` counts the model's replies of this run so far, also those that compaction removed from `messages`. */
export interface ModelRequest {
  model: ModelRef;
  protocol: Protocol;
  instructions: string;
  messages: Message[];
  tools: Tool[];
  /** The last answer may be given by the call `answer {text, citations}`, which is no tool of the agent. */
  answers?: true;
  step: number;
}

/** Deltas while it streams, then exactly one reply; never both an end and an error (row A21.6). */
export type ModelPart = { type: 'text-delta'; text: string } | { type: 'reply'; reply: ModelReply };

/** `ollama/qwen3:8b`, `scripted:FILE`, `demo`: the written form of a model (interfaces, `run --model`). */
export function formatModelRef(ref: ModelRef): string {
  if (ref.provider === 'scripted') return `scripted:${ref.model}`;
  return ref.model === '' || ref.model === ref.provider ? ref.provider : `${ref.provider}/${ref.model}`;
}

/** Reads the written form. Returns undefined for a text that names no model. */
export function parseModelRef(text: string): ModelRef | undefined {
  if (text.startsWith('scripted:')) return { provider: 'scripted', model: text.slice('scripted:'.length) };
  if (text === 'demo' || text === 'obedient') return { provider: text, model: text };
  const slash = text.indexOf('/');
  if (slash <= 0 || slash === text.length - 1) return undefined;
  return { provider: text.slice(0, slash), model: text.slice(slash + 1) };
}
