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
import { buildGuest } from '../sandbox/testing/build-guest.ts';
import { createTempFolderBridge } from '../sandbox/testing/temp-folder-bridge.ts';
import { type BenchRow, timeRow } from './bench-row.ts';

const MOUNTS = [{ path: '/agent', writable: true }];

/**
 * Measures the sandbox against the start of a bare `node -e 0`: the refill of Python, and how long after its deadline an
 * endless loop is gone. Everything takes turns, so that noise meets all alike.
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
    const taken = { bare: [] as number[], refill: [] as number[], kill: [] as number[] };
    for (let round = 0; round < rounds; round += 1) {
      taken.bare.push(await bare());
      taken.kill.push(await kill());
      taken.refill.push(await refill());
    }
    return [
      timeRow('sandbox-refill', taken.refill, 'node -e 0', taken.bare, 14),
      timeRow('kill-after-deadline', taken.kill, 'node -e 0', taken.bare, 1, 'p95'),
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
