import type { Entry, Signal } from '#contract/event';
import { Listeners } from './program-log/listeners.ts';
import type { EventLog } from './store/event-log.ts';
import { Subscription } from './subscriptions.ts';

/** Signals by stream: sent to whoever listens, never stored. */
export class Signals {
  readonly #listeners = new Map<string, Listeners<[signal: Signal]>>();
  readonly #onFault: (fault: unknown) => void;

  /** `onFault` is told what a listener throws. */
  constructor(onFault: (fault: unknown) => void) {
    this.#onFault = onFault;
  }

  send(stream: string, signal: Signal): void {
    this.#listeners.get(stream)?.tell(signal);
  }

  on(stream: string, listener: (signal: Signal) => void): () => void {
    const all = this.#listeners.get(stream) ?? new Listeners(this.#onFault);
    this.#listeners.set(stream, all);
    const off = all.add(listener);
    return () => {
      off();
      if (all.size === 0) this.#listeners.delete(stream);
    };
  }
}

type Item = { type: 'entries' } | { type: 'signal'; signal: Signal };

const PAGE = 500;

function mergeItems(last: Item, next: Item): Item | undefined {
  if (last.type === 'entries' && next.type === 'entries') return last;
  if (last.type !== 'signal' || next.type !== 'signal') return undefined;
  const [a, b] = [last.signal, next.signal];
  if (a.type === 'text-delta' && b.type === 'text-delta')
    return { type: 'signal', signal: { ...a, text: a.text + b.text } };
  if (a.type === 'tool-output' && b.type === 'tool-output' && a.callId === b.callId)
    return { type: 'signal', signal: { ...a, text: a.text + b.text } };
  return undefined;
}

/**
 * The entries of a stream after `afterSeq`, then what comes, with signals in between, in the order they happen. The
 * listeners stand before the first read, so nothing falls between reading and waiting. Ends when `signal` aborts.
 */
export async function* subscribeStream(
  log: EventLog,
  signals: Signals,
  stream: string,
  afterSeq: number,
  signal: AbortSignal | undefined,
): AsyncGenerator<Entry | Signal> {
  const queue = new Subscription<Item>(mergeItems);
  const offEntries = log.subscribe(stream, () => queue.push({ type: 'entries' }));
  const offSignals = signals.on(stream, (item) => queue.push({ type: 'signal', signal: item }));
  queue.push({ type: 'entries' });
  let seq = afterSeq;
  try {
    for await (const item of queue.drain(signal)) {
      if (item.type === 'signal') {
        yield item.signal;
        continue;
      }
      for (;;) {
        const page = log.read(stream, seq, PAGE);
        for (const entry of page) {
          seq = entry.seq;
          yield entry;
        }
        if (page.length < PAGE || signal?.aborted) break;
      }
    }
  } finally {
    offEntries();
    offSignals();
  }
}
