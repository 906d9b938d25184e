/**
 * Lets those who append to the same streams take turns, each from reading where a stream ends to having written to it.
 * There is one for a log, so that no two of them build on the same end.
 */
export class StreamQueue {
  readonly #tails = new Map<string, Promise<unknown>>();

  /** Does `work` once what was asked of any of these streams before is over; gives what it gives, or throws. */
  run<Result>(streams: readonly string[], work: () => Promise<Result>): Promise<Result> {
    const before = Promise.all(streams.map((stream) => this.#tails.get(stream)));
    const result = before.then(work);
    const settled = result.catch(() => undefined);
    for (const stream of streams) this.#tails.set(stream, settled);
    void settled.then(() => {
      for (const stream of streams) if (this.#tails.get(stream) === settled) this.#tails.delete(stream);
    });
    return result;
  }

  /** Resolves once nothing is left to do for a stream of such a name. */
  async idle(prefix: string): Promise<void> {
    await Promise.all([...this.#tails].filter(([stream]) => stream.startsWith(prefix)).map(([, tail]) => tail));
  }
}
