import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import type { RunEvent } from '#contract/event';
import type { ModelProvider } from '../app/main/host/models/model-provider.ts';
import { openDatabase } from '../app/main/host/store/database.ts';
import { EventLog } from '../app/main/host/store/event-log.ts';
import { temporaryFolder } from '../app/main/host/store/testing.ts';
import { type BenchClient, benchPorts, benchReply, openBenchHost, runToEnd } from './bench-host.ts';
import { type BenchRow, quantile, timeRow } from './bench-row.ts';

const STEPS = 100;
const APPENDS = 200;

/** About one kilobyte, as most entries are. */
const EVENT: RunEvent = {
  type: 'tool-call-ended',
  callId: 'call_1',
  outcome: { type: 'ok', output: { text: 'A line of output. '.repeat(48) }, truncated: false, facts: [] },
  labels: [],
  ms: 12,
};

/** A model that asks for another sum at each step, and answers after `STEPS` of them. It takes no time of its own. */
const countingModel: ModelProvider = {
  id: 'counting',
  auto: 'native',
  async *stream(request) {
    const input = { expression: `${request.step} + 1` };
    yield benchReply(request.step >= STEPS ? undefined : { tool: 'calculator', input });
  },
};

/** One run of `STEPS` steps with one call each on a real host: milliseconds per step. */
async function runSteps(client: BenchClient): Promise<number> {
  const from = performance.now();
  await runToEnd(client, 'counting', 'calculator', STEPS);
  return (performance.now() - from) / STEPS;
}

/** The median of single awaited appends, each on disk before the next, on the same disk. */
async function appendMs(folder: string): Promise<number> {
  const database = openDatabase(folder);
  const log = new EventLog(database, Date.now);
  let expectedSeq = log.head('run:bench')?.seq ?? 0;
  const times: number[] = [];
  for (let n = 0; n < APPENDS; n += 1, expectedSeq += 1) {
    const from = performance.now();
    await log.append([{ stream: 'run:bench', expectedSeq, events: [EVENT] }]);
    times.push(performance.now() - from);
  }
  log.close();
  database.close();
  return quantile(times, 0.5);
}

async function measureStep(folder: string, rounds: number): Promise<BenchRow> {
  const host = await openBenchHost(benchPorts(folder, countingModel, undefined));
  const { client } = host;
  const bare = path.join(folder, 'bare');
  fs.mkdirSync(bare, { mode: 0o700 });
  const ours: number[] = [];
  const peers: number[] = [];
  // The first round warms both up.
  for (let round = 0; round <= rounds; round += 1) {
    const peer = await appendMs(bare);
    const step = await runSteps(client);
    if (round === 0) continue;
    peers.push(peer);
    ours.push(step);
  }
  await host.close();
  return timeRow('loop-step', ours, 'one log append', peers, 12);
}

/** From the ports to a host that answers, on a data folder with runs in it. A figure without a goal. */
async function measureStart(folder: string, rounds: number): Promise<BenchRow> {
  const ours: number[] = [];
  const peers: number[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const peerStart = performance.now();
    execFileSync(process.execPath, ['-e', '0']);
    const start = performance.now();
    const host = await openBenchHost(benchPorts(folder, countingModel, undefined));
    const end = performance.now();
    await host.close();
    if (round === 0) continue;
    peers.push(start - peerStart);
    ours.push(end - start);
  }
  return timeRow('host-start', ours, 'node -e 0', peers, null);
}

/**
 * Measures the loop: one step (the model's reply, the decision, the start and the end of one call, all on disk) against
 * one append to the log, and the start of a host.
 * @param rounds how many times each is measured, taking turns with its peer
 * @returns one row per figure; nothing is asserted
 */
export async function benchLoop(rounds = 9): Promise<BenchRow[]> {
  const place = temporaryFolder();
  try {
    return [await measureStep(place.folder, rounds), await measureStart(place.folder, rounds)];
  } finally {
    place.remove();
  }
}
