import { existsSync } from 'node:fs';
import path from 'node:path';
import { chromium } from '@playwright/test';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'microsoft-edge'];

/** A Chromium for the end-to-end tests: `CHROMIUM_PATH`, Playwright's own, or the system's; undefined where none is. */
export function findChromium(env: NodeJS.ProcessEnv): string | undefined {
  const folders = (env.PATH ?? '').split(path.delimiter);
  const system = NAMES.flatMap((name) => folders.map((folder) => path.join(folder, name)));
  const candidates = [env.CHROMIUM_PATH ?? '', chromium.executablePath(), ...system];
  return candidates.find((candidate) => candidate !== '' && existsSync(candidate));
}
