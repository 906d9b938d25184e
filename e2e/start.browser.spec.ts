import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test as base, expect } from './launch.ts';

const ROOT = path.resolve(import.meta.dirname, '..');

/** `npm start` as a person types it, in a process group of its own as a terminal makes one. */
interface Started {
  output: () => string;
  home: string;
  /** What was given to the default browser, if anything was. */
  opened: () => string | undefined;
  /** The link it printed. */
  link: () => Promise<string>;
  /** Ctrl-C: the whole group is interrupted. Resolves when npm has ended. */
  interrupt: () => Promise<void>;
  /** Itself and all that it started, and what those started, that still runs. */
  family: () => number[];
}

const test = base.extend<{ start: (args: readonly string[], env: NodeJS.ProcessEnv) => Started }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern
  start: async ({}, use) => {
    const scratch = mkdtempSync(path.join(tmpdir(), 'warrant-start-'));
    const started: Started[] = [];
    await use((args, env) => {
      const one = startIn(scratch, args, env);
      started.push(one);
      return one;
    });
    for (const one of started) if (one.family().length > 0) await one.interrupt();
    rmSync(scratch, { recursive: true, force: true });
  },
});

function startIn(scratch: string, args: readonly string[], env: NodeJS.ProcessEnv): Started {
  const home = path.join(scratch, 'home');
  const opened = path.join(scratch, 'opened');
  const programs = path.join(scratch, 'bin');
  mkdirSync(programs);
  writeFileSync(path.join(programs, 'xdg-open'), `#!/bin/sh\necho "$1" > ${opened}\n`);
  chmodSync(path.join(programs, 'xdg-open'), 0o755);
  const PATH = `${programs}${path.delimiter}${process.env.PATH ?? ''}`;
  const child: ChildProcess = spawn('npm', ['start', ...(args.length > 0 ? ['--', ...args] : [])], {
    cwd: ROOT,
    detached: true,
    env: { PATH, HOME: scratch, WARRANT_HOME: home, npm_config_update_notifier: 'false', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const group = -(child.pid ?? 0);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (text) => {
      output += text;
    });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  return {
    home,
    output: () => output,
    opened: () => (existsSync(opened) ? readFileSync(opened, 'utf8').trim() : undefined),
    async link() {
      await expect.poll(() => output, { timeout: 60_000 }).toMatch(/^listening on \S+$/m);
      return /^listening on (\S+)$/m.exec(output)?.[1] ?? '';
    },
    async interrupt() {
      process.kill(group, 'SIGINT');
      await ended;
    },
    family: () => familyOf(child.pid ?? 0),
  };
}

/** The living processes below one, and itself, by their parents. */
function familyOf(root: number): number[] {
  const table = execFileSync('ps', ['-axo', 'pid=,ppid=,stat='], { encoding: 'utf8' });
  const rows = table.split('\n').map((row) => row.trim().split(/\s+/));
  const living = rows.filter(([, , state]) => state !== undefined && !state.startsWith('Z'));
  const found = living.filter(([pid]) => Number(pid) === root).map(([pid]) => Number(pid));
  for (const parent of found) {
    found.push(...living.filter(([, above]) => Number(above) === parent).map(([pid]) => Number(pid)));
  }
  return found;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false; // there is no such process
  }
}

const ways = [
  {
    what: 'without a display npm start goes to the browser by itself',
    args: [],
    env: {},
    line: 'There is no display here.',
  },
  {
    what: 'npm start -- --browser goes to the browser, and opens it where there is a display',
    args: ['--browser'],
    env: { DISPLAY: ':99' },
    line: 'Browser mode was asked for.',
  },
];

for (const { what, args, env, line } of ways) {
  test(`${what}; Ctrl-C leaves nothing behind`, async ({ start, chromium }) => {
    if (!chromium) throw new Error('this spec is for a browser');
    const program = start(args, env);
    const link = await program.link();
    expect(program.output()).toContain(`\n${line} Opening browser mode; Ctrl-C ends it.\n`);
    expect(link).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/#token=\S{16,}$/);
    await expect.poll(program.opened).toBe('DISPLAY' in env ? link : undefined);
    const page = await chromium.newPage();
    await page.goto(link);
    await expect(page.getByRole('button', { name: 'Run ledger-check' })).toBeVisible();
    await page.close();

    const family = program.family();
    expect(family.length).toBeGreaterThanOrEqual(2);
    await program.interrupt();
    await expect.poll(() => family.filter(isAlive)).toEqual([]);
    expect(existsSync(path.join(program.home, 'host.lock'))).toBe(false);
    expect(program.output()).not.toMatch(/^\s+at |Error/m);
    await expect(fetch(new URL(link).origin)).rejects.toThrow();
  });
}
