import type { Hash } from '#contract/ids';
import type { BundleReport } from '#contract/views';
import { BundleContent } from './bundle-content.ts';
import { BODY_AT, BUNDLE_FORMAT, BUNDLE_VERSION, LONGEST_LINE, REPLACEMENT } from './bundle-format.ts';
import { checkSignature, readFingerprint } from './check-signature.ts';
import { LineChain, type LineVerdict } from './line-chain.ts';
import { recogniseFile } from './recognise-file.ts';
import { field, parseShallow, type Subject, subjectOf, typeOf } from './sealed-line.ts';

type Fault = BundleReport['faults'][number];

/** What was noted elsewhere: the head or the seal, the number of entries, the fingerprint of the key. */
export interface Noted {
  head?: Hash | undefined;
  length?: number | undefined;
  key?: string | undefined;
}

/** So many faults are named; the first one says where to look. */
const MOST_FAULTS = 200;
/** What of the beginning is kept, to say what the file is if it is no bundle. */
const KEPT_START = 65_536;
const LINE_FEED = 0x0a;
const RETURN = 0x0d;
/** A byte order mark in UTF-8. */
const MARK = Buffer.from('\uFEFF');

/**
 * Checks a sealed bundle that comes in pieces. Pure: it opens nothing, writes nothing and runs nothing of what it reads.
 * Its memory is bounded by the longest line, and by the names of facts and payloads. Whatever it is given is an answer: it
 * throws for no input.
 */
export class BundleVerifier {
  readonly #chain = new LineChain();
  readonly #faults: Fault[] = [];
  readonly #notes: string[] = [];
  readonly #content = new BundleContent((line, subject, reason) => this.#fault(line, subject, reason));
  #more = 0;
  #pending: Buffer[] = [];
  #pendingLength = 0;
  #tooLong = false;
  #line = 0;
  #start = Buffer.alloc(0);
  #length = 0;
  /** The first half of a pair that a piece of text ended with. */
  #half = '';
  #recognised = false;
  /** Somewhere bytes were met that are no UTF-8. */
  #replaced = false;
  /** The last line that is missed, for as long as it may still come, and the number of the one in its place. */
  #missed: { fault: Fault; number: number; inPlace: number } | undefined;
  #returns = { first: false, lines: 0 };
  #lastGood = false;
  #unreadBefore = false;
  #seal: { line: number; hash: Hash | undefined; value: unknown } | undefined;
  #signature: ReturnType<typeof checkSignature> = { signature: 'none' };
  #version: unknown;

  /** Takes the next piece in, as bytes or as text; it may end anywhere. The bytes are not changed while it is read. */
  write(piece: string | Buffer): void {
    if (typeof piece === 'string') this.#writeText(piece);
    else this.#writeBytes(piece);
  }

