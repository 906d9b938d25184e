import { randomInt } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BundleReport } from '#contract/views';
import { makeSealedRun, type SealedRun } from '../testing/bundle-fixture.ts';
import { BundleVerifier, type Noted } from './bundle-verifier.ts';

let run: SealedRun;
let bundle: string;
let lines: string[];
beforeAll(async () => {
  run = await makeSealedRun(6);
  bundle = run.seal();
  lines = bundle.trimEnd().split('\n');
});
afterAll(() => run.close());

function verify(text: string, noted?: Noted): BundleReport {
  const verifier = new BundleVerifier();
  verifier.write(text);
  return verifier.end(noted);
}

/** As the command line reads a file, and as a page does: there, bytes that are no UTF-8 are replaced. */
function verifyBytes(bytes: Buffer, asText: boolean): BundleReport {
  const verifier = new BundleVerifier();
  verifier.write(asText ? new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes) : bytes);
  return verifier.end();
}

const places = (report: BundleReport) => report.faults.map(({ line, kind, what }) => ({ line, kind, what }));
/** The line of the bundle (from 1) that holds an entry. */
const lineOfEntry = (seq: number) => lines.findIndex((line) => line.includes(`"type":"entry","seq":${seq},`)) + 1;

it('is whole as it was sealed, and says what is in it', () => {
  const report = verify(bundle);
  expect(report).toMatchObject({
    whole: true,
    run: 'run-1',
    title: 'Cities by the sea',
    agent: 'ledger-check',
    entries: 27,
    length: 27,
    facts: 18,
    payloads: 7,
    signature: 'none',
    faults: [],
    head: run.log.head('run:run-1')?.hash,
  });
  expect(report.notes.join('\n')).toContain('Cut tail can’t be excluded');
});

it('every line is JSON, and its hash and number come first', () => {
  for (const [at, line] of lines.entries()) expect(JSON.parse(line)).toMatchObject({ line: at + 1 });
});

it('is the same bundle whatever pieces it comes in', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(bundle.length), { maxLength: 40 }), (cuts) => {
      const verifier = new BundleVerifier();
      const sorted = [0, ...cuts.toSorted((one, other) => one - other), bundle.length];
      for (const [at, from] of sorted.entries()) verifier.write(bundle.slice(from, sorted[at + 1]));
      expect(verifier.end()).toEqual(verify(bundle));
    }),
    { numRuns: 40 },
  );
});

describe('one altered line is one fault, named by its own number', () => {
  it.each([1, 2, 3, 4, 12, 20, 30])('line %i, in its content', (line) => {
    const text = lines[line - 1] ?? '';
    const at = text.length - 5;
    const altered = lines.with(line - 1, `${text.slice(0, at)}${text[at] === 'x' ? 'y' : 'x'}${text.slice(at + 1)}`);
    const report = verify(`${altered.join('\n')}\n`);
    expect(report.whole).toBe(false);
    expect(report.faults.map((fault) => fault.line)).toEqual([line]);
  });

  it.each([10, 30, 60, 80])('at offset %i of its head', (offset) => {
    const text = lines[14] ?? '';
    const altered = lines.with(
      14,
      `${text.slice(0, offset)}${text[offset] === '7' ? '8' : '7'}${text.slice(offset + 1)}`,
    );
    expect(verify(`${altered.join('\n')}\n`).faults.map((fault) => fault.line)).toEqual([15]);
  });

  it('an entry by its number, its event, its hash on record and the hash of these bytes', () => {
    const line = lineOfEntry(5);
    const altered = lines.with(line - 1, (lines[line - 1] ?? '').replace('"ms":12', '"ms":13'));
    const report = verify(`${altered.join('\n')}\n`);
    expect(report.faults).toEqual([
      expect.objectContaining({ line, kind: 'entry', what: '5', seq: 5, about: 'tool-call-ended' }),
    ]);
    expect(report.faults[0]?.recorded).toBe(JSON.parse(lines[line - 1] ?? '').hash);
    expect(report.faults[0]?.found).toMatch(/^[0-9a-f]{64}$/);
    expect(report.faults[0]?.found).not.toBe(report.faults[0]?.recorded);
  });

  it('the first entry, in the id of its run: the others are still checked as entries of that run', () => {
    const line = lineOfEntry(1);
    const altered = lines.with(line - 1, (lines[line - 1] ?? '').replace('"run":{"id":"run-1"', '"run":{"id":"run-9"'));
    const report = verify(`${altered.join('\n')}\n`);
    expect(places(report)).toEqual([{ line, kind: 'entry', what: '1' }]);
    expect(report.run).toBe('run-1');
  });

  it('two apart are two', () => {
    const altered = [5, 9].reduce((all, seq) => {
      const line = lineOfEntry(seq);
      return all.with(line - 1, (all[line - 1] ?? '').replace('"ms":12', '"ms":13'));
    }, lines);
    expect(places(verify(`${altered.join('\n')}\n`))).toEqual([
      { line: lineOfEntry(5), kind: 'entry', what: '5' },
      { line: lineOfEntry(9), kind: 'entry', what: '9' },
    ]);
  });
});

