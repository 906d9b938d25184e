import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, type HostControl } from './launch.ts';

const SCRIPT = path.resolve(import.meta.dirname, '../scripts/seed-facts.ts');

/** Writes the runs of `scripts/seed-facts.ts` into the data folder of a test, whose host is stopped meanwhile. */
export async function seedFacts(host: HostControl, many = 0): Promise<void> {
  await host.stop('SIGKILL');
  const written = spawnSync(process.execPath, [SCRIPT, host.home, String(many)], { encoding: 'utf8' });
  expect(written.status, written.stderr).toBe(0);
  await host.start();
}

/** Changes one byte of the stored payload that holds `words`. */
export function changeByte(host: HostControl, words: string, before: string, after: string): void {
  const blobs = path.join(host.home, 'blobs');
  for (const name of readdirSync(blobs, { recursive: true, encoding: 'utf8' })) {
    const file = path.join(blobs, name);
    if (!statSync(file).isFile()) continue;
    const text = readFileSync(file, 'utf8');
    if (text.includes(words)) writeFileSync(file, text.replace(before, after));
  }
}
