/**
 * A host of its own process, to be killed: drives a job, new or found in its data folder, and writes a line for each
 * boundary it passes, then one with the result or the fault. Argument: a `KillOrder` as JSON.
 */
import fs from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { codeOfError, errorLine } from '../../cli/error-text.ts';
import type { Ports } from '../ports.ts';
import { watchMoments } from './crash-moments.ts';
import { openTestHost, type TestHome } from './test-home.ts';
import { driveJob, resultOf, type TestJob } from './test-job.ts';

export interface KillOrder {
  places: TestHome;
  job: TestJob;
  sandbox: NonNullable<Ports['sandbox']>;
  /** The process stands still at this boundary, until it is killed. */
  stopAt?: string;
}

const { places, job, sandbox, stopAt } = JSON.parse(process.argv[2] ?? '') as KillOrder;

watchMoments(({ when, what }) => {
  const line = `${when} ${what}`;
  fs.writeSync(1, `${line}\n`);
  if (line === stopAt) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
});
async function live(): Promise<void> {
  const { host, client } = await openTestHost(places, { advances: true, warms: false, sandbox });
  fs.writeSync(1, 'open\n');
  try {
    const run = await driveJob(client, places, job, (ms) => delay(ms));
    const result = await resultOf(client, run, places);
    const { ok } = await client.log.verify({});
    fs.writeSync(1, `result ${JSON.stringify({ result, ok })}\n`);
  } finally {
    await host.close();
  }
}

await live().catch((error: unknown) => {
  fs.writeSync(
    1,
    `fault ${codeOfError(error)?.code ?? (error instanceof Error ? error.stack : '')} ${errorLine(error)}\n`,
  );
});
