import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createRouterClient } from '@orpc/server';
import type { RunEvent } from '#contract/event';
import { createHost } from '../app/main/host/host.ts';
import type { ModelProvider } from '../app/main/host/models/model-provider.ts';
import type { Ports } from '../app/main/host/ports.ts';
import { openDatabase } from '../app/main/host/store/database.ts';
import { EventLog } from '../app/main/host/store/event-log.ts';
import { temporaryFolder } from '../app/main/host/store/testing.ts';
import type { BenchRow } from './bench-row.ts';

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
    const usage = { inputTokens: 1, outputTokens: 1 };
    const done = request.step >= STEPS;
    const input = { expression: `${request.step} + 1` };
    yield {
      type: 'reply',
      reply: {
        text: done ? 'Done.' : '',
        toolCalls: done ? [] : [{ id: '', tool: 'calculator', command: [], input }],
        stopReason: done ? 'end' : 'tool-calls',
        usage,
      },
    };
  },
};

function portsIn(folder: string): Ports {
  let ids = 0;
  return {
    version: '0.0.0',
    dataFolder: path.join(folder, 'data'),
    resources: path.join(folder, 'none'),
    appFolder: path.join(folder, 'app'),
    home: os.homedir(),
    electron: false,
    platform: process.platform,
    now: Date.now,
    newId: () => `bench-${process.pid}-${ids++}`,
    sandbox: undefined,
    cipher: undefined,
    passphrase: undefined,
    environment: new Map(),
    advances: true,
    modelFor: (provider) => (provider === 'counting' ? countingModel : undefined),
  };
}

/** The value below which `share` of the sorted values lie. */
function quantile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** One run of `STEPS` steps with one call each on a real host: milliseconds per step. */
async function runSteps(client: Client): Promise<number> {
  const file = {
    name: 'bench',
    model: 'counting/steps',
    tools: [{ tool: 'calculator' }],
    limits: { steps: STEPS + 1 },
  };
  const from = performance.now();
  const { run } = await client.run.start({ agent: { file, base: '/', path: '/bench' }, text: 'count', flags: {} });
  const { status } = await client.run.settled({ run });
  const took = performance.now() - from;
  if (status !== 'completed') throw new Error(`the run ended as ${status}`);
  return took / STEPS;
}

const clientOf = (host: Awaited<ReturnType<typeof createHost>>) =>
  createRouterClient(host.router, { context: { client: 'cli' } });
type Client = ReturnType<typeof clientOf>;

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
  const host = await createHost(portsIn(folder));
  const client = clientOf(host);
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
  const median = quantile(ours, 0.5);
  const peerMedian = quantile(peers, 0.5);
  return {
    name: 'loop-step',
    unit: 'ms',
    median,
    p95: quantile(ours, 0.95),
    peer: 'one log append',
    peer_median: peerMedian,
    ratio: median / peerMedian,
    goal: 12,
    holds: median / peerMedian <= 12,
  };
}

/** From the ports to a host that answers, on a data folder with runs in it. A figure without a goal. */
async function measureStart(folder: string, rounds: number): Promise<BenchRow> {
  const ours: number[] = [];
  const peers: number[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const peerStart = performance.now();
    execFileSync(process.execPath, ['-e', '0']);
    const start = performance.now();
    const host = await createHost(portsIn(folder));
    const end = performance.now();
    await host.close();
    if (round === 0) continue;
    peers.push(start - peerStart);
    ours.push(end - start);
  }
  const median = quantile(ours, 0.5);
  const peerMedian = quantile(peers, 0.5);
  return {
    name: 'host-start',
    unit: 'ms',
    median,
    p95: quantile(ours, 0.95),
    peer: 'node -e 0',
    peer_median: peerMedian,
    ratio: median / peerMedian,
    goal: null,
    holds: null,
  };
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
