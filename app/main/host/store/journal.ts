import { WarrantError } from '#contract/errors';
import type { CatalogEvent, Entry, RunEvent } from '#contract/event';
import { CATALOG_STREAM, runStream } from '#contract/event';
import type { RunId } from '#contract/ids';
import { type MemoryEvent, memoryStream } from '#contract/memory';
import { type CatalogState, emptyCatalog, reduceCatalog } from '#contract/projections/catalog';
import { foldRun, type RunState, reduceRun } from '#contract/projections/run-state';
import type { Run } from '#contract/run';
import { Listeners } from '../program-log/listeners.ts';
import type { EventLog } from './event-log.ts';

/** What one update appends, each part computed from the newest state of its stream. */
export interface Update {
  run?: RunEvent[];
  catalog?: CatalogEvent[];
  /** For the memories of the run's agent. */
  memory?: MemoryEvent[];
}

type Listener = (state: RunState, entries: Entry<RunEvent>[]) => void;

/**
 * The log together with the folds that the host works on: one `RunState` per run in use and the catalog. Updates of one
 * stream happen one after the other, each built from the state that the one before left, so a decision is never made on
 * a state that is not on disk. A failed append leaves state and log as they were.
 */
export class Journal {
  readonly #log: EventLog;
  readonly #runs = new Map<RunId, RunState>();
  readonly #listeners: Listeners<Parameters<Listener>>;
  #catalog: CatalogState;

  /** `onFault` is told what a listener throws. */
  constructor(log: EventLog, onFault: (fault: unknown) => void) {
    this.#log = log;
    this.#listeners = new Listeners(onFault);
    this.#catalog = emptyCatalog();
    for (const entry of readCatalog(log)) this.#catalog = reduceCatalog(this.#catalog, entry as Entry<CatalogEvent>);
  }

  get catalog(): CatalogState {
    return this.#catalog;
  }

  /** Called after each committed update of a run; the run goes on whatever a listener does (row A12.3). */
  onRun(listener: Listener): () => void {
    return this.#listeners.add(listener);
  }

  /**
   * The state of a run, folded from its verified entries. Throws `not-found`, or `corrupt` where the chain is broken:
   * such a run is not gone on with (rule D12).
   */
  run(id: RunId): RunState {
    const known = this.#runs.get(id);
    if (known) return known;
    const state = foldRun(this.#log.readVerified(runStream(id)) as Entry<RunEvent>[]);
    if (!state) throw new WarrantError('not-found', `There is no run ${id}. \`warrant runs\` lists them.`);
    this.#runs.set(id, state);
    return state;
  }

  /** Appends the first entry of a new run, and what belongs to its start. */
  async start(run: Run, more: readonly RunEvent[] = []): Promise<RunState> {
    const events = [{ type: 'run-started' as const, run }, ...more];
    const batch = [{ stream: runStream(run.id), expectedSeq: 0, events }];
    const entries = (await this.#log.append(batch)) as Entry<RunEvent>[];
    return this.#fold(run.id, undefined, entries);
  }

  /** Appends what `build` makes of the newest state; resolves when it is on disk, with the state after it. */
  update(id: RunId, build: (state: RunState) => RunEvent[]): Promise<RunState> {
    return this.#log.turns.run([runStream(id)], async () => {
      const state = this.run(id);
      const events = build(state);
      if (events.length === 0) return state;
      const batch = [{ stream: runStream(id), expectedSeq: state.seq, events }];
      return this.#fold(id, state, (await this.#log.append(batch)) as Entry<RunEvent>[]);
    });
  }

  /** The same for the catalog alone. */
  updateCatalog(build: (catalog: CatalogState) => CatalogEvent[]): Promise<void> {
    return this.#log.turns.run([CATALOG_STREAM], async () => {
      const events = build(this.#catalog);
      if (events.length === 0) return;
      const batch = [{ stream: CATALOG_STREAM, expectedSeq: this.#catalog.seq, events }];
      this.#foldCatalog(await this.#log.append(batch));
    });
  }

  /** One transaction over a run, the catalog and the memories of the run's agent: all or none of it is on disk. */
  commit(id: RunId, build: (state: RunState, catalog: CatalogState) => Update): Promise<void> {
    const memories = memoryStream(this.run(id).run.agent.id);
    return this.#log.turns.run([CATALOG_STREAM, runStream(id), memories], async () => {
      const state = this.run(id);
      const { run = [], catalog = [], memory = [] } = build(state, this.#catalog);
      const batch = [
        { stream: runStream(id), expectedSeq: state.seq, events: run },
        { stream: CATALOG_STREAM, expectedSeq: this.#catalog.seq, events: catalog },
        { stream: memories, expectedSeq: memory.length > 0 ? (this.#log.head(memories)?.seq ?? 0) : 0, events: memory },
      ].filter((part) => part.events.length > 0);
      if (batch.length === 0) return;
      const entries = await this.#log.append(batch);
      this.#foldCatalog(entries.filter((entry) => entry.stream === CATALOG_STREAM));
      const own = entries.filter((entry) => entry.stream === runStream(id)) as Entry<RunEvent>[];
      if (own.length > 0) this.#fold(id, this.run(id), own);
    });
  }

  /** Removes a run from log and memory; its length and last hash stay in the catalog. */
  remove(id: RunId): Promise<void> {
    return this.#log.turns.run([CATALOG_STREAM, runStream(id)], async () => {
      const head = this.#log.head(runStream(id));
      if (!head) throw new WarrantError('not-found', `There is no run ${id}.`);
      const entry = await this.#log.removeStream(runStream(id), {
        type: 'run-removed',
        run: id,
        seq: head.seq,
        hash: head.hash,
      });
      this.#foldCatalog([entry]);
      this.#runs.delete(id);
    });
  }

  #fold(id: RunId, before: RunState | undefined, entries: Entry<RunEvent>[]): RunState {
    let state = before;
    for (const entry of entries) state = reduceRun(state, entry);
    if (!state) throw new Error('a committed run has at least one entry');
    this.#runs.set(id, state);
    this.#listeners.tell(state, entries);
    return state;
  }

  #foldCatalog(entries: Entry[]): void {
    for (const entry of entries) this.#catalog = reduceCatalog(this.#catalog, entry as Entry<CatalogEvent>);
  }
}

/** The entries of the catalog; a broken one says what a person can do, as no host can start without it. */
function readCatalog(log: EventLog): Entry[] {
  try {
    return log.readVerified(CATALOG_STREAM);
  } catch (fault) {
    if (!(fault instanceof WarrantError) || fault.code !== 'corrupt') throw fault;
    const way =
      '`warrant log verify` names all that is broken. Put a copy of the data folder in its place, or move it away to start anew.';
    throw new WarrantError('corrupt', `${fault.message} ${way}`, fault.details);
  }
}
