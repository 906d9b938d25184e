import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findGuestPackages } from '../app/main/host/sandbox/guest-packages.ts';
import { awaitReady, type GuestSetup, startGuest } from '../app/main/host/sandbox/guest-process.ts';
import type { Sandbox } from '../app/main/host/sandbox/sandbox.ts';
import { createSandboxPool } from '../app/main/host/sandbox/sandbox-pool.ts';
import { openSnapshot } from '../app/main/host/sandbox/snapshot.ts';
import { findWalls } from '../app/main/host/sandbox/walls.ts';
import type { Language } from '../sandbox/protocol.ts';
import { buildGuest } from '../sandbox/testing/build-guest.ts';
import { createTempFolderBridge } from '../sandbox/testing/temp-folder-bridge.ts';

/** One figure beside its peer, measured in turns in the same run. `goal` is the largest ratio of the medians. */
export type BenchRow = {
  name: string;
  unit: 'ms';
  median: number;
  p95: number;
  peer: string;
  peer_median: number;
  ratio: number;
  goal: number;
  holds: boolean;
};

const MOUNTS = [{ path: '/agent', writable: true }];

/**
 * Measures the sandbox against the start of a bare `node -e 0`: a warm call in each language, the refill of Python, and
 * how long after its deadline an endless loop is gone. Everything takes turns, so that noise meets all alike.
 * @param rounds how many times each is measured
 * @returns one row per figure; nothing is asserted
 */
export async function benchSandbox(rounds = 20): Promise<BenchRow[]> {
  const guestScript = await buildGuest();
  const node = process.execPath;
  const setup: GuestSetup = { node, guestScript, ...findGuestPackages(guestScript), walls: findWalls(node) };
  const cacheFolder = mkdtempSync(path.join(tmpdir(), 'warrant-bench-'));
  const files = createTempFolderBridge();
  const snapshot = await openSnapshot(setup, cacheFolder);
  const pool = createSandboxPool({ setup, cacheFolder, warm: { javascript: 1, python: 1 } });

  const call = async (language: Language, code: string): Promise<number> => {
    await settle(pool);
    const start = performance.now();
    const outcome = await pool.run({ language, code, mounts: MOUNTS }, files.bridge);
    const took = performance.now() - start;
    if (outcome.type === 'failed') throw new Error(`The bench's own code failed: ${JSON.stringify(outcome.error)}`);
    return took;
  };
  const kill = async (): Promise<number> => {
    await settle(pool);
    const deadline = 100;
    const start = performance.now();
    await pool.run({ language: 'javascript', code: 'while (true) {}', mounts: MOUNTS }, files.bridge, {
      timeoutMs: deadline,
    });
    return performance.now() - start - deadline;
  };
  const refill = async (): Promise<number> => {
    await settle(pool);
    const start = performance.now();
    const guest = startGuest(setup, 'python', snapshot);
    await awaitReady(guest, 60_000);
    const took = performance.now() - start;
    guest.kill();
    await guest.gone;
    return took;
  };
  const bare = async (): Promise<number> => {
    await settle(pool);
    const start = performance.now();
    const child: ChildProcess = spawn(node, ['-e', '0'], { stdio: 'ignore' });
    await once(child, 'exit');
    return performance.now() - start;
  };

  try {
    const taken = {
      bare: [] as number[],
      javascript: [] as number[],
      python: [] as number[],
      refill: [] as number[],
      kill: [] as number[],
    };
    for (let round = 0; round < rounds; round += 1) {
      taken.bare.push(await bare());
      taken.javascript.push(await call('javascript', '6 * 7'));
      taken.python.push(await call('python', 'print(2**32)'));
      taken.kill.push(await kill());
      taken.refill.push(await refill());
    }
    const peer = median(taken.bare);
    const row = (name: string, figures: number[], goal: number, of = median): BenchRow => {
      const ratio = of(figures) / peer;
      return {
        name,
        unit: 'ms',
        median: median(figures),
        p95: p95(figures),
        peer: 'node -e 0',
        peer_median: peer,
        ratio,
        goal,
        holds: ratio <= goal,
      };
    };
    return [
      row('run_javascript, warm', taken.javascript, 0.25),
      row('run_python, warm', taken.python, 0.4),
      row('refill of Python', taken.refill, 14),
      row('gone after its deadline (p95)', taken.kill, 1, p95),
    ];
  } finally {
    await pool.close();
    files.remove();
    rmSync(cacheFolder, { recursive: true, force: true });
  }
}

/** Waits until both languages stand ready, so that no refill runs beside what is measured. */
async function settle(pool: Sandbox): Promise<void> {
  await Promise.all([pool.ready('javascript'), pool.ready('python')]);
  await new Promise((resolve) => setTimeout(resolve, 20));
}

function median(figures: number[]): number {
  return quantile(figures, 0.5);
}

function p95(figures: number[]): number {
  return quantile(figures, 0.95);
}

function quantile(figures: number[], share: number): number {
  const sorted = figures.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
