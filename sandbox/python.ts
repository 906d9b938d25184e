import { fstatSync, readFileSync, readSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { loadPyodide, PyodideAPI } from 'pyodide';
import type { Channel } from './channel.ts';
import { createGuestFiles } from './guest-files.ts';
import type { Output } from './output.ts';
import type { Job, JobResult, Json, Mount } from './protocol.ts';
import { type EmscriptenFiles, mountFolders } from './proxy-file-system.ts';
import { RUNNER, WARM_UP } from './python-runner.ts';
import { hideNode, jsGlobals, NOWHERE, stripGlobals } from './python-walls.ts';

/** The host opens the snapshot, checks its hash and hands over the open file, so no path to it is readable in here. */
const SNAPSHOT_DESCRIPTOR = 4;

type Refusal = (file: string) => string;
type Run = {
  callPromising(source: string, args: string | undefined, limit: number, refusal: Refusal): Promise<string>;
};
type Runner = { run: Run; close_files: () => void };
type PrivateOptions = { _makeSnapshot?: boolean; _loadSnapshot?: Uint8Array };
type PrivateApi = PyodideAPI & { makeMemorySnapshot(): Uint8Array };

/**
 * Loads Python, walls it off and warms it, ready for one job. The job's code runs as a script, `main.py`, with top-level
 * `await`; what it prints is the output. `open`, `os` and `pathlib` work on the mounts, and the first mount is the
 * current folder.
 * @param snapshotBytes size of the snapshot on descriptor 4, or 0 to load without one (some seconds slower)
 */
export async function loadPython(
  channel: Channel,
  output: Output,
  pyodideFolder: string,
  snapshotBytes: number,
): Promise<(job: Job) => Promise<JobResult>> {
  const pyodide = await load(pyodideFolder, () =>
    snapshotBytes > 0 ? { _loadSnapshot: readSnapshot(snapshotBytes) } : {},
  );
  if (snapshotBytes === 0) install(pyodide);
  const runner = pyodide.pyimport('warrant_runner') as Runner;
  for (const set of ['setStdout', 'setStderr'] as const) {
    pyodide[set]({
      isatty: false,
      write(bytes: Uint8Array) {
        output.write(bytes);
        return bytes.length;
      },
    });
  }
  pyodide.setStdin({ error: true });
  stripGlobals();
  await runner.run.callPromising(WARM_UP, undefined, 0, () => '');

  return async (job) => {
    const files = createGuestFiles(channel.call);
    mountFolders(pyodide.FS as unknown as EmscriptenFiles, files, job.mounts);
    const args = job.args === undefined ? undefined : JSON.stringify(job.args);
    const refusal = (file: string): string => files.lastRefusal() ?? refuseByMount(job.mounts, file);
    const told = await runner.run.callPromising(job.code, args, job.limits.valueBytes, refusal);
    const { value, ...rest } = JSON.parse(told) as JobResult & { value?: string };
    const result = rest as JobResult;
    try {
      if (files.isHolding()) runner.close_files();
      files.releaseAll();
    } catch (error) {
      const message = `A file that the code left open could not be written: ${String((error as Error).message)}`;
      if (result.type === 'ok') return { type: 'error', name: 'OSError', message, traceback: '', truncated: false };
    }
    return value === undefined ? result : { type: 'ok', truncated: false, value: JSON.parse(value) as Json };
  };
}

/** Why a file could not be opened for writing, when its mount's mode bits already said so. */
function refuseByMount(mounts: Mount[], file: string): string {
  const mount = mounts.find(({ path: folder, writable }) => !writable && `${file}/`.startsWith(`${folder}/`));
  return mount === undefined ? '' : `${mount.path} is granted for reading only`;
}

/**
 * Loads Python, imports what scripts use, and takes a picture of its memory.
 * @returns the picture; loading it later takes a tenth of the time
 */
export async function makeSnapshot(pyodideFolder: string): Promise<Uint8Array> {
  const pyodide = await load(pyodideFolder, () => ({ _makeSnapshot: true }));
  install(pyodide);
  return pyodide.makeMemorySnapshot();
}

async function load(pyodideFolder: string, optionsOf: () => PrivateOptions): Promise<PrivateApi> {
  const file = (name: string): string => path.join(pyodideFolder, name);
  // Compiling goes on in other threads while this one reads and imports the rest.
  const compiled = WebAssembly.compile(readFileSync(file('pyodide.asm.wasm')));
  const options = optionsOf();
  const standardLibrary = readFileSync(file('python_stdlib.zip'));
  const { info } = JSON.parse(readFileSync(file('pyodide-lock.json'), 'utf8')) as { info: object };
  const addresses = ['pyodide.mjs', 'pyodide.asm.mjs'].map((name) => pathToFileURL(file(name)).href);
  hideNode({ standardLibrary, compiled });
  const { loadPyodide: start } = (await import(addresses[0] ?? '')) as { loadPyodide: typeof loadPyodide };
  const { default: createPyodideModule } = (await import(addresses[1] ?? '')) as { default: unknown };
  return (await start({
    createPyodideModule,
    indexURL: NOWHERE,
    packageBaseUrl: NOWHERE,
    stdLibURL: `${NOWHERE}python_stdlib.zip`,
    lockFileContents: JSON.stringify({ info, packages: {} }),
    // A picture cannot hold references to JavaScript, so the one that is taken sees the plain globals; nothing else runs in it.
    jsglobals: options._makeSnapshot ? globalThis : jsGlobals(),
    // The same hash seed with and without a snapshot: the order of a set, and so of host calls, must not differ.
    env: { HOME: '/home/pyodide', PYTHONHASHSEED: '0' },
    stdout: () => undefined,
    stderr: () => undefined,
    ...options,
  } as unknown as Parameters<typeof loadPyodide>[0])) as PrivateApi;
}

/** Executes the runner as a module of its own, so that a guest's globals do not meet it. */
function install(pyodide: PyodideAPI): void {
  pyodide.globals.set('source', RUNNER);
  pyodide.runPython(`
import sys, types
module = types.ModuleType('warrant_runner')
exec(compile(source, 'warrant_runner.py', 'exec'), module.__dict__)
sys.modules['warrant_runner'] = module
del source, module, types, sys
`);
}

function readSnapshot(size: number): Uint8Array {
  const actual = fstatSync(SNAPSHOT_DESCRIPTOR).size;
  if (actual !== size) throw new Error(`the snapshot has ${actual} bytes where ${size} were promised`);
  const bytes = new Uint8Array(size);
  let have = 0;
  while (have < size) {
    const count = readSync(SNAPSHOT_DESCRIPTOR, bytes, have, size - have, have);
    if (count === 0) throw new Error('the snapshot ends early');
    have += count;
  }
  return bytes;
}
