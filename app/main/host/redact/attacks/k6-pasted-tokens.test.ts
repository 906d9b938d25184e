import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { Redactor } from '../redactor.ts';

// A key that nobody stored, pasted into a message or printed by a tool (K6, asks B41). The cases are those of secretlint's
// recommended preset: what it reports must go, over the ranges it reports; what it passes over may stay.

const Case = z.object({
  case: z.string(),
  encoding: z.enum(['utf8', 'latin1']),
  bytes: z.base64(),
  ranges: z.array(z.tuple([z.int(), z.int()])),
});

const cases = fs
  .readFileSync(path.join(import.meta.dirname, '../fixtures/secretlint-cases.jsonl'), 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => Case.parse(JSON.parse(line)))
  .map(({ bytes, encoding, ...one }) => ({ ...one, text: Buffer.from(bytes, 'base64').toString(encoding) }));
const positive = cases.filter(({ ranges }) => ranges.length > 0);
const negative = cases.filter(({ ranges }) => ranges.length === 0);

const redactor = new Redactor();

describe('what is reported', () => {
  it('is all there is in the preset', () => expect([positive.length, negative.length]).toEqual([61, 54]));

  it.each(positive.map((one) => [one.case, one] as const))(
    '%s is taken out, over each range',
    (_, { text, ranges }) => {
      const spans = redactor.spans(text);
      for (const [start, end] of ranges) {
        let covered = start;
        for (const span of spans) if (span.start <= covered) covered = Math.max(covered, span.end);
        expect(covered).toBeGreaterThanOrEqual(end);
      }
      expect(redactor.mayTouch(JSON.stringify(text))).toBe(true);
    },
  );
});

it('touches only what the preset passes over because it was told to', () => {
  const touched = negative.filter(({ text }) => redactor.text(text) !== text).map((one) => one.case);
  expect(touched).toEqual([
    'aws/ok.AWS Access Key ID--enableIDScanRule-false',
    'aws/options.allows',
    'figma/ok.allows',
    'groq/ok.allows',
    'tailscale/ok.allows',
  ]);
});

it('takes out keys of many providers that bear no mark, and leaves what an example ends in', () => {
  for (const key of ['sk-0f1e2d3c4b5a69788796a5b4c3d2e1f0', 'sk-proj-abcDEF123456ghiJKL789012mnoPQR345678stuVWX'])
    expect(redactor.text(`use ${key} now`)).toBe('use [redacted:API-key] now');
  expect(redactor.text('sk-0f1e2d3c4b5a69788796a5b4c3d2e1f0_x')).toBe('[redacted:API-key]_x');
  expect(redactor.text('sk-0f1e2d3c4b5a69788796a5b4c3d2test')).toBe('sk-0f1e2d3c4b5a69788796a5b4c3d2test');
});

it('says what kind of thing stood there, and leaves the rest as it was', () => {
  const token = `ghp_${'a1B2'.repeat(9)}`;
  expect(redactor.text(`use ${token}, please`)).toBe('use [redacted:GitHub-token], please');
  expect(redactor.text(`see https://me:hunter22@example.com/a?b`)).toBe('see [redacted:address-with-a-password]/a?b');
});

it.each([
  `sk-${'0a1b2c3d'.repeat(4)}`,
  `sk-live-${'0a1b2c3d'.repeat(4)}`,
  `sk-proj-${'aB3_dE-f'.repeat(6)}`,
  `sk-proj-${'aB3dEfG7'.repeat(6)}`,
  `sk-lf-${'a1B2c3D4e5'.repeat(3)}`,
  `SK=sk-${'Ab12'.repeat(12)}`,
])('a key of a model provider without a mark in it, %s, is taken out', (key) => {
  expect(redactor.text(`my key: ${key}.`)).toMatch(/^my key: (?:SK=)?\[redacted:API-key\]\.$/);
  expect(redactor.mayTouch(JSON.stringify(key))).toBe(true);
});

it.each([
  'a risk-free task-list of disk-based key=value pairs, token=abc and secret=no',
  'https://example.com/a@b:c, ssh://git@example.com/x.git and mailto:me@example.com',
  'the hash e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----',
  'sk-learn-something-long-2024-edition, sk-folding-cube-container and sk-internationalization12',
  'AKIA is how keys begin; sk- too, and ghp_',
])('leaves %j alone', (text) => expect(redactor.text(text)).toBe(text));
