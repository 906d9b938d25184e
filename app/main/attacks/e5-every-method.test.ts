import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/message-port';
import type { ContractRouterClient } from '@orpc/contract';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { methods } from '#contract/methods';
import * as electron from '../electron/testing.ts';

// Script in the page calls every method of the table with what no page sends (E5): wrong types, prototype keys, very
// long texts, paths that lead out. Each is answered with an error of the caller's, never with a fault of the host.

type Client = ContractRouterClient<typeof methods>;
const home = mkdtempSync(path.join(tmpdir(), 'warrant-fuzzed-'));
let client: Client;
let link: RPCLink<Record<never, never>>;

beforeAll(async () => {
  vi.stubEnv('WARRANT_HOME', path.join(home, 'data'));
  vi.stubEnv('WARRANT_ATTACH', '');
  electron.app.paths.set('home', home);
  mkdirSync(path.join(home, 'folder'));
  await import('../index.ts');
  await vi.waitFor(() => expect(electron.BrowserWindow.all).toHaveLength(1), { timeout: 30_000 });
  const [window] = electron.BrowserWindow.all;
  electron.ipcMain.emit('connect', { sender: window?.webContents, senderFrame: window?.webContents.mainFrame });
  link = new RPCLink({ port: electron.told.posted.at(-1)?.ports[0] as never });
  client = createORPCClient(link);
}, 60_000);
afterAll(async () => {
  const quit = vi.spyOn(electron.app, 'quit');
  electron.app.emit('before-quit', { preventDefault: () => {} });
  await vi.waitFor(() => expect(quit).toHaveBeenCalled(), { timeout: 30_000 });
  rmSync(home, { recursive: true, force: true });
}, 60_000);

const table = Object.entries(methods).flatMap(([resource, group]) =>
  Object.keys(group).map((name) => [resource, name]),
);

/** Any JSON, and objects that have the names real inputs have. */
const names = ['id', 'run', 'agent', 'name', 'path', 'file', 'tool', 'input', 'text', 'key', 'value', 'stream', 'hash'];
const dangerous = [
  '__proto__',
  'constructor',
  'prototype',
  '../../etc/passwd',
  '\0',
  'x'.repeat(300),
  '🦊\ud800',
  '%2e%2e',
];
const leaf = fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.constantFrom<unknown>(...dangerous, NaN, -1, 1e308, null));
const input = fc.oneof(leaf, fc.dictionary(fc.constantFrom(...names, ...dangerous.slice(0, 3)), leaf, { maxKeys: 6 }));

/** Calls once and gives the error's code; a stream is let go of as soon as it began. */
async function outcomeOf(method: string[], value: unknown): Promise<string> {
  const signal = AbortSignal.timeout(5_000);
  try {
    const result = await link.call(method, value, { context: {}, signal });
    if (typeof result === 'object' && result !== null && Symbol.asyncIterator in result) {
      await (result as AsyncGenerator).return(undefined);
    }
    return 'answered';
  } catch (error) {
    return signal.aborted ? 'still waiting' : String((error as { code?: unknown }).code ?? error);
  }
}

test.each(table)('%s.%s answers anything with an answer or an error of the caller', async (resource, name) => {
  const faults: string[] = [];
  await fc.assert(
    fc.asyncProperty(input, async (value) => {
      const outcome = await outcomeOf([resource ?? '', name ?? ''], value);
      if (outcome === 'INTERNAL_SERVER_ERROR') faults.push(JSON.stringify(value));
    }),
    { numRuns: 25 },
  );
  expect(faults).toEqual([]);
  expect((await client.host.info()).electron).toBe(true);
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
});