  #writeText(piece: string): void {
    const text = this.#half + piece;
    const cut = /[\uD800-\uDBFF]$/.test(text) ? text.length - 1 : text.length;
    this.#half = text.slice(cut);
    this.#writeBytes(Buffer.from(text.slice(0, cut)));
  }

  #writeBytes(bytes: Buffer): void {
    if (!this.#recognised && this.#start.length < KEPT_START)
      this.#start = Buffer.concat([this.#start, bytes.subarray(0, KEPT_START - this.#start.length)]);
    this.#length += bytes.length;
    this.#replaced ||= bytes.includes(REPLACEMENT);
    let from = 0;
    for (let at = bytes.indexOf(LINE_FEED); at >= 0; at = bytes.indexOf(LINE_FEED, from)) {
      this.#append(bytes.subarray(from, at));
      this.#takeLine();
      from = at + 1;
    }
    if (from < bytes.length) this.#append(Buffer.from(bytes.subarray(from)));
  }

  /** The report on all of it. Nothing may be written after it. */
  end(noted: Noted = {}): BundleReport {
    this.#writeBytes(Buffer.from(this.#half));
    const unfinished = this.#pendingLength > 0;
    if (unfinished) this.#takeLine();
    if (!this.#recognised) return this.#noBundle(recogniseFile(this.#start, this.#length));
    if (this.#version !== undefined && this.#version !== BUNDLE_VERSION)
      return this.#noBundle(
        `a sealed bundle of version ${String(this.#version).slice(0, 20)}, which this program does not know`,
      );
    if (unfinished && this.#lastGood)
      this.#fault(this.#line, { kind: 'text', what: `line ${this.#line}` }, 'The line feed at its end is not there.');
    if (this.#returns.first) this.#nameReturns();
    if (!this.#seal) this.#nameCut(unfinished && !this.#lastGood);
    return this.#report(noted);
  }

  /** The seal is not there. A last line that was cut in two is no fault of its own. */
  #nameCut(within: boolean): void {
    const fault: Fault = {
      line: within ? this.#line : this.#line + 1,
      kind: 'seal',
      what: 'seal',
      way: 'cut',
      reason: 'It ends here without its seal: its end was cut off.',
    };
    const own = this.#faults.at(-1);
    if (within && own?.line === this.#line && own.way === undefined) this.#faults.pop();
    if (this.#faults.length >= MOST_FAULTS) this.#more += 1;
    else this.#faults.push(fault);
  }

  #append(bytes: Buffer): void {
    this.#pendingLength += bytes.length;
    if (this.#pendingLength > LONGEST_LINE) {
      // The beginning says which line it is; the rest is let go.
      if (!this.#tooLong)
        this.#pending = [Buffer.concat([...this.#pending, bytes.subarray(0, KEPT_START)]).subarray(0, KEPT_START)];
      this.#tooLong = true;
    } else this.#pending.push(bytes);
  }

  #takeLine(): void {
    const [first = Buffer.alloc(0)] = this.#pending;
    const line = this.#pending.length <= 1 ? first : Buffer.concat(this.#pending);
    const tooLong = this.#tooLong;
    this.#pending = [];
    this.#pendingLength = 0;
    this.#tooLong = false;
    this.#line += 1;
    this.#check(this.#withoutAdditions(line), tooLong);
  }

  /** A line without what an editor or a transfer adds to every one, which is named once. */
  #withoutAdditions(line: Buffer): Buffer {
    if (this.#line === 1 && line.subarray(0, MARK.length).equals(MARK)) {
      this.#fault(1, { kind: 'text', what: 'byte order mark' }, 'A byte order mark was put before it.');
      return this.#withoutAdditions(line.subarray(MARK.length));
    }
    if (line.at(-1) !== RETURN) return line;
    if (this.#line === 1) this.#returns.first = true;
    if (!this.#returns.first) return line;
    this.#returns.lines += 1;
    return line.subarray(0, -1);
  }

  #nameReturns(): void {
    const reason =
      this.#returns.lines > 1
        ? `Line ends were changed to CR LF, in ${this.#returns.lines} lines: the file was saved by an editor or sent as text.`
        : 'A carriage return was added at its end.';
    this.#faults.unshift({ line: 1, kind: 'text', what: 'line ends', reason });
  }

  #check(line: Buffer, tooLong: boolean): void {
    const verdict = this.#chain.next(line);
    const { state } = verdict;
    if (verdict.number !== undefined) this.#recognised = true;
    this.#lastGood = state === 'good';
    const missed = this.#missed;
    if (missed && missed.number === verdict.number && missed.inPlace === this.#line) this.#nameSwapped(missed);
    const body = line.subarray(BODY_AT);
    const bad = this.#replaced && line.includes(REPLACEMENT) ? 'Bytes in it are not UTF-8.' : '';
    if (state !== 'good')
      this.#nameLine(
        verdict,
        subjectOf(body, this.#line),
        body,
        tooLong ? ' It is longer than 64 MiB.' : bad && ` ${bad}`,
      );
    else if (bad !== '') this.#fault(this.#line, subjectOf(body, this.#line), bad);
    else if (this.#seal && this.#faults.length === 0)
      this.#fault(this.#line, subjectOf(body, this.#line), 'It stands after the seal.');
    this.#unreadBefore = state === 'unread';
    if (state === 'unread' || state === 'misplaced' || state === 'missing') this.#content.gap();
    if (state !== 'unread' && state !== 'misplaced' && !tooLong) this.#take(body, verdict);
  }

  #nameLine(verdict: LineVerdict, subject: Subject, body: Buffer, more: string): void {
    const { state, recorded, found, from, to } = verdict;
    const hashes = { ...(recorded !== undefined && { recorded }), ...(found !== undefined && { found }) };
    switch (state) {
      case 'altered':
        this.#fault(this.#line, subject, `It is not as it was sealed.${more}`, hashes);
        return;
      case 'unread':
        // The second part of a line that was broken in two is no fault of its own.
        if (
          this.#unreadBefore ||
          (this.#faults.at(-1)?.line === this.#line - 1 && !this.#lastGood && !looksWhole(body))
        )
          return;
        this.#fault(this.#line, subject, `It is no line of a bundle any more, or was put in.${more}`);
        return;
      case 'missing':
        this.#nameMissing(subject, from ?? 0, to ?? 0, verdict.number);
        return;
      case 'misplaced':
        this.#fault(
          this.#line,
          { ...subject, way: 'misplaced' },
          `It does not belong here: it was moved, repeated or put in.${more}`,
        );
        return;
      default:
    }
  }

  /** The one in whose place another stood has come in the place of that one. */
  #nameSwapped({ fault, number, inPlace }: { fault: Fault; number: number; inPlace: number }): void {
    fault.way = 'swapped';
    fault.reason = `Lines ${number} and ${inPlace} are swapped.`;
  }

  #nameMissing(subject: Subject, from: number, to: number, inPlace = 0): void {
    this.#nameGap(subject, from, to);
    const fault = this.#faults.at(-1);
    if (fault?.way === 'missing' && fault.line === this.#line) this.#missed = { fault, number: from, inPlace };
  }

  #nameGap(subject: Subject, from: number, to: number): void {
    const next = this.#content.nextSeq;
    if (subject.kind === 'entry' && subject.seq !== undefined && subject.seq > next) {
      const many = subject.seq > next + 1;
      const reason = many ? `Entries ${next} to ${subject.seq - 1} are not there.` : `Entry ${next} is not there.`;
      this.#fault(this.#line, { kind: 'entry', what: String(next), seq: next, way: 'missing' }, reason);
      return;
    }
    const reason = from === to ? `Line ${from} is not there.` : `Lines ${from} to ${to} are not there.`;
    this.#fault(this.#line, { kind: subject.kind, what: `line ${from}`, way: 'missing' }, reason);
  }

  #take(body: Buffer, verdict: LineVerdict): void {
    const good = verdict.state === 'good';
    const type = typeOf(body);
    if (type === 'entry') this.#content.entry(this.#line, body, good);
    else if (type === 'payload') this.#content.payload(this.#line, body, good);
    else {
      const value = parseShallow(`{${body.toString('utf8')}`);
      if (value === undefined) {
        if (good) this.#fault(this.#line, subjectOf(body, this.#line), 'It is no JSON, or is nested too deeply.');
      } else if (type === 'header') this.#takeHeader(value, good);
      else if (type === 'seal') this.#takeSeal(body, value, verdict);
      else if (!this.#content.other(this.#line, type, value, good) && good)
        this.#fault(this.#line, subjectOf(body, this.#line), 'Its kind is not known here.');
    }
  }

  #takeHeader(value: unknown, good: boolean): void {
    if (good && field(value, 'format') === BUNDLE_FORMAT) this.#version = field(value, 'version');
    this.#content.header(this.#line, value, good);
  }

  #takeSeal(body: Buffer, value: unknown, verdict: LineVerdict): void {
    if (this.#seal) return;
    this.#seal = { line: this.#line, hash: verdict.recorded, value };
    this.#signature = checkSignature(body, value, verdict.previous);
    if (this.#signature.signature === 'bad')
      this.#fault(
        this.#line,
        { kind: 'signature', what: this.#signature.signedBy ?? 'signature' },
        'The signature does not fit what was signed: the bundle, or the signature, was made anew.',
      );
    if (verdict.state === 'good' && field(value, 'lines') !== this.#line && this.#faults.length === 0)
      this.#fault(
        this.#line,
        { kind: 'seal', what: 'lines' },
        `It says that there are ${String(field(value, 'lines'))} lines.`,
      );
  }

  #fault(line: number, subject: Subject, reason: string, more: Partial<Fault> = {}): void {
    if (this.#faults.length >= MOST_FAULTS) {
      this.#more += 1;
      return;
    }
    this.#faults.push({ line, ...subject, what: subject.what.slice(0, 200), reason, ...more });
  }

  #noBundle(instead: string): BundleReport {
    const faults: Fault[] = [
      { line: 1, kind: 'header', what: 'file', reason: `The file is ${instead}, and no sealed bundle.` },
    ];
    return { whole: false, entries: 0, facts: 0, payloads: 0, signature: 'none', faults, notes: [], instead };
  }

  #report(noted: Noted): BundleReport {
    const { value, hash, line } = this.#seal ?? { value: undefined, hash: undefined, line: this.#line + 1 };
    const content = this.#content.end(value, this.#faults.length === 0, line);
    const { signature, signedBy } = this.#signature;
    const { head, length } = content;
    const key = noted.key === undefined ? undefined : readFingerprint(noted.key);
    const compared = {
      head: sameAs(noted.head?.toLowerCase(), head, hash),
      length: sameAs(noted.length, length),
      key: sameAs(key, signature === 'good' ? signedBy : undefined),
    };
    if (compared.head === 'differs')
      this.#fault(
        line,
        { kind: 'seal', what: 'head', way: 'noted' },
        'Head and seal are not the one that was noted elsewhere.',
      );
    if (compared.length === 'differs')
      this.#fault(
        line,
        { kind: 'seal', what: 'length', way: 'noted' },
        `It has ${length} entries, not ${noted.length} as noted elsewhere.`,
      );
    if (compared.key === 'differs') {
      const by = signedBy === undefined ? 'It is not signed.' : `It is signed with the key ${signedBy}.`;
      this.#fault(line, { kind: 'signature', what: 'key', way: 'noted' }, `${by} The key that is asked for is ${key}.`);
    }
    if (this.#more > 0) this.#notes.push(`${this.#more} more faults are not listed.`);
    this.#notes.push(...content.notes, ...doubts(compared, this.#signature, noted.head === hash));
    return {
      whole: this.#faults.length === 0,
      ...content.about,
      entries: content.entries,
      facts: content.facts,
      payloads: content.payloads,
      ...(head !== undefined && { head }),
      length,
      signature,
      ...(signedBy !== undefined && { signedBy }),
      faults: this.#faults,
      notes: this.#notes,
      ...(content.named && { named: content.named }),
      leftOut: content.leftOut,
      ...(hash !== undefined && { seal: hash }),
      compared,
    };
  }
}

