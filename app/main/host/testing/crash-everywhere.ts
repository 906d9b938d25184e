import fs from 'node:fs';
import path from 'node:path';
import { type Entry, type RunEvent, runStream } from '#contract/event';
import { isChange, type Moment, watchMoments } from './crash-moments.ts';
import { FAST_FOLDER, makeTestHome, openTestHost, removeTestHome, shareSnapshots, type TestHome } from './test-home.ts';
import { driveJob, type JobResult, resultOf, type TestJob } from './test-job.ts';

/** What a job left when it was taken up from the disk as it was at one moment. */
export interface CrashResult {
  moment: string;
  result: JobResult;
  /** Every change that was really made to a file, before and after the crash together. */
  changes: string[];
  /** Entries that were acknowledged before the crash and are not there, or not the same, after it. */
  lost: string[];
  verified: boolean;
  /** How often each kind of entry stands in the log. */
  counts: Record<string, number>;
}

interface Copy {
  moment: string;
  folder: string;
  changes: string[];
  acknowledged: string[];
}

/** Copies what a process that dies now would leave on disk. The host's guard is left out: it is only a lock. */
function copyDisk(places: TestHome, to: string): void {
  const passed = (file: string): boolean => !/host\.guard|-shm$|\/cache$/.test(file);
  fs.cpSync(places.dataFolder, path.join(to, 'data'), { recursive: true, filter: passed });
  fs.cpSync(places.work, path.join(to, 'work'), { recursive: true });
}

/** The same folder (P14 knows it by its identity), holding what it held at that moment. */
function restoreWork(places: TestHome, from: string): void {
  for (const name of fs.readdirSync(places.work)) fs.rmSync(path.join(places.work, name), { recursive: true });
  fs.cpSync(path.join(from, 'work'), places.work, { recursive: true });
}

/**
 * The moments at which the disk differs from the one before: after an append the list of runs is not told yet, every
 * other `after` is the next `before`, and a blob that no entry names changes nothing.
 */
const isPoint = ({ when, what }: Moment): boolean =>
  what.startsWith('append') || (when === 'before' && what !== 'blob');

const fingerprint = (entry: Entry): string => `${entry.seq} ${entry.hash}`;

/**
 * Rule D2: runs a job once, keeping the disk as it is at every boundary of a write, then takes the job up from each of
 * these disks in a fresh host. Gives what the undisturbed run left, and what each of the others did.
 */
export async function crashEverywhere(
  files: Record<string, string>,
  job: TestJob,
): Promise<{ undisturbed: JobResult; changes: string[]; crashes: CrashResult[] }> {
  const places = makeTestHome(files);
  const moments = fs.mkdtempSync(path.join(FAST_FOLDER, 'warrant-moments-'));
  try {
    const copies: Copy[] = [];
    const changes: string[] = [];
    const { result } = await drive(places, job, (moment, acknowledged) => {
      if (isChange(moment)) changes.push(moment.what);
      if (!isPoint(moment)) return;
      const folder = path.join(moments, String(copies.length));
      copyDisk(places, folder);
      const name = `${copies.length} ${moment.when} ${moment.what}`;
      copies.push({ moment: name, folder, changes: [...changes], acknowledged: [...acknowledged] });
    });
    const crashes: CrashResult[] = [];
    for (const copy of copies) crashes.push(await takeUp(places, job, copy));
    return { undisturbed: result, changes, crashes };
  } finally {
    removeTestHome(places);
    fs.rmSync(moments, { recursive: true, force: true });
  }
}

async function takeUp(places: TestHome, job: TestJob, copy: Copy): Promise<CrashResult> {
  restoreWork(places, copy.folder);
  const own = { ...places, dataFolder: path.join(copy.folder, 'data') };
  shareSnapshots(own.dataFolder);
  const changes = [...copy.changes];
  const { result, entries, verified } = await drive(own, job, (moment) => {
    if (isChange(moment)) changes.push(moment.what);
  });
  const there = new Set(entries.map(fingerprint));
  const counts: Record<string, number> = {};
  for (const { event } of entries) counts[event.type] = (counts[event.type] ?? 0) + 1;
  fs.rmSync(copy.folder, { recursive: true });
  return {
    moment: copy.moment,
    result,
    changes,
    lost: copy.acknowledged.filter((one) => !there.has(one)),
    verified,
    counts,
  };
}

/** Drives the job to its end on one disk, with a clock that a person's pause moves on. */
async function drive(
  places: TestHome,
  job: TestJob,
  listener: (moment: Moment, acknowledged: string[]) => void,
): Promise<{ result: JobResult; entries: Entry<RunEvent>[]; verified: boolean }> {
  let skipped = 0;
  const now = (): number => Date.now() + skipped;
  const { host, client } = await openTestHost(places, { now });
  const acknowledged: string[] = [];
  const stop = watchMoments((moment, entries) => {
    for (const entry of entries) if (entry.stream.startsWith('run:')) acknowledged.push(fingerprint(entry));
    listener(moment, acknowledged);
  });
  try {
    const run = await driveJob(client, places, job, (ms) => {
      skipped += ms;
    });
    const { entries } = await client.run.show({ run });
    const { ok } = await client.log.verify({});
    const own = entries.filter((entry) => entry.stream === runStream(run)) as Entry<RunEvent>[];
    return { result: await resultOf(client, run, places), entries: own, verified: ok };
  } finally {
    stop();
    await host.close();
  }
}
