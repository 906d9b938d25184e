import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openFrontDoor } from './front-door.ts';
import { findRunningHost, proofOf, writeLock } from './lock-file.ts';
import { askForPageLink } from './page-link.ts';
import { exchangeLink, tinyHost } from './testing.ts';

let dataFolder: string;
beforeEach(() => {
  dataFolder = mkdtempSync(path.join(tmpdir(), 'warrant-door-'));
});
afterEach(() => rmSync(dataFolder, { recursive: true }));

const open = (port = 0) => openFrontDoor(tinyHost(), { dataFolder, port, page: new Map(), version: '1' });

test('a running host is found by its lock file, and no longer when it closed', async () => {
  const door = await open();
  expect(await findRunningHost(dataFolder)).toMatchObject({ pid: process.pid, origin: door.origin });
  expect(statSync(path.join(dataFolder, 'host.lock')).mode & 0o777).toBe(0o600);
  expect(statSync(path.join(dataFolder, 'front-door.json')).mode & 0o777).toBe(0o600);
  await door.close();
  expect(await findRunningHost(dataFolder)).toBeUndefined();
});

test('whoever finds a running host can ask it for a page link', async () => {
  const door = await open();
  const lock = await findRunningHost(dataFolder);
  if (!lock) throw new Error('not found');
  expect((await exchangeLink(door, await askForPageLink(lock))).status).toBe(200);
  await expect(askForPageLink({ ...lock, token: 'wrong-token-0123456789' })).rejects.toThrow('status 401');
  await door.close();
});

test('token and port outlast the host, so that open pages find it again', async () => {
  const first = await open();
  const page = (await (await exchangeLink(first, first.pageUrl())).json()) as { token: string };
  await first.close();
  const second = await open();
  expect([second.origin, second.attachUrl]).toEqual([first.origin, first.attachUrl]);
  const who = await fetch(`${second.origin}/api/who`, { headers: { authorization: `Bearer ${page.token}` } });
  expect(await who.json()).toBe('browser');
  await second.close();
});

test('a port taken meanwhile is another port, a port asked for is an error', async () => {
  const first = await open();
  const port = Number(new URL(first.origin).port);
  const second = await open();
  expect(second.origin).not.toBe(first.origin);
  await expect(open(port)).rejects.toMatchObject({ code: 'EADDRINUSE' });
  await first.close();
  await second.close();
});

test.each(['', 'not json', '{}', '{"pid":1,"origin":"ftp://a","token":"aaaaaaaaaaaaaaaaaaaaaaaa"}'])(
  'a lock file that holds %j names no host',
  async (text) => {
    writeFileSync(path.join(dataFolder, 'host.lock'), text, { mode: 0o600 });
    expect(await findRunningHost(dataFolder)).toBeUndefined();
  },
);

test('a lock file or a token that others can read is not used (K11)', async () => {
  const door = await open();
  chmodSync(path.join(dataFolder, 'host.lock'), 0o644);
  expect(await findRunningHost(dataFolder)).toBeUndefined();
  await door.close();
  const before = JSON.parse(readFileSync(path.join(dataFolder, 'front-door.json'), 'utf8')) as { token: string };
  chmodSync(path.join(dataFolder, 'front-door.json'), 0o644);
  const again = await open();
  expect(again.attachUrl).not.toContain(before.token);
  await again.close();
});

test('the proof is bound to address and challenge', () => {
  const proof = proofOf('token', '127.0.0.1:1', 'a');
  expect(proof).not.toBe(proofOf('token', '127.0.0.1:2', 'a'));
  expect(proof).not.toBe(proofOf('token', '127.0.0.1:1', 'b'));
});

test('a program that took the address of a dead host is not sent the token', async () => {
  const received: string[] = [];
  const thief = createServer((request, response) => {
    received.push(JSON.stringify([request.url, request.headers]));
    response.end('A'.repeat(43));
  });
  await new Promise<void>((resolve) => thief.listen(0, '127.0.0.1', resolve));
  const { port } = thief.address() as { port: number };
  const token = 'token-of-the-dead-host-0123456789';
  writeLock(dataFolder, { pid: 1, origin: `http://127.0.0.1:${port}`, token });
  expect(await findRunningHost(dataFolder)).toBeUndefined();
  expect(received).toHaveLength(1);
  expect(received.join()).not.toContain(token);
  thief.close();
});

test('a lock file that names another machine is not followed', async () => {
  writeLock(dataFolder, { pid: 1, origin: 'http://example.com', token: 'a'.repeat(32) });
  expect(await findRunningHost(dataFolder)).toBeUndefined();
});
