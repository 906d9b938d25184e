import type { AgentId, Hash } from '#contract/ids';
import { type BlobStore, LEASE_MS } from '../store/blob-store.ts';
import type { MemoryIndex } from '../store/memory-index.ts';

/** How long a removal or a correction can be taken back. */
const UNDO_MS = 30_000;

export interface DeletedTextsParts {
  index: MemoryIndex;
  blobs: BlobStore;
  /** Does something while nothing else changes what an agent remembers. */
  alone(agent: AgentId, work: () => Promise<void>): void;
}

/**
 * Deletes the texts of removed memories, and those that were put right, once that can't be undone: after a while, at the
 * latest when the host ends or the next one starts. A text that something else has too stays.
 */
export class DeletedTexts {
  readonly #parts: DeletedTextsParts;
  /** What can be taken back, by agent and id, or by agent and the text that was replaced. */
  readonly #waiting = new Map<string, NodeJS.Timeout>();
  /** Agents of which something could not be deleted yet. */
  readonly #again = new Map<AgentId, NodeJS.Timeout>();

  constructor(parts: DeletedTextsParts) {
    this.#parts = parts;
  }

  /** Deletes the text of a memory that was just removed, or one that was replaced, after a while. */
  deleteLater(agent: AgentId, what: string): void {
    const key = keyOf(agent, what);
    clearTimeout(this.#waiting.get(key));
    const timer = setTimeout(() => {
      this.#waiting.delete(key);
      this.#deleteSoon(agent);
    }, UNDO_MS);
    this.#waiting.set(key, timer.unref());
  }

  /** Takes back a removal; false where it is too late for that. */
  keep(agent: AgentId, id: string): boolean {
    clearTimeout(this.#waiting.get(keyOf(agent, id)));
    return this.#waiting.delete(keyOf(agent, id));
  }

  /** Deletes the texts of all removed memories of an agent but those that can still be put back. */
  deleteAll(agent: AgentId): void {
    this.#delete(agent, false);
  }

  /** Deletes all that is left. */
  close(): void {
    const agents = new Set([...this.#again.keys(), ...[...this.#waiting.keys()].map((key) => partsOf(key)[0])]);
    for (const timer of [...this.#waiting.values(), ...this.#again.values()]) clearTimeout(timer);
    this.#waiting.clear();
    this.#again.clear();
    for (const agent of agents) this.#delete(agent, true);
  }

  #delete(agent: AgentId, ending: boolean): void {
    const { index, blobs } = this.#parts;
    const due = index.removed(agent).filter(({ id }) => !this.#waiting.has(keyOf(agent, id)));
    const old = index.replaced(agent).filter((blob) => blobs.has(blob) && !this.#waiting.has(keyOf(agent, blob)));
    if (due.length === 0 && old.length === 0) return;
    // An entry that names such bytes may be on its way, unless the host is ending.
    const isLater = (blob: Hash): boolean => !ending && blobs.isLeased(blob);
    const undoable = this.#undoable();
    const texts = new Set([...old, ...due.flatMap((memory) => memory.blobs)]);
    for (const blob of texts)
      if (!isLater(blob) && !undoable.has(blob) && blobs.has(blob) && !index.isNeeded(blob)) blobs.remove(blob);
    const gone = due.filter((memory) => !memory.blobs.some(isLater));
    const written = index.setDeleted(
      agent,
      gone.map(({ number }) => number),
    );
    if ([...texts].some(isLater)) this.#deleteAgain(LEASE_MS, agent);
    else if (!written && !ending) this.#deleteAgain(UNDO_MS, agent);
  }

  /** Texts that a removal may give back, or a correction has just replaced. */
  #undoable(): Set<Hash> {
    const texts = [...this.#waiting.keys()].map(partsOf).flatMap(([agent, what]) => {
      const removed = this.#parts.index.get(agent, what);
      return removed ? removed.blobs.slice(0, 1) : [what];
    });
    return new Set(texts);
  }

  #deleteAgain(ms: number, agent: AgentId): void {
    clearTimeout(this.#again.get(agent));
    const timer = setTimeout(() => {
      this.#again.delete(agent);
      this.#deleteSoon(agent);
    }, ms);
    this.#again.set(agent, timer.unref());
  }

  #deleteSoon(agent: AgentId): void {
    this.#parts.alone(agent, async () => this.#delete(agent, false));
  }
}

const keyOf = (agent: AgentId, what: string): string => JSON.stringify([agent, what]);
const partsOf = (key: string): [agent: AgentId, what: string] => JSON.parse(key);
