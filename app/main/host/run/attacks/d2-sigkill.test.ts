import path from 'node:path';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { buildGuest } from '../../../../../sandbox/testing/build-guest.ts';
import { type Lived, runHost } from '../../testing/kill-host.ts';
import { makeTestHome, removeTestHome, type TestHome } from '../../testing/test-home.ts';
import { filesIn, type TestJob } from '../../testing/test-job.ts';

// Rules D2, D5, D10, asks B9, B20, B21, cases O3, O4, O6: a real host process is killed with SIGKILL, and another goes on
// in its data folder: the same end, each write done once.

const ROOT = path.resolve(import.meta.dirname, '../../../../..');
/** How many kills at random moments; `npm run chaos` does more. */
const KILLS = Number(process.env.WARRANT_KILLS ?? 20);

let sandbox: { node: string; script: string; modules: string };
const homes: TestHome[] = [];

beforeAll(async () => {
  sandbox = { node: process.execPath, script: await buildGuest(), modules: path.join(ROOT, 'node_modules') };
}, 60_000);
afterEach(() => {
  for (const places of homes.splice(0)) removeTestHome(places);
});

function home(): TestHome {
  const places = makeTestHome({ 'old.txt': 'old\n' });
  homes.push(places);
  return places;
}

const call = (name: string, args: object) => ({ name, args });
const one = (name: string, args: object): TestJob => ({
  approve: 'ask',
  script: [{ tool_calls: [call(name, args)] }, { text: 'done', delay_ms: 600 }],
});

/** Kills a job's host once, lets another finish it, and compares with a job that nobody disturbed. */
async function killAndGoOn(job: TestJob, after: { line: string; ms: number }, stopAt?: string): Promise<Lived[]> {
  const calm = home();
  const undisturbed = await runHost({ places: calm, job, sandbox });
  const places = home();
  const first = await runHost({ places, job, sandbox, ...(stopAt === undefined ? {} : { stopAt }) }, after);
  expect(first.killed, first.lines.join('\n')).toBe(true);
  const second = await runHost({ places, job, sandbox });
  expect(second.result?.ok).toBe(true);
  expect(second.result?.result.work).toEqual(undisturbed.result?.result.work);
  expect(second.result?.result.disk).toEqual(undisturbed.result?.result.disk);
  expect(named(second, places)).toEqual(named(undisturbed, calm));
  const count = (lived: Lived[]): string[] => lived.flatMap((each) => each.lines.filter(isChange)).sort();
  expect(count([first, second])).toEqual(count([undisturbed]));
  return [first, second];
}

const isChange = (line: string): boolean => /^after (write|remove|move|makeFolder) /.test(line);

/** The lines of the run; the script lies elsewhere for each home. */
function named(lived: Lived, places: TestHome): string {
  return JSON.stringify(lived.result?.result.lines).replaceAll(places.home, 'HOME');
}

const at = (line: string): [{ line: string; ms: number }, string] => [{ line, ms: 0 }, line];

describe('a host killed', () => {
  it('during a model call makes the call again', async () => {
    await killAndGoOn(one('write_file', { path: 'a.txt', content: 'a\n' }), {
      line: 'after append tool-call-ended',
      ms: 200,
    });
  });

  it('while an approval is pending still has it, and runs the call once when it is answered', async () => {
    const job = one('write_file', { path: 'a.txt', content: 'a\n' });
    const [, second] = await killAndGoOn(job, ...at('after append approval-requested'));
    expect(second?.lines.filter((line) => line.includes('approval-requested'))).toEqual([]);
  });

  it('after an approval and before the call runs it without asking again', async () => {
    const job = one('write_file', { path: 'a.txt', content: 'a\n' });
    const [, second] = await killAndGoOn(job, ...at('after append approval-answered'));
    expect(second?.lines.filter((line) => line.includes('approval-'))).toEqual([]);
  });

  it('during a sandboxed call runs the code again, and the line it appended stands once', {
    timeout: 240_000,
  }, async () => {
    const code = [
      'import time',
      'with open("/agent/log.txt", "a") as log: log.write("a line\\n")',
      'print("appended")',
      'time.sleep(1.5)',
      'print(open("/agent/log.txt").read(), end="")',
    ].join('\n');
    const job = one('run_python', { code });
    await killAndGoOn(job, { line: 'after write /agent/log.txt', ms: 300 });
    const disks = filesIn(path.join(homes.at(-1)?.dataFolder ?? '', 'disks'));
    expect(Object.values(disks).filter((text) => text !== '')).toEqual(['a line\n']);
  });

  it('between two files of a change set applies the rest', async () => {
    const code = 'files.write("/folders/work/1.txt", "1\\n"); files.write("/folders/work/2.txt", "2\\n");';
    await killAndGoOn(one('run_javascript', { code }), ...at('after write /folders/work/1.txt'));
  });

  it.each([
    ['write_file', { path: 'new.txt', content: 'new\n' }, 'write /folders/work/new.txt'],
    ['edit_file', { path: 'old.txt', old: 'old', new: 'young' }, 'write /folders/work/old.txt'],
    ['move_file', { from: 'old.txt', to: 'moved.txt' }, 'move /folders/work/old.txt /folders/work/moved.txt'],
    ['delete_file', { path: 'old.txt' }, 'remove /folders/work/old.txt'],
    ['write_file', { path: 'x/y/new.txt', content: 'new\n', create_folders: true }, 'makeFolder /folders/work/x'],
  ])('between start and end of %s %j settles it by the bytes', async (tool, input, change) => {
    await killAndGoOn(one(tool, input), ...at(`before ${change}`));
    await killAndGoOn(one(tool, input), ...at(`after ${change}`));
  });
});

it('goes on to the same end over SIGKILL at random moments', { timeout: 0 }, async () => {
  const append = 'files.append("/agent/log.txt", "a line\\n"); print(files.readText("/agent/log.txt"));';
  const stage = 'files.write("/folders/work/1.txt", "1\\n"); files.write("/folders/work/2.txt", "2\\n");';
  const job: TestJob = {
    approve: 'all',
    script: [
      { tool_calls: [call('write_file', { path: 'a/b.txt', content: 'one\n', create_folders: true })] },
      { delay_ms: 30, tool_calls: [call('run_javascript', { code: append })] },
      { tool_calls: [call('edit_file', { path: 'a/b.txt', old: 'one', new: 'two' })] },
      { tool_calls: [call('run_javascript', { code: stage })] },
      { tool_calls: [call('read_file', { path: '/agent/log.txt' })] },
      { delay_ms: 30, expect: 'a line', text: 'done' },
    ],
  };
  const calm = home();
  const undisturbed = await runHost({ places: calm, job, sandbox });
  let places = home();
  for (let kills = 0; kills < KILLS; ) {
    const lived = await runHost({ places, job, sandbox }, { line: '', ms: Math.random() * undisturbed.ms });
    if (lived.killed) kills++;
    if (!lived.result) continue;
    expect(lived.result.ok).toBe(true);
    expect(lived.result.result.work).toEqual(undisturbed.result?.result.work);
    expect(lived.result.result.disk).toEqual({ 'log.txt': 'a line\n' });
    expect(named(lived, places)).toBe(named(undisturbed, calm));
    places = home();
  }
});
