import { hash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import type { Entry, RunEvent } from '#contract/event';
import { foldRun } from '#contract/projections/run-state';
import { Redactor } from '../app/main/host/redact/redactor.ts';
import { openDatabase } from '../app/main/host/store/database.ts';
import { EventLog } from '../app/main/host/store/event-log.ts';
import { sampleRunEvents, temporaryFolder } from '../app/main/host/store/testing.ts';
import { type BenchRow, quantile } from './bench-row.ts';

const APPENDS_PER_ROUND = 200;
const RESUMED_ENTRIES = 10_000;

/** About one kilobyte, as most entries are. */
const EVENT: RunEvent = {
  type: 'tool-call-ended',
  callId: 'call_1',
  outcome: { type: 'ok', output: { text: 'A line of output. '.repeat(48) }, truncated: false, facts: [] },
  labels: [],
  ms: 12,
};

/** As many secrets as a person may have, each looked for in every entry. */
function redactorWithSecrets(): Redactor {
  const redactor = new Redactor();
  for (let n = 0; n < 5; n += 1) redactor.know(`secret-${n}`, `Bench/${n}+${hash('sha256', `secret ${n}`, 'base64')}`);
  return redactor;
}

/** Awaited appends one after the other, each on disk before the next, against a bare append and fdatasync of the same bytes. */
async function measureAppend(folder: string, rounds: number): Promise<BenchRow> {
  const database = openDatabase(folder);
  const log = new EventLog(database, Date.now, redactorWithSecrets());
  const descriptor = fs.openSync(path.join(folder, 'bare'), 'a', 0o600);
  const line = Buffer.from(`${JSON.stringify(EVENT)}\n`);
  let expectedSeq = 0;
  const ours: number[] = [];
  const bare: number[] = [];
  // The first round warms both up.
  for (let round = 0; round <= rounds; round += 1) {
    const bareStart = performance.now();
    for (let n = 0; n < APPENDS_PER_ROUND; n += 1) {
      fs.writeSync(descriptor, line);
      fs.fdatasyncSync(descriptor);
    }
    const oursStart = performance.now();
    for (let n = 0; n < APPENDS_PER_ROUND; n += 1, expectedSeq += 1)
      await log.append([{ stream: 'run:bench', expectedSeq, events: [EVENT] }]);
    const end = performance.now();
    if (round === 0) continue;
    bare.push((APPENDS_PER_ROUND * 1000) / (oursStart - bareStart));
    ours.push((APPENDS_PER_ROUND * 1000) / (end - oursStart));
  }
  fs.closeSync(descriptor);
  log.close();
  database.close();
  const median = quantile(ours, 0.5);
  const peer = quantile(bare, 0.5);
  return {
    name: 'log-append',
    unit: 'appends/s',
    median,
    p95: quantile(ours, 0.05),
    peer: 'append + fdatasync',
    peer_median: peer,
    ratio: median / peer,
    goal: 0.35,
    holds: median / peer >= 0.35,
  };
}

/** A run of 10,000 entries read, verified and folded, against reading, hashing and parsing the same rows and no more. */
async function measureResume(folder: string, rounds: number): Promise<BenchRow> {
  const database = openDatabase(folder);
  const log = new EventLog(database, Date.now);
  const stream = 'run:resume';
  await log.append([{ stream, expectedSeq: 0, events: sampleRunEvents('resume', RESUMED_ENTRIES) }]);
  const select = database.prepare<[string], string>('SELECT event FROM entries WHERE stream = ? ORDER BY seq').pluck();
  const ours: number[] = [];
  const bare: number[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const bareStart = performance.now();
    let bytes = 0;
    for (const event of select.all(stream)) {
      bytes += hash('sha256', event, 'hex').length;
      bytes += Object.keys(JSON.parse(event) as object).length;
    }
    const oursStart = performance.now();
    const state = foldRun(log.readVerified(stream) as Entry<RunEvent>[]);
    const end = performance.now();
    if (state?.seq !== RESUMED_ENTRIES || bytes === 0) throw new Error('the run did not come back whole');
    if (round === 0) continue;
    bare.push(oursStart - bareStart);
    ours.push(end - oursStart);
  }
  log.close();
  database.close();
  const median = quantile(ours, 0.5);
  const peer = quantile(bare, 0.5);
  return {
    name: 'resume',
    unit: 'ms',
    median,
    p95: quantile(ours, 0.95),
    peer: 'read + sha256 + JSON.parse',
    peer_median: peer,
    ratio: median / peer,
    goal: 3,
    holds: median / peer <= 3,
  };
}

/**
 * Measures the store: the rate of single awaited appends and the resume of a long run.
 * @param rounds how many times each is measured, taking turns with its peer
 * @returns one row per figure; nothing is asserted
 */
export async function benchStore(rounds = 15): Promise<BenchRow[]> {
  const place = temporaryFolder();
  try {
    return [await measureAppend(place.folder, rounds), await measureResume(place.folder, rounds)];
  } finally {
    place.remove();
  }
}
