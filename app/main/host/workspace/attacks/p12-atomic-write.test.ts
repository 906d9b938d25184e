import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { makeFolderFixture } from '../../testing/folder-fixture.ts';

const SIZE = 1 << 20;
const KILLS = 20;

/** A process that replaces a file by one megabyte of `a`, of `b`, of `a` … until it is killed. */
const WRITER = `
const [openModule, changesModule, root] = process.argv.slice(1);
const { openFolder } = await import(openModule);
const { writeInside } = await import(changesModule);
const folder = openFolder(root).value;
const route = { steps: ['big'], folderOnly: false, shown: '/folders/ROOT/big' };
for (let count = 0; ; count += 1) {
  const written = writeInside(folder, route, Buffer.alloc(${SIZE}, count % 2 ? 'a' : 'b'));
  if (!written.ok) throw new Error(written.error.message);
  if (count === 0) process.stdout.write('writing');
}
`;

test('a process killed while it writes leaves the old bytes or the new ones, never half', async () => {
  const { workspace, root } = makeFolderFixture();
  const modules = ['../open-folder.ts', '../jail-changes.ts'].map(
    (name) => pathToFileURL(path.join(import.meta.dirname, name)).href,
  );
  for (let kill = 0; kill < KILLS; kill += 1) {
    const child = spawn(process.execPath, ['--input-type=module', '-e', WRITER, ...modules, root], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(child.stdout, 'data');
    await new Promise((resolve) => setTimeout(resolve, kill * 3));
    child.kill('SIGKILL');
    await once(child, 'exit');

    const bytes = fs.readFileSync(path.join(root, 'big'));
    expect({ size: bytes.length, kinds: new Set(bytes).size }).toEqual({ size: SIZE, kinds: 1 });
    const listed = workspace.list('/folders/ROOT');
    expect(listed.ok && listed.value.entries.map(({ name }) => name)).toEqual(['big']);
  }
});

test('what a killed process left is cleared away by a later write, once it is old', () => {
  const { workspace, root } = makeFolderFixture();
  const old = path.join(root, '.warrant-new-0123456789abcdef');
  const fresh = path.join(root, '.warrant-new-fedcba9876543210');
  for (const file of [old, fresh]) fs.writeFileSync(file, 'half');
  const hourAgo = Date.now() / 1000 - 3600;
  fs.utimesSync(old, hourAgo, hourAgo);
  expect(workspace.write('x', Buffer.from('x')).ok).toBe(true);
  expect(fs.readdirSync(root).sort()).toEqual([path.basename(fresh), 'x']);
});

test('a new file is for its owner only, and so is one that replaces another', () => {
  const { workspace, root } = makeFolderFixture();
  const open = path.join(root, 'open.txt');
  fs.writeFileSync(open, 'x');
  fs.chmodSync(open, 0o644);
  const umask = process.umask(0);
  try {
    workspace.write('open.txt', Buffer.from('y'));
    workspace.write('new.txt', Buffer.from('y'));
    workspace.makeFolder('folder');
  } finally {
    process.umask(umask);
  }
  const modes = ['open.txt', 'new.txt', 'folder'].map((name) => fs.statSync(path.join(root, name)).mode & 0o777);
  expect(modes).toEqual([0o600, 0o600, 0o700]);
});
