import type { Json, ToolCallId } from '#contract/ids';
import type { Effect } from '#contract/tool';
import { type Decimal, decimalOf, keyOf, numericValue } from './decimal.ts';
import { FigureIndex, type Hit, type Piece, SHORT_TEXT } from './figure-index.ts';
import { foldQuotation, tellingWords } from './fold-text.ts';
import { judgeCode } from './judge-code.ts';
import { type InputStanding, judgeExpression } from './judge-expression.ts';
import { type Figure, scanFigures } from './scan-figures.ts';

/** A call that has ended, as far as an answer may rest on it. */
export interface CallSource {
  id: ToolCallId;
  /** The short id that the model knows it by. */
  short: string;
  /** The entry that proposed it; calls of one reply have the same. */
  seq: number;
  tool: string;
  command: string[];
  input: Json;
  /** What the model was shown: the output, or what was printed and the error. */
  text: string;
  ok: boolean;
  /** Where its result comes from: text from outside, a person, files, code, or a computation. */
  kind: 'outside' | 'person' | 'files' | 'code' | 'computed';
  /** Paths that it read or listed. */
  reads: readonly string[];
  /** Paths that it changed; `gone` where the file is not there any more. */
  changes: readonly { path: string; gone: boolean }[];
  effect: Effect | undefined;
}

/** Numbers that anyone may use besides powers of ten: of time, of angles, and what a kilobyte has. */
const FREE = new Set(
  ['24', '60', '3600', '1440', '86400', '365', '366', '52', '360', '1024', '3.6'].map((each) =>
    keyOf(decimalWritten(each)),
  ),
);

/** So many constants and small numbers may stand in a program beyond those that are known. */
const MOST_LOOSE = 2;

/** So many facts are named behind one call. */
const MOST_BEHIND = 12;

/** The keys that a figure is found under: as written, and without its sign. */
function keysOf(figure: Figure): string[] {
  if (figure.type === 'date') return [...figure.exact];
  return figure.readings.flatMap((reading) => {
    const key = keyOf({ ...reading, negative: false });
    return [key, `-${key}`];
  });
}

/**
 * What the calls of a run give ground for (rule A12). A value that a call was given is not one that it computed, and one
 * that it computed from a number with no ground has none: else a model could launder what it invented.
 */
export class CallGround {
  readonly index = new FigureIndex();
  readonly failed = new FigureIndex();
  readonly #calls: readonly CallSource[];
  readonly #order = new Map<string, number>();
  readonly #writers: number[] = [];
  readonly #inputs = new Map<number, Figure[]>();
  readonly #factsOf = new Map<number, string[]>();
  readonly #grounded: boolean[] = [];
  readonly #facts: FigureIndex;
  readonly #given: FigureIndex;
  readonly #givenTexts: readonly string[];
  #words: Set<string> | undefined;

  constructor(calls: readonly CallSource[], facts: FigureIndex, given: FigureIndex, givenTexts: readonly string[]) {
    this.#givenTexts = givenTexts;
    this.#calls = calls;
    this.#facts = facts;
    this.#given = given;
    for (const [order, call] of calls.entries()) {
      this.#order.set(call.id, order);
      if (call.changes.length > 0) this.#writers.push(order);
      if (call.kind === 'outside' || call.kind === 'person') {
        if (!call.ok) this.failed.addText(this.#piece(call, order));
        continue;
      }
      (call.ok ? this.index : this.failed).addText(this.#piece(call, order));
    }
  }

  #piece(call: CallSource, order: number): Piece {
    return { text: call.text, owner: call.id, order, document: call.text.length > SHORT_TEXT };
  }

  /** Whether the call of a hit is ground for the figure. */
  grounds(hit: Hit, figure: Figure): boolean {
    const order = this.#order.get(hit.piece.owner);
    const call = order === undefined ? undefined : this.#calls[order];
    if (!call || order === undefined) return false;
    return this.#groundsAt(call, order, figure, hit);
  }

  #groundsAt(call: CallSource, order: number, figure: Figure | undefined, hit: Hit): boolean {
    const echoed = this.#inputsOf(order).some((input) => sameFigure(input, figure, hit));
    if (echoed && !(call.kind === 'code' && readsFiles(call) && isCount(figure))) return false;
    if (call.kind !== 'files') return this.isGrounded(order);
    // What was in a file before one that is not grounded changed it may still be told; what code left there may not.
    return this.#writersOf(order).every(
      (writer) =>
        this.isGrounded(writer) ||
        (this.#calls[writer]?.kind !== 'code' &&
          !this.#inputsOf(writer).some((input) => sameFigure(input, figure, hit))),
    );
  }

