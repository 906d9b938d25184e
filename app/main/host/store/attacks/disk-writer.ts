import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { WarrantError } from '#contract/errors';
import type { Entry } from '#contract/event';
import { BlobStore } from '../blob-store.ts';
import { openDatabase } from '../database.ts';
import { EventLog } from '../event-log.ts';
import { takeHostLock } from '../host-lock.ts';

/*
 * A host whose disk gives out (rule D11): opens the store in the folder of its second argument and appends until that
 * fails, then reports in JSON what it was told is on disk and what the fault was. The first argument says which disk:
 *
 * - `limited`: as it is; the caller limits the size of files.
 * - `full`: a small disk of its own is mounted over the folder, filled, and room is made again after the fault.
 * - `read-only`: the folder is made read-only before it is opened.
 */

export interface DiskReport {
  acknowledged: [seq: number, hash: string][];
  blobs: string[];
  /** Codes of `WarrantError`, or the whole text of anything else. */
  faults: string[];
  messages: string[];
  /** After room was made: the seq that could be appended, and what the log said of itself. */
  resumed?: { seq: number; verified: boolean; integrity: string };
}

const MOST = 400;
const MOUNT = '/bin/mount';
const STREAM = 'run:a';

const [, , disk = '', folder = ''] = process.argv;
const report: DiskReport = { acknowledged: [], blobs: [], faults: [], messages: [] };

function note(cause: unknown): void {
  report.faults.push(cause instanceof WarrantError ? cause.code : String(cause instanceof Error ? cause.stack : cause));
  report.messages.push(cause instanceof Error ? cause.message : '');
}

const events = () => [{ type: 'run-renamed' as const, title: randomBytes(1500).toString('base64') }];

async function write(log: EventLog, blobs: BlobStore): Promise<void> {
  const append = (): Promise<Entry[]> => {
    const expectedSeq = log.head(STREAM)?.seq ?? 0;
    return log.append([{ stream: STREAM, expectedSeq, events: events() }]);
  };
  for (let n = 0; n < MOST && report.faults.length === 0; n += 1)
    try {
      if (n % 10 === 9) report.blobs.push(await blobs.put(randomBytes(9000)));
      for (const { seq, hash } of await append()) report.acknowledged.push([seq, hash]);
    } catch (cause) {
      note(cause);
    }
  // A second try on a disk that is still full fails the same way and breaks nothing.
  for (let n = 0; n < 3; n += 1)
    try {
      for (const { seq, hash } of await append()) report.acknowledged.push([seq, hash]);
    } catch (cause) {
      note(cause);
    }
}

async function run(): Promise<void> {
  if (disk === 'full') execFileSync(MOUNT, ['-t', 'tmpfs', '-o', 'size=900k,mode=0700', 'tmpfs', folder]);
  if (disk === 'read-only') {
    execFileSync(MOUNT, ['--bind', folder, folder]);
    execFileSync(MOUNT, ['-o', 'remount,bind,ro', folder]);
  }
  const filler = path.join(folder, 'filler');
  if (disk === 'full') fs.writeFileSync(filler, Buffer.alloc(400_000));
  const lock = takeHostLock(folder);
  const database = openDatabase(folder);
  const log = new EventLog(database, Date.now);
  const blobs = new BlobStore(folder);
  await write(log, blobs);
  if (disk === 'full') {
    fs.rmSync(filler);
    const [entry] = await log.append([{ stream: STREAM, expectedSeq: log.head(STREAM)?.seq ?? 0, events: events() }]);
    report.resumed = {
      seq: entry?.seq ?? 0,
      verified: log.verify(STREAM).ok && report.blobs.every((hash) => blobs.get(hash) !== undefined),
      integrity: String(database.pragma('integrity_check', { simple: true })),
    };
    const read = new Map(log.read(STREAM).map((one) => [one.seq, one.hash]));
    if (!report.acknowledged.every(([seq, hash]) => read.get(seq) === hash)) report.faults.push('an entry is lost');
  }
  log.close();
  database.close();
  lock.release();
}

await run().catch(note);
console.log(JSON.stringify(report));
