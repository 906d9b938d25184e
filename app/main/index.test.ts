import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/message-port';
import type { ContractRouterClient } from '@orpc/contract';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { methods } from '#contract/methods';
import * as electron from './electron/testing.ts';
import { findRunningHost } from './transports/lock-file.ts';

// The window's composition as it ships, host and SQLite inside, with only the electron module replaced.

type Client = ContractRouterClient<typeof methods>;
const home = mkdtempSync(path.join(tmpdir(), 'warrant-composed-'));
const dataFolder = path.join(home, 'data');

beforeAll(async () => {
  vi.stubEnv('WARRANT_HOME', dataFolder);
  vi.stubEnv('WARRANT_ATTACH', '');
  electron.app.paths.set('home', home);
  await import('./index.ts');
  await vi.waitFor(() => expect(electron.BrowserWindow.all).toHaveLength(1), { timeout: 20_000 });
}, 30_000);
afterAll(() => rmSync(home, { recursive: true, force: true }));

function page() {
  const [window] = electron.BrowserWindow.all;
  if (!window) throw new Error('no window');
  electron.ipcMain.emit('connect', { sender: window.webContents, senderFrame: window.webContents.mainFrame });
  const port = electron.told.posted.at(-1)?.ports[0];
  if (!port) throw new Error('no port');
  const client: Client = createORPCClient(new RPCLink({ port: port as never }));
  return { port, client };
}

test('the page calls the host over its port', async () => {
  const { client } = page();
  expect(await client.host.info()).toMatchObject({ dataFolder, electron: true, home });
  expect((await client.tool.list()).map(({ name }) => name)).toContain('calculator');
});

test('a call is made, logged and followed over the port', async () => {
  const { client } = page();
  const { run } = await client.tool.invoke({ tool: 'calculator', input: { expression: '6*7' } });
  await client.run.settled({ run });
  const seen: string[] = [];
  for await (const item of await client.log.subscribe({ stream: `run:${run}`, afterSeq: 0 })) {
    if (!('event' in item)) continue;
    seen.push(item.event.type);
    if (item.event.type === 'run-ended') break;
  }
  expect(seen[0]).toBe('run-started');
  expect(seen).toContain('tool-call-ended');
});

test('a stranger gets no port, and garbage on a port ends nothing', async () => {
  const before = electron.told.posted.length;
  electron.ipcMain.emit('connect', { sender: {}, senderFrame: null });
  expect(electron.told.posted).toHaveLength(before);
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const { port, client } = page();
  port.postMessage('garbage');
  expect((await client.host.info()).electron).toBe(true);
});

test('the page is served under its scheme, and nothing else is', async () => {
  const get = (url: string) => electron.told.schemeHandlers.get('app')?.(new Request(url));
  expect((await get('app://warrant/'))?.status).toBe(200);
  expect((await get('app://warrant/..%2fpackage.json'))?.status).toBe(404);
});

test('the folder is private, and commands find the host in it', async () => {
  expect(statSync(dataFolder).mode & 0o777).toBe(0o700);
  const lock = await findRunningHost(dataFolder);
  expect(lock?.pid).toBe(process.pid);
  const headers = { authorization: `Bearer ${lock?.token}` };
  const info = await (await fetch(`${lock?.origin}/api/host`, { headers })).json();
  expect(info).toMatchObject({ dataFolder });
});

test('quitting closes the host and takes the lock away', async () => {
  const quit = vi.spyOn(electron.app, 'quit');
  const event = { preventDefault: vi.fn() };
  electron.app.emit('before-quit', event);
  expect(event.preventDefault).toHaveBeenCalled();
  await vi.waitFor(() => expect(quit).toHaveBeenCalled(), { timeout: 20_000 });
  expect(existsSync(path.join(dataFolder, 'host.lock'))).toBe(false);
});
