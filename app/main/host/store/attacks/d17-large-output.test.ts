import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { textOf } from '#contract/text-ref';
import { BlobStore, hashOf } from '../blob-store.ts';
import { openLog, temporaryFolder } from '../testing.ts';

let place: ReturnType<typeof temporaryFolder>;

beforeEach(() => {
  place = temporaryFolder();
});

afterEach(() => {
  vi.restoreAllMocks();
  place.remove();
});

it('keeps a large text outside the row, whole, and the row small', async () => {
  const blobs = new BlobStore(place.folder);
  const { log, close } = openLog(place.folder);
  const text = 'A line of output, with ünïcode.\n'.repeat(40_000);
  const bytes = Buffer.from(text);
  const ref = { head: text.slice(0, 1000), blob: await blobs.put(bytes), bytes: bytes.length };
  const [entry] = await log.append([
    { stream: 'run:a', expectedSeq: 0, events: [{ type: 'user-message-added', text: ref }] },
  ]);
  expect(JSON.stringify(entry).length).toBeLessThan(2000);
  expect(textOf(ref, (hash) => blobs.getText(hash))).toBe(text);
  expect(fs.statSync(path.join(place.folder, 'warrant.db')).size).toBeLessThan(100_000);
  close();
});

it('syncs the bytes, then gives them their name, then syncs the name, before the row may be written', async () => {
  const blobs = new BlobStore(place.folder);
  const steps: string[] = [];
  const writeFile = fs.promises.writeFile;
  const rename = fs.promises.rename;
  const fsyncSync = fs.fsyncSync;
  vi.spyOn(fs.promises, 'writeFile').mockImplementation(async (...given) => {
    await writeFile(...given);
    steps.push(`written ${JSON.stringify(given[2])}`);
  });
  vi.spyOn(fs.promises, 'rename').mockImplementation(async (...given) => {
    await rename(...given);
    steps.push('named');
  });
  vi.spyOn(fs, 'fsyncSync').mockImplementation((descriptor) => {
    fsyncSync(descriptor);
    steps.push('folder synced');
  });
  await blobs.put(Buffer.from('bytes'));
  expect(steps).toEqual(['folder synced', 'written {"mode":384,"flag":"wx","flush":true}', 'named', 'folder synced']);
});

it('takes no half-written file for the bytes', async () => {
  const bytes = Buffer.alloc(100_000, 'x');
  const hash = hashOf(bytes);
  const folder = path.join(place.folder, 'blobs', hash.slice(0, 2));
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  fs.writeFileSync(path.join(folder, hash), bytes.subarray(0, 4096));
  const blobs = new BlobStore(place.folder);
  expect(() => blobs.get(hash)).toThrow(expect.objectContaining({ code: 'corrupt' }));
  blobs.putLater(bytes);
  expect(blobs.get(hash)?.equals(bytes)).toBe(true);
});
