import { expect, it } from 'vitest';
import { BundleUploads } from './bundle-uploads.ts';

/** Checks with a clock that the test turns, and ids that count. */
function uploads() {
  const clock = { at: 0 };
  let ids = 0;
  return {
    clock,
    uploads: new BundleUploads(
      () => `upload-${++ids}`,
      () => clock.at,
      1024 * 1024,
    ),
  };
}

it('gives up a check that nothing came for, and then has room for another', () => {
  const { clock, uploads: open } = uploads();
  const { id } = open.begin();
  for (let n = 1; n < 4; n++) open.begin();
  expect(() => open.begin()).toThrow(/4 bundles are being checked/);
  clock.at += 4 * 60_000;
  open.add(id, '{');
  clock.at += 2 * 60_000;
  expect(open.begin().id).toBe('upload-5');
  open.add(id, '}');
  clock.at += 6 * 60_000;
  expect(() => open.add(id, 'x')).toThrow(/This check is over/);
});

it('keeps checks apart', () => {
  const { uploads: open } = uploads();
  const [one, other] = [open.begin(), open.begin()];
  open.add(one.id, 'Dear reader');
  expect(open.end(other.id, {}).instead).toBe('empty');
  expect(open.end(one.id, {}).instead).toBe('a text of another kind');
  expect(() => open.end(one.id, {})).toThrow(expect.objectContaining({ code: 'not-found' }));
});

it('refuses a file that is too large, and says what to do', () => {
  const { uploads: open } = uploads();
  const { id } = open.begin();
  open.add(id, 'x'.repeat(1024 * 1024));
  expect(() => open.add(id, 'x')).toThrow(/larger than 1 MiB.*warrant verify FILE/);
  expect(() => open.add(id, 'x')).toThrow(expect.objectContaining({ code: 'not-found' }));
});
