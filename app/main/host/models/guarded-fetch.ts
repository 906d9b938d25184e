import {
  describeStatus,
  describeTooLarge,
  describeUnreachable,
  MAX_REPLY_BYTES,
  ProviderFailure,
} from './provider-failure.ts';

export type Fetch = typeof globalThis.fetch;

/** Bytes of an error body that are looked at, to tell one kind of refusal from another. */
const MAX_ERROR_BYTES = 64 * 1024;

/**
 * The fetch that provider packages are given: it counts the bytes of the body and stops at 10 MiB (row A3.15), follows
 * no redirect (a key in a header would go along), and turns a failure into a `ProviderFailure` with words of our own,
 * so that no error body reaches an error or the log (row A3.16). An abort passes through as it is.
 */
export function guardedFetch(base: Fetch, provider: string): Fetch {
  return async (input, init) => {
    let response: Response;
    try {
      response = await base(input, { ...init, redirect: 'manual' });
    } catch (error) {
      if (init?.signal?.aborted === true) throw error;
      throw new ProviderFailure(describeUnreachable(provider, originOf(input), causeCode(error)));
    }
    if (!response.ok) {
      const body = await readSome(response);
      throw new ProviderFailure(describeStatus(provider, response.status, body, retryAfter(response.headers)));
    }
    if (response.body === null) return response;
    return new Response(response.body.pipeThrough(byteCap(provider)), {
      status: response.status,
      headers: response.headers,
    });
  };
}

/** The system's word for why a connection failed, however deep it is wrapped. */
export function causeCode(error: unknown): string | undefined {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth++) {
    const code = 'code' in cause ? cause.code : undefined;
    if (typeof code === 'string') return code;
    if (cause instanceof AggregateError) return causeCode(cause.errors[0]);
  }
  return undefined;
}

/** `Retry-After` in milliseconds: OpenAI's exact form, seconds, or a date. */
export function retryAfter(headers: Headers, now = Date.now()): number | undefined {
  const exact = Number(headers.get('retry-after-ms') ?? Number.NaN);
  if (Number.isFinite(exact) && exact >= 0) return exact;
  const header = headers.get('retry-after');
  if (header === null || header.trim() === '') return undefined;
  const seconds = Number(header);
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000);
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

function byteCap(provider: string): TransformStream<Uint8Array, Uint8Array> {
  let bytes = 0;
  return new TransformStream({
    transform(chunk, controller) {
      bytes += chunk.byteLength;
      if (bytes > MAX_REPLY_BYTES) controller.error(new ProviderFailure(describeTooLarge(provider)));
      else controller.enqueue(chunk);
    },
  });
}

async function readSome(response: Response): Promise<string> {
  const reader = response.body?.getReader();
  if (reader === undefined) return '';
  const decoder = new TextDecoder();
  let text = '';
  try {
    while (text.length < MAX_ERROR_BYTES) {
      const { done, value } = await reader.read();
      if (done) break;
      text += decoder.decode(value, { stream: true });
    }
  } catch {
    // The body of a refusal only refines its kind; a connection that breaks here leaves the status, which decides.
  }
  await reader.cancel().catch(() => undefined);
  return text;
}

function originOf(input: Parameters<Fetch>[0]): string {
  return new URL(input instanceof Request ? input.url : input).origin;
}
