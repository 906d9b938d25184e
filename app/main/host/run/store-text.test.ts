import path from 'node:path';
import fc from 'fast-check';
import { expect, it, onTestFinished } from 'vitest';
import { textOf } from '#contract/text-ref';
import { BlobStore } from '../store/blob-store.ts';
import { temporaryFolder } from '../store/testing.ts';
import { capResult, LONGEST_RESULT_BYTES, storeText } from './store-text.ts';

const bytesOf = (text: string): number => new TextEncoder().encode(text).length;

it('leaves a result of exactly 1 MiB as it is, and cuts the next byte with a notice (A2.13, O19)', () => {
  const whole = 'x'.repeat(LONGEST_RESULT_BYTES);
  expect(capResult(whole)).toEqual({ text: whole, truncated: false });
  const cut = capResult(`${whole}${'y'.repeat(100)}`);
  expect(cut.truncated).toBe(true);
  expect(cut.text).toBe(`${whole}\n[cut: 1048576 of 1048676 bytes shown]`);
});

it('cuts between two characters, whatever they are (A2.13)', () => {
  fc.assert(
    fc.property(fc.constantFrom('ü', '€', '😀', '한'), fc.nat(3), (character, offset) => {
      const text = 'x'.repeat(offset) + character.repeat(LONGEST_RESULT_BYTES / 2);
      const kept = capResult(text).text.split('\n[cut')[0] ?? '';
      expect(text.startsWith(kept)).toBe(true);
      expect(bytesOf(kept)).toBeLessThanOrEqual(LONGEST_RESULT_BYTES);
      expect(bytesOf(kept)).toBeGreaterThan(LONGEST_RESULT_BYTES - 4);
    }),
    { numRuns: 8 },
  );
});

it('keeps a short text in the row and a long one as bytes of its own, and gives both back whole (D17)', async () => {
  const place = temporaryFolder();
  onTestFinished(() => place.remove());
  const blobs = new BlobStore(path.join(place.folder, 'data'));
  const load = (hash: string) => blobs.getText(hash);
  for (const text of ['', 'short', 'ü'.repeat(2048), 'ü'.repeat(2049), '😀'.repeat(5000)]) {
    const kept = await storeText(blobs, text);
    expect(textOf(kept, load)).toBe(text);
    expect('text' in kept).toBe(bytesOf(text) <= 4096);
    if ('head' in kept) {
      expect(text.startsWith(kept.head)).toBe(true);
      expect(textOf(kept, () => undefined)).toContain('the rest is not kept any more');
    }
  }
});
