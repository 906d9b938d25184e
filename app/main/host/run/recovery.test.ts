import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { MiddlewareUse } from '#contract/middleware';
import { type CrashResult, crashEverywhere } from '../testing/crash-everywhere.ts';
import { makeTestHome, openTestHost, removeTestHome } from '../testing/test-home.ts';
import { answerAll, startJob, type TestJob } from '../testing/test-job.ts';

// Rule D2, asks B9, B20, B21: whatever instant a process dies at, another goes on to the same end, with each change made
// once. The disk is kept as it is at every boundary of a run, and the run is taken up from each.

const call = (name: string, args: object) => ({ name, args });

/** Every file tool, changes that are made in several steps among them. */
const fileJob: TestJob = {
  approve: 'all',
  script: [
    {
      tool_calls: [
        call('write_file', { path: 'deep/er/a.txt', content: 'a\n', create_folders: true }),
        call('write_file', { path: 'b.txt', content: 'one\n' }),
        call('edit_file', { path: 'b.txt', old: 'one', new: 'two' }),
        call('make_folder', { path: 'p/q/r' }),
        call('write_file', { path: '/agent/memo.txt', content: 'kept\n' }),
        call('edit_file', { path: 'absent.txt', old: 'x', new: 'y' }),
      ],
    },
    // What asks a person stands alone, so that lines come in one order however fast the person is.
    { tool_calls: [call('move_file', { from: 'b.txt', to: 'c.txt' })] },
    { tool_calls: [call('delete_file', { path: 'old.txt' })] },
    { tool_calls: [call('move_file', { from: 'deep', to: 'moved' })] },
    { tool_calls: [call('read_file', { path: 'c.txt' })] },
    { expect: 'two', text: 'done' },
  ],
};

/** A guest that appends to a file of its own, changes it, and stages changes of the person's folder. */
const codeJob: TestJob = {
  approve: 'all',
  script: [
    {
      tool_calls: [
        call('run_javascript', {
          code: [
            'files.append("/agent/log.txt", "a line\\n");',
            'print(files.readText("/agent/log.txt"));',
            'files.write("/folders/work/one.txt", "1\\n");',
            'files.write("/folders/work/two.txt", files.readText("/folders/work/old.txt"));',
            'files.remove("/folders/work/old.txt");',
          ].join('\n'),
        }),
      ],
    },
    { expect: 'a line', text: 'done' },
  ],
};

/** A person is asked before the write, and before what code staged is applied. */
const askedJob: TestJob = {
  approve: 'ask',
  script: [
    {
      tool_calls: [
        call('write_file', { path: 'asked.txt', content: 'asked\n' }),
        call('ask_person', { question: 'Go on?' }),
      ],
    },
    { tool_calls: [call('run_javascript', { code: 'files.write("/folders/work/staged.txt", "staged\\n")' })] },
    { text: 'done' },
  ],
};

function sameEnd(crashes: CrashResult[], undisturbed: CrashResult['result'], changes: string[]): void {
  for (const crash of crashes) {
    expect(crash.result, crash.moment).toEqual(undisturbed);
    expect(crash.changes, `changes made, ${crash.moment}`).toEqual(changes);
    expect(crash.lost, `acknowledged, ${crash.moment}`).toEqual([]);
    expect(crash.verified, crash.moment).toBe(true);
  }
}

describe('a run that dies at any boundary of a write', () => {
  it('ends the same with each file changed once, over every file tool', { timeout: 300_000 }, async () => {
    const { undisturbed, changes, crashes } = await crashEverywhere({ 'old.txt': 'old\n' }, fileJob);
    expect(undisturbed.work).toMatchObject({ 'c.txt': 'two\n', 'moved/er/a.txt': 'a\n', 'p/q/r/': '' });
    expect(undisturbed.work).not.toHaveProperty('old.txt');
    expect(undisturbed.disk).toEqual({ 'memo.txt': 'kept\n' });
    expect(crashes.length).toBeGreaterThan(60);
    sameEnd(crashes, undisturbed, changes);
  });

  it('ends the same with a guest’s line appended once and its changes applied once', { timeout: 300_000 }, async () => {
    const { undisturbed, changes, crashes } = await crashEverywhere({ 'old.txt': 'old\n' }, codeJob);
    expect(undisturbed.disk).toEqual({ 'log.txt': 'a line\n' });
    expect(undisturbed.work).toEqual({ 'one.txt': '1\n', 'two.txt': 'old\n' });
    expect(crashes.length).toBeGreaterThan(15);
    sameEnd(crashes, undisturbed, changes);
  });

  it('asks a person each question once, however often it dies', { timeout: 300_000 }, async () => {
    const { undisturbed, changes, crashes } = await crashEverywhere({}, askedJob);
    expect(undisturbed.work).toEqual({ 'asked.txt': 'asked\n', 'staged.txt': 'staged\n' });
    sameEnd(crashes, undisturbed, changes);
    for (const { moment, counts } of crashes) {
      expect(counts['approval-requested'], moment).toBe(2);
      expect(counts['approval-answered'], moment).toBe(2);
      expect(counts['question-asked'], moment).toBe(1);
      expect(counts['question-answered'], moment).toBe(1);
    }
  });
});

it('passes each call through its chain once, however often it dies (A17.8, A17.11)', { timeout: 300_000 }, async () => {
  const use = (name: string, config: MiddlewareUse['config']): MiddlewareUse => ({ name, version: '1', config });
  const job: TestJob = {
    approve: 'ask',
    script: [{ tool_calls: [call('write_file', { path: 'draft.txt', content: 'a\n' })] }, { text: 'done' }],
    middleware: [
      use('rate-limit', { calls: 1, seconds: 3600 }),
      use('rewrite', { field: 'path', from: 'draft', to: 'final' }),
      use('redact-output', { texts: ['final'] }),
    ],
  };
  const { undisturbed, changes, crashes } = await crashEverywhere({}, job);
  expect(undisturbed.work).toEqual({ 'final.txt': 'a\n' });
  expect(changes).toHaveLength(1);
  expect(crashes.length).toBeGreaterThan(8);
  sameEnd(crashes, undisturbed, changes);
  for (const { moment, counts } of crashes) {
    expect(counts['call-rewritten'], moment).toBe(1);
    expect(counts['approval-answered'], moment).toBe(1);
    expect(counts['tool-call-decided'], moment).toBe(1);
  }
});

it.each([
  ['three days on', 3 * 86_400_000],
  ['set back a day', -86_400_000],
])('an approval is still pending when the clock is %s, and its call runs once (D9, O15)', async (_how, shift) => {
  const places = makeTestHome();
  const script = [{ tool_calls: [call('write_file', { path: 'a.txt', content: 'a\n' })] }, { text: 'done' }];
  const first = await openTestHost(places);
  const run = await startJob(first.client, places, { approve: 'ask', script });
  await first.client.run.settled({ run });
  const [asked] = await first.client.approval.list();
  await first.host.close();
  let now = Date.now() + shift;
  const { host, client } = await openTestHost(places, { advances: true, warms: false, now: () => now });
  expect(await client.approval.list()).toEqual([asked]);
  await answerAll(client, (ms) => {
    now += ms;
  });
  expect((await client.run.settled({ run })).status).toBe('completed');
  expect(fs.readFileSync(path.join(places.work, 'a.txt'), 'utf8')).toBe('a\n');
  expect((await client.run.show({ run })).entries.map(({ seq }) => seq)).toEqual(
    Array.from({ length: (await client.run.show({ run })).entries.length }, (_, n) => n + 1),
  );
  await host.close();
  removeTestHome(places);
});
