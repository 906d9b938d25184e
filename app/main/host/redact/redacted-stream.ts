import type { Redactor } from './redactor.ts';

/** A word longer than this is let go of, but for its end. */
const LONGEST_WORD = 16_384;
/** Kept of such a word: an escaped form of a value is at most six times as long as the value. */
const KEPT = 4096;
/** A private key that does not end within this is let go of. */
const LONGEST_KEY = 65_536;
const BEGIN_KEY = '-----BEGIN';
const LAST_SPACE = /\s\S*$/;

/**
 * A text that arrives in pieces, given on without secrets. The last word is held back until its end is there, so that a
 * value, or a token too long for one piece, is whole when it is looked at (rule K5); a private key until it is over.
 */
export class RedactedStream {
  readonly #redactor: Redactor;
  readonly #emit: (text: string) => void;
  #held = '';

  constructor(redactor: Redactor, emit: (text: string) => void) {
    this.#redactor = redactor;
    this.#emit = emit;
  }

  write(piece: string): void {
    this.#held += piece;
    const cut = this.#safeEnd();
    if (cut <= 0) return;
    const ready = this.#held.slice(0, cut);
    this.#held = this.#held.slice(cut);
    this.#emit(this.#redactor.text(ready));
  }

  /** Gives on what is held back: nothing more comes. */
  end(): void {
    const rest = this.#held;
    this.#held = '';
    if (rest !== '') this.#emit(this.#redactor.text(rest));
  }

  /** Up to where nothing that comes can make a secret of what is there. */
  #safeEnd(): number {
    const held = this.#held;
    const tail = held.slice(-LONGEST_WORD);
    const space = LAST_SPACE.exec(tail);
    let cut = held.length - (space ? tail.length - space.index - 1 : Math.min(held.length, KEPT));
    if (!space && held.length < LONGEST_WORD) return 0;
    const spaced = this.#redactor.longestWithSpace;
    if (spaced > 0) cut = Math.min(cut, held.length - 2 * spaced);
    const key = held.lastIndexOf(BEGIN_KEY);
    if (key >= 0 && held.length - key < LONGEST_KEY && !held.includes('-----END', key)) cut = Math.min(cut, key);
    if (cut <= 0) return 0;
    for (const { start, end } of this.#redactor.spans(held)) if (start < cut && end > cut) cut = start;
    return cut;
  }
}
