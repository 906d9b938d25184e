import path from 'node:path';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { buildGuest } from '../../../../../sandbox/testing/build-guest.ts';
import { type Lived, linesOf, runHost } from '../../testing/kill-host.ts';
import { makeTestHome, removeTestHome, type TestHome } from '../../testing/test-home.ts';
import { filesIn, type TestJob } from '../../testing/test-job.ts';

// Rules D2, D5, D10, asks B9, B20, B21, cases O3, O4, O6: a real host process is killed with SIGKILL, and another goes on
// in its data folder: the same end, each write done once.

const ROOT = path.resolve(import.meta.dirname, '../../../../..');
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

/** What a job comes to that nobody disturbed: found out once for each job. */
const calm = new Map<string, Promise<{ lived: Lived; said: string }>>();

function undisturbed(job: TestJob): Promise<{ lived: Lived; said: string }> {
  const key = JSON.stringify(job);
  const known = calm.get(key);
  if (known) return known;
  const places = home();
  const made = runHost({ places, job, sandbox }).then((lived) => ({ lived, said: linesOf(lived, places) }));
  calm.set(key, made);
  return made;
}

/** Kills a job's host once, lets another finish it, and compares with a job that nobody disturbed. */
async function killAndGoOn(job: TestJob, after: { line: string; ms: number }, stopAt?: string): Promise<Lived[]> {
  const { lived, said } = await undisturbed(job);
  const places = home();
  const first = await runHost({ places, job, sandbox, ...(stopAt === undefined ? {} : { stopAt }) }, after);
  expect(first.killed, first.lines.join('\n')).toBe(true);
  const second = await runHost({ places, job, sandbox });
  expect(second.result?.ok).toBe(true);
  expect(second.result?.result.work).toEqual(lived.result?.result.work);
  expect(second.result?.result.disk).toEqual(lived.result?.result.disk);
  expect(linesOf(second, places)).toEqual(said);
  const count = (all: Lived[]): string[] => all.flatMap((each) => each.lines.filter(isChange)).sort();
  expect(count([first, second])).toEqual(count([lived]));
  return [first, second];
}

const isChange = (line: string): boolean => /^after (write|remove|move|makeFolder) /.test(line);

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
