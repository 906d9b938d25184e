import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openStore } from '../store.ts';
import { openLog, renamed, temporaryFolder } from '../testing.ts';
import type { DiskReport } from './disk-writer.ts';

const WRITER = fileURLToPath(new URL('./disk-writer.ts', import.meta.url));

/** Blocks of `ulimit -f`: from "not even an empty database" to some hundred writes, so that each kind of write is hit. */
const LIMITS = [1, 9, 16, 40, 64, 66, 72, 80, 90, 100, 115, 130, 150, 170, 200, 260, 330, 450, 600, 900];

let place: ReturnType<typeof temporaryFolder>;

beforeEach(() => {
  place = temporaryFolder();
});

afterEach(() => place.remove());

function run(command: string, ...given: string[]): DiskReport {
  const { stdout, stderr } = spawnSync(command, given, { encoding: 'utf8' });
  if (!stdout.startsWith('{')) throw new Error(`the writer said nothing: ${stderr}`);
  return JSON.parse(stdout) as DiskReport;
}

/** Runs the rest in a name space where disks of one's own can be mounted: on Linux, where that is not switched off. */
const UNSHARE = { command: 'unshare', options: ['-rm'] };
const canMount = spawnSync(UNSHARE.command, [...UNSHARE.options, 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).status === 0;

function limited(folder: string, blocks: number): DiskReport {
  return run('sh', '-c', `ulimit -f ${blocks}; exec "$@"`, 'sh', process.execPath, WRITER, 'limited', folder);
}

/** What the writer was told is there is there, whole, and the store goes on now that there is room. */
async function checkAfterwards(folder: string, report: DiskReport): Promise<void> {
  const store = openStore(folder, Date.now);
  const entries = store.log.readVerified('run:a');
  for (const [seq, hash] of report.acknowledged) expect(entries[seq - 1]?.hash).toBe(hash);
  for (const hash of report.blobs) expect(store.blobs.get(hash)).toBeDefined();
  const batch = [{ stream: 'run:a', expectedSeq: entries.length, events: [renamed('room again')] }];
  await store.log.append(batch);
  expect(store.log.verify('run:a').ok).toBe(true);
  store.close();
  const { database, close } = openLog(folder);
  expect(database.pragma('integrity_check', { simple: true })).toBe('ok');
  close();
}

it('fails with one clear line at whichever write the room ends, and loses nothing', async () => {
  const acknowledged: number[] = [];
  for (const blocks of LIMITS) {
    const folder = path.join(place.folder, String(blocks));
    const report = limited(folder, blocks);
    expect(report.faults.length, `limit ${blocks}`).toBeGreaterThan(0);
    expect(new Set(report.faults), `limit ${blocks}`).toEqual(new Set(['disk']));
    for (const message of report.messages) expect(message).toMatch(/^Could not .+: the disk .+\.$/);
    await checkAfterwards(folder, report);
    acknowledged.push(report.acknowledged.length);
  }
  expect(acknowledged[0]).toBe(0);
  expect(acknowledged.at(-1)).toBeGreaterThan(5);
});

it('goes on in the same process once room was made on a full disk', async () => {
  if (canMount) {
    const report = run(UNSHARE.command, ...UNSHARE.options, process.execPath, WRITER, 'full', place.folder);
    expect(new Set(report.faults)).toEqual(new Set(['disk']));
    expect(report.messages[0]).toContain('the disk is full');
    const seq = report.acknowledged.length + 1;
    expect(report.resumed).toEqual({ seq, verified: true, integrity: 'ok' });
  } else {
    // Without a disk of its own: the same on a limit, going on in a new process.
    await checkAfterwards(place.folder, limited(place.folder, 300));
  }
});

it('says so where the data folder can’t be written to, and leaves it as it is', async () => {
  const { log, close } = openLog(place.folder);
  await log.append([{ stream: 'run:a', expectedSeq: 0, events: [renamed('there')] }]);
  close();
  const before = fs.readFileSync(path.join(place.folder, 'warrant.db'));
  if (canMount) {
    const report = run(UNSHARE.command, ...UNSHARE.options, process.execPath, WRITER, 'read-only', place.folder);
    expect(report.faults).toEqual(['disk']);
    expect(report.messages[0]).toContain('can’t be written to');
  } else {
    fs.chmodSync(place.folder, 0o500);
    expect(() => openStore(place.folder, Date.now)).toThrow(expect.objectContaining({ code: 'disk' }));
    fs.chmodSync(place.folder, 0o700);
  }
  expect(fs.readFileSync(path.join(place.folder, 'warrant.db')).equals(before)).toBe(true);
});

it('waits for no other program: a database that is held fails as locked and works when it is free', async () => {
  const one = openLog(place.folder);
  const other = openLog(place.folder);
  other.database.exec('BEGIN IMMEDIATE');
  const batch = [{ stream: 'run:a', expectedSeq: 0, events: [renamed('x')] }];
  await expect(one.log.append(batch)).rejects.toMatchObject({ code: 'locked' });
  other.database.exec('ROLLBACK');
  await one.log.append(batch);
  expect(one.log.verify('run:a')).toEqual({ ok: true, entries: 1 });
  other.close();
  one.close();
});
