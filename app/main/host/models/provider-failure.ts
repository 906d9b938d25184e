import type { ModelError } from '#contract/model';

/** A model call that failed, on its way to becoming a reply. It never holds a key or a provider's words (row A3.16). */
export class ProviderFailure extends Error {
  readonly detail: ModelError;
  constructor(detail: ModelError) {
    super(detail.message);
    this.detail = detail;
  }
}

/** Raw bytes that one reply may have, streamed or not (row A3.15). */
export const MAX_REPLY_BYTES = 10 * 1024 * 1024;

const WRONG_KEY = /api[_ ]key[_ ](?:not[_ ]valid|invalid|expired)/i;
const CONTEXT_LENGTH =
  /context[_ -]?(?:length|window|size)|maximum context|too many tokens|prompt is too long|input is too long|input token count|exceeds? the (?:maximum|available|model)/i;
const NO_TOOLS =
  /(?:does not|doesn't|do not) support (?:tools|tool use|tool calls|function calling|functions)|tool use is not supported|tools? (?:is|are) not supported|requires? --jinja|tool choice requires|enable-auto-tool-choice/i;

/**
 * Says plainly what a status means and what to do. Takes the provider's name, the status, its error body (looked at,
 * never passed on) and how long it asks to wait.
 */
export function describeStatus(provider: string, status: number, body: string, retryAfterMs?: number): ModelError {
  const wait = retryAfterMs === undefined ? {} : { retryAfterMs };
  if (status === 401 || status === 403 || (status === 400 && WRONG_KEY.test(body))) {
    return {
      kind: 'auth',
      status,
      message: `${provider} refused the key (${status}). Check the key in Settings, Models.`,
    };
  }
  if (status === 429) {
    const when = retryAfterMs === undefined ? 'Try again later.' : `Try again in ${Math.ceil(retryAfterMs / 1000)} s.`;
    return {
      kind: 'rate-limit',
      status,
      message: `${provider} takes no more requests for now (429). ${when}`,
      ...wait,
    };
  }
  if (NO_TOOLS.test(body)) return { ...describeNoTools(provider), status };
  if (status >= 500) {
    return { kind: 'server', status, message: `${provider} failed (${status}). Try again later.`, ...wait };
  }
  if (status === 413 || CONTEXT_LENGTH.test(body)) return { ...describeContextLength(provider), status };
  if (status === 404) {
    const message = `${provider} does not know this model or address (404). Check the model's name and the base URL.`;
    return { kind: 'bad-request', status, message };
  }
  if (status >= 300 && status < 400) {
    const message = `${provider} answered with a redirect (${status}), which is not followed. Check the base URL.`;
    return { kind: 'bad-request', status, message };
  }
  return { kind: 'bad-request', status, message: `${provider} refused the request (${status}).` };
}

/** No answer at all: nothing listens, no such name, no network. `code` is the system's own word for it. */
export function describeUnreachable(provider: string, origin: string, code: string | undefined): ModelError {
  const why = code === undefined ? '' : ` (${REASONS.get(code) ?? code})`;
  return {
    kind: 'network',
    message: `${provider} can't be reached at ${origin}${why}. Check that it runs and the address.`,
  };
}

/** The connection ended before the reply did. */
export function describeCut(provider: string): ModelError {
  return { kind: 'cut', message: `The reply of ${provider} was cut off before its end. Nothing of it was run.` };
}

/** The reply passed the cap. */
export function describeTooLarge(provider: string): ModelError {
  return { kind: 'too-large', message: `The reply of ${provider} was larger than 10 MiB and was stopped.` };
}

/** The conversation does not fit. */
function describeContextLength(provider: string): ModelError {
  return { kind: 'context-length', message: `The conversation is longer than the model of ${provider} can read.` };
}

/** Row A3.1: the agent wants native calls and the model has none. */
function describeNoTools(provider: string): ModelError {
  const message = `The model of ${provider} has no native tool calls. Set the agent's protocol to "react" or "auto".`;
  return { kind: 'native-tools-unsupported', message };
}

/** What arrived is not what the provider's interface promises. */
export function describeUnreadable(provider: string): ModelError {
  return {
    kind: 'server',
    message: `${provider} sent a reply that can't be read. Check the base URL and the provider.`,
  };
}

/**
 * An error that the provider sent inside its stream: its type and code decide, its words stay out. Both spellings in
 * use are read, the bare object and the one wrapped in `error`.
 */
export function describeStreamError(provider: string, error: unknown): ModelError {
  const text = typeof error === 'string' ? error : JSON.stringify(error ?? '', longestWords);
  const status = statusIn(error);
  if (status !== undefined) return describeStatus(provider, status, text);
  if (/overloaded/i.test(text)) return { kind: 'server', message: `${provider} is overloaded. Try again later.` };
  if (/rate[_ ]?limit|insufficient_quota/i.test(text)) return describeStatus(provider, 429, text);
  if (/authentication|invalid_api_key|permission/i.test(text)) return describeStatus(provider, 401, text);
  if (CONTEXT_LENGTH.test(text)) return describeContextLength(provider);
  return { kind: 'server', message: `${provider} reported an error in the middle of its reply. Try again later.` };
}

const REASONS = new Map([
  ['ECONNREFUSED', 'nothing listens there'],
  ['ENOTFOUND', 'no such name'],
  ['EAI_AGAIN', 'the name can’t be looked up'],
  ['ETIMEDOUT', 'no answer in time'],
  ['UND_ERR_CONNECT_TIMEOUT', 'no answer in time'],
  ['UND_ERR_HEADERS_TIMEOUT', 'no answer in time'],
  ['ECONNRESET', 'the connection was closed'],
]);

function longestWords(_: string, value: unknown): unknown {
  return typeof value === 'string' ? value.slice(0, 500) : value;
}

function statusIn(error: unknown): number | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  const outer = new Map(Object.entries(error));
  for (const key of ['statusCode', 'status', 'code']) {
    const value = outer.get(key);
    if (typeof value === 'number' && value >= 300 && value < 600) return value;
  }
  return statusIn(outer.get('error'));
}
