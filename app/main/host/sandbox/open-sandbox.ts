import path from 'node:path';
import { findGuestPackages } from './guest-packages.ts';
import type { Sandbox } from './sandbox.ts';
import { createSandboxPool } from './sandbox-pool.ts';
import { findWalls } from './walls.ts';

/** Where the sandbox's Node, its guest script and the packages are. */
export interface SandboxPlace {
  node: string;
  script: string;
  modules: string;
}

/**
 * The sandbox of a host. With `warm`, processes stand ready from the start; else none is started before code is to run,
 * so that a command which runs none costs nothing. A sandbox that can't be opened fails each call, and says why (X8).
 */
export function openSandbox(place: SandboxPlace, dataFolder: string, warm: boolean): Sandbox {
  let pool: Sandbox | { fault: string } | undefined;
  let closed = false;
  const open = (): Sandbox | { fault: string } => {
    pool ??= start();
    return pool;
  };
  const start = (): Sandbox | { fault: string } => {
    try {
      const setup = {
        node: place.node,
        guestScript: place.script,
        ...findGuestPackages(place.script),
        walls: findWalls(place.node),
      };
      return createSandboxPool({ setup, cacheFolder: path.join(dataFolder, 'cache') });
    } catch (error) {
      return { fault: error instanceof Error ? error.message : String(error) };
    }
  };
  // A host may be closed before it warmed: processes started then would keep it from ending.
  if (warm) setImmediate(() => closed || open());
  return {
    async run(job, bridge, options) {
      const opened = open();
      if (!('fault' in opened)) return opened.run(job, bridge, options);
      const message = `The sandbox could not be opened, so the code did not run: ${opened.fault}`;
      const figures = { startMs: 0, runMs: 0, memoryBytes: undefined, outputBytes: 0, hostCalls: 0 };
      return { type: 'failed', error: { code: 'sandbox-unavailable', message }, output: '', truncated: false, figures };
    },
    async ready(language) {
      const opened = open();
      return 'fault' in opened ? { ok: false, message: opened.fault } : opened.ready(language);
    },
    async close() {
      closed = true;
      if (pool && !('fault' in pool)) await pool.close();
    },
  };
}
