import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeSealedRun, type SealedRun } from '../../testing/bundle-fixture.ts';
import { LineWriter, LONGEST_LINE } from '../bundle-format.ts';
import { BundleVerifier } from '../bundle-verifier.ts';
import { resealed } from './anew.ts';

let run: SealedRun;
let bundle: string;
beforeAll(async () => {
  run = await makeSealedRun(2);
  bundle = run.seal();
});
afterAll(() => run.close());

function verify(...pieces: string[]) {
  const verifier = new BundleVerifier();
  for (const piece of pieces) verifier.write(piece);
  return verifier.end();
}

it.each([
  [
    'names that lead out of a folder',
    '"type":"payload","name":"../../../etc/passwd","role":"payload","bytes":1,"base64":"AA=="',
  ],
  ['a kind that nobody knows', '"type":"script","run":"rm -rf /"'],
  ['huge numbers', '"type":"entry","seq":99999999999999999999,"at":1e999,"rowHash":"x","event":{}'],
  ['JSON that ends nowhere', '"type":"tool","tool":{"name":"x"'],
  [
    'JSON that is nested deeper than a stack is high',
    `"type":"agent","agent":${'['.repeat(200_000)}${']'.repeat(200_000)}`,
  ],
  [
    'an event that is nested so deep',
    `"type":"entry","seq":1,"at":1,"rowHash":"x","event":${'['.repeat(200_000)}${']'.repeat(200_000)}`,
  ],
  ['a string of twelve million letters', `"type":"tool","tool":{"name":"${'x'.repeat(12_000_000)}"}`],
  ['a seal of another shape', '"type":"seal","lines":{},"length":[],"head":7,"signature":{"key":5,"value":{}}'],
  ['a signature that is no key', '"type":"seal","signature":{"key":"AAAA","value":"AAAA"}'],
  [
    'fields of every object',
    '"type":"tool","tool":{"__proto__":{"name":"x"},"constructor":{"prototype":{"polluted":true}}}',
  ],
])('%s are a fault, and no more', (_name, fields) => {
  const writer = new LineWriter();
  const header = writer.line('"type":"header","format":"warrant-bundle","version":1,"run":"r"');
  const { whole, faults } = verify(header + writer.line(fields));
  expect(whole).toBe(false);
  expect(faults.length).toBeGreaterThan(0);
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
});

it('a line without an end is let go of, and is a fault', () => {
  const verifier = new BundleVerifier();
  const lines = bundle.split('\n');
  verifier.write(`${lines[0]}\n${(lines[1] ?? '').slice(0, 200)}`);
  const block = 'x'.repeat(8 * 1024 * 1024);
  for (let length = 0; length <= LONGEST_LINE; length += block.length) verifier.write(block);
  verifier.write(`\n${lines.slice(2).join('\n')}`);
  const { faults } = verifier.end();
  expect(faults).toHaveLength(1);
  expect(faults[0]).toMatchObject({ line: 2, reason: expect.stringContaining('longer than 64 MiB') });
});

it('a million faults are two hundred and a number', () => {
  const { faults, notes } = verify(
    bundle.split('\n')[0] ?? '',
    '\n',
    bundle.split('\n').slice(3, 6).reverse().join('\n'),
    '\n'.repeat(3),
    `${bundle.split('\n')[4]}\n`.repeat(5000),
  );
  expect(faults).toHaveLength(200);
  expect(notes.join(' ')).toMatch(/\d{4} more faults are not listed/);
});

it('a newer version is said to be one', () => {
  const newer = resealed(bundle, (line) => (line.type === 'header' ? { ...line, version: 2 } : line));
  expect(verify(newer).instead).toBe('a sealed bundle of version 2, which this program does not know');
});

it('two bundles, one after the other, are not one', () => {
  expect(verify(bundle, bundle).faults[0]?.line).toBe(bundle.split('\n').length);
});
