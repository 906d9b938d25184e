import { mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { build } from 'vite';

const ROOT = path.resolve(import.meta.dirname, '../..');
const FOLDER = path.join(ROOT, 'node_modules/.cache/warrant-guest');

/**
 * Builds the guest (`sandbox/main.ts`) into one CommonJS file, as the product's build does, if it is missing or older
 * than its sources. For tests and benchmarks. Safe to call from several processes at once: the file appears whole.
 * @returns the path of the built file, inside `node_modules/.cache` so that it finds its packages
 */
export async function buildGuest(): Promise<string> {
  const built = path.join(FOLDER, 'sandbox.cjs');
  const sources = readdirSync(path.join(ROOT, 'sandbox')).filter((name) => name.endsWith('.ts'));
  const newest = Math.max(...sources.map((name) => statSync(path.join(ROOT, 'sandbox', name)).mtimeMs));
  const have = statSync(built, { throwIfNoEntry: false });
  if (have !== undefined && have.mtimeMs > newest) return built;

  const scratch = path.join(FOLDER, `build-${process.pid}-${Date.now()}`);
  mkdirSync(scratch, { recursive: true });
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
        input: { sandbox: path.join(ROOT, 'sandbox/main.ts') },
        external: [/^node:/, 'pyodide', 'quickjs-emscripten-core', '@jitl/quickjs-wasmfile-release-sync'],
        output: { format: 'cjs', entryFileNames: '[name].cjs', codeSplitting: false },
      },
    },
  });
  renameSync(path.join(scratch, 'sandbox.cjs'), built);
  rmSync(scratch, { recursive: true, force: true });
  return built;
}
