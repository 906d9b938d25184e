import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './root.ts';

/** An Electron binary that is on this machine. */
export interface FoundElectron {
  binary: string;
  /** The folder that holds it. */
  folder: string;
  version: string;
}

/**
 * Finds an Electron binary without fetching one: `ELECTRON_OVERRIDE_DIST_PATH` first, then the `electron` package.
 * (Importing the package would start a download, so its files are looked at instead.)
 */
export function findElectron(env: NodeJS.ProcessEnv): FoundElectron | undefined {
  const installed = path.join(ROOT, 'node_modules/electron');
  const pathFile = path.join(installed, 'path.txt');
  const program = existsSync(pathFile) ? readFileSync(pathFile, 'utf8') : programName(process.platform);
  const folder = env.ELECTRON_OVERRIDE_DIST_PATH || path.join(installed, 'dist');
  const binary = path.join(folder, program);
  if (!existsSync(binary)) return undefined;
  const versionFile = path.join(folder, 'version');
  const version = existsSync(versionFile) ? readFileSync(versionFile, 'utf8').trim().replace(/^v/, '') : 'unknown';
  return { binary, folder, version };
}

/** Whether an Electron brings the Node that the host needs (22.12, since Electron 35); an older one attaches to a host. */
export function canHost(version: string): boolean {
  const major = Number(version.split('.')[0]);
  return Number.isNaN(major) || major >= 35;
}

function programName(platform: NodeJS.Platform): string {
  if (platform === 'darwin') return 'Electron.app/Contents/MacOS/Electron';
  return platform === 'win32' ? 'electron.exe' : 'electron';
}
