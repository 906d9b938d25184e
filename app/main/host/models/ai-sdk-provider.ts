import type { LanguageModelV4, LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { APICallError } from '@ai-sdk/provider';
import type { ModelError, ModelPart, ModelRequest, StopReason, Usage } from '#contract/model';
import { AnswerGate } from './answer-gate.ts';
import { causeCode } from './guarded-fetch.ts';
import { interpretReply, type RawReply } from './interpret-reply.ts';
import { abortedReply, failedReply, type ModelProvider, type Sleep } from './model-provider.ts';
import { offerTools } from './offer-tools.ts';
import {
  describeCut,
  describeStatus,
  describeStreamError,
  describeUnreachable,
  describeUnreadable,
  ProviderFailure,
} from './provider-failure.ts';
import { REACT_STOP } from './react-protocol.ts';
import { toSdkPrompt, toSdkTools } from './to-sdk-prompt.ts';

/** How often a call is tried again before any of its reply arrived, and how long a wait it keeps itself. */
const MAX_RETRIES = 2;
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 30_000;
const RETRIED: readonly ModelError['kind'][] = ['rate-limit', 'server', 'network', 'cut'];

/** One model of a provider package, and how it is spoken of. */
export interface AiSdkModel {
  /** `ollama/qwen3:8b`. */
  id: string;
  /** The provider's name for messages: `Ollama`. */
  name: string;
  /** For messages: `http://127.0.0.1:11434`. Never holds a key. */
  origin: string;
  auto: ModelProvider['auto'];
  /** Loads the provider's package, at the first call. */
  model: () => Promise<LanguageModelV4>;
  /** False for models that refuse stop sequences. */
  stops: boolean;
  sleep: Sleep;
}

/**
 * A `ModelProvider` over one of the AI SDK's provider packages, spoken to directly: the loop, policy and log are ours.
 * 429, 5xx and a lost connection are tried again, at most twice, after the wait the provider asks for, and only while
 * nothing of the reply has arrived. A reply that ends early is `cut` and no call of it runs (rule R6).
 */
export function aiSdkProvider(options: AiSdkModel): ModelProvider {
  return {
    id: options.id,
    auto: options.auto,
    stream: (request, signal) => streamReply(options, request, signal),
  };
}

async function* streamReply(
  options: AiSdkModel,
  request: ModelRequest,
  signal: AbortSignal,
): AsyncGenerator<ModelPart> {
  const offers = offerTools(request.tools, request.answers);
  const gate = new AnswerGate(request.protocol, offers.names);
  for (let retry = 0; ; retry++) {
    const collected = new Collected();
    let failure: ModelError | undefined;
    try {
      for await (const part of openStream(options, request, signal)) {
        const shown = gate.push(collected.add(part));
        if (shown !== '') yield { type: 'text-delta', text: shown };
      }
      failure = collected.failure(options.name);
    } catch (error) {
      failure = explain(error, options, collected.begun);
    }
    if (signal.aborted) {
      yield { type: 'reply', reply: abortedReply(collected.text, collected.usage) };
      return;
    }
    if (failure === undefined) {
      const reply = interpretReply(collected.raw(), { offers, protocol: request.protocol });
      const rest = reply.toolCalls.length === 0 && reply.problem === undefined ? gate.finish(reply.text) : '';
      if (rest !== '') yield { type: 'text-delta', text: rest };
      yield { type: 'reply', reply };
      return;
    }
    const wait = failure.retryAfterMs ?? FIRST_WAIT_MS * 2 ** retry;
    const again = !collected.begun && retry < MAX_RETRIES && RETRIED.includes(failure.kind) && wait <= LONGEST_WAIT_MS;
    if (!again || !(await slept(options.sleep, wait, signal))) {
      const aborted = signal.aborted && again;
      const reply = aborted ? abortedReply() : failedReply(failure, collected.text, collected.usage);
      yield { type: 'reply', reply };
      return;
    }
  }
}

async function slept(sleep: Sleep, ms: number, signal: AbortSignal): Promise<boolean> {
  try {
    await sleep(ms, signal);
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  return !signal.aborted;
}

async function* openStream(
  options: AiSdkModel,
  request: ModelRequest,
  signal: AbortSignal,
): AsyncGenerator<LanguageModelV4StreamPart> {
  const offers = offerTools(request.tools, request.answers);
  const native = request.protocol === 'native';
  const model = await options.model();
  const { stream } = await model.doStream({
    prompt: toSdkPrompt(request, offers),
    abortSignal: signal,
    ...(native && offers.list.length > 0 ? { tools: toSdkTools(offers), toolChoice: { type: 'auto' } } : {}),
    ...(!native && offers.list.length > 0 && options.stops ? { stopSequences: REACT_STOP } : {}),
  });
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    // The provider's side is told to stop; whether it hears it changes nothing here.
    reader.cancel().catch(() => undefined);
  }
}

/** What has arrived of one reply. */
class Collected {
  text = '';
  usage: Usage = { inputTokens: 0, outputTokens: 0 };
  /** True as soon as any of the reply has arrived: then it is not asked for again. */
  begun = false;
  private reasoning = '';
  private readonly calls: RawReply['calls'] = [];
  private stopReason: StopReason | undefined;
  private streamError: { error: unknown } | undefined;

  /** Takes a part; returns the text in it. */
  add(part: LanguageModelV4StreamPart): string {
    switch (part.type) {
      case 'text-delta':
        this.begun ||= part.delta !== '';
        this.text += part.delta;
        return part.delta;
      case 'reasoning-delta':
        this.begun ||= part.delta !== '';
        this.reasoning += part.delta;
        return '';
      case 'tool-input-start':
        this.begun = true;
        return '';
      case 'tool-call':
        this.begun = true;
        this.calls.push({ name: part.toolName, argumentsText: part.input });
        return '';
      case 'error':
        this.streamError ??= { error: part.error };
        return '';
      case 'finish':
        this.stopReason = stopReasonOf(part.finishReason.unified);
        this.usage = {
          inputTokens: part.usage.inputTokens.total ?? 0,
          outputTokens: part.usage.outputTokens.total ?? 0,
        };
        return '';
      default:
        return '';
    }
  }

  failure(name: string): ModelError | undefined {
    if (this.streamError !== undefined) return describeInStream(this.streamError.error, name);
    return this.stopReason === undefined || this.stopReason === 'error' ? describeCut(name) : undefined;
  }

  raw(): RawReply {
    const { text, reasoning, calls, usage } = this;
    return { text, reasoning, calls, usage, stopReason: this.stopReason ?? 'error' };
  }
}

/** `interrupted` is a stream without an end; `other` is an end whose word is new, as some servers invent theirs. */
function stopReasonOf(unified: string): StopReason {
  if (unified === 'tool-calls' || unified === 'length') return unified;
  return unified === 'error' || unified === 'interrupted' ? 'error' : 'end';
}

function describeInStream(error: unknown, name: string): ModelError {
  if (error instanceof ProviderFailure) return error.detail;
  if (error instanceof Error && /without a finish reason/.test(error.message)) return describeCut(name);
  if (error instanceof Error && /JSONParse|TypeValidation/.test(error.name)) return describeUnreadable(name);
  return describeStreamError(name, error);
}

/** `begun`: a connection that fails after the reply began was cut, not unreachable. */
function explain(error: unknown, options: AiSdkModel, begun: boolean): ModelError {
  if (error instanceof ProviderFailure) return error.detail;
  if (APICallError.isInstance(error)) {
    if (error.cause instanceof ProviderFailure) return error.cause.detail;
    if (error.statusCode !== undefined && error.statusCode >= 300) {
      return describeStatus(options.name, error.statusCode, error.responseBody ?? '');
    }
    return describeCut(options.name);
  }
  const code = causeCode(error);
  if (error instanceof TypeError && /terminated/.test(error.message)) return describeCut(options.name);
  if (code !== undefined) {
    return begun ? describeCut(options.name) : describeUnreachable(options.name, options.origin, code);
  }
  return describeInStream(error, options.name);
}
