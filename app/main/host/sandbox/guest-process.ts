import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Duplex } from 'node:stream';
import { FRAME_LIMITS, PROCESS_LIMITS } from '../../../../sandbox/limits.ts';
import { encodeFrameHead, FRAME, type Language } from '../../../../sandbox/protocol.ts';
import { createFrameReader, type Frame } from './frame-reader.ts';
import { type Walls, wrapCommand } from './walls.ts';

/** What it takes to start a guest. All paths are absolute. */
export type GuestSetup = {
  /** The Node binary guests run on. */
  node: string;
  /** The built guest, `sandbox.cjs`. */
  guestScript: string;
  pyodideFolder: string;
  /** The folders of QuickJS's packages. */
  quickJsFolders: string[];
  walls: Walls;
};

/** The memory picture a Python guest starts from, open and checked. */
export type OpenSnapshot = { descriptor: number; bytes: number };

/** How a process ended. `stderr` is the end of what it wrote there, for telling out of memory from other crashes. */
export type Exit = { code: number | null; signal: NodeJS.Signals | null; stderr: string };

/** One process with one guest. Whoever holds it decides which frames may come; any other ends it. */
export type GuestProcess = {
  readonly pid: number | undefined;
  /** Sets what the guest may say from now on and who listens. */
  listen(limitOf: (kind: number) => number | undefined, onFrame: (frame: Frame) => void): void;
  send(kind: number, json: unknown, bytes?: Uint8Array): void;
  /** Ends it at once. */
  kill(): void;
  /** Resolves when the process is gone and all it said has been read. */
  readonly gone: Promise<Exit>;
  /** Resolves when a frame came that must not come; the process has been killed then. */
  readonly broken: Promise<void>;
  /** Largest resident memory so far, in bytes, where the system tells. */
  peakMemory(): number | undefined;
};

/** V8 says "out of memory" some thousand characters before its last word. */
const KEPT_STDERR = 16_384;
/** What a process wrote before it ended is read within this time; then its pipes are closed from this side. */
const LAST_WORDS_MS = 250;

/**
 * Starts a guest. Never throws: a process that cannot start is `gone` at once, with the reason in `stderr`.
 *
 * The flags are the wall round the engine: no files but its own, no workers (they void the permission model), no child
 * processes, no addons, no SQLite, no code from strings, capped memory. The environment is empty (K8, A13.5), and the
 * only descriptor besides the pipe is the snapshot.
 */
export function startGuest(
  setup: GuestSetup,
  task: Language | 'snapshot',
  snapshot: OpenSnapshot | undefined,
): GuestProcess {
  const guestFolder = path.dirname(setup.guestScript);
  const packages = task === 'javascript' ? setup.quickJsFolders : [setup.pyodideFolder];
  const readable = [guestFolder, ...packages];
  const given = task === 'javascript' ? [] : [setup.pyodideFolder, String(snapshot?.bytes ?? 0)];
  try {
    const { command, argv } = wrapCommand(
      setup.walls,
      setup.node,
      [...nodeFlags(readable), setup.guestScript, task, ...given],
      readable,
    );
    const options: SpawnOptions = {
      env: {},
      cwd: path.parse(setup.node).root,
      stdio: ['ignore', 'ignore', 'pipe', 'pipe', ...(snapshot === undefined ? [] : [snapshot.descriptor])],
      windowsHide: true,
      // A group of its own, so that a kill reaches what bubblewrap has started and not yet tied to itself (A13).
      detached: process.platform !== 'win32',
    };
    return attach(spawn(command, argv, options));
  } catch (error) {
    return neverStarted(String(error)); // no such binary, or no descriptors or memory left
  }
}

function neverStarted(reason: string): GuestProcess {
  const nothing = () => undefined;
  const gone = Promise.resolve({ code: null, signal: null, stderr: reason });
  return {
    pid: undefined,
    gone,
    broken: new Promise(nothing),
    listen: nothing,
    send: nothing,
    kill: nothing,
    peakMemory: nothing,
  };
}

function nodeFlags(readable: string[]): string[] {
  return [
    '--permission',
    ...readable.map((folder) => `--allow-fs-read=${folder}${path.sep}*`),
    '--no-experimental-sqlite',
    '--no-addons',
    '--disallow-code-generation-from-strings',
    `--wasm-max-mem-pages=${PROCESS_LIMITS.wasmPages}`,
    `--max-old-space-size=${PROCESS_LIMITS.heapMegabytes}`,
    '--no-warnings',
  ];
}

