import fs from 'node:fs';
import path from 'node:path';
import type { Label } from '#contract/label';
import type { MemoryOrigin } from '#contract/memory';
import type { MemoryList } from '#contract/views';
import { MemoryMeaning } from '../memory/meaning.ts';
import { Memories } from '../memory/memories.ts';
import type { Embedder } from '../models/open-embedder.ts';
import { Redactor } from '../redact/redactor.ts';
import { hashOf } from '../store/blob-store.ts';
import { openCacheConnection, openDatabase } from '../store/database.ts';
import type { EventLog } from '../store/event-log.ts';
import { openStore, type Store } from '../store/store.ts';
import { countingClock, temporaryFolder } from '../store/testing.ts';

/** Memories of the agents `a` and `b` on a store of their own, without a host. */
export interface MemoryFixture {
  readonly service: Memories;
  readonly log: EventLog;
  readonly store: Store;
  readonly redactor: Redactor;
  readonly folder: string;
  keep(
    agent: string,
    text: string,
    more?: { origin?: MemoryOrigin; labels?: Label[]; by?: { run: string; callId: string } },
  ): Promise<{ id: string } | { refused: string }>;
  /** What a person is shown of agent `a`. */
  list(query: string): Promise<MemoryList>;
  /** Ends what is there and opens it anew. */
  reopen(): Promise<void>;
  /** Deletes the blob of a text. */
  loseText(text: string): void;
  /** Closes the store and empties the tables of the index. */
  forgetIndex(): void;
  /** Closes the store and changes its database. */
  harm(sql: string): void;
  close(): Promise<void>;
}

/** Opens a fixture; `embedder` looks for meaning, where it is given. */
export async function openMemories(
  embedder?: () => Embedder | { missing: string } | undefined,
): Promise<MemoryFixture> {
  const place = temporaryFolder();
  const redactor = new Redactor();
  const clock = countingClock();
  const open = () => {
    const store = openStore(place.folder, clock, redactor);
    const meaning = new MemoryMeaning(store.memoryVectors, embedder ?? (() => undefined));
    const { log, blobs, memories: index, memoryUses: uses } = store;
    const agentNamed = (name: string) => (name === 'a' || name === 'b' ? { id: name, name } : undefined);
    const parts = { log, blobs, index, uses, meaning, redactor, now: clock, agentNamed, titleOf: () => undefined };
    return { store, service: new Memories(parts) };
  };
  let opened = open();
  let isOpen = true;
  const end = async (): Promise<void> => {
    if (!isOpen) return;
    isOpen = false;
    await opened.service.close();
    opened.store.close();
  };
  const harm = (sql: string): void => {
    opened.store.close();
    isOpen = false;
    const database = openDatabase(place.folder);
    const cache = openCacheConnection(database);
    cache.exec(sql);
    cache.close();
    database.close();
  };
  return {
    get service() {
      return opened.service;
    },
    get store() {
      return opened.store;
    },
    get log() {
      return opened.store.log;
    },
    redactor,
    folder: place.folder,
    keep: (agent, text, more = {}) => opened.service.keep(agent, { text, origin: 'agent', labels: [], ...more }),
    list: (query) => opened.service.list({ agent: 'a', query, limit: 100 }),
    async reopen() {
      await end();
      opened = open();
      isOpen = true;
      await opened.service.start();
    },
    loseText(text) {
      const hash = hashOf(Buffer.from(text));
      fs.rmSync(path.join(place.folder, 'blobs', hash.slice(0, 2), hash));
    },
    forgetIndex: () =>
      harm('DELETE FROM memories; DELETE FROM memory_streams; DROP TABLE memory_words_1; DROP TABLE memory_parts_1'),
    harm,
    async close() {
      await end();
      place.remove();
    },
  };
}