function looksWhole(body: Buffer): boolean {
  return typeOf(body) !== undefined;
}

function sameAs<Value>(noted: Value | undefined, ...found: (Value | undefined)[]): 'same' | 'differs' | 'not-noted' {
  if (noted === undefined) return 'not-noted';
  return found.includes(noted) ? 'same' : 'differs';
}

/** What the file alone can't tell, in words. */
function doubts(
  compared: NonNullable<BundleReport['compared']>,
  { signature, signedBy }: ReturnType<typeof checkSignature>,
  bySeal: boolean,
): string[] {
  if (compared.key === 'same') return [];
  const notes: string[] = [];
  if (signature === 'good')
    notes.push(
      `Whose key ${signedBy} is, the file can’t tell: compare the fingerprint with one noted elsewhere. Whoever makes a bundle anew signs with another.`,
    );
  // What was noted elsewhere and differs is said as a fault: nothing is left in doubt beside it.
  if (compared.head === 'differs') return notes;
  if (compared.head !== 'same') {
    if (signature !== 'good' && compared.length === 'not-noted')
      notes.push(
        'Cut tail can’t be excluded: no head and no length noted elsewhere was compared, and there is no signature.',
      );
    if (signature !== 'good')
      notes.push(
        'That all of it was made anew can’t be excluded either: only a head noted elsewhere or a signature tells.',
      );
  } else if (!bySeal && signature !== 'good')
    notes.push(
      'The head covers the entries and, by their hashes, the payloads; the rules beside them are covered by the seal alone.',
    );
  return notes;
}