describe('lines that were moved, taken out or put in', () => {
  const without = (from: number, count: number) => lines.toSpliced(from - 1, count);

  it('a missing entry is named by its number', () => {
    const line = lineOfEntry(8);
    expect(places(verify(`${without(line, 1).join('\n')}\n`))).toEqual([{ line, kind: 'entry', what: '8' }]);
    expect(verify(`${without(line, 3).join('\n')}\n`).faults[0]?.reason).toBe('Entries 8 to 10 are not there.');
  });

  it('a doubled line is named where it is too many', () => {
    const report = verify(`${lines.toSpliced(12, 0, lines[11] ?? '').join('\n')}\n`);
    expect(report.faults.map(({ line }) => line)).toEqual([13]);
  });

  it('two that changed places are named, and nothing after them', () => {
    const swapped = lines.with(9, lines[20] ?? '').with(20, lines[9] ?? '');
    const report = verify(`${swapped.join('\n')}\n`);
    expect(report.faults.map(({ line }) => line)).toEqual([10, 21]);
    expect(report.faults[0]).toMatchObject({ way: 'swapped', reason: 'Lines 10 and 21 are swapped.' });
    const neighbours = lines.with(9, lines[10] ?? '').with(10, lines[9] ?? '');
    expect(verify(`${neighbours.join('\n')}\n`).faults[0]?.reason).toBe('Lines 10 and 11 are swapped.');
  });

  it('a line of any kind that is gone is missing, not altered', () => {
    for (let line = 2; line < lines.length; line++) {
      const [first] = verify(`${without(line, 1).join('\n')}\n`).faults;
      expect(first).toMatchObject({
        way: 'missing',
        reason: expect.stringMatching(/^(Entry|Line) \d+ is not there\.$/),
      });
    }
  });

  it('a cut end is named, at any line', () => {
    for (let kept = 1; kept < lines.length; kept++) {
      const report = verify(`${lines.slice(0, kept).join('\n')}\n`);
      expect(places(report)).toEqual([{ line: kept + 1, kind: 'seal', what: 'seal' }]);
      expect(report.named).toEqual(verify(bundle).named);
    }
  });

  it('an end that is cut within a line reads as cut off first', () => {
    for (let kept = 200; kept < bundle.length - 1; kept += 997)
      expect(verify(bundle.slice(0, kept)).faults.map(({ way }) => way)).toEqual(['cut']);
  });

  it('what stands after the seal is named', () => {
    expect(verify(`${bundle}{"more":1}\n`).faults.map(({ line }) => line)).toEqual([lines.length + 1]);
    expect(verify(`${bundle}\n`).faults.map(({ line }) => line)).toEqual([lines.length + 1]);
  });
});

