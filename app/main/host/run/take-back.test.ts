import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { crashEverywhere } from '../testing/crash-everywhere.ts';
import { makeTestHome, openTestHost, removeTestHome } from '../testing/test-home.ts';
import { answerAll, resultOf, startJob, type TestJob } from '../testing/test-job.ts';
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

it('takes back what code did, on the agent’s own disk and in the person’s folder', { timeout: 60_000 }, async () => {
  const places = makeTestHome({ 'old.txt': 'as it was', 'gone.txt': 'here' });
  let skipped = 0;
  const { host, client } = await openTestHost(places, { now: () => Date.now() + skipped });
  onTestFinished(async () => {
    await host.close();
    removeTestHome(places);
  });
  const coded = (lines: string[], text: string): TestJob['script'] => [
    { tool_calls: [{ name: 'run_javascript', args: { code: lines.join('\n') } }] },
    { text },
  ];
  const ended = async (job: TestJob): Promise<{ run: string; status: string }> => {
    const run = await startJob(client, places, job);
    for (;;) {
      const { status } = await client.run.settled({ run });
      if (status !== 'waiting') return { run, status };
      await answerAll(client, (ms) => {
        skipped += ms;
      });
      await client.run.resume({ run });
    }
  };
  const first = await ended({
    approve: 'all',
    script: coded(
      [
        'files.write("/agent/notes.txt", "one");',
        'files.makeFolder("/agent/box");',
        'files.write("/agent/box/in.txt", "in");',
      ],
      'done',
    ),
  });
  const before = await resultOf(client, first.run, places);
  expect(Object.values(before.disk).sort()).toEqual(['', 'in', 'one']);
  const second = await ended({
    approve: 'all',
    guardrails: ['length:3'],
    script: coded(
      [
        'files.write("/agent/notes.txt", "two");',
        'files.append("/agent/notes.txt", "three");',
        'files.rename("/agent/box", "/agent/moved");',
        'files.write("/agent/moved/in.txt", "changed");',
        'files.write("/agent/new.txt", "new");',
        'files.rename("/agent/new.txt", "/agent/newer.txt");',
        'files.write("/folders/work/old.txt", "changed");',
        'files.write("/folders/work/new.txt", "new");',
        'files.remove("/folders/work/gone.txt");',
      ],
      'an answer too long',
    ),
  });
  const calls = (await client.run.export({ run: second.run, format: 'jsonl' })).text;
  expect(second.status, calls).toBe('blocked');
  expect(calls).toContain('"error":false');
  const after = await resultOf(client, second.run, places);
  expect({ work: after.work, disk: after.disk }).toEqual({ work: before.work, disk: before.disk });
  expect(JSON.stringify(after.lines)).not.toContain('can’t be taken back');
});
