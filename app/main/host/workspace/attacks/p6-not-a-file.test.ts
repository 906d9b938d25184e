import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makeFolderFixture } from '../../testing/folder-fixture.ts';
import { readInside } from '../jail.ts';
import { closeFolder, openFolder } from '../open-folder.ts';
import type { Workspace } from '../workspace.ts';

/** Far more than a refusal takes, far less than a hang. */
const DEADLINE_MS = 1000;

test('a pipe without a writer is refused at once', () => {
  const { workspace, root } = makeFolderFixture();
  execFileSync('sh', ['-c', 'mkfifo "$0"', path.join(root, 'odd')]);
  expectRefused(workspace, 'odd');
});

test('a socket is refused at once', async () => {
  const { workspace, root } = makeFolderFixture();
  const server = net.createServer().listen(path.join(root, 'odd'));
  onTestFinished(() => {
    server.close();
  });
  await once(server, 'listening');
  expectRefused(workspace, 'odd');
});

test('a link to a device is refused at once', () => {
  const { workspace } = makeFolderFixture(['odd => /dev/zero', 'up => ../../../../../../dev/zero']);
  for (const name of ['odd', 'up']) {
    const content = inTime(() => workspace.read(name, 100));
    expect(content.ok ? 'read' : content.error.code).toBe('outside');
  }
});

test('a device itself is refused at once, even in a folder that should never have been granted', () => {
  const opened = openFolder('/dev');
  if (!opened.ok) throw new Error(opened.error.message);
  onTestFinished(() => closeFolder(opened.value));
  const route = { steps: ['zero'], folderOnly: false, shown: '/folders/dev/zero', links: 'never' } as const;
  const content = inTime(() => readInside(opened.value, route, 100));
  expect(content.ok ? 'read' : content.error.code).toBe('not-a-file');
});

test('the memory of the process is outside', () => {
  const { workspace } = makeFolderFixture(['mem => /proc/self/mem']);
  for (const attempt of ['/proc/self/mem', 'mem']) {
    expect(inTime(() => workspace.read(attempt, 100)).ok, attempt).toBe(false);
  }
});

test('a folder is not read as a file, nor a file listed as a folder', () => {
  const { workspace } = makeFolderFixture(['d/', 'f']);
  const codes = [
    workspace.read('d', 10),
    workspace.read('d/', 10),
    workspace.write('d', Buffer.from('')),
    workspace.list('f'),
  ];
  expect(codes.map((result) => (result.ok ? 'done' : result.error.code))).toEqual([
    'is-folder',
    'is-folder',
    'is-folder',
    'not-a-folder',
  ]);
  expect(fs.existsSync('d')).toBe(false);
});

function expectRefused(workspace: Workspace, name: string): void {
  const results = inTime(() => [
    workspace.read(name, 100),
    workspace.readRange(name, 0, 100),
    workspace.write(name, Buffer.from('x')),
    workspace.remove(name),
    workspace.move(name, 'other'),
  ]);
  expect(results.map((result) => (result.ok ? 'done' : result.error.code))).toEqual(Array(5).fill('not-a-file'));
  const listed = workspace.list('/folders/ROOT');
  expect(listed.ok && listed.value.entries).toEqual([{ name, kind: 'other', size: 0 }]);
}

function inTime<Value>(call: () => Value): Value {
  const start = performance.now();
  const value = call();
  expect(performance.now() - start).toBeLessThan(DEADLINE_MS);
  return value;
}
