import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { ModelProvider } from '../app/main/host/models/model-provider.ts';
import { temporaryFolder } from '../app/main/host/store/testing.ts';
import { buildGuest } from '../sandbox/testing/build-guest.ts';
import { benchPorts, benchReply, openBenchHost, runToEnd } from './bench-host.ts';
import { type BenchRow, timeRow } from './bench-row.ts';

/** Time for the pool to have warmed all its processes again before the next call; not part of any figure. */
const REFILL_MS = 1500;
/** Calls before the first that counts: they wait for the first process and warm the host's own code. */
const WARM_UP = 6;
const CODE = { run_javascript: '6 * 7', run_python: 'print(2**32)' };
type CodeTool = keyof typeof CODE;

async function bareNode(): Promise<number> {
  const start = performance.now();
  const child = spawn(process.execPath, ['-e', '0'], { stdio: 'ignore' });
  await once(child, 'exit');
  return performance.now() - start;
}

/**
 * A model that asks for the same kind of call again and again. A call's time runs from the moment its proposal leaves
 * the model to the moment the model is asked again: decision, every durable entry and the sandbox as shipped.
 */
function timingModel(tool: CodeTool, rounds: number, ours: number[], peers: number[]): ModelProvider {
  let proposed: number | undefined;
  return {
    id: tool,
    auto: 'native',
    async *stream(request) {
      if (proposed !== undefined) ours.push(performance.now() - proposed);
      proposed = undefined;
      if (request.step >= rounds) {
        yield benchReply(undefined);
        return;
      }
      await delay(REFILL_MS);
      peers.push(await bareNode());
      await delay(20);
      // A comment makes each call another one, as the loop guard stops the third of a kind.
      const comment = tool === 'run_python' ? '#' : '//';
      proposed = performance.now();
      yield benchReply({ tool, input: { code: `${CODE[tool]} ${comment} ${request.step}` } });
    },
  };
}

/** `/usr/bin/python3 -c pass`, where there is one: shown beside the Python call, without a goal. */
function systemPython(rounds: number): number[] {
  if (!fs.existsSync('/usr/bin/python3')) return [];
  return Array.from({ length: rounds }, () => {
    const start = performance.now();
    spawnSync('/usr/bin/python3', ['-c', 'pass']);
    return performance.now() - start;
  });
}

async function measureCalls(tool: CodeTool, name: string, goal: number, rounds: number): Promise<BenchRow[]> {
  const place = temporaryFolder();
  const script = await buildGuest();
  const ours: number[] = [];
  const peers: number[] = [];
  const modules = path.resolve(import.meta.dirname, '../node_modules');
  const model = timingModel(tool, rounds + WARM_UP, ours, peers);
  const host = await openBenchHost(benchPorts(place.folder, model, { node: process.execPath, script, modules }));
  try {
    await runToEnd(host.client, tool, tool, rounds + WARM_UP);
  } finally {
    await host.close();
    place.remove();
  }
  const warm = ours.slice(WARM_UP);
  const rows = [timeRow(name, warm, 'node -e 0', peers, goal)];
  const python = tool === 'run_python' ? systemPython(rounds) : [];
  return python.length === 0
    ? rows
    : [...rows, timeRow(`${name} beside python3`, warm, '/usr/bin/python3 -c pass', python, null)];
}

/**
 * Measures a warm call of code in each language through a real host, against a bare `node -e 0`.
 * @param rounds calls of each language, taking turns with the peer
 */
export async function benchCalls(rounds = 20): Promise<BenchRow[]> {
  return [
    ...(await measureCalls('run_javascript', 'javascript-call', 0.25, rounds)),
    ...(await measureCalls('run_python', 'python-call', 0.4, rounds)),
  ];
}