function killGroup(leader: number): void {
  try {
    process.kill(-leader, 'SIGKILL');
  } catch (error) {
    // All of it has ended; its end has not been told yet.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

function attach(child: ChildProcess): GuestProcess {
  const pipe = child.stdio?.[3] as Duplex | undefined;
  if (pipe === undefined) {
    child.once('error', () => undefined); // the same fault as the one returned
    return neverStarted('the system has no room for another process or pipe');
  }
  let stderr = '';
  let reader: (chunk: Buffer) => boolean = () => false;
  let breakRules: () => void = () => undefined;
  const broken = new Promise<void>((resolve) => {
    breakRules = resolve;
  });
  const kill = (): void => {
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
    if (process.platform === 'win32') child.kill('SIGKILL');
    else killGroup(child.pid);
  };
  child.stderr?.on('data', (chunk: Buffer) => {
    stderr = (stderr + chunk.toString('latin1')).slice(-KEPT_STDERR);
  });
  pipe.on('data', (chunk: Buffer) => {
    if (reader(chunk)) return;
    pipe.pause();
    kill();
    breakRules();
  });
  // A write to a guest that has just ended fails; its end is reported by `gone`.
  pipe.on('error', () => undefined);

  const gone = new Promise<Exit>((resolve) => {
    child.once('error', (error) => {
      if (child.pid === undefined) resolve({ code: null, signal: null, stderr: error.message });
    });
    let lastWords: NodeJS.Timeout | undefined;
    child.once('exit', () => {
      const closePipes = (): void => {
        pipe.destroy();
        child.stderr?.destroy();
      };
      // A pipe that was paused for breaking the rules would never end by itself. Nor would one that bubblewrap's own
      // child still holds, when bubblewrap was killed before it had tied the two together: closing it ends that child.
      if (pipe.isPaused()) closePipes();
      else lastWords = setTimeout(closePipes, LAST_WORDS_MS);
    });
    // `close` comes after all pipes have ended, and so after the last frame.
    child.once('close', (code, signal) => {
      clearTimeout(lastWords);
      resolve({ code, signal, stderr });
    });
  });

  return {
    pid: child.pid,
    gone,
    broken,
    kill,
    listen(limitOf, onFrame) {
      reader = createFrameReader(limitOf, onFrame);
    },
    send(kind, json, bytes) {
      pipe.cork();
      pipe.write(encodeFrameHead(kind, json, bytes?.length ?? 0));
      if (bytes !== undefined && bytes.length > 0) pipe.write(bytes);
      pipe.uncork();
    },
    peakMemory: () => (child.pid === undefined ? undefined : readPeakMemory(child.pid)),
  };
}

/** The largest resident size among a process and those below it (bubblewrap's own are small). Linux only. */
function readPeakMemory(pid: number): number | undefined {
  if (process.platform !== 'linux') return undefined;
  let largest: number | undefined;
  try {
    for (let waiting = [pid]; waiting.length > 0; ) {
      const next = waiting.pop() as number;
      const peak = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${next}/status`, 'latin1'))?.[1];
      if (peak !== undefined) largest = Math.max(largest ?? 0, Number(peak) * 1024);
      const below = readFileSync(`/proc/${next}/task/${next}/children`, 'latin1').trim();
      if (below !== '') waiting = waiting.concat(below.split(' ').map(Number));
    }
  } catch {
    return largest; // the process ended meanwhile, or the kernel does not list children: a figure less, nothing else
  }
  return largest;
}

/** Waits for "ready". @returns how long it took, or how it failed */
export async function awaitReady(
  guest: GuestProcess,
  limitMs: number,
): Promise<{ ok: true } | { ok: false; message: string }> {
  let timer: NodeJS.Timeout | undefined;
  const ready = new Promise<{ ok: true }>((resolve) => {
    guest.listen(
      (kind) => (kind === FRAME.ready ? FRAME_LIMITS.ready : undefined),
      () => {
        guest.listen(
          () => undefined,
          () => undefined,
        );
        resolve({ ok: true });
      },
    );
  });
  const failed = (message: string) => ({ ok: false as const, message });
  const late = new Promise<{ ok: false; message: string }>((resolve) => {
    timer = setTimeout(() => resolve(failed(`it was not ready after ${limitMs} ms`)), limitMs);
  });
  const outcome = await Promise.race([
    ready,
    late,
    guest.broken.then(() => failed('it said something before it was ready')),
    guest.gone.then(({ code, signal, stderr }) =>
      failed(
        `it ended at start (${signal ?? `exit code ${code}`})${stderr === '' ? '' : `: ${stderr.trim().slice(-500)}`}`,
      ),
    ),
  ]);
  clearTimeout(timer);
  if (!outcome.ok) guest.kill();
  return outcome;
}
