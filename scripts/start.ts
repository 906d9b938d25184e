import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline/promises';
import { pathToFileURL } from 'node:url';
import { buildIfNeeded } from './build-if-needed.ts';
import { canHost, type FoundElectron, findElectron } from './find-electron.ts';
import { ROOT } from './root.ts';
import { runTool } from './run-tool.ts';

const CLI = path.join(ROOT, 'out/main/cli.cjs');

/** An Electron that ends sooner than this, with an error, never showed a window. */
const SHORTEST_SESSION_MS = 4_000;

// `npm start`: the window where there is an Electron and a display, else the same page in a browser.
const say = (line: string): void => void process.stdout.write(`${line}\n`);
await buildIfNeeded(say);
const obstacle = process.argv.includes('--browser') ? 'Browser mode was asked for.' : await openWindow();
if (obstacle !== undefined) {
  say(`${obstacle} Opening browser mode; Ctrl-C ends it.`);
  await serveInBrowser();
}

/** Opens the window and waits until it is closed. Resolves to why there is none, or to undefined after it closed. */
async function openWindow(): Promise<string | undefined> {
  if (process.platform === 'linux' && !process.env.DISPLAY && !process.env.WAYLAND_DISPLAY) {
    return 'There is no display here.';
  }
  const electron = findElectron(process.env) ?? (await offerElectron());
  if (!electron) return 'There is no Electron here (node node_modules/electron/install.js fetches it).';
  const host = canHost(electron.version) ? undefined : await startHost(electron);
  const started = Date.now();
  const window = spawn(electron.binary, [...electronFlags(), ROOT], { stdio: 'inherit' });
  const interrupted = forwardSignals(window);
  const code = await exitOf(window);
  host?.kill('SIGTERM');
  if (host) await exitOf(host);
  if (interrupted() || code === 0) return undefined;
  if (Date.now() - started < SHORTEST_SESSION_MS) return `Electron did not start (exit code ${code}).`;
  process.exitCode = code;
  return undefined;
}

/** As root Chromium's sandbox cannot start; this is for development in containers and never happens in the packaged app. */
function electronFlags(): string[] {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return [];
  say("Running as root: the window runs without Chromium's own sandbox.");
  return ['--no-sandbox'];
}

/** Asks a person at a terminal whether to fetch Electron; elsewhere nothing is fetched. */
async function offerElectron(): Promise<FoundElectron | undefined> {
  if (!process.stdin.isTTY || !process.stdout.isTTY || process.env.CI) return undefined;
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question('Electron is not fetched yet (about 120 MB). Fetch it now? [Y/n] ');
  terminal.close();
  if (!/^(y|yes|)$/i.test(answer.trim())) return undefined;
  const code = await runTool('electron/install.js', []);
  return code === 0 ? findElectron(process.env) : undefined;
}

/** An Electron too old to hold the host gets one beside it; the window finds it by the lock file. */
async function startHost(electron: FoundElectron): Promise<ChildProcess> {
  say(`Electron ${electron.version} is too old to hold the host; it runs beside the window.`);
  const host = spawn(process.execPath, [CLI, 'serve', '--no-open'], { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  await new Promise<void>((resolve, reject) => {
    host.stdout?.on('data', (text: Buffer) => {
      output += text.toString();
      if (output.includes('listening on')) resolve();
    });
    host.on('exit', (code) => reject(new Error(`The host ended before it listened (exit code ${code}).`)));
  });
  return host;
}

/** The host in this very process, so that Ctrl-C and the exit code are its own and nothing stays behind. */
async function serveInBrowser(): Promise<void> {
  process.argv = [process.execPath, CLI, 'serve'];
  await import(pathToFileURL(CLI).href);
}

/** Passes an interrupt on once; tells afterwards whether there was one. */
function forwardSignals(child: ChildProcess): () => boolean {
  let interrupted = false;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (!interrupted) child.kill('SIGTERM');
      interrupted = true;
    });
  }
  return () => interrupted;
}

function exitOf(child: ChildProcess): Promise<number> {
  if (child.exitCode !== null) return Promise.resolve(child.exitCode);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code) => resolve(code ?? 1));
  });
}
