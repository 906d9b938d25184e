import { runStream } from '#contract/event';
import type { Hash, RunId } from '#contract/ids';
import { FIRST_HASH } from '../store/chain.ts';
import { hashJoined } from './hash-joined.ts';

/** An entry as it stands in a bundle: `event` is the text, as UTF-8, that its hash in the log covers. */
export interface SealedEntry {
  seq: number;
  at: number;
  hash: Hash;
  event: Buffer;
  /** A secret was taken out of its text, so its hash can't be checked. */
  redacted: boolean;
}

/** What is wrong with an entry of the log itself. */
export interface EntryFault {
  seq: number;
  reason: string;
  recorded?: Hash;
  found?: Hash;
}

/** Checks the chain of the log through the entries of a bundle: it was there before the bundle was made. */
export class EntryChain {
  #stream: string | undefined;
  /** Hashes that the entry before may have; undefined where it is not known. */
  #previous: readonly Hash[] | undefined = [FIRST_HASH];
  #seq = 0;
  #hash: Hash = FIRST_HASH;
  #count = 0;
  /** Lines were moved, taken out or put in: numbers say nothing new then. */
  #disordered = false;

  /** The number and the hash of the last entry, and how many there were. */
  get seq(): number {
    return this.#seq;
  }
  get hash(): Hash {
    return this.#hash;
  }
  get count(): number {
    return this.#count;
  }

  /** Names the run that the hashes were made for. */
  of(run: RunId): void {
    this.#stream = runStream(run);
  }

  /** Says that a line before the next one is not there or can't be read. */
  gap(): void {
    this.#previous = undefined;
    this.#disordered = true;
  }

  /**
   * Takes the next entry in.
   * @param sealed its line is as it was sealed; else the fault was named already
   */
  next(entry: SealedEntry, sealed: boolean): EntryFault | undefined {
    const found = (this.#stream === undefined ? [] : (this.#previous ?? [])).map((hash) =>
      chained(hash, this.#stream ?? '', entry),
    );
    const expected = this.#seq + 1;
    const known = this.#previous !== undefined && !(this.#disordered && entry.seq !== expected);
    const holds = found.length === 0 || entry.redacted || found.includes(entry.hash);
    this.#previous = holds || entry.seq !== expected ? [entry.hash] : [entry.hash, ...found];
    this.#seq = entry.seq;
    this.#hash = entry.hash;
    this.#count += 1;
    if (!sealed || !known) return undefined;
    if (entry.seq !== expected)
      return {
        seq: expected,
        reason:
          entry.seq > expected
            ? `${entry.seq === expected + 1 ? `Entry ${expected} is` : `Entries ${expected} to ${entry.seq - 1} are`} not in the log.`
            : `Entry ${entry.seq} stands where entry ${expected} belongs.`,
      };
    if (holds) return undefined;
    return {
      seq: entry.seq,
      reason:
        'It does not match its hash in the log: it was changed or moved there before the bundle was made, or the bundle was made anew.',
      recorded: entry.hash,
      ...(found[0] !== undefined && { found: found[0] }),
    };
  }
}

/** As `rowHash` of the store gives it, from bytes. */
function chained(previous: Hash, stream: string, { seq, at, event }: SealedEntry): Hash {
  // A stream's name may hold more than ASCII: its bytes, each as one character.
  const name = Buffer.from(stream).toString('latin1');
  return hashJoined(`${previous}\n${name}\n${seq}\n${at}\n`, event);
}
