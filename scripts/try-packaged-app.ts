import { type ChildProcess, spawn } from 'node:child_process';
import { chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { canHost } from './find-electron.ts';
import { ROOT } from './root.ts';

/** How starting the packaged app once went. */
export interface Trial {
  ran: boolean;
  passed: boolean;
  message: string;
}

/** The user that nobody is; as root Chromium's sandbox does not start, and the packaged app refuses to do without it. */
const NOBODY = 65_534;
const DEADLINE_MS = 120_000;

/**
 * Starts the packaged app once under a display and waits until its page has connected, as the host counts it. An Electron
 * too old to hold the host attaches to one started beside it.
 */
export async function tryPackagedApp(app: { binary: string; version: string }): Promise<Trial> {
  if (process.platform !== 'linux')
    return { ran: false, passed: true, message: 'not run: starting the packaged app is tried on Linux only' };
  const { home, data, user, env } = makeHome();
  const started: ChildProcess[] = [];
  try {
    if (!canHost(app.version)) started.push(await startHost(env, user));
    const window = spawn('xvfb-run', ['-a', app.binary], {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
      ...user,
    });
    started.push(window);
    return await waitForPage(window, data, app.version);
  } catch (error) {
    return { ran: false, passed: true, message: `not run: starting the packaged app: ${String(error)}` };
  } finally {
    for (const child of started.reverse()) await end(child);
    rmSync(home, { recursive: true, force: true });
  }
}

/** Switches that the packaged app must refuse to start with, asked of the binary itself (E14). */
const OPENING_SWITCHES = ['--remote-debugging-port=0', '--inspect=0', '--no-sandbox', '--disable-web-security'];

/** The opening switches with which the packaged app started anyway; undefined where it cannot be tried. */
export async function findAcceptedSwitches(binary: string): Promise<string[] | undefined> {
  if (process.platform !== 'linux') return undefined;
  const accepted: string[] = [];
  for (const name of OPENING_SWITCHES) if (!(await refusesToStart(binary, name))) accepted.push(name);
  return accepted;
}

async function refusesToStart(binary: string, name: string): Promise<boolean> {
  const { home, env, user } = makeHome();
  const app = spawn('xvfb-run', ['-a', binary, name], {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
    ...user,
  });
  let output = '';
  app.stderr.on('data', (text: Buffer) => {
    output += text.toString();
  });
  const late = setTimeout(() => void end(app), DEADLINE_MS);
  const code = await new Promise<number | null>((resolve) => {
    app.on('error', () => resolve(null));
    app.on('close', resolve);
  });
  clearTimeout(late);
  rmSync(home, { recursive: true, force: true });
  return code === 1 && output.includes('Warrant does not start with');
}

/** An empty home, and as root another user: the packaged app does not start without Chromium's sandbox. */
function makeHome() {
  const home = mkdtempSync(path.join(tmpdir(), 'warrant-packaged-'));
  const data = path.join(home, 'data');
  mkdirSync(data, { mode: 0o700 });
  const asRoot = process.getuid?.() === 0;
  if (asRoot) for (const folder of [home, data]) chownSync(folder, NOBODY, NOBODY);
  const user = asRoot ? { uid: NOBODY, gid: NOBODY } : {};
  const env = { PATH: process.env.PATH ?? '', HOME: home, XDG_RUNTIME_DIR: home, WARRANT_HOME: data };
  return { home, data, user, env };
}

async function waitForPage(window: ChildProcess, data: string, version: string): Promise<Trial> {
  let output = '';
  for (const stream of [window.stdout, window.stderr])
    stream?.on('data', (text: Buffer) => {
      output += text.toString();
    });
  let failure: Error | undefined;
  window.on('error', (error) => {
    failure = error;
  });
  const begun = Date.now();
  while (Date.now() - begun < DEADLINE_MS) {
    if (failure) throw failure;
    if (window.exitCode !== null) break;
    if ((await windowsOf(data)) > 0) {
      const seconds = ((Date.now() - begun) / 1000).toFixed(1);
      const how = canHost(version) ? 'holds its host itself' : 'attached to a host';
      return {
        ran: true,
        passed: true,
        message: `The packaged app started (${how}); its page connected after ${seconds} s.`,
      };
    }
    await wait(200);
  }
  return { ran: true, passed: false, message: `The packaged app showed no page:\n${output}` };
}

/** How many windows are connected to the host of a data folder, as the host itself counts. */
async function windowsOf(data: string): Promise<number> {
  try {
    const lock = JSON.parse(readFileSync(path.join(data, 'host.lock'), 'utf8')) as { origin: string; token: string };
    const response = await fetch(`${lock.origin}/session/clients`, {
      headers: { authorization: `Bearer ${lock.token}` },
    });
    return ((await response.json()) as { window: number }).window;
  } catch {
    // No host yet; asked again until the deadline.
    return 0;
  }
}

function startHost(env: NodeJS.ProcessEnv, user: { uid?: number; gid?: number }): Promise<ChildProcess> {
  const cli = path.join(ROOT, 'out/main/cli.cjs');
  const host = spawn(process.execPath, [cli, 'serve', '--no-open'], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
    ...user,
  });
  let output = '';
  return new Promise((resolve, reject) => {
    host.on('error', reject);
    for (const stream of [host.stdout, host.stderr]) {
      stream.on('data', (text: Buffer) => {
        output += text.toString();
        if (output.includes('listening on')) resolve(host);
      });
    }
    host.on('exit', (code) => reject(new Error(`the host ended (exit code ${code}): ${output}`)));
  });
}

/** Ends a program with all it started: it was given a process group of its own. */
async function end(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  process.kill(-child.pid, 'SIGTERM');
  const late = setTimeout(() => child.pid !== undefined && process.kill(-child.pid, 'SIGKILL'), 5_000);
  await gone;
  clearTimeout(late);
}
