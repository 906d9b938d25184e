import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { crashEverywhere } from '../testing/crash-everywhere.ts';
import type { Version } from './made-changes.ts';
import { type Step, sameVersion, wayBack } from './plan-return.ts';

// Decision D9: what a blocked run changed is put back where it is still what a call left.

const version = fc.option(
  fc.record<Version>({ kind: fc.constantFrom('file', 'folder'), hash: fc.constantFrom('a', 'b', 'c') }),
  { nil: undefined },
);

/** A path that was changed once, then again, each time from what stood there. */
const chain = fc
  .array(version, { minLength: 2, maxLength: 6 })
  .map((versions) => versions.slice(1).map((after, n): Step => ({ before: versions[n], after })));

describe('the way back of one path', () => {
  it('leads from what the last call left to what stood there before the first', () => {
    fc.assert(
      fc.property(chain, (steps) => {
        const way = wayBack(steps.at(-1)?.after, steps);
        expect(way).toEqual({ target: steps[0]?.before, whole: true });
        // Gone again from there, it stays there.
        expect(wayBack(way.target, steps)).toEqual(way);
      }),
    );
  });

  it('never leads over what somebody else left', () => {
    const theirs: Version = { kind: 'file', hash: 'theirs' };
    fc.assert(
      fc.property(chain, chain, (steps, later) => {
        expect(wayBack(theirs, steps)).toEqual({ target: theirs, whole: false });
        const between: Step[] = [...steps, { before: theirs, after: later[0]?.before }, ...later];
        const way = wayBack(between.at(-1)?.after, between);
        expect(way.whole || sameVersion(way.target, theirs)).toBe(true);
        if (way.whole) expect(sameVersion(way.target, steps[0]?.before)).toBe(true);
      }),
    );
  });

  it('passes over a change that was never made', () => {
    const [one, two, three]: Version[] = ['a', 'b', 'c'].map((hash) => ({ kind: 'file', hash }));
    const steps: Step[] = [
      { before: one, after: two },
      { before: one, after: three },
    ];
    expect(wayBack(three, steps)).toEqual({ target: one, whole: true });
  });
});

it('is gone to the same end from every moment at which the process may die', { timeout: 60_000 }, async () => {
  const call = (name: string, args: object) => ({ name, args });
  const { undisturbed, crashes } = await crashEverywhere(
    { 'old.txt': 'as it was' },
    {
      approve: 'all',
      guardrails: ['length:3'],
      script: [
        {
          tool_calls: [
            call('write_file', { path: 'deep/a.txt', content: 'a', create_folders: true }),
            call('write_file', { path: 'old.txt', content: 'one' }),
            call('write_file', { path: 'old.txt', content: 'two' }),
          ],
        },
        { text: 'an answer too long' },
      ],
    },
  );
  expect(undisturbed.work).toEqual({ 'old.txt': 'as it was' });
  for (const { moment, result, verified, counts } of crashes) {
    expect(result, moment).toEqual(undisturbed);
    expect(verified, moment).toBe(true);
    expect(counts['files-restored'], moment).toBe(1);
  }
});
