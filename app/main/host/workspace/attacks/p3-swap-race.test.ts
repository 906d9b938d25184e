import { type ChildProcessByStdio, spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { makeFolderFixture, SECRET } from '../../testing/folder-fixture.ts';

/**
 * A process of its own that keeps swapping a folder for a link to another one until its standard input closes, and
 * then prints the number of swaps.
 */
const SWAPPER = `
import fs from 'node:fs';
const [folder, outside] = process.argv.slice(1);
let swaps = 0;
let stopped = false;
process.stdin.on('end', () => { stopped = true; }).resume();
function swapForAWhile() {
  for (let count = 0; count < 500; count += 1) {
    fs.renameSync(folder, folder + '-aside');
    fs.symlinkSync(outside, folder);
    fs.unlinkSync(folder);
    fs.renameSync(folder + '-aside', folder);
    swaps += 1;
  }
  if (stopped) process.stdout.write(String(swaps));
  else setImmediate(swapForAWhile);
}
swapForAWhile();
`;

const READS = 40_000;
const WRITES = 10_000;

test('never reads or writes outside while another process swaps a folder for a link', async () => {
  const { workspace, root, outside } = makeFolderFixture(['a/b/s']);
  const swapper = startSwapper(path.join(root, 'a/b'), outside);

  let read = 0;
  let refused = 0;
  for (let count = 0; count < READS; count += 1) {
    const content = workspace.read('a/b/s', 100);
    if (!content.ok) refused += 1;
    else if (content.value.bytes.toString() !== SECRET) read += 1;
    else throw new Error(`read ${count} got out of the folder`);
  }
  let written = 0;
  for (let count = 0; count < WRITES; count += 1) {
    if (workspace.write('a/b/w', Buffer.from(String(count))).ok) written += 1;
    else refused += 1;
  }
  const swaps = await swapper.stop();

  expect(fs.readdirSync(outside)).toEqual(['s']);
  expect(fs.readFileSync(path.join(outside, 's'), 'utf8')).toBe(SECRET);
  // The race took place: the way was met in both states.
  expect({ swapped: swaps > 1000, read: read > 0, written: written > 0, refused: refused > 0 }).toEqual({
    swapped: true,
    read: true,
    written: true,
    refused: true,
  });
});

test('never reads outside by the weaker form, which checks after opening', async () => {
  const { workspace, root, outside } = makeFolderFixture(['a/b/s'], { strategy: 'realpath' });
  const swapper = startSwapper(path.join(root, 'a/b'), outside);
  let read = 0;
  let refused = 0;
  for (let count = 0; count < READS; count += 1) {
    const content = workspace.read('a/b/s', 100);
    if (!content.ok) refused += 1;
    else if (content.value.bytes.toString() !== SECRET) read += 1;
    else throw new Error(`read ${count} got out of the folder`);
  }
  await swapper.stop();
  expect({ read: read > 0, refused: refused > 0 }).toEqual({ read: true, refused: true });
});

test('never lists outside while another process swaps a folder for a link', async () => {
  const { workspace, root, outside } = makeFolderFixture(['a/b/inside']);
  const swapper = startSwapper(path.join(root, 'a/b'), outside);
  const seen = new Set<string>();
  for (let count = 0; count < 10_000; count += 1) {
    const listed = workspace.list('a/b');
    seen.add(listed.ok ? listed.value.entries.map(({ name }) => name).join() : listed.error.code);
  }
  await swapper.stop();
  expect(seen).toContain('inside');
  expect(seen).not.toContain('s');
});

function startSwapper(folder: string, outside: string): { stop(): Promise<number> } {
  const child: ChildProcessByStdio<Writable, Readable, null> = spawn(
    process.execPath,
    ['--input-type=module', '-e', SWAPPER, folder, outside],
    {
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  );
  onTestFinished(() => {
    child.kill();
  });
  return {
    stop: async () => {
      child.stdin.end();
      return Number(await text(child.stdout));
    },
  };
}
