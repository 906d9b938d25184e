import type { AgentId } from '#contract/ids';
import type { Embedder } from '../models/open-embedder.ts';
import type { MemoryVectors, Near } from '../store/memory-vectors.ts';

/** What was near, or why nothing was looked for, and what a person should know of it. */
export interface Meant {
  near: Near[];
  /** False where it was not looked for by meaning. */
  looked: boolean;
  note: string;
}

/** Texts of one request. */
const BATCH = 32;
/** More of a text is not looked at: models read so much at most. */
const LONGEST_TEXT = 8000;
/** A person or a run waits for it. */
const QUERY_MS = 5000;
const BATCH_MS = 60_000;

const countOf = (count: number): string => (count === 1 ? '1 memory' : `${count} memories`);

/**
 * Looks for memories by meaning, where a person chose a model for it (setting `memory.embeddings`). Whatever fails, the
 * search by words stands, and a note says what happened (row A10.7). Memories without a vector get one: a few with the
 * question, the others after it.
 */
export class MemoryMeaning {
  readonly #vectors: MemoryVectors;
  readonly #open: () => Embedder | { missing: string } | undefined;
  readonly #closing = new AbortController();
  readonly #filling = new Map<AgentId, Promise<void>>();

  constructor(vectors: MemoryVectors, open: () => Embedder | { missing: string } | undefined) {
    this.#vectors = vectors;
    this.#open = open;
  }

  /** The memories of an agent that are near a text, nearest first; undefined where nobody chose a model. */
  async near(agent: AgentId, text: string, limit: number): Promise<Meant | undefined> {
    const embedder = this.#open();
    if (!embedder) return undefined;
    if ('missing' in embedder) return failed(embedder.missing);
    const fault = this.#vectors.open();
    if (fault !== undefined) return failed(`sqlite-vec can’t be loaded here (${fault})`);
    const { model, sentTo } = embedder;
    try {
      const { texts } = this.#vectors.missing(agent, model, BATCH - 1);
      const signal = AbortSignal.any([this.#closing.signal, AbortSignal.timeout(QUERY_MS)]);
      const [query = [], ...vectors] = await this.#embed(embedder, [text, ...texts.map((each) => each.text)], signal);
      this.#vectors.put(
        agent,
        model,
        texts.flatMap((each, n) => (vectors[n] ? [{ ...each, vector: vectors[n] }] : [])),
      );
      const left = this.#vectors.missing(agent, model, 0).count;
      if (left > 0) this.#fill(agent, embedder);
      const where = sentTo === undefined ? 'on this computer; nothing was sent' : `the texts were sent to ${sentTo}`;
      const rest = left > 0 ? ` ${countOf(left)} not looked at yet.` : '';
      const near = this.#vectors.nearest(agent, model, query, limit);
      return { near, looked: true, note: `By meaning with ${model}: ${where}.${rest}` };
    } catch (cause) {
      return failed(cause instanceof Error ? cause.message : String(cause));
    }
  }

  /** Waits until nothing is under way; what is missing then is made up for by the next host. */
  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.all(this.#filling.values());
  }

  async #embed(embedder: Embedder, texts: string[], signal: AbortSignal): Promise<number[][]> {
    const vectors = await embedder.embed(
      texts.map((text) => text.slice(0, LONGEST_TEXT)),
      signal,
    );
    if (vectors.length !== texts.length)
      throw new Error(`${embedder.model} gave ${vectors.length} vectors for ${texts.length} texts`);
    return vectors;
  }

  #fill(agent: AgentId, embedder: Embedder): void {
    if (this.#filling.has(agent)) return;
    const work = this.#fillAll(agent, embedder).finally(() => this.#filling.delete(agent));
    this.#filling.set(agent, work);
  }

  async #fillAll(agent: AgentId, embedder: Embedder): Promise<void> {
    try {
      for (;;) {
        const { texts } = this.#vectors.missing(agent, embedder.model, BATCH);
        if (texts.length === 0 || this.#closing.signal.aborted) return;
        const signal = AbortSignal.any([this.#closing.signal, AbortSignal.timeout(BATCH_MS)]);
        const vectors = await this.#embed(
          embedder,
          texts.map((each) => each.text),
          signal,
        );
        this.#vectors.put(
          agent,
          embedder.model,
          texts.map((each, n) => ({ ...each, vector: vectors[n] ?? [] })),
        );
      }
    } catch {
      // The next search by meaning asks the model again, and says then what fails.
    }
  }
}

const failed = (reason: string): Meant => ({
  near: [],
  looked: false,
  note: `Not looked for by meaning: ${reason.replace(/\.$/, '')}.`,
});
