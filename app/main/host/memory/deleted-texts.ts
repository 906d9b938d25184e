import { WarrantError } from '#contract/errors';
import type { AgentId } from '#contract/ids';
import { type BlobStore, LEASE_MS } from '../store/blob-store.ts';
import type { MemoryIndex } from '../store/memory-index.ts';

/** How long a removal can be taken back. */
const UNDO_MS = 30_000;

/**
 * Deletes the texts of removed memories once that can't be undone: after a while, at the latest when the host ends or
 * the next one starts. A text that something else has too stays.
 */
export class DeletedTexts {
  readonly #index: MemoryIndex;
  readonly #blobs: BlobStore;
  /** What can be taken back, by agent and id. */
  readonly #waiting = new Map<string, NodeJS.Timeout>();

  constructor(parts: { index: MemoryIndex; blobs: BlobStore }) {
    this.#index = parts.index;
    this.#blobs = parts.blobs;
  }

  /** Deletes the text of a memory that was just removed, after a while. */
  deleteLater(agent: AgentId, id: string): void {
    this.#deleteIn(UNDO_MS, agent, id);
  }

  /** The removal was taken back. */
  keep(agent: AgentId, id: string): void {
    clearTimeout(this.#waiting.get(keyOf(agent, id)));
    this.#waiting.delete(keyOf(agent, id));
  }

  /** Deletes the texts of all removed memories of an agent but those that can still be put back. */
  deleteAll(agent: AgentId): void {
    this.#delete(agent, false);
  }

  /** Deletes all that is left. */
  close(): void {
    const agents = new Set([...this.#waiting.keys()].map((key) => (JSON.parse(key) as [AgentId, string])[0]));
    for (const timer of this.#waiting.values()) clearTimeout(timer);
    this.#waiting.clear();
    for (const agent of agents) this.#delete(agent, true);
  }

  #delete(agent: AgentId, ending: boolean): void {
    const due = this.#index.removed(agent).filter(({ id }) => !this.#waiting.has(keyOf(agent, id)));
    if (due.length === 0) return;
    // An entry that names such bytes may be on its way, unless the host is ending.
    const later = ending ? [] : due.filter(({ blobs }) => blobs.some((blob) => this.#blobs.isLeased(blob)));
    const now = due.filter((memory) => !later.includes(memory));
    for (const blob of new Set(now.flatMap(({ blobs }) => blobs)))
      if (this.#blobs.has(blob) && !this.#index.isNeeded(blob)) this.#blobs.remove(blob);
    this.#index.setDeleted(
      agent,
      now.map(({ number }) => number),
    );
    for (const { id } of later) this.#deleteIn(LEASE_MS, agent, id);
  }

  #deleteIn(ms: number, agent: AgentId, id: string): void {
    this.keep(agent, id);
    const key = keyOf(agent, id);
    const timer = setTimeout(() => {
      this.#waiting.delete(key);
      try {
        this.#delete(agent, false);
      } catch (fault) {
        // A fault of the disk: it is deleted at the next start.
        if (!(fault instanceof WarrantError)) throw fault;
      }
    }, ms);
    this.#waiting.set(key, timer.unref());
  }
}

const keyOf = (agent: AgentId, id: string): string => JSON.stringify([agent, id]);
