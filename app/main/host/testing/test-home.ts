import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createRouterClient } from '@orpc/server';
import { createHost, type Host } from '../host.ts';
import type { Ports } from '../ports.ts';

const ROOT = path.resolve(import.meta.dirname, '../../../..');
const SNAPSHOTS = path.join(ROOT, 'node_modules/.cache/warrant-guest/snapshots');

/** Places for a whole host: its data folder, a folder of a person to grant, and a place beside both. */
export interface TestHome {
  home: string;
  dataFolder: string;
  /** What an agent sees as `/folders/work`. */
  work: string;
}

/** In memory where the system has such a place: these tests are about what is written, not about the disk. */
export const FAST_FOLDER = fs.existsSync('/dev/shm') ? '/dev/shm' : fs.realpathSync(os.tmpdir());

/**
 * Makes the places; `files` are put into `work`. The caller ends with `removeTestHome`.
 * @param where `beside`: the data folder is beside `work`, where the folders of samples can be granted
 */
export function makeTestHome(files: Record<string, string> = {}, where: 'memory' | 'beside' = 'memory'): TestHome {
  const home = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), 'warrant-home-'));
  const work = path.join(home, 'work');
  fs.mkdirSync(work);
  for (const [name, text] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(work, name)), { recursive: true });
    fs.writeFileSync(path.join(work, name), text);
  }
  const dataFolder =
    where === 'memory' ? fs.mkdtempSync(path.join(FAST_FOLDER, 'warrant-data-')) : path.join(home, 'data');
  fs.mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
  shareSnapshots(dataFolder);
  return { home, dataFolder, work };
}

/** Removes everything that belongs to the places. */
export function removeTestHome({ home, dataFolder }: TestHome): void {
  for (const folder of [home, dataFolder]) fs.rmSync(folder, { recursive: true, force: true });
}

/** Python's memory picture takes seconds to make, so test hosts share one. */
export function shareSnapshots(dataFolder: string): void {
  fs.mkdirSync(SNAPSHOTS, { recursive: true });
  fs.symlinkSync(SNAPSHOTS, path.join(dataFolder, 'cache'));
}

let ids = 0;

/** The sandbox of the product, its guest built where it is older than its sources. */
async function testSandbox(): Promise<NonNullable<Ports['sandbox']>> {
  // Loaded only here: the bundler is more than all the rest of a host.
  const { buildGuest } = await import('../../../../sandbox/testing/build-guest.ts');
  return { node: process.execPath, script: await buildGuest(), modules: path.join(ROOT, 'node_modules') };
}

/** Ports of a host without a window, with a real sandbox and without the samples. */
export async function testPorts(places: TestHome, changed: Partial<Ports> = {}): Promise<Ports> {
  return {
    version: '0.0.0',
    dataFolder: places.dataFolder,
    resources: path.join(places.home, 'no-resources'),
    appFolder: path.join(ROOT, 'out'),
    home: places.home,
    electron: false,
    platform: process.platform,
    now: Date.now,
    newId: () => `id-${process.pid}-${Date.now().toString(36)}-${++ids}`,
    sandbox: changed.sandbox ?? (await testSandbox()),
    cipher: undefined,
    passphrase: undefined,
    environment: new Map(),
    advances: false,
    ...changed,
  };
}

/** The method table of a host, called in this process. */
export function clientOf(host: Host) {
  return createRouterClient(host.router, { context: { client: 'cli' } });
}
export type TestClient = ReturnType<typeof clientOf>;

/** A host of these places, open. */
export async function openTestHost(
  places: TestHome,
  changed: Partial<Ports> = {},
): Promise<{ host: Host; client: TestClient }> {
  const host = await createHost(await testPorts(places, changed));
  return { host, client: clientOf(host) };
}
