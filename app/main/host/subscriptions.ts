/**
 * A queue between something that happens and one reader that takes its time. `push` never waits; `drain` yields in
 * order until the signal aborts. `merge` may fold an item into the one before, so a slow reader gets few large ones.
 */
export class Subscription<Item> {
  #items: Item[] = [];
  #wake: (() => void) | undefined;
  readonly #merge: (last: Item, next: Item) => Item | undefined;

  constructor(merge: (last: Item, next: Item) => Item | undefined = () => undefined) {
    this.#merge = merge;
  }

  push(item: Item): void {
    const last = this.#items.at(-1);
    const merged = last === undefined ? undefined : this.#merge(last, item);
    if (merged === undefined) this.#items.push(item);
    else this.#items[this.#items.length - 1] = merged;
    this.#wake?.();
  }

  async *drain(signal: AbortSignal | undefined): AsyncGenerator<Item> {
    const stop = (): void => this.#wake?.();
    signal?.addEventListener('abort', stop);
    try {
      while (!signal?.aborted) {
        const woken = new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
        const items = this.#items;
        this.#items = [];
        for (const item of items) yield item;
        if (items.length === 0 && !signal?.aborted) await woken;
      }
    } finally {
      signal?.removeEventListener('abort', stop);
    }
  }
}
