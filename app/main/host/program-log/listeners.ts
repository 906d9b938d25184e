/**
 * Those who want to be told of something. One that throws is told of to `onFault`, and keeps neither the others from
 * being told nor what happened from going on (row A12.3).
 */
export class Listeners<Given extends unknown[]> {
  readonly #all = new Set<(...given: Given) => void>();
  readonly #onFault: (fault: unknown) => void;

  constructor(onFault: (fault: unknown) => void) {
    this.#onFault = onFault;
  }

  get size(): number {
    return this.#all.size;
  }

  /** Gives the function that ends it. */
  add(listener: (...given: Given) => void): () => void {
    this.#all.add(listener);
    return () => void this.#all.delete(listener);
  }

  tell(...given: Given): void {
    for (const listener of [...this.#all])
      try {
        listener(...given);
      } catch (fault) {
        this.#onFault(fault);
      }
  }
}