  /** Whether words that a call on files shows were written there by the agent itself in this run. */
  isWritten(call: CallSource, words: readonly string[]): boolean {
    const order = this.#order.get(call.id);
    if (order === undefined) return false;
    return [order, ...this.#writersOf(order)].some((writer) => {
      const texts: string[] = [];
      collectTexts(this.#calls[writer]?.input ?? null, texts);
      const code = writer !== order && this.#calls[writer]?.kind === 'code';
      return code || texts.some((text) => words.some((word) => foldQuotation(text).includes(word)));
    });
  }

  /** The facts that the arguments of a call rest on, also through what earlier calls computed; at most twelve. */
  factsBehind(id: ToolCallId): string[] {
    const order = this.#order.get(id);
    if (order === undefined) return [];
    const known = this.#factsOf.get(order);
    if (known) return known;
    const found = [...this.#behind(order, new Set())].slice(0, MOST_BEHIND);
    this.#factsOf.set(order, found);
    return found;
  }

  #behind(order: number, seen: Set<number>): Set<string> {
    const found = new Set<string>();
    seen.add(order);
    for (const figure of this.#inputsOf(order)) {
      if (this.#standing(figure, order) !== 'known') continue;
      for (const key of keysOf(figure)) {
        const fact = this.#facts.exact(key)[0]?.piece.owner;
        if (fact !== undefined) found.add(fact);
        const earlier = this.index.exact(key).find(({ piece }) => piece.order < order && !seen.has(piece.order));
        if (fact === undefined && earlier) for (const id of this.#behind(earlier.piece.order, seen)) found.add(id);
        if (found.size >= MOST_BEHIND) return found;
      }
    }
    return found;
  }

  /** Whether all that a call was given has a ground of its own. */
  isGrounded(order: number): boolean {
    for (let at = this.#grounded.length; at <= order; at++) this.#grounded.push(this.#judge(at));
    return this.#grounded[order] ?? false;
  }

  #judge(order: number): boolean {
    const call = this.#calls[order];
    if (!call?.ok || call.kind === 'outside' || call.kind === 'person') return false;
    if (call.kind === 'files') return this.#writersOf(order).every((writer) => this.#grounded[writer] === true);
    if (this.#writersOf(order).some((writer) => this.#grounded[writer] !== true)) return false;
    if (readsFiles(call)) return true;
    if (call.kind === 'code' && !this.#sharesWord(order)) return false;
    const text = soleText(call.input);
    const standingOf = (literal: string): InputStanding => this.#standingOf(decimalWritten(literal), undefined, order);
    const judged = call.kind === 'code' ? judgeCode(text ?? '', standingOf) : judgeExpression(text ?? '', standingOf);
    if (judged !== undefined) return judged;
    const standings = this.#inputsOf(order).map((figure) => this.#standing(figure, order));
    if (standings.includes('unknown')) return false;
    const known = standings.filter((standing) => standing === 'known').length;
    if (known === 0) return standings.length === 0;
    return standings.length - known <= known + MOST_LOOSE;
  }

  /** Whether code without a number works on something that the person named, and not on signs of its own. */
  #sharesWord(order: number): boolean {
    if (this.#inputsOf(order).length > 0) return true;
    const texts: string[] = [];
    collectTexts(this.#calls[order]?.input ?? null, texts);
    this.#words ??= tellingWords(this.#givenTexts.join('\n'));
    for (const word of tellingWords(texts.join('\n'))) if (this.#words.has(word)) return true;
    return false;
  }

  /** Earlier calls that changed a file which this one read. */
  #writersOf(order: number): number[] {
    const reads = this.#calls[order]?.reads ?? [];
    if (reads.length === 0) return [];
    const touches = (path: string): boolean => reads.some((read) => path === read || path.startsWith(`${read}/`));
    return this.#writers.filter(
      (writer) => writer < order && this.#calls[writer]?.changes.some(({ path }) => touches(path)),
    );
  }

  #inputsOf(order: number): Figure[] {
    const known = this.#inputs.get(order);
    if (known) return known;
    const texts: string[] = [];
    collectTexts(this.#calls[order]?.input ?? null, texts);
    const figures = texts.flatMap((text) => scanFigures(text));
    this.#inputs.set(order, figures);
    return figures;
  }

  /** Whether an input is known from a fact, the person or an earlier call; a constant is free, a small one beside others. */
  #standing(figure: Figure, order: number): InputStanding {
    if (figure.type === 'date')
      return figure.exact.some((key) => this.#isKnown(key, figure, order)) ? 'known' : 'unknown';
    let best: InputStanding = 'unknown';
    for (const reading of figure.readings) {
      const standing = this.#standingOf(reading, figure, order);
      if (standing === 'known') return standing;
      if (best === 'unknown' || standing === 'free') best = standing;
    }
    return best;
  }

  #standingOf(reading: Decimal, figure: Figure | undefined, order: number): InputStanding {
    const value = Math.abs(numericValue(reading));
    const key = keyOf({ ...reading, negative: false });
    if (this.#isKnown(key, figure, order) || this.#isKnown(`-${key}`, figure, order)) return 'known';
    if (value >= 1000 && value < 3000 && this.#isKnown(`Y${value}`, figure, order)) return 'known';
    if (reading.digits === '1' && reading.exponent !== 0) return 'free';
    if (FREE.has(key)) return 'free';
    if (Number.isInteger(value) && value <= 12) return 'small';
    return this.#isShare(value) ? 'known' : 'unknown';
  }

  /** `0.12` or `1.12` for the 12 % that a fact or the person states. */
  #isShare(value: number): boolean {
    if (value >= 2) return false;
    const shares = value < 1 ? [value, 1 - value] : [value - 1];
    return shares.some((share) =>
      [this.#facts, this.#given].some((index) =>
        [...index.factorsOf('ratio')].some((factor) => {
          const wanted = share / factor;
          const near = index.between(wanted - 1e-9, wanted + 1e-9, 20);
          return near.some((hit) => hit.unit?.dimension === 'ratio');
        }),
      ),
    );
  }

  #isKnown(key: string, figure: Figure | undefined, order: number): boolean {
    if (this.#facts.exact(key).length > 0 || this.#given.exact(key).length > 0) return true;
    return this.index
      .exact(key)
      .slice(0, 64)
      .some((hit) => {
        const earlier = hit.piece.order;
        const call = this.#calls[earlier];
        return earlier < order && call !== undefined && this.#groundsAt(call, earlier, figure, hit);
      });
  }
}

/** Whether a call read a file that it did not itself write. */
function readsFiles({ reads, changes }: CallSource): boolean {
  return reads.some((path) => !changes.some((change) => change.path === path));
}

/** A program that goes through files is full of small whole numbers: one that it counts to need not be one of those. */
const MOST_COUNT = 99;

function isCount(figure: Figure | undefined): boolean {
  if (figure?.type !== 'number') return false;
  return figure.readings.some((reading) => {
    const value = numericValue(reading);
    return Number.isInteger(value) && value >= 0 && value <= MOST_COUNT;
  });
}

/** Whether an argument states the value that a result shows: then the call did not find it. */
function sameFigure(input: Figure, figure: Figure | undefined, hit: Hit): boolean {
  if (input.type === 'date') return figure?.type === 'date' && figure.exact.some((key) => input.exact.includes(key));
  const keys = figure?.type === 'number' ? figure.readings.map(keyOf) : [];
  if (hit.decimal) keys.push(keyOf(hit.decimal));
  return input.readings.some((reading) => keys.includes(keyOf(reading)));
}

/** A literal of the calculator. */
function decimalWritten(literal: string): Decimal {
  const [whole = '', fraction = ''] = literal.split('.');
  return decimalOf(whole, fraction, false);
}

/** The one text that a call was given: an expression, or code. */
function soleText(input: Json): string | undefined {
  const texts: string[] = [];
  collectTexts(input, texts);
  return texts.length === 1 ? texts[0] : undefined;
}

function collectTexts(value: Json, texts: string[]): void {
  if (typeof value === 'string') texts.push(value);
  else if (typeof value === 'number') texts.push(String(value));
  else if (Array.isArray(value)) for (const item of value) collectTexts(item, texts);
  else if (value !== null && typeof value === 'object')
    for (const item of Object.values(value)) collectTexts(item, texts);
}
