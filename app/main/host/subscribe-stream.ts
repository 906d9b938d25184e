import type { Entry, Signal } from '#contract/event';
import type { EventLog } from './store/event-log.ts';
import { Subscription } from './subscriptions.ts';

/** Signals by stream: sent to whoever listens, never stored. */
export class Signals {
  readonly #listeners = new Map<string, Set<(signal: Signal) => void>>();

  send(stream: string, signal: Signal): void {
    for (const listener of this.#listeners.get(stream) ?? []) listener(signal);
  }

  on(stream: string, listener: (signal: Signal) => void): () => void {
    const all = this.#listeners.get(stream) ?? new Set();
    this.#listeners.set(stream, all.add(listener));
    return () => {
      all.delete(listener);
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
