import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findGuestPackages } from '../../app/main/host/sandbox/guest-packages.ts';
import type { GuestSetup } from '../../app/main/host/sandbox/guest-process.ts';
import type { Sandbox, SandboxOutcome, SandboxRunOptions } from '../../app/main/host/sandbox/sandbox.ts';
import { createSandboxPool, type SandboxPoolOptions } from '../../app/main/host/sandbox/sandbox-pool.ts';
import { findWalls } from '../../app/main/host/sandbox/walls.ts';
import type { Json, Language } from '../protocol.ts';
import { buildGuest } from './build-guest.ts';
import { createTempFolderBridge, type TempFolderBridge } from './temp-folder-bridge.ts';

/** Both ways the sandbox must hold: inside bubblewrap where it is installed, and without. */
export const WALLS = ['auto', 'off'] as const;

/** A sandbox over a temporary folder. `/agent` may be written, `/folders/invoices` only read. */
export type TestSandbox = {
  sandbox: Sandbox;
  setup: GuestSetup;
  files: TempFolderBridge;
  run(language: Language, code: string, options?: SandboxRunOptions & { args?: Json }): Promise<SandboxOutcome>;
  /** The output of code that must succeed. */
  print(language: Language, code: string): Promise<string>;
  close(): Promise<void>;
};

export const MOUNTS = [
  { path: '/agent', writable: true },
  { path: '/folders/invoices', writable: false },
];

/** Python's memory picture, kept between runs of the tests: making one takes seconds. */
export const SNAPSHOT_CACHE = path.resolve(import.meta.dirname, '../../node_modules/.cache/warrant-guest/snapshots');

/** What it takes to start the built guest on this machine. */
export async function testSetup(walls: (typeof WALLS)[number] = 'auto'): Promise<GuestSetup> {
  const guestScript = await buildGuest();
  const node = process.execPath;
  return { node, guestScript, ...findGuestPackages(guestScript), walls: findWalls(node, walls) };
}

/** Makes the sandbox; nothing is kept warm unless asked for. */
export async function createTestSandbox(
  options: { walls?: (typeof WALLS)[number]; setup?: Partial<GuestSetup> } & Partial<
    Omit<SandboxPoolOptions, 'setup'>
  > = {},
): Promise<TestSandbox> {
  const { walls = 'auto', setup: changed, ...pool } = options;
  const setup = { ...(await testSetup(walls)), ...changed };
  const files = createTempFolderBridge(['/folders']);
  const warm = { javascript: 0, python: 0 };
  const sandbox = createSandboxPool({ setup, cacheFolder: SNAPSHOT_CACHE, warm, ...pool });
  const run: TestSandbox['run'] = (language, code, { args, ...rest } = {}) =>
    sandbox.run({ language, code, mounts: MOUNTS, ...(args !== undefined && { args }) }, files.bridge, rest);
  return {
    sandbox,
    setup,
    files,
    run,
    async print(language, code) {
      const outcome = await run(language, code);
      if (outcome.type === 'failed') throw new Error(`${JSON.stringify(outcome.error)} after ${outcome.output}`);
      return outcome.output;
    },
    async close() {
      await sandbox.close();
      files.remove();
    },
  };
}

/** What a hostile guest may use: the pipe, and frames of any make. */
const HOSTILE_PRELUDE = `
const fs = require('node:fs');
function frame(kind, json, bytes = Buffer.alloc(0)) {
  const text = Buffer.from(json === undefined ? '' : typeof json === 'string' ? json : JSON.stringify(json));
  const head = Buffer.alloc(9);
  head.writeUInt32LE(4 + text.length + bytes.length, 0);
  head.writeUInt8(kind, 4);
  head.writeUInt32LE(text.length, 5);
  return Buffer.concat([head, text, bytes]);
}
function send(bytes) { for (let done = 0; done < bytes.length; ) done += fs.writeSync(3, bytes, done); }
function say(text) { send(frame(2, undefined, Buffer.from(text))); }
function end(result) { send(frame(4, result)); fs.readSync(3, Buffer.alloc(1)); }
function readFrame() {
  const fill = (buffer) => { for (let have = 0; have < buffer.length; ) have += fs.readSync(3, buffer, have, buffer.length - have); return buffer; };
  const head = fill(Buffer.alloc(9));
  const body = fill(Buffer.alloc(head.readUInt32LE(0) - 4));
  return { kind: head[4], json: JSON.parse(body.subarray(0, head.readUInt32LE(5)).toString()) };
}
send(frame(1, {}));
const job = readFrame().json;
`;

/**
 * Writes a guest that owns its process, as one that broke out of its engine would: `code` is plain CommonJS that runs
 * when the job has come, with `send`, `frame`, `say`, `end` and `readFrame`. It stands in for the built guest.
 */
export function writeHostileGuest(code: string): { guestScript: string; remove(): void } {
  const folder = mkdtempSync(path.join(tmpdir(), 'warrant-hostile-'));
  const guestScript = path.join(folder, 'sandbox.cjs');
  writeFileSync(guestScript, `${HOSTILE_PRELUDE}(async () => {${code}\n})();`);
  return { guestScript, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Runs a hostile guest once. */
export async function runHostile(
  code: string,
  options: SandboxRunOptions & { walls?: (typeof WALLS)[number] } = {},
): Promise<SandboxOutcome> {
  const { walls, ...rest } = options;
  const hostile = writeHostileGuest(code);
  const test = await createTestSandbox({
    setup: { guestScript: hostile.guestScript },
    ...(walls !== undefined && { walls }),
  });
  try {
    return await test.run('javascript', '', { timeoutMs: 10_000, ...rest });
  } finally {
    await test.close();
    hostile.remove();
  }
}
