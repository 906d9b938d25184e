import type { Hash } from '#contract/ids';
import { BEFORE_FIRST, BODY_AT, LINE_HEAD } from './bundle-format.ts';
import { hashJoined } from './hash-joined.ts';

/**
 * How a line stands to the ones before it. `good`: it is as it was sealed. `altered`: it is not. `missing`: it may be, but
 * the lines `from` to `to` before it are not there. `misplaced`: it belongs elsewhere, or is there twice. `unread`: it is
 * no line of a bundle. `rests`: it can't be checked, as the line that it is chained to is not there or not whole.
 */
export interface LineVerdict {
  state: 'good' | 'altered' | 'missing' | 'misplaced' | 'unread' | 'rests';
  /** The number that it gives itself. */
  number: number | undefined;
  /** Its hash as it stands there, and as its bytes give it. */
  recorded: Hash | undefined;
  found: Hash | undefined;
  /** Hashes that the line before may have. */
  previous: readonly Hash[];
  from?: number;
  to?: number;
}

/** So many hashes are remembered once a fault was found: what was moved is recognised when it comes. */
const MOST_ANCHORS = 512;
const MOST_LAST = 16;
const ANY_HASH = /[0-9a-f]{64}/;
const EMBEDDED = /\{"hash":"([0-9a-f]{64})","line":([1-9]\d{0,9}),"/g;

/**
 * Checks lines one after the other and finds the chain again after a fault, so that one altered line is one fault. What it
 * remembers is bounded. Once a line is not `good`, others may be `good` only in that they follow from what is recorded.
 */
export class LineChain {
  /** The line before, as long as there was no fault. */
  #tip = { number: 0, hash: BEFORE_FIRST };
  #faulty = false;
  /** Since the first fault: hashes that a line may have, by its number; firm where the number is not guessed. */
  readonly #anchors = new Map<number, Map<Hash, boolean>>();
  /** Since then: numbers that the line before may have, the likeliest first. */
  #last: number[] = [];

  /** Takes the next line in, without its line feed. */
  next(line: Buffer): LineVerdict {
    const head = LINE_HEAD.exec(line.toString('latin1', 0, 100));
    const recorded = head?.[1] ?? '';
    const number = Number(head?.[2]);
    const body = line.subarray(BODY_AT);
    if (!this.#faulty) {
      const { hash } = this.#tip;
      if (number === this.#tip.number + 1 && hashJoined(`${hash}\n`, body) === recorded) {
        this.#tip = { number, hash: recorded };
        return { state: 'good', number, recorded, found: recorded, previous: [hash] };
      }
      this.#faulty = true;
      this.#last = [this.#tip.number];
      this.#anchor(this.#tip.number, hash, true);
    }
    return head ? this.#afterFault(line, number, recorded, body) : this.#unread(line);
  }

  #afterFault(line: Buffer, number: number, recorded: Hash, body: Buffer): LineVerdict {
    const anchors = this.#anchors.get(number - 1);
    const previous = anchors ? [...anchors.keys()] : [];
    const hashes = previous.map((hash) => hashJoined(`${hash}\n`, body));
    const follows = this.#last.includes(number - 1);
    const verdict = { number, recorded, found: hashes[0], previous };
    if (hashes.includes(recorded)) {
      if (follows) {
        this.#accept(number, recorded);
        return { ...verdict, state: 'good' };
      }
      this.#fault([number, this.#expected], [[number, recorded, true]], line);
      return { ...verdict, state: 'misplaced' };
    }
    const firm = anchors !== undefined && [...anchors.values()].includes(true);
    const own = hashes.map((hash): [number, Hash, boolean] => [number, hash, false]);
    if (follows) {
      const state = firm ? 'altered' : 'rests';
      this.#fault([number], [[number, recorded, true], ...own], line);
      return { ...verdict, state };
    }
    const expected = this.#expected;
    this.#fault(
      [number, expected],
      [[number, recorded, true], [expected, recorded, false], ...own, ...this.#renumbered(body, expected)],
      line,
    );
    return number > expected
      ? { ...verdict, state: 'missing', from: expected, to: number - 1 }
      : { ...verdict, state: 'misplaced' };
  }

  get #expected(): number {
    return (this.#last[0] ?? 0) + 1;
  }

  #accept(number: number, hash: Hash): void {
    // A line that came before its time is still to be followed.
    this.#last = [number, ...this.#last.filter((each) => each > number)];
    this.#anchor(number, hash, true);
  }

  #anchor(number: number, hash: Hash, firm: boolean): void {
    const known = this.#anchors.get(number) ?? new Map<Hash, boolean>();
    if (known.size < 8) known.set(hash, firm || known.get(hash) === true);
    this.#anchors.delete(number);
    this.#anchors.set(number, known);
    for (const oldest of this.#anchors.keys()) {
      if (this.#anchors.size <= MOST_ANCHORS) break;
      this.#anchors.delete(oldest);
    }
  }

  #fault(numbers: readonly number[], anchors: readonly [number, Hash, boolean][], line: Buffer): void {
    for (const [number, hash, firm] of anchors) this.#anchor(number, hash, firm);
    const inside: number[] = [];
    for (const [at, hash, number] of [...line.toString('latin1').matchAll(EMBEDDED)]
      .slice(-2)
      .map((m) => [m.index, m[1], Number(m[2])] as const)) {
      if (at === 0 || hash === undefined) continue;
      this.#anchor(number, hash, true);
      inside.push(number);
    }
    this.#last = [...new Set([...inside.reverse(), ...numbers, ...this.#last])].slice(0, MOST_LAST);
  }

  /** The hash that the line has if only its number was altered. */
  #renumbered(body: Buffer, expected: number): [number, Hash, boolean][] {
    const rest = body.subarray(body.indexOf(','));
    return [...(this.#anchors.get(expected - 1)?.keys() ?? [])].map((hash) => [
      expected,
      hashJoined(`${hash}\n"line":${expected}`, rest),
      false,
    ]);
  }

  #unread(line: Buffer): LineVerdict {
    const start = line.toString('latin1', 0, 100);
    const recorded = ANY_HASH.exec(start)?.[0];
    const expected = this.#expected;
    const bodyAt = start.indexOf('"line":');
    const body = line.subarray(bodyAt < 0 ? BODY_AT : bodyAt);
    const previous = [...(this.#anchors.get(expected - 1)?.keys() ?? [])];
    const hashes = previous.map((hash) => hashJoined(`${hash}\n`, body));
    this.#fault(
      [expected],
      [...(recorded === undefined ? [] : [recorded]), ...hashes].map((hash) => [expected, hash, true]),
      line,
    );
    return { state: 'unread', number: undefined, recorded, found: hashes[0], previous };
  }
}
