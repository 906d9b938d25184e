import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { ROOT } from './root.ts';
import { runTool } from './run-tool.ts';

const SOURCES = ['app', 'sandbox', 'electron.vite.config.ts', 'package.json', 'package-lock.json'];
const STAMP = path.join(ROOT, 'out/built-from');
const LOCK = path.join(ROOT, 'node_modules/.cache/warrant-build');

/**
 * Builds `out/` unless it was built from the sources as they are now; `report` gets a line before and after.
 * Two that want a build at once share one. Rejects when the build fails.
 */
export async function buildIfNeeded(report: (line: string) => void): Promise<void> {
  if (isBuilt()) return;
  await withBuildLock(async () => {
    if (isBuilt()) return;
    report('Building Warrant …');
    const started = Date.now();
    const signature = signatureOfSources();
    rmSync(STAMP, { force: true });
    const code = await runTool('electron-vite/bin/electron-vite.js', ['build', '--logLevel', 'warn'], {
      stdio: ['ignore', 2, 2],
    });
    if (code !== 0) throw new Error(`The build failed (exit code ${code}); its messages stand above.`);
    writeFileSync(STAMP, signature);
    report(`Built in ${((Date.now() - started) / 1000).toFixed(1)} s.`);
  });
}

function isBuilt(): boolean {
  return existsSync(STAMP) && readFileSync(STAMP, 'utf8') === signatureOfSources();
}

/** A hash over name, size and time of every source that is built; a removed file changes it too. */
function signatureOfSources(): string {
  const hash = createHash('sha256');
  const visit = (file: string): void => {
    const stat = statSync(file, { throwIfNoEntry: false });
    if (stat?.isDirectory()) {
      for (const name of readdirSync(file).sort()) visit(path.join(file, name));
    } else if (stat && !/\.test\.tsx?$/.test(file)) {
      hash.update(`${path.relative(ROOT, file)}\0${stat.size}\0${stat.mtimeMs}\n`);
    }
  };
  for (const source of SOURCES) visit(path.join(ROOT, source));
  return hash.digest('hex');
}

/** Runs one build at a time. The lock is a folder that names its holder; a holder that is gone does not hold. */
async function withBuildLock(build: () => Promise<void>): Promise<void> {
  mkdirSync(path.dirname(LOCK), { recursive: true });
  const holder = path.join(LOCK, 'pid');
  for (;;) {
    try {
      mkdirSync(LOCK);
      break;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const pid = existsSync(holder) ? Number(readFileSync(holder, 'utf8')) : 0;
    if (pid > 0 && !isAlive(pid)) rmSync(LOCK, { recursive: true, force: true });
    else await wait(100);
  }
  try {
    writeFileSync(holder, String(process.pid));
    await build();
  } finally {
    rmSync(LOCK, { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