describe('what an editor or a transfer does', () => {
  it('line ends of another system are named as such, once', () => {
    const report = verify(bundle.replaceAll('\n', '\r\n'));
    expect(places(report)).toEqual([{ line: 1, kind: 'text', what: 'line ends' }]);
    expect(report.faults[0]?.reason).toContain('CR LF');
  });

  it('a byte order mark is named as such', () => {
    expect(verify(`\uFEFF${bundle}`).faults).toEqual([expect.objectContaining({ line: 1, what: 'byte order mark' })]);
  });

  it('a missing line feed at the end is named', () => {
    expect(verify(bundle.slice(0, -1)).faults.map(({ line }) => line)).toEqual([lines.length]);
  });
});

describe('what was noted elsewhere', () => {
  const head = () => verify(bundle).head;
  const seal = () => verify(bundle).seal;

  it('a head, a seal and a length that are the same leave no doubt about the tail', () => {
    expect(verify(bundle, { head: head(), length: 27 })).toMatchObject({
      whole: true,
      compared: { head: 'same', length: 'same', key: 'not-noted' },
    });
    expect(verify(bundle, { head: seal() }).notes).toEqual([]);
    expect(verify(bundle, { head: head() }).notes.join(' ')).not.toContain('Cut tail');
  });

  it('another head or length is a fault', () => {
    expect(places(verify(bundle, { head: 'a'.repeat(64) }))).toEqual([
      { line: lines.length, kind: 'seal', what: 'head' },
    ]);
    expect(places(verify(bundle, { length: 28 }))).toEqual([{ line: lines.length, kind: 'seal', what: 'length' }]);
    for (const noted of [{ head: 'a'.repeat(64) }, { length: 28 }]) {
      const { faults, notes } = verify(bundle, noted);
      expect(faults.map(({ way }) => way)).toEqual(['noted']);
      expect(notes.join(' ')).not.toContain('no head and no length');
    }
  });

  it('a key that is asked for is missed in a bundle without a signature', () => {
    expect(places(verify(bundle, { key: 'b'.repeat(64) }))).toEqual([
      { line: lines.length, kind: 'signature', what: 'key' },
    ]);
  });
});

describe('a file that is no bundle is told apart, with what it is instead', () => {
  it.each<[string, string, string]>([
    ['nothing', '', 'empty'],
    ['white space', ' \n\n', 'blank'],
    ['ZIP', 'PK\u0003\u0004\u0014\u0000', 'a ZIP archive'],
    ['JSON', '{"name":"x"}\n', 'JSON of another kind'],
    ['a stream', '{"type":"run","run":"r"}\n{"type":"end"}\n', 'the stream of a run (`--output jsonl`)'],
    ['an agent', '{"name":"a","tools":[]}', 'an agent file'],
    ['an agent over several lines', '{\n  "name": "a",\n  "instructions": "x"\n}\n', 'an agent file'],
    ['JSON over several lines', '{\n  "a": 1\n}\n', 'JSON of another kind'],
    ['JSON lines', '{"a":1}\n{"a":2}\n', 'JSON lines of another kind'],
    ['a text', 'Dear reader,\nhello\n', 'a text of another kind'],
    ['a binary', 'ab\u0000\u0001', 'a binary file'],
  ])('%s', (_name, text, instead) => {
    expect(verify(text)).toMatchObject({ whole: false, instead, faults: [{ line: 1, kind: 'header', what: 'file' }] });
  });

  it.each<[string, number[], string]>([
    ['PNG', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0], 'a PNG picture'],
    ['JPEG', [0xff, 0xd8, 0xff, 0xe0, 0, 0x10, ...Buffer.from('JFIF')], 'a JPEG picture'],
    ['GIF', [...Buffer.from('GIF89a'), 1, 0], 'a GIF picture'],
    ['WebP', [...Buffer.from('RIFFabcdWEBPVP8 ')], 'a WebP picture'],
    ['gzip', [0x1f, 0x8b, 8, 0], 'a gzip archive'],
    ['UTF-16', [0xff, 0xfe, 0x41, 0, 0x42, 0], 'a text in UTF-16'],
    ['random', [0x9d, 0x81, 0xc3, 0x28, 0xf7, 0xfa], 'a binary file'],
    ['Latin-1', [...Buffer.from('Die Uebersicht ist sch\u00f6n und lang', 'latin1')], 'a text of another kind'],
  ])('%s, read as bytes and as text', (_name, bytes, instead) => {
    for (const asText of [false, true]) expect(verifyBytes(Buffer.from(bytes), asText).instead).toBe(instead);
  });

  it('any text at all is an answer', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (text) => {
        expect(verify(text)).toMatchObject({ whole: false });
      }),
    );
  });
});

