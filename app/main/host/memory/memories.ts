import { WarrantError } from '#contract/errors';
import type { AgentId, RunId, Timestamp, ToolCallId } from '#contract/ids';
import { type Label, unionLabels } from '#contract/label';
import { LONGEST_MEMORY, type MemoryEvent, type MemoryOrigin, memoryStream } from '#contract/memory';
import type { RunState } from '#contract/projections/run-state';
import type { MemoryList, MemoryRow } from '#contract/views';
import type { Redactor } from '../redact/redactor.ts';
import type { BlobStore } from '../store/blob-store.ts';
import type { EventLog } from '../store/event-log.ts';
import { queryWords } from '../store/match-expressions.ts';
import type { MemoryIndex } from '../store/memory-index.ts';
import type { IndexedMemory, Viewer } from '../store/memory-rows.ts';
import type { MemoryUses } from '../store/memory-uses.ts';
import type { RecalledMemory } from '../tools/define-tool.ts';
import { DeletedTexts } from './deleted-texts.ts';
import type { MemoryMeaning } from './meaning.ts';
import { tellMemories } from './tell-memories.ts';

/** Memories that a run is given at its start at most (row A10.11). */
const MOST_AT_START = 8;
/** Shorter words of a prompt say little of what it is about. */
const TELLING_WORD = 4;
/** Memories that a person is shown as near in meaning; something is near to everything. */
const MOST_NEAR = 8;
/** Entries of one append, where a whole agent is forgotten. */
const AT_ONCE = 500;

export interface MemoriesParts {
  log: EventLog;
  blobs: BlobStore;
  index: MemoryIndex;
  uses: MemoryUses;
  meaning: MemoryMeaning;
  redactor: Redactor;
  now(): Timestamp;
  /** The saved agent of a name. */
  agentNamed(name: string): { id: AgentId; name: string } | undefined;
  /** The title of a run that is there. */
  titleOf(run: RunId): string | undefined;
}

/** A text that is to be kept. */
export interface NewMemory {
  text: string;
  origin: MemoryOrigin;
  labels: readonly Label[];
  /** The call that keeps it, by which it is kept once. */
  by?: { run: RunId; callId: ToolCallId };
}

/** Memories for a model, and the labels that they bring along (rule A8). */
export interface Recalled {
  memories: RecalledMemory[];
  labels: Label[];
}

type Change = Exclude<MemoryEvent, { type: 'memory-added' }>;
type Found = { memory: IndexedMemory; match: 'words' | 'meaning' | undefined };

/**
 * What agents remember: one stream for each, texts as blobs, searched through the index. An agent sees its own alone (row
 * A10.8). Nothing here is ever a fact.
 */
export class Memories {
  readonly #parts: MemoriesParts;
  readonly #deleted: DeletedTexts;
  readonly #unsubscribe: () => void;
  #closed = false;

