import os from 'node:os';
import path from 'node:path';
import { createRouterClient } from '@orpc/server';
import { createHost } from '../app/main/host/host.ts';
import type { ModelProvider } from '../app/main/host/models/model-provider.ts';
import type { Ports } from '../app/main/host/ports.ts';

/** The ports of a real host in a folder, with one model replaced by `model` and a sandbox if one is given. */
export function benchPorts(folder: string, model: ModelProvider, sandbox: Ports['sandbox']): Ports {
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
    sandbox,
    cipher: undefined,
    passphrase: undefined,
    environment: new Map(),
    advances: true,
    modelFor: (provider) => (provider === model.id ? model : undefined),
  };
}

/** Opens the host; the caller closes it. */
export async function openBenchHost(ports: Ports) {
  const host = await createHost(ports);
  return { client: createRouterClient(host.router, { context: { client: 'cli' } }), close: host.close };
}

export type BenchClient = Awaited<ReturnType<typeof openBenchHost>>['client'];

/** One run of the model to its end, with the tools it needs and steps enough. Throws where it does not complete. */
export async function runToEnd(client: BenchClient, model: string, tool: string, steps: number): Promise<void> {
  const file = {
    name: 'bench',
    model: `${model}/steps`,
    tools: [{ tool }],
    limits: { steps: steps + 1, seconds: 3600 },
  };
  const { run } = await client.run.start({ agent: { file, base: '/', path: '/bench' }, text: 'count', flags: {} });
  const { status } = await client.run.settled({ run });
  if (status !== 'completed') throw new Error(`the run ended as ${status}`);
}

/** A reply with one call, or the last answer. */
export function benchReply(call: { tool: string; input: { [field: string]: string } } | undefined) {
  return {
    type: 'reply' as const,
    reply: {
      text: call ? '' : 'Done.',
      toolCalls: call ? [{ id: '', tool: call.tool, command: [], input: call.input }] : [],
      stopReason: call ? ('tool-calls' as const) : ('end' as const),
      usage: { inputTokens: 1, outputTokens: 1 },
    },
  };
}