/** One random change of bytes, and the line that it is in; the lines it may be named at. */
function mutate(bytes: Uint8Array, pick: (below: number) => number): { name: string; bytes: Uint8Array; at: number[] } {
  const text = Buffer.from(bytes);
  const lineAt = (offset: number) => text.subarray(0, offset).toString('latin1').split('\n').length;
  const starts = [0, ...[...text.entries()].filter(([, byte]) => byte === 10).map(([at]) => at + 1)];
  const span = (line: number): [number, number] => [starts[line] ?? 0, starts[line + 1] ?? text.length];
  const count = starts.length - 1;
  const offset = pick(text.length);
  const line = lineAt(offset);
  const kind = pick(8);
  if (kind <= 2) {
    const to = (text[offset] ?? 0) ^ (1 + pick(255));
    const changed = Buffer.from(text);
    changed[offset] = to;
    return { name: `byte ${offset} to ${to}`, bytes: changed, at: [line] };
  }
  if (kind === 3) {
    const length = 1 + pick(20);
    const less = Buffer.concat([text.subarray(0, offset), text.subarray(offset + length)]);
    return { name: `${length} bytes from ${offset} deleted`, bytes: less, at: [line, line + 1] };
  }
  if (kind === 4) {
    const more = Buffer.from(String.fromCharCode(32 + pick(90)).repeat(1 + pick(5)));
    return {
      name: `${more} put in at ${offset}`,
      bytes: Buffer.concat([text.subarray(0, offset), more, text.subarray(offset)]),
      at: [line],
    };
  }
  if (kind === 5) {
    // Cut before the last byte at the latest, at the earliest within the first line.
    const kept = 100 + pick(text.length - 100);
    return { name: `cut to ${kept}`, bytes: text.subarray(0, kept), at: [lineAt(kept)] };
  }
  const one = pick(count);
  if (kind === 6) {
    const [from, to] = span(one);
    const again = pick(2) === 0;
    const between = again ? text.subarray(from, to) : Buffer.alloc(0);
    return {
      name: again ? `line ${one + 1} doubled` : `line ${one + 1} deleted`,
      bytes: Buffer.concat([text.subarray(0, again ? to : from), between, text.subarray(to)]),
      at: again ? [one + 2] : [one + 1],
    };
  }
  const other = (one + 1 + pick(count - 1)) % count;
  const [a, b] = [Math.min(one, other), Math.max(one, other)];
  const [af, at] = span(a);
  const [bf, bt] = span(b);
  return {
    name: `lines ${a + 1} and ${b + 1} swapped`,
    bytes: Buffer.concat([
      text.subarray(0, af),
      text.subarray(bf, bt),
      text.subarray(at, bf),
      text.subarray(af, at),
      text.subarray(bt),
    ]),
    at: [a + 1],
  };
}

/** A generator of numbers that a seed repeats (mulberry32). */
function seeded(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

it('200 random changes are all found, and named at their line', () => {
  const seed = Number(process.env.WARRANT_SEED ?? randomInt(2 ** 31));
  const pick = seeded(seed);
  const bytes = Buffer.from(bundle);
  const missed: string[] = [];
  for (let turn = 0; turn < 200; turn++) {
    const change = mutate(bytes, pick);
    if (Buffer.from(change.bytes).equals(bytes)) continue;
    const { whole, faults } = verifyBytes(Buffer.from(change.bytes), turn % 2 === 0);
    if (whole || !change.at.includes(faults[0]?.line ?? 0) || faults.length > 2)
      missed.push(`seed ${seed}, ${change.name}: ${JSON.stringify(faults.slice(0, 4))}, not at ${change.at}`);
  }
  expect(missed).toEqual([]);
});
