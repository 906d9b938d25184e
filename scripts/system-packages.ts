import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { findChromium } from './find-chromium.ts';
import { run, runTool } from './run-tool.ts';

/** What a test needs of the system; the first name that the distribution knows is installed. */
const NEEDED: { names: string[]; why: string; program?: string }[] = [
  { names: ['xvfb'], why: 'a display for the window tests', program: 'xvfb-run' },
  { names: ['xauth'], why: 'xvfb-run', program: 'xauth' },
  { names: ['libgtk-3-0t64', 'libgtk-3-0'], why: 'Electron' },
  { names: ['libnss3'], why: 'Electron' },
  { names: ['libasound2t64', 'libasound2'], why: 'Electron' },
  { names: ['libgbm1'], why: 'Electron' },
  { names: ['bubblewrap'], why: "the sandbox's outer wall", program: 'bwrap' },
];

/** What could not be had, one line each. */
export type Missing = string[];

/**
 * Sees to the system packages that the tests need. On Debian or Ubuntu as root it says what is missing and installs it;
 * elsewhere it names the exact command. Resolves to what is still missing.
 */
export async function provideSystemPackages(say: (line: string) => void): Promise<Missing> {
  if (process.platform !== 'linux') return provideElsewhere(say);
  if (!isDebian()) return provideOnOtherLinux(say);
  const needsChromium = findChromium(process.env) === undefined;
  const missing = NEEDED.filter(({ names }) => !names.some(isInstalled));
  if (missing.length === 0 && !needsChromium) return [];
  const root = process.getuid?.() === 0;
  if (root) await run('apt-get', ['update', '-qq'], { stdio: ['ignore', 'ignore', 'inherit'] });
  const packages = missing.map(({ names }) => names.find(isKnown) ?? names[names.length - 1] ?? '');
  // On Ubuntu `chromium` is a shim for a snap, which containers cannot run; Playwright's own is used there.
  const chromiumPackage = needsChromium && !isUbuntu() && isKnown('chromium');
  if (chromiumPackage) packages.push('chromium');
  const whys = [...new Set([...missing.map(({ why }) => why), ...(needsChromium ? ['the browser tests'] : [])])];
  say(`The tests need system packages (${whys.join(', ')}): ${packages.join(' ')}`);
  const install = ['install', '-y', '--no-install-recommends', ...packages];
  if (!root) say(`Install them with: sudo apt-get ${install.join(' ')}`);
  if (root && packages.length > 0) {
    await run('apt-get', install, {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
  }
  if (needsChromium && !chromiumPackage) await provideChromium(say, root);
  return stillMissing();
}

async function provideChromium(say: (line: string) => void, root: boolean): Promise<void> {
  if (!root) return say('Install a Chromium with: npx playwright install --with-deps chromium');
  say('Fetching a Chromium with: npx playwright install --with-deps chromium');
  await runTool('@playwright/test/cli.js', ['install', '--with-deps', 'chromium']);
}

function provideElsewhere(say: (line: string) => void): Missing {
  if (findChromium(process.env)) return [];
  say('The browser tests need a Chromium. Install one with: npx playwright install chromium');
  return ['a Chromium'];
}

function provideOnOtherLinux(say: (line: string) => void): Missing {
  const missing = stillMissing();
  if (missing.length > 0) {
    say(`The tests need: ${missing.join(', ')}. On Fedora, install them with:`);
    say('sudo dnf install xorg-x11-server-Xvfb xauth gtk3 nss alsa-lib mesa-libgbm bubblewrap chromium');
  }
  return missing;
}

/** Asked of the programs themselves, so that it is true on every distribution. */
function stillMissing(): Missing {
  const programs = NEEDED.flatMap(({ program }) => (program && !isProgram(program) ? [program] : []));
  const packages = isDebian()
    ? NEEDED.filter(({ names }) => !names.some(isInstalled)).map(({ names }) => names.at(-1) ?? '')
    : [];
  return [...new Set([...programs, ...packages, ...(findChromium(process.env) ? [] : ['a Chromium'])])];
}

function isProgram(name: string): boolean {
  return (process.env.PATH ?? '').split(path.delimiter).some((folder) => existsSync(path.join(folder, name)));
}

function isDebian(): boolean {
  return existsSync('/etc/debian_version') && isProgram('apt-get');
}

function isUbuntu(): boolean {
  return existsSync('/etc/os-release') && /^ID=ubuntu$/m.test(readFileSync('/etc/os-release', 'utf8'));
}

function isInstalled(name: string): boolean {
  const asked = spawnSync('dpkg', ['-s', name], { encoding: 'utf8' });
  return asked.stdout.includes('\nStatus: install ok installed\n');
}

/** Whether the distribution has a package of this name that can be installed. */
function isKnown(name: string): boolean {
  const policy = execFileSync('apt-cache', ['policy', name], { encoding: 'utf8' });
  return /Candidate: (?!\(none\))\S/.test(policy);
}