  constructor(parts: MemoriesParts) {
    this.#parts = parts;
    this.#deleted = new DeletedTexts({ ...parts, alone: (agent, work) => this.#later(agent, work) });
    this.#unsubscribe = parts.log.subscribeAll((entries) => {
      for (const { stream, event } of entries)
        if (event.type === 'agent-removed') this.#later(event.id, () => this.#forget(event.id));
        else if (event.type === 'memory-removed' && event.reason === 'run-blocked') this.#deleteBlocked(stream);
    });
  }

  /** Makes up for what an earlier host did not get to: texts to delete, agents to forget. */
  async start(): Promise<void> {
    const { index } = this.#parts;
    const removed = new Set(index.removedAgents());
    for (const agent of index.agents())
      try {
        if (removed.has(agent)) await this.#serial(agent, () => this.#forget(agent));
        else this.#deleted.deleteAll(agent);
      } catch (fault) {
        ignoreUntilNextStart(fault);
      }
  }

  /** Deletes what can't be undone any more, and takes no more (row A10.13). */
  async close(): Promise<void> {
    this.#unsubscribe();
    await this.#parts.meaning.close();
    await this.#parts.log.turns.idle(memoryStream(''));
    this.#closed = true;
    try {
      this.#deleted.close();
    } catch (fault) {
      ignoreUntilNextStart(fault);
    }
  }

  /**
   * Keeps a text for an agent; the same call keeps it once, also when it runs again after a crash. Refuses a blank one,
   * one above 32,768 bytes, which is not cut (case F22), and one that holds a secret.
   */
  async keep(agent: AgentId, given: NewMemory): Promise<{ id: string } | { refused: string }> {
    const refused = this.#refusal(given.text);
    if (refused !== undefined) return { refused };
    const { by, origin, labels } = given;
    return this.#serial(agent, async () => {
      const { index, now } = this.#parts;
      const known = by && index.ofCall(agent, by.run, by.callId);
      if (known) return { id: known.id };
      const text = await this.#put(given.text);
      const memory = {
        id: `M${index.nextNumber(agent)}`,
        agent,
        ...text,
        origin,
        labels: [...labels],
        rememberedAt: now(),
        ...by,
      };
      await this.#append(agent, [{ type: 'memory-added', memory }]);
      this.#parts.blobs.settle(text.text);
      return { id: memory.id };
    });
  }

  /** What a call of an agent's run is given: best first, without a query the latest first. */
  async recall(agent: AgentId, query: string, limit: number, run: RunId): Promise<Recalled> {
    const { found } = await this.#search(agent, query, query, limit, { run });
    return recalled(found.map(({ memory }) => memory));
  }

  /** What a run is given at its start, for its prompt; undefined where nothing matches (row A10.11). */
  async recallAtStart(agent: AgentId, prompt: string): Promise<(Recalled & { text: string }) | undefined> {
    const words = queryWords(prompt);
    const telling = words.filter((word) => [...word].length >= TELLING_WORD);
    const query = (telling.length > 0 ? telling : words).join(' ');
    if (query === '') return undefined;
    const { found } = await this.#search(agent, query, prompt, MOST_AT_START, {});
    if (found.length === 0) return undefined;
    const { memories, labels } = recalled(found.map(({ memory }) => memory));
    const text = `What you remember and may be of use for the request below. Nothing of it is a fact with a source.\n${tellMemories(memories)}`;
    return { memories, labels, text };
  }

  /** Memories for a person to read: words first, then what is near in meaning. Throws `not-found`. */
  async list(input: {
    agent: string;
    query?: string | undefined;
    origin?: MemoryOrigin | undefined;
    limit: number;
  }): Promise<MemoryList> {
    const { id, name } = this.#agent(input.agent);
    const viewer = { person: true, origin: input.origin };
    const query = input.query ?? '';
    const { found, by, notes } = await this.#search(id, query, query, input.limit, viewer);
    const { unreadable, ...counts } = this.#parts.index.counts(id);
    if (unreadable > 0) notes.push(`The text of ${unreadable} is missing or damaged.`);
    return {
      rows: found.map(({ memory, match }) => ({ ...this.#row(memory, name), ...(match && { match }) })),
      counts,
      by,
      ...(notes.length > 0 && { note: this.#parts.redactor.text(notes.join(' ')) }),
    };
  }

  /** Keeps a text of the person's. Throws `refused`, `bad-input`, `not-found`. */
  async add(agentName: string, text: string): Promise<MemoryRow> {
    const { id: agent, name } = this.#agent(agentName);
    const kept = await this.keep(agent, { text, origin: 'you', labels: [] });
    if ('refused' in kept) throw new WarrantError('refused', kept.refused);
    return this.#row(this.#memory(agent, kept.id), name);
  }

  /**
   * Puts a memory right: it is the person's from then on, without labels. The text that it had is deleted after a while.
   * Throws like `add`.
   */
  async correct(agentName: string, id: string, text: string): Promise<MemoryRow> {
    const refused = this.#refusal(text);
    if (refused !== undefined) throw new WarrantError('refused', refused);
    return this.#change(agentName, id, async (memory) => {
      if (memory.state === 'removed' || memory.state === 'deleted') throw notThere(agentName, id);
      const put = await this.#put(text);
      const [replaced] = memory.blobs;
      if (replaced !== undefined && replaced !== put.text) this.#deleted.deleteLater(memory.agent, replaced);
      return { type: 'memory-corrected', id, by: 'you', ...put };
    });
  }

  /** Takes a memory away; its text goes once that can't be undone any more. Throws `not-found`. */
  async remove(agentName: string, id: string): Promise<void> {
    await this.#change(agentName, id, async (memory) => {
      if (memory.state === 'removed' || memory.state === 'deleted') return undefined;
      this.#deleted.deleteLater(memory.agent, id);
      return { type: 'memory-removed', id, reason: 'person' };
    });
  }

  /** Takes back a removal, for as long as the text is there. Throws `not-found`, or `conflict` where it is gone. */
  async restore(agentName: string, id: string): Promise<MemoryRow> {
    return this.#change(agentName, id, async (memory) => {
      if (memory.state === 'kept' || memory.state === 'corrected') return undefined;
      const [blob] = memory.blobs;
      const isThere = memory.state === 'removed' && blob !== undefined && this.#parts.blobs.has(blob);
      if (!isThere || !this.#deleted.keep(memory.agent, id))
        throw new WarrantError('conflict', `The text of ${id} is deleted; it can’t be put back.`);
      return { type: 'memory-restored', id };
    });
  }

  /** What removes the memories that these calls of a run have left, where a guardrail blocked it (row A10.12). */
  removalsOf(run: RunState, calls: ReadonlySet<ToolCallId>): MemoryEvent[] {
    return this.#parts.index
      .ofRun(run.run.agent.id, run.run.id)
      .filter(({ callId, state }) => state === 'kept' && callId !== undefined && calls.has(callId))
      .map(({ id }) => ({ type: 'memory-removed', id, reason: 'run-blocked' }));
  }

  /** Removes all of an agent that is gone, for good. */
  async #forget(agent: AgentId): Promise<void> {
    for (;;) {
      const left = this.#parts.index.latest(agent, AT_ONCE, { person: true });
      if (left.length === 0) break;
      await this.#append(
        agent,
        left.map(({ id }) => ({ type: 'memory-removed', id, reason: 'agent-removed' })),
      );
    }
    this.#deleted.deleteAll(agent);
  }

  #deleteBlocked(stream: string): void {
    const agent = stream.slice(memoryStream('').length);
    this.#later(agent, async () => this.#deleted.deleteAll(agent));
  }

  /** Does what an entry asks for once it is taken in; what fails is made up for at the next start. */
  #later(agent: AgentId, work: () => Promise<void>): void {
    void this.#serial(agent, work).catch(ignoreUntilNextStart);
  }

  async #search(
    agent: AgentId,
    words: string,
    meaning: string,
    limit: number,
    viewer: Viewer,
  ): Promise<{ found: Found[]; by: MemoryList['by']; notes: string[] }> {
    const { index } = this.#parts;
    if (words.trim() === '') {
      const found = index.latest(agent, limit, viewer).map((memory): Found => ({ memory, match: undefined }));
      return { found, by: 'words', notes: [] };
    }
    const byWords = index.find(agent, words, limit, viewer).map((memory): Found => ({ memory, match: 'words' }));
    const most = viewer.person ? MOST_NEAR : limit;
    const meant = await this.#parts.meaning.near(agent, meaning, most + byWords.length);
    if (!meant) return { found: byWords, by: 'words', notes: [] };
    const numbers = meant.near.map(({ number }) => number);
    const near = index.those(agent, numbers, viewer);
    const found = viewer.person
      ? wordsThenMeaning(byWords, near).slice(0, byWords.length + MOST_NEAR)
      : fused(byWords, near);
    const by = meant.looked ? 'words-and-meaning' : 'words';
    return { found: found.slice(0, limit), by, notes: [meant.note] };
  }

  #refusal(text: string): string | undefined {
    const bytes = Buffer.byteLength(text);
    if (text.trim() === '') return 'There is nothing to remember: the text is empty.';
    if (bytes > LONGEST_MEMORY)
      return `The text is ${bytes} bytes; a memory may have ${LONGEST_MEMORY} at most. Nothing was kept.`;
    const [secret] = this.#parts.redactor.namesIn(text);
    return secret === undefined ? undefined : `The text holds the secret ${secret}; secrets are not remembered.`;
  }

  async #put(text: string): Promise<{ text: string; bytes: number }> {
    const bytes = Buffer.from(this.#parts.blobs.clean(text), 'utf8');
    return { text: await this.#parts.blobs.put(bytes), bytes: bytes.length };
  }

  async #change(
    agentName: string,
    id: string,
    make: (memory: IndexedMemory) => Promise<Change | undefined>,
  ): Promise<MemoryRow> {
    const { id: agent, name } = this.#agent(agentName);
    return this.#serial(agent, async () => {
      const event = await make(this.#memory(agent, id, agentName));
      if (event) await this.#append(agent, [event]);
      if (event?.type === 'memory-corrected') this.#parts.blobs.settle(event.text);
      return this.#row(this.#memory(agent, id), name);
    });
  }

  async #append(agent: AgentId, events: MemoryEvent[]): Promise<void> {
    if (this.#closed) throw new WarrantError('unavailable', 'The memories are closed: this host is ending.');
    if (events.length === 0) return;
    const stream = memoryStream(agent);
    await this.#parts.log.append([{ stream, expectedSeq: this.#parts.log.head(stream)?.seq ?? 0, events }]);
  }

  #serial<Result>(agent: AgentId, work: () => Promise<Result>): Promise<Result> {
    return this.#parts.log.turns.run([memoryStream(agent)], work);
  }

  /** A saved agent by its name, or one of a file, which has no name here, by the id that its memories go by. */
  #agent(name: string): { id: AgentId; name: string } {
    const saved = this.#parts.agentNamed(name);
    if (saved) return saved;
    if (this.#parts.index.agents().includes(name)) return { id: name, name };
    throw new WarrantError('not-found', `There is no agent ${name}. \`warrant agent list\` lists them.`);
  }

  #memory(agent: AgentId, id: string, agentName = agent): IndexedMemory {
    const memory = this.#parts.index.get(agent, id);
    if (!memory) throw notThere(agentName, id);
    return memory;
  }

  #row(memory: IndexedMemory, agent: string): MemoryRow {
    const { id, run, callId, origin, labels, rememberedAt, blobs } = memory;
    const runTitle = run === undefined ? undefined : this.#parts.titleOf(run);
    return {
      id,
      agent,
      text: memory.text ?? '',
      origin,
      labels,
      rememberedAt,
      corrected: blobs.length > 1,
      ...(run !== undefined && { run }),
      ...(runTitle !== undefined && { runTitle }),
      ...(callId !== undefined && { callId }),
      uses: this.#parts.uses
        .of(memory.agent, id)
        .map((use) => ({ ...use, runTitle: this.#parts.titleOf(use.run) ?? use.run })),
    };
  }
}

/** What waits for the next start is made up for there: a full disk, a broken stream, a host that is ending. */
function ignoreUntilNextStart(fault: unknown): void {
  if (!(fault instanceof WarrantError)) throw fault;
}

function notThere(agent: string, id: string): WarrantError {
  return new WarrantError('not-found', `${agent} has no memory ${id}. \`warrant memory list ${agent}\` lists them.`);
}

function recalled(found: readonly IndexedMemory[]): Recalled {
  const read = found.flatMap((memory) => (memory.text === undefined ? [] : [{ ...memory, text: memory.text }]));
  let labels: readonly Label[] = [];
  // The call that a label names is of another run, which this memory comes from.
  for (const { id, run, labels: own } of read)
    labels = unionLabels(
      labels,
      own.map(({ callId: _call, ...label }) => ({ ...label, memory: { id, ...(run !== undefined && { run }) } })),
    );
  const memories = read.map(({ id, text, origin, rememberedAt }) => ({ id, text, origin, rememberedAt }));
  return { memories, labels: [...labels] };
}

function wordsThenMeaning(words: readonly Found[], near: readonly IndexedMemory[]): Found[] {
  const known = new Set(words.map(({ memory }) => memory.number));
  const rest = near.filter(({ number }) => !known.has(number));
  return [...words, ...rest.map((memory): Found => ({ memory, match: 'meaning' }))];
}

/** Two rankings as one: each adds the more, the higher a memory stands in it (reciprocal ranks). */
function fused(words: readonly Found[], near: readonly IndexedMemory[]): Found[] {
  const scores = new Map<number, number>();
  const add = (number: number, rank: number): void => {
    scores.set(number, (scores.get(number) ?? 0) + 1 / (60 + rank));
  };
  for (const [rank, { memory }] of words.entries()) add(memory.number, rank);
  for (const [rank, { number }] of near.entries()) add(number, rank);
  const scoreOf = ({ memory }: Found): number => scores.get(memory.number) ?? 0;
  return wordsThenMeaning(words, near).sort((one, other) => scoreOf(other) - scoreOf(one));
}
