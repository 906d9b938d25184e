import { existsSync } from 'node:fs';
import path from 'node:path';
import { buildIfNeeded } from './build-if-needed.ts';
import { findChromium } from './find-chromium.ts';
import { ROOT } from './root.ts';
import { run } from './run-tool.ts';
import { fetchTestElectron } from './test-electron.ts';

/** How the end-to-end tests went: whether what ran passed, and what could not run and why. */
export interface EndToEndResult {
  passed: boolean;
  notRun: string[];
}

/**
 * Builds, then runs the specs in both faces: a real browser, and a real (old) Electron under Xvfb.
 * A face whose program is missing is not run and said so. `args` go to Playwright.
 */
export async function runEndToEnd(args: string[], say: (line: string) => void): Promise<EndToEndResult> {
  await buildIfNeeded(say);
  const notRun: string[] = [];
  const chromium = findChromium(process.env);
  if (!chromium) notRun.push('end-to-end tests in a browser: there is no Chromium');
  const display = displayRunner();
  const electron = display ? await testElectron(say, notRun) : undefined;
  if (!display) notRun.push('end-to-end tests in a window: there is neither a display nor xvfb-run');
  const faces = [...(chromium ? ['browser'] : []), ...(electron && display ? ['window'] : [])];
  const asked = args.some((arg) => arg.startsWith('--project'));
  if (faces.length === 0) return { passed: true, notRun };
  const playwright = path.join(ROOT, 'node_modules/@playwright/test/cli.js');
  const projects = asked ? [] : faces.map((face) => `--project=${face}`);
  const [command = process.execPath, ...before] = [...(display ?? []), process.execPath];
  const code = await run(command, [...before, playwright, 'test', '-c', 'e2e', ...projects, ...args], {
    env: { ...process.env, WARRANT_TEST_CHROMIUM: chromium ?? '', WARRANT_TEST_ELECTRON: electron ?? '' },
  });
  return { passed: code === 0, notRun };
}

async function testElectron(say: (line: string) => void, notRun: string[]): Promise<string | undefined> {
  try {
    const found = await fetchTestElectron(say);
    if (!found) notRun.push('end-to-end tests in a window: the test Electron is for Linux on x64');
    return found?.binary;
  } catch (error) {
    notRun.push(`end-to-end tests in a window: ${error instanceof Error ? error.message : String(error)}`);
    return undefined;
  }
}

/** The command that gives a program a display: none where there is one already, undefined where there can be none. */
function displayRunner(): string[] | undefined {
  if (process.platform !== 'linux') return [];
  const found = (process.env.PATH ?? '')
    .split(path.delimiter)
    .some((folder) => existsSync(path.join(folder, 'xvfb-run')));
  if (found) return ['xvfb-run', '-a', '--server-args=-screen 0 1600x1000x24'];
  return process.env.DISPLAY ? [] : undefined;
}

if (import.meta.main) {
  const { passed, notRun } = await runEndToEnd(process.argv.slice(2), (line) => console.log(line));
  for (const line of notRun) console.log(`not run: ${line}`);
  process.exitCode = passed && !(process.env.CI && notRun.length > 0) ? 0 : 1;
}
