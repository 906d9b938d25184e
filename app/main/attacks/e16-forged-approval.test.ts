import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/message-port';
import type { ContractRouterClient } from '@orpc/contract';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { methods } from '#contract/methods';
import * as electron from '../electron/testing.ts';
import { findRunningHost } from '../transports/lock-file.ts';

// Script in the page, or a program with a token, calls the methods in any order to approve what nobody was asked
// (E16, H5). The window's composition as it ships, over its real port.

type Client = ContractRouterClient<typeof methods>;
const home = mkdtempSync(path.join(tmpdir(), 'warrant-forged-'));
const dataFolder = path.join(home, 'data');
const folder = path.join(home, 'folder');
let client: Client;

beforeAll(async () => {
  vi.stubEnv('WARRANT_HOME', dataFolder);
  vi.stubEnv('WARRANT_ATTACH', '');
  electron.app.paths.set('home', home);
  mkdirSync(folder);
  await import('../index.ts');
  await vi.waitFor(() => expect(electron.BrowserWindow.all).toHaveLength(1), { timeout: 30_000 });
  const [window] = electron.BrowserWindow.all;
  electron.ipcMain.emit('connect', { sender: window?.webContents, senderFrame: window?.webContents.mainFrame });
  client = createORPCClient(new RPCLink({ port: electron.told.posted.at(-1)?.ports[0] as never }));
  await client.agent.save({
    file: {
      name: 'writer',
      instructions: 'Write.',
      model: 'demo/demo',
      tools: [{ tool: 'write_file' }],
      folders: [{ path: folder, name: 'folder', access: 'write', trust: 'own' }],
    },
  });
}, 60_000);
afterAll(async () => {
  const quit = vi.spyOn(electron.app, 'quit');
  electron.app.emit('before-quit', { preventDefault: () => {} });
  await vi.waitFor(() => expect(quit).toHaveBeenCalled(), { timeout: 20_000 });
  rmSync(home, { recursive: true, force: true });
});

/** Has the agent ask to write a file, and gives the question. */
async function askToWrite(name: string) {
  const input = { path: `/folders/folder/${name}`, content: 'written' };
  const { run } = await client.tool.invoke({ tool: 'write_file', input, agent: 'writer' });
  expect((await client.run.settled({ run })).status).toBe('waiting');
  const item = (await client.approval.list()).find((each) => each.run === run);
  if (item?.type !== 'approval') throw new Error('nothing was asked');
  return { run, approval: item.approval };
}

const allow = { type: 'allow' } as const;

async function staysUnwritten(run: string, name: string): Promise<void> {
  expect((await client.run.show({ run })).summary.status).toBe('waiting');
  expect(existsSync(path.join(folder, name))).toBe(false);
}

test('an answer without the nonce of the card is refused, whatever stands in its place', async () => {
  const { run, approval } = await askToWrite('guessed.txt');
  for (const nonce of ['', 'guess', approval.id, approval.hash, 'A'.repeat(32)]) {
    await expect(
      client.approval.answer({ id: approval.id, nonce, hash: approval.hash, answer: allow }),
    ).rejects.toThrow();
  }
  await staysUnwritten(run, 'guessed.txt');
});

test('the nonce of one card does not answer another', async () => {
  const [first, second] = [await askToWrite('first.txt'), await askToWrite('second.txt')];
  const { nonce } = await client.approval.open({ id: first.approval.id });
  const { id, hash } = second.approval;
  await wait(1_500);
  await expect(client.approval.answer({ id, nonce, hash, answer: allow })).rejects.toThrow();
  await staysUnwritten(second.run, 'second.txt');
});

test('a nonce used at once, as no person could, is refused', async () => {
  const { run, approval } = await askToWrite('quick.txt');
  const { nonce } = await client.approval.open({ id: approval.id });
  await expect(
    client.approval.answer({ id: approval.id, nonce, hash: approval.hash, answer: allow }),
  ).rejects.toThrow();
  await staysUnwritten(run, 'quick.txt');
});

test('an answer to another content than the one shown is refused', async () => {
  const { run, approval } = await askToWrite('other.txt');
  const { nonce } = await client.approval.open({ id: approval.id });
  await wait(1_500);
  const hash = 'f'.repeat(64);
  await expect(client.approval.answer({ id: approval.id, nonce, hash, answer: allow })).rejects.toThrow();
  await staysUnwritten(run, 'other.txt');
});

test('a program without the token of the data folder reaches no card', async () => {
  const { run, approval } = await askToWrite('outside.txt');
  const lock = await findRunningHost(dataFolder);
  for (const token of ['', 'guess', `page.${'A'.repeat(32)}.${'A'.repeat(43)}`]) {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const url = `${lock?.origin}/api/approvals/${approval.id}`;
    expect((await fetch(`${url}/open`, { method: 'POST', headers, body: '{}' })).status).toBe(401);
    expect((await fetch(`${url}/answer`, { method: 'POST', headers, body: '{}' })).status).toBe(401);
  }
  await staysUnwritten(run, 'outside.txt');
});

test('the answer of a person is good once, so that the refusals above mean something', async () => {
  const { run, approval } = await askToWrite('agreed.txt');
  const { nonce, armsAt } = await client.approval.open({ id: approval.id });
  await wait(Math.max(0, armsAt - Date.now()) + 50);
  const answer = { id: approval.id, nonce, hash: approval.hash, answer: allow };
  await client.approval.answer(answer);
  await client.run.settled({ run });
  expect(readFileSync(path.join(folder, 'agreed.txt'), 'utf8')).toBe('written');
  await expect(client.approval.answer(answer)).rejects.toThrow();
});
