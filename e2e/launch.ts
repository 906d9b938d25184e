import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { _electron, type Browser, test as base, type ElectronApplication, type Page } from '@playwright/test';

const ROOT = path.resolve(import.meta.dirname, '..');
const CLI = path.join(ROOT, 'out/main/cli.cjs');

/** The same page in a real browser, or in a real Electron whose shell attaches to the host. */
export type Face = 'browser' | 'window';

/** What a command printed and how it ended. */
interface CommandResult {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** The host of one test, in a process and a data folder of its own. */
export interface HostControl {
  /** The data folder. */
  home: string;
  /** A folder of the person, outside the data folder, to grant to agents. */
  folder: string;
  /** Where the samples were put at the first start. */
  samples: string;
  /** Ends the host with a signal and waits until it is gone. */
  stop(signal: NodeJS.Signals): Promise<void>;
  /** Starts it again on the same data folder. */
  start(): Promise<void>;
  /** Another link to its page. */
  pageLink(): Promise<string>;
  /** Runs `warrant ARGS` on the same data folder. */
  warrant(args: string[], input?: string): Promise<CommandResult>;
}

/** The page under test and what is round it. */
export interface AppControl {
  page: Page;
  /** Closes window or tab, opens another one on the same host, and gives its page. */
  reopen(): Promise<Page>;
  /** Gives the page another size. */
  resize(width: number, height: number): Promise<void>;
  /** Electron itself, where the face is a window. */
  electron: ElectronApplication | undefined;
}

interface Fixtures {
  /** A folder for the data folder and all beside it; without one each test has a new one of a name of its own. */
  place: string | undefined;
  host: HostControl;
  app: AppControl;
}

export const test = base.extend<Fixtures, { face: Face; chromium: Browser | undefined }>({
  face: ['browser', { option: true, scope: 'worker' }],
  chromium: [
    async ({ face, playwright }, use) => {
      if (face === 'window') return await use(undefined);
      const browser = await playwright.chromium.launch({
        executablePath: program('WARRANT_TEST_CHROMIUM'),
        args: rootFlags(),
      });
      await use(browser);
      await browser.close();
    },
    { scope: 'worker' },
  ],
  place: [undefined, { option: true }],
  host: async ({ place }, use) => {
    const scratch = place ?? mkdtempSync(path.join(tmpdir(), 'warrant-e2e-'));
    const host = hostIn(scratch);
    await host.start();
    await use(host);
    // Its folder is thrown away, so there is nothing that ending well would save.
    await host.stop('SIGKILL');
    rmSync(scratch, { recursive: true, force: true });
  },
  app: async ({ face, host, chromium }, use) => {
    const app = face === 'window' ? await openInElectron(host) : await openInChromium(host, chromium);
    await use(app);
    await app.close();
  },
});

export { expect } from '@playwright/test';

type ClosableApp = AppControl & { close(): Promise<void> };

async function openInChromium(host: HostControl, browser: Browser | undefined): Promise<ClosableApp> {
  if (!browser) throw new Error('no browser was started for this face');
  const context = await browser.newContext({ viewport: { width: 1280, height: 840 } });
  const open = async (): Promise<Page> => {
    const page = await context.newPage();
    await page.goto(await host.pageLink());
    return page;
  };
  const app: ClosableApp = {
    page: await open(),
    electron: undefined,
    async reopen() {
      await app.page.close();
      app.page = await open();
      return app.page;
    },
    resize: (width, height) => app.page.setViewportSize({ width, height }),
    close: () => context.close(),
  };
  return app;
}

async function openInElectron(host: HostControl): Promise<ClosableApp> {
  const launch = async (): Promise<{ electron: ElectronApplication; page: Page }> => {
    const electron = await _electron.launch({
      executablePath: program('WARRANT_TEST_ELECTRON'),
      args: [...rootFlags(), ROOT],
      env: environment(host.home),
      timeout: 60_000,
    });
    return { electron, page: await electron.firstWindow({ timeout: 60_000 }) };
  };
  const app: ClosableApp = {
    ...(await launch()),
    async reopen() {
      await app.close();
      Object.assign(app, await launch());
      return app.page;
    },
    async resize(width, height) {
      await app.electron?.evaluate(
        ({ BrowserWindow }, size) => BrowserWindow.getAllWindows()[0]?.setContentSize(size.width, size.height),
        { width, height },
      );
      await app.page.waitForFunction((size) => innerWidth === size.width && innerHeight === size.height, {
        width,
        height,
      });
    },
    close: () => endElectron(app.electron),
  };
  return app;
}

/** The test Electron, which is old, now and then spins for ever while it quits: after a while it is killed by its id. */
async function endElectron(electron: ElectronApplication | undefined): Promise<void> {
  if (!electron) return;
  const program = electron.process();
  const late = setTimeout(() => program.kill('SIGKILL'), 15_000);
  await electron.close();
  clearTimeout(late);
}

function hostIn(scratch: string): HostControl {
  const home = path.join(scratch, 'home');
  const folder = path.join(scratch, 'folder');
  mkdirSync(home, { mode: 0o700, recursive: true });
  mkdirSync(folder);
  const cache = process.env.WARRANT_TEST_CACHE;
  if (cache && existsSync(cache)) cpSync(cache, path.join(home, 'cache'), { recursive: true });
  let child: ChildProcess | undefined;
  return {
    home,
    folder,
    samples: `${home}-samples`,
    async start() {
      child = await startHost(home);
    },
    async stop(signal) {
      const running = child;
      child = undefined;
      if (!running || running.exitCode !== null || running.signalCode !== null) return;
      const gone = new Promise<void>((resolve) => running.once('exit', () => resolve()));
      running.kill(signal);
      await gone;
    },
    async pageLink() {
      const lock = JSON.parse(readFileSync(path.join(home, 'host.lock'), 'utf8')) as { origin: string; token: string };
      const headers = { authorization: `Bearer ${lock.token}` };
      const response = await fetch(`${lock.origin}/session/invitations`, { method: 'POST', headers });
      return ((await response.json()) as { url: string }).url;
    },
    warrant: (args, input = '') => runCommand(home, args, input),
  };
}

/** Starts `warrant serve` and waits for the line that says where it listens. */
function startHost(home: string): Promise<ChildProcess> {
  const child = spawn(process.execPath, [CLI, 'serve', '--no-open'], {
    env: environment(home),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  return new Promise((resolve, reject) => {
    const fail = (why: string): void => {
      child.kill('SIGKILL');
      reject(new Error(`${why}:\n${output}`));
    };
    const late = setTimeout(() => fail('the host did not listen within a minute'), 60_000);
    child.stderr.on('data', (text) => {
      output += text;
    });
    child.stdout.on('data', (text) => {
      output += text;
      if (!/listening on \S+/.test(output)) return;
      clearTimeout(late);
      resolve(child);
    });
    child.on('exit', (code) => {
      clearTimeout(late);
      fail(`the host ended before it listened (exit code ${code})`);
    });
  });
}

function runCommand(home: string, args: string[], input: string): Promise<CommandResult> {
  const child = spawn(process.execPath, [CLI, ...args], { env: environment(home), stdio: 'pipe' });
  const result: CommandResult = { code: null, stdout: '', stderr: '' };
  child.stdout.on('data', (text) => {
    result.stdout += text;
  });
  child.stderr.on('data', (text) => {
    result.stderr += text;
  });
  child.stdin.end(input);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ ...result, code }));
  });
}

/** Nothing of the machine's own settings or keys reaches the program under test. */
function environment(home: string): Record<string, string> {
  const kept = ['PATH', 'DISPLAY', 'XAUTHORITY', 'LANG', 'TMPDIR'].flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return { ...Object.fromEntries(kept), HOME: path.dirname(home), WARRANT_HOME: home, NO_COLOR: '1' };
}

function program(variable: string): string {
  const found = process.env[variable];
  if (!found) throw new Error(`${variable} is not set: run these tests with npm run test:e2e`);
  return found;
}

/** As root Chromium's own sandbox cannot start; the tests of the packaged app run it as another user. */
function rootFlags(): string[] {
  return process.getuid?.() === 0 ? ['--no-sandbox'] : [];
}
