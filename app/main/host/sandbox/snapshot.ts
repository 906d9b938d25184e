import { createHash } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { FRAME_LIMITS, PROCESS_LIMITS } from '../../../../sandbox/limits.ts';
import { FRAME, splitFrameBody } from '../../../../sandbox/protocol.ts';
import { type GuestSetup, type OpenSnapshot, startGuest } from './guest-process.ts';

/**
 * Gives Python's memory picture, open for reading and checked; makes it first when there is none, or none that is whole.
 *
 * A picture is bound to the Pyodide version, to the Node version, and to the built guest (whose text holds the list of
 * imports and the runner), so its name is their hash. Its own hash lies beside it and is checked over the very
 * descriptor that guests are given, so a picture that was changed on disk is made anew (X8). Two hosts may make it at
 * once: each writes its own file and renames it.
 * @param folder the data folder's `cache/`
 * @param signal aborted when the host closes: a picture in the making is given up, so that ending does not wait for it
 * @returns undefined when it cannot be made; Python then loads without, some seconds slower
 */
export async function openSnapshot(
  setup: GuestSetup,
  folder: string,
  signal?: AbortSignal,
): Promise<OpenSnapshot | undefined> {
  const name = `python-${keyOf(setup)}`;
  const file = path.join(folder, `${name}.snapshot`);
  return openChecked(file) ?? (await makeSnapshot(setup, folder, name, file, signal));
}

async function makeSnapshot(
  setup: GuestSetup,
  folder: string,
  name: string,
  file: string,
  signal: AbortSignal | undefined,
): Promise<OpenSnapshot | undefined> {
  const bytes = await takePicture(setup, signal);
  if (bytes === undefined) return undefined;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  removeOlder(folder, name);
  writeWhole(`${file}.sha256`, Buffer.from(sha256(bytes)));
  writeWhole(file, bytes);
  return openChecked(file);
}

function keyOf(setup: GuestSetup): string {
  const hash = createHash('sha256');
  for (const file of [path.join(setup.pyodideFolder, 'package.json'), setup.guestScript])
    hash.update(readFileSync(file));
  return hash.update(process.version).digest('hex').slice(0, 32);
}

/** Opens a picture whose content has the hash beside it. */
function openChecked(file: string): OpenSnapshot | undefined {
  let descriptor: number;
  try {
    descriptor = openSync(file, 'r');
  } catch {
    return undefined; // not made yet
  }
  try {
    const bytes = readFileSync(descriptor);
    if (sha256(bytes) === readFileSync(`${file}.sha256`, 'utf8')) return { descriptor, bytes: bytes.length };
  } catch {
    // unreadable, or its hash is missing: as good as changed
  }
  closeSync(descriptor);
  return undefined;
}

/** Lets a guest, under all its flags and walls, load Python and send its memory. No code but ours runs in it. */
async function takePicture(setup: GuestSetup, signal: AbortSignal | undefined): Promise<Buffer | undefined> {
  if (signal?.aborted) return undefined;
  const guest = startGuest(setup, 'snapshot', undefined);
  const giveUp = (): void => guest.kill();
  signal?.addEventListener('abort', giveUp);
  let timer: NodeJS.Timeout | undefined;
  const picture = new Promise<Buffer | undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), PROCESS_LIMITS.startMs);
    guest.listen(
      (kind) => (kind === FRAME.snapshot ? FRAME_LIMITS.snapshot : undefined),
      ({ body }) => resolve(Buffer.from(splitFrameBody(body)?.bytes ?? [])),
    );
    void guest.gone.then(() => resolve(undefined));
  });
  const bytes = await picture;
  clearTimeout(timer);
  signal?.removeEventListener('abort', giveUp);
  guest.kill();
  await guest.gone;
  return bytes === undefined || bytes.length === 0 ? undefined : bytes;
}

function writeWhole(file: string, bytes: Buffer): void {
  const scratch = `${file}.${process.pid}.part`;
  const descriptor = openSync(scratch, 'w', 0o600);
  try {
    writeFileSync(descriptor, bytes);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  renameSync(scratch, file);
}

function removeOlder(folder: string, name: string): void {
  for (const entry of readdirSync(folder)) {
    if (entry.startsWith('python-') && !entry.startsWith(name)) rmSync(path.join(folder, entry), { force: true });
  }
}

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
