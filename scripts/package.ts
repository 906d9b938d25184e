import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build, Platform } from 'electron-builder';
import { getLoadablePath as sqliteVecLibrary } from 'sqlite-vec';
import { buildIfNeeded } from './build-if-needed.ts';
import { NEWEST_KNOWN_MAJOR, whyUnsupported } from './electron-support.ts';
import { findElectron } from './find-electron.ts';
import { type FuseReading, readFuses, wantedFuses } from './fuses.ts';
import { ROOT } from './root.ts';
import { fetchTestElectron } from './test-electron.ts';
import { findAcceptedSwitches, tryPackagedApp } from './try-packaged-app.ts';

// `npm run package`: an unpacked app in dist-app/, with the sandbox's Node inside, from whatever Electron is at hand;
// then its fuses are read back and it is started once.
const say = (line: string): void => console.log(line);
const CACHE = path.join(ROOT, 'node_modules/.cache/warrant-package');

refuseOldElectron();
await buildIfNeeded(say);
const electron = findElectron(process.env) ?? (await fetchTestElectron(say));
if (!electron)
  throw new Error('There is no Electron to package with. Fetch it with: node node_modules/electron/install.js');
const shippable = whyUnsupported(electron.version, NEWEST_KNOWN_MAJOR) === undefined;
say(
  `Packaging with Electron ${electron.version}${shippable ? '' : ': too old to be given to anybody, good enough to test the packaging'}.`,
);

const configuration = readFileSync(path.join(ROOT, 'electron-builder.yml'), 'utf8');
const wanted = wantedFuses(configuration);
const absent = (await readFuses(electron.binary, wanted))
  .filter(({ found }) => found === 'absent')
  .map(({ name }) => name);
await build({
  projectDir: ROOT,
  targets: Platform.current().createTarget('dir'),
  config: writeConfiguration(configuration, absent),
  publish: 'never',
});
const folder = packagedFolder();
const binary = path.join(folder, programName());
say(`\nPackaged ${path.relative(ROOT, folder)}: ${sizeOf(folder)} MB.`);
const fusesHold = report(await readFuses(binary, wanted));
const partsHold = checkParts(folder);
const started = await tryPackagedApp({ binary, version: electron.version });
say(started.message);
const accepted = await findAcceptedSwitches(binary);
say(
  accepted === undefined
    ? 'not run: starting the packaged app with switches that open it up is tried on Linux only'
    : `Started with a switch that opens it up: ${accepted.length === 0 ? 'refused, each' : `ACCEPTED ${accepted.join(' ')}`}.`,
);
const holds = fusesHold && partsHold && started.passed && (accepted ?? []).length === 0;
const complete = started.ran && accepted !== undefined;
process.exitCode = holds && (complete || !process.env.CI) ? 0 : 1;

/** E15: an Electron without security fixes is not built with. Offline, the newest that was known is taken. */
function refuseOldElectron(): void {
  const manifest = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as {
    devDependencies: { electron: string };
  };
  const reason = whyUnsupported(manifest.devDependencies.electron, newestMajor());
  if (reason !== undefined) throw new Error(reason);
}

