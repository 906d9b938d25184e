import fs from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '../../../..');
/** As deep below the root as a test program's own folder, so that what it finds from there it finds from here. */
const FOLDER = path.join(ROOT, 'node_modules/.cache/warrant-test/programs');
const SOURCES = ['app/contract', 'app/main/host', 'app/main/cli', 'sandbox'];

function newestSource(): number {
  return Math.max(
    ...SOURCES.flatMap((folder) =>
      fs
        .readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.ts'))
        .map((name) => fs.statSync(path.join(ROOT, folder, name)).mtimeMs),
    ),
  );
}

const builds = new Map<string, Promise<string>>();

/**
 * Builds a program of the tests that is started dozens of times into one file, where it is missing or older than a
 * source: reading three hundred files anew takes longer than most of what such a program then does. Safe to call from
 * several processes at once: the file appears whole.
 * @param entry the absolute path of its source
 * @returns the path of the built file
 */
export function buildProgram(entry: string): Promise<string> {
  const known = builds.get(entry) ?? buildOnce(entry);
  builds.set(entry, known);
  return known;
}

async function buildOnce(entry: string): Promise<string> {
  const name = path.basename(entry, '.ts');
  const built = path.join(FOLDER, `${name}.mjs`);
  const have = fs.statSync(built, { throwIfNoEntry: false });
  if (have !== undefined && have.mtimeMs > newestSource()) return built;
  const scratch = path.join(FOLDER, `build-${name}-${process.pid}-${Date.now()}`);
  fs.mkdirSync(scratch, { recursive: true });
  // Loaded only here: the bundler is more than all the rest of a host.
  const { build } = await import('vite');
  await build({
    configFile: false,
    root: ROOT,
    logLevel: 'error',
    build: {
      ssr: true,
      target: 'node22',
      outDir: scratch,
      emptyOutDir: false,
      minify: false,
      rolldownOptions: {
        input: { [name]: entry },
        external: [/^node:/, 'better-sqlite3', 'sqlite-vec', 'vite'],
        output: { format: 'es', entryFileNames: '[name].mjs', codeSplitting: false },
      },
    },
    ssr: { noExternal: true, external: ['better-sqlite3', 'sqlite-vec', 'vite'] },
  });
  fs.renameSync(path.join(scratch, `${name}.mjs`), built);
  fs.rmSync(scratch, { recursive: true, force: true });
  return built;
}
