import type { RunId, Timestamp } from '#contract/ids';
import type { RunState } from '#contract/projections/run-state';

/** A clock that is put forward is noticed within this time. */
const LONGEST_WAIT_MS = 60_000;

/** When the first question of a run that has an end ends; undefined where none has. */
function firstEnd(state: RunState): Timestamp | undefined {
  const ends = state.open.flatMap((id) => {
    const call = state.calls.get(id);
    return call?.status === 'waiting' ? (call.approval.expiresAt ?? []) : [];
  });
  return ends.length === 0 || state.end ? undefined : Math.min(...ends);
}

/**
 * Wakes runs whose questions have reached their end (row A17.8, rule D9). It only wakes them: whether a question is over
 * is decided by the loop, by the clock of then. Nothing of it is kept: a host that starts looks at every run that waits.
 */
export class QuestionTimer {
  readonly #ends = new Map<RunId, Timestamp>();
  readonly #now: () => Timestamp;
  readonly #wake: (run: RunId) => void;
  #timer: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(now: () => Timestamp, wake: (run: RunId) => void) {
    this.#now = now;
    this.#wake = wake;
  }

  /** Looks at a run as it is now. */
  watch(state: RunState): void {
    const end = firstEnd(state);
    if (this.#ends.get(state.run.id) === end) return;
    if (end === undefined) this.#ends.delete(state.run.id);
    else this.#ends.set(state.run.id, end);
    this.#arm();
  }

  /** Wakes no more. */
  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
  }

  #arm(): void {
    clearTimeout(this.#timer);
    if (this.#closed || this.#ends.size === 0) return;
    const wait = Math.min(...this.#ends.values()) - this.#now();
    this.#timer = setTimeout(() => this.#look(), Math.min(LONGEST_WAIT_MS, Math.max(0, wait)));
    this.#timer.unref();
  }

  #look(): void {
    const now = this.#now();
    for (const [run, end] of this.#ends)
      if (end <= now) {
        // The run is watched again when its question has been closed.
        this.#ends.delete(run);
        this.#wake(run);
      }
    this.#arm();
  }
}
