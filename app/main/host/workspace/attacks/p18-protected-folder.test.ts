import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { checkFolder, type FolderSurroundings } from '../check-folder.ts';

function makeHome(): { home: string; around: FolderSurroundings } {
  const home = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), 'warrant-home-'));
  onTestFinished(() => fs.rmSync(home, { recursive: true, force: true }));
  for (const folder of [
    '.config/warrant/agents/one',
    'app/out',
    '.ssh',
    '.gnupg',
    '.aws',
    '.local/share/keyrings',
    'work/data',
  ]) {
    fs.mkdirSync(path.join(home, folder), { recursive: true });
  }
  const around = {
    dataFolder: path.join(home, '.config/warrant'),
    appFolder: path.join(home, 'app'),
    home,
    agentDisks: [path.join(home, '.config/warrant/agents/one')],
  };
  return { home, around };
}

test.each([
  ['the data folder', '.config/warrant', 'is'],
  ['a folder that contains it', '.config', 'contains'],
  ['the home folder', '.', 'contains'],
  ['a folder in it', '.config/warrant/agents', 'lies in'],
  ['the program', 'app', 'is'],
  ['a folder of the program', 'app/out', 'lies in'],
  ['the SSH keys', '.ssh', 'is'],
  ['the GnuPG keys', '.gnupg', 'is'],
  ['the cloud keys', '.aws', 'is'],
  ['a folder that contains the key store', '.local', 'contains'],
])('%s is not granted, with the reason', (_, folder, relation) => {
  const { home, around } = makeHome();
  const checked = checkFolder(path.join(home, folder), 'read', around);
  expect(checked).toMatchObject({ ok: false, code: 'protected' });
  expect(!checked.ok && checked.message).toContain(`: it ${relation} `);
});

test('the same through a link, and through a link on the way, is not granted', () => {
  const { home, around } = makeHome();
  fs.symlinkSync(path.join(home, '.config/warrant'), path.join(home, 'work/link'));
  fs.symlinkSync(path.join(home, '.config'), path.join(home, 'work/above'));
  for (const folder of ['work/link', 'work/link/agents', 'work/above', 'work/above/warrant']) {
    expect(checkFolder(path.join(home, folder), 'read', around), folder).toMatchObject({
      ok: false,
      code: 'protected',
    });
  }
});

test('a data folder that is itself reached through a link is protected where it really is', () => {
  const { home, around } = makeHome();
  fs.symlinkSync(path.join(home, 'work/data'), path.join(home, 'data-link'));
  const checked = checkFolder(path.join(home, 'work'), 'read', { ...around, dataFolder: path.join(home, 'data-link') });
  expect(checked).toMatchObject({ ok: false, code: 'protected' });
});

test('a data folder that does not exist yet is protected already', () => {
  const { home, around } = makeHome();
  const coming = { ...around, dataFolder: path.join(home, 'work/data/coming/warrant') };
  expect(checkFolder(path.join(home, 'work'), 'read', coming)).toMatchObject({ ok: false, code: 'protected' });
});

test('the same through a bind mount is not granted', () => {
  const { home, around } = makeHome();
  const work = path.join(home, 'work');
  const line = (root: string, point: string) => `30 1 8:1 ${root} ${point} rw,relatime shared:1 - ext4 /dev/sda1 rw`;
  const table = (root: string, point: string) => [line('/', '/'), line(root, point)].join('\n');
  const check = (root: string, point: string) =>
    checkFolder(work, 'read', { ...around, mountTable: table(root, point) });

  const data = around.dataFolder;
  expect(check(data, work), 'the data folder').toMatchObject({ ok: false, code: 'protected' });
  expect(check(`${data}/agents`, work), 'a folder in it').toMatchObject({ ok: false, code: 'protected' });
  expect(check(path.dirname(data), work), 'a folder above it').toMatchObject({ ok: false, code: 'protected' });
  expect(check(data, `${work}/data`), 'mounted inside the folder').toMatchObject({ ok: false, code: 'protected' });
  expect(check('/srv/elsewhere', `${work}/data`), 'something else').toMatchObject({ ok: true });
});

test.each(['/', '/proc', '/proc/self', '/sys', '/dev', '/dev/shm'])('%s is not granted', (folder) => {
  const { around } = makeHome();
  expect(checkFolder(folder, 'read', around)).toMatchObject({ ok: false, code: 'protected' });
});

test('a folder beside them is granted, and so is the agent disk', () => {
  const { home, around } = makeHome();
  fs.mkdirSync(path.join(home, '.config/warrant-notes'));
  for (const folder of ['work', '.config/warrant-notes', '.config/warrant/agents/one']) {
    expect(checkFolder(path.join(home, folder), 'write', around), folder).toMatchObject({ ok: true });
  }
});
