import type { ModelError, ModelPart, ModelReply, ModelRequest } from '#contract/model';

/**
 * One model of one provider. `stream` must not throw: a failure is a last reply whose stop reason is `error` or
 * `aborted`. It yields deltas of the answer (never of a call), then exactly one reply (row A21.6).
 */
export interface ModelProvider {
  readonly id: string;
  /** What an agent with `protocol: auto` gets: known beforehand, or `probe`: ask `probeModel` once (asks B34). */
  readonly auto: 'native' | 'react' | 'probe';
  stream(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelPart>;
}

/** Waits; rejects when the signal is aborted. Handed in, so that tests need no time. */
export type Sleep = (ms: number, signal: AbortSignal) => Promise<void>;

const NO_USAGE = { inputTokens: 0, outputTokens: 0 };

/** The reply of a call that failed. What had arrived of its text is kept for the person; no call of it runs (rule R6). */
export function failedReply(error: ModelError, text = '', usage: ModelReply['usage'] = NO_USAGE): ModelReply {
  return { text, toolCalls: [], stopReason: 'error', usage, error };
}

/** The reply of a call that was cancelled. */
export function abortedReply(text = '', usage: ModelReply['usage'] = NO_USAGE): ModelReply {
  return { text, toolCalls: [], stopReason: 'aborted', usage };
}