function newestMajor(): number {
  try {
    const newest = execFileSync('npm', ['view', 'electron', 'version'], {
      encoding: 'utf8',
      timeout: 20_000,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return Number.parseInt(newest, 10) || NEWEST_KNOWN_MAJOR;
  } catch {
    say(`The newest Electron could not be asked for; ${NEWEST_KNOWN_MAJOR} is taken.`);
    return NEWEST_KNOWN_MAJOR;
  }
}

/** The configuration with the Electron at hand filled in, without the fuses that this Electron does not have. */
function writeConfiguration(text: string, absentFuses: string[]): string {
  if (!electron) throw new Error('no Electron');
  const dist = path.join(CACHE, `electron-${electron.version}`);
  rmSync(CACHE, { recursive: true, force: true });
  mkdirSync(CACHE, { recursive: true });
  // The app folder that an unpackaged Electron starts from would be packed beside ours.
  const loader = path.join(electron.folder, 'resources/app');
  cpSync(electron.folder, dist, { recursive: true, filter: (source) => source !== loader });
  const lines = text.split('\n').filter((line) => !absentFuses.some((name) => line.startsWith(`  ${name}:`)));
  const file = path.join(CACHE, 'electron-builder.yml');
  writeFileSync(
    file,
    [`electronVersion: ${electron.version}`, `electronDist: ${JSON.stringify(dist)}`, ...lines].join('\n'),
  );
  return file;
}

function packagedFolder(): string {
  const output = path.join(ROOT, 'dist-app');
  const name = readdirSync(output).find((entry) => /^(linux|mac|win).*(unpacked)?$/.test(entry));
  if (!name) throw new Error('electron-builder made no unpacked app.');
  return path.join(output, name);
}

function programName(): string {
  if (process.platform === 'darwin') return 'Warrant.app/Contents/MacOS/Warrant';
  return process.platform === 'win32' ? 'Warrant.exe' : 'warrant';
}

function report(readings: FuseReading[]): boolean {
  for (const { name, wanted: on, found } of readings) {
    const state = found === 'absent' ? 'not in this Electron' : found;
    say(`fuse ${name.padEnd(40)} ${state}${found !== 'absent' && (found === 'on') !== on ? ' — WRONG' : ''}`);
  }
  return readings.every(({ wanted: on, found }) => (found === 'absent' ? !shippable : (found === 'on') === on));
}

/** What the sandbox and the command line need must lie where the shipped Node can read it. */
function checkParts(folder: string): boolean {
  const resources = path.join(folder, process.platform === 'darwin' ? 'Warrant.app/Contents/Resources' : 'resources');
  const node = process.platform === 'win32' ? 'node/node.exe' : 'node/bin/node';
  const unpacked = [
    'out/main/sandbox.cjs',
    'out/main/cli.cjs',
    'out/renderer/index.html',
    'node_modules/pyodide/pyodide.asm.wasm',
    path.relative(ROOT, sqliteVecLibrary()),
  ];
  const parts = ['app.asar', node, 'samples', 'schemas', ...unpacked.map((file) => `app.asar.unpacked/${file}`)];
  const missing = parts.filter((part) => !existsSync(path.join(resources, part)));
  for (const part of missing) say(`missing from the packaged app: ${part}`);
  if (missing.includes(node)) return false;
  const version = execFileSync(path.join(resources, node), ['--version'], { encoding: 'utf8' }).trim();
  const computed = tryCommandLine(resources);
  say(`The shipped Node is ${version}; the packaged command line ran code in the sandbox: ${computed}.`);
  if (computed !== 'yes') return false;
  return missing.length === 0;
}

/** Has the packaged command line compute something in the sandbox, with the shipped Node and nothing of the checkout. */
function tryCommandLine(resources: string): string {
  const home = mkdtempSync(path.join(tmpdir(), 'warrant-packaged-cli-'));
  const command = path.join(resources, process.platform === 'win32' ? 'bin/warrant.cmd' : 'bin/warrant');
  const args = ['tool', 'invoke', 'run_javascript', '--input', '{"code":"console.log(6 * 7)"}'];
  const env = { PATH: process.env.PATH, HOME: home, WARRANT_HOME: path.join(home, 'data') };
  const ran = spawnSync(command, args, {
    encoding: 'utf8',
    env,
    timeout: 120_000,
    shell: process.platform === 'win32',
  });
  rmSync(home, { recursive: true, force: true });
  return /^42$/m.test(ran.stdout ?? '') ? 'yes' : `no (${ran.error ?? ran.stderr})`;
}

function sizeOf(folder: string): number {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const bytes = files.reduce((sum, file) => sum + statSync(path.join(file.parentPath, file.name)).size, 0);
  return Math.round(bytes / 1_000_000);
}
