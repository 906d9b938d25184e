import type { Entry, Signal } from '#contract/event';
import type { HostNotice } from '#contract/views';
import { client } from './client.ts';
import { RefusedError } from './connection.ts';

const SHORTEST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 2000;

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/** Runs `once` again and again until stopped: after a loss it pauses, then resumes. Gives the function that stops it. */
function keep(once: (signal: AbortSignal) => Promise<void>, onLost: (error: unknown) => void): () => void {
  const abort = new AbortController();
  void (async () => {
    let ms = SHORTEST_PAUSE_MS;
    while (!abort.signal.aborted) {
      const since = Date.now();
      try {
        await once(abort.signal);
      } catch (error) {
        if (abort.signal.aborted) return;
        onLost(error);
        if (error instanceof RefusedError) return;
      }
      // One that held for a while starts anew; one that fails again and again is asked for less often.
      ms = Date.now() - since > LONGEST_PAUSE_MS ? SHORTEST_PAUSE_MS : Math.min(LONGEST_PAUSE_MS, ms * 1.5);
      await pause(ms, abort.signal);
    }
  })();
  return () => abort.abort();
}

/**
 * Follows a stream of the log from `afterSeq()` on, across losses of the host: each time it asks for what came after the
 * last entry folded. Entries may arrive twice (two views, StrictMode), so the fold must be idempotent by `seq`.
 */
export function followLog(
  stream: string,
  afterSeq: () => number,
  listener: { onEntry: (entry: Entry) => void; onSignal: (signal: Signal) => void; onLost: (error: unknown) => void },
): () => void {
  return keep(async (signal) => {
    for await (const item of await client.log.subscribe({ stream, afterSeq: afterSeq() }, { signal })) {
      if (signal.aborted) return;
      if ('seq' in item) listener.onEntry(item);
      else listener.onSignal(item);
    }
  }, listener.onLost);
}

/** Follows the host's notices. `onStart` is called at each (re)start, before the first notice: read the lists anew then. */
export function followNotices(listener: {
  onStart: () => Promise<void>;
  onNotice: (notice: HostNotice) => void;
  onLost: (error: unknown) => void;
}): () => void {
  return keep(async (signal) => {
    const notices = await client.host.subscribe(undefined, { signal });
    await listener.onStart();
    for await (const notice of notices) {
      if (signal.aborted) return;
      listener.onNotice(notice);
    }
  }, listener.onLost);
}
