import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { BlobStore } from '../blob-store.ts';
import { SecretVault } from '../secret-vault.ts';
import { openStore } from '../store.ts';
import { renamed, temporaryFolder } from '../testing.ts';

let place: ReturnType<typeof temporaryFolder>;

beforeEach(() => {
  place = temporaryFolder();
});

afterEach(() => {
  vi.restoreAllMocks();
  place.remove();
});

const modes = (folder: string): [string, string][] =>
  fs
    .readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name): [string, fs.Stats] => [name, fs.statSync(path.join(folder, name))])
    .filter(([, stat]) => (stat.mode & 0o077) !== 0)
    .map(([name, stat]) => [name, (stat.mode & 0o777).toString(8)]);

it('makes every file and folder reachable by this user alone, whatever the umask', async () => {
  const umask = process.umask(0);
  const folder = path.join(place.folder, 'data');
  const store = openStore(folder, Date.now);
  const vault = await SecretVault.open({ dataFolder: folder, cipher: undefined, passphrase: 'pass', now: Date.now });
  await vault.set({ name: 'a' }, 'b');
  await store.log.append([{ stream: 'run:a', expectedSeq: 0, events: [renamed('x')] }]);
  await store.blobs.put(Buffer.from('one'));
  store.blobs.putLater(Buffer.from('two'));
  expect(fs.readdirSync(folder)).toContain('warrant.db-wal');
  process.umask(umask);
  expect(modes(place.folder)).toEqual([]);
  expect(fs.statSync(folder).mode & 0o777).toBe(0o700);
  store.close();
});

it('narrows what has become wider', () => {
  openStore(place.folder, Date.now).close();
  fs.chmodSync(place.folder, 0o755);
  for (const name of fs.readdirSync(place.folder)) fs.chmodSync(path.join(place.folder, name), 0o777);
  openStore(place.folder, Date.now).close();
  expect(modes(place.folder)).toEqual([]);
  expect(fs.statSync(place.folder).mode & 0o777).toBe(0o700);
});

it('stops where a folder or file stays wide, as on a disk without access rights', async () => {
  openStore(place.folder, Date.now).close();
  vi.spyOn(fs, 'chmodSync').mockImplementation(() => {});
  const refused = expect.objectContaining({
    code: 'refused',
    message: expect.stringContaining('Other users can reach'),
  });

  await fs.promises.chmod(path.join(place.folder, 'warrant.db'), 0o644);
  expect(() => openStore(place.folder, Date.now)).toThrow(refused);
  await fs.promises.chmod(path.join(place.folder, 'warrant.db'), 0o600);

  fs.writeFileSync(path.join(place.folder, 'vault.json'), '{}');
  await fs.promises.chmod(path.join(place.folder, 'vault.json'), 0o640);
  await expect(
    SecretVault.open({ dataFolder: place.folder, cipher: undefined, passphrase: undefined, now: Date.now }),
  ).rejects.toEqual(refused);

  await fs.promises.chmod(path.join(place.folder, 'blobs'), 0o711);
  expect(() => new BlobStore(place.folder)).toThrow(refused);

  await fs.promises.chmod(place.folder, 0o750);
  expect(() => openStore(place.folder, Date.now)).toThrow(refused);
});

it('stops at a folder of another user', () => {
  const uid = process.getuid?.() ?? 0;
  vi.spyOn(process, 'getuid').mockReturnValue(uid + 1);
  expect(() => openStore(place.folder, Date.now)).toThrow(
    expect.objectContaining({ code: 'refused', message: expect.stringContaining('belongs to another user') }),
  );
});
