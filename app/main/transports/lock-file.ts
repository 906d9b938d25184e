import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { lstatSync, mkdirSync, readFileSync, renameSync, rmSync, type Stats, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';

const Lock = z.object({ pid: z.int(), origin: z.url({ protocol: /^http$/ }), token: z.string().min(20) });

/** The running host of a data folder, as its lock file says. */
export type Lock = z.infer<typeof Lock>;

/** Writes the lock file (0600, at once or not at all). The host's own lock on its store is what keeps a second one out. */
export function writeLock(dataFolder: string, lock: Lock): void {
  writePrivately(lockPath(dataFolder), JSON.stringify(lock));
}

/** Takes the lock file away if it still names this process. */
export function removeLock(dataFolder: string, pid: number): void {
  if (readLock(dataFolder)?.pid === pid) rmSync(lockPath(dataFolder), { force: true });
}

/**
 * The host that runs on a data folder now, or undefined. A lock file that outlived its host names an address that
 * another program may have taken since, so the address has to prove that it knows the token before it is sent there.
 */
export async function findRunningHost(dataFolder: string): Promise<Lock | undefined> {
  const lock = readLock(dataFolder);
  return lock && (await provesItself(lock)) ? lock : undefined;
}

/**
 * Whether a host that ran on a data folder has ended by itself: it takes its lock file with it. One that was killed
 * leaves it behind.
 */
export function endedWell(dataFolder: string): boolean {
  return readLock(dataFolder) === undefined;
}

/** What a host answers to a challenge: bound to its address, so that no other address can pass the question on. */
export function proofOf(token: string, authority: string, challenge: string): string {
  return createHmac('sha256', token).update(`warrant host ${authority} ${challenge}`).digest('base64url');
}

/** Writes a file that only its owner can read, replacing the old one in one step. */
export function writePrivately(file: string, text: string): void {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  const fresh = `${file}.${process.pid}.new`;
  rmSync(fresh, { force: true });
  writeFileSync(fresh, text, { mode: 0o600, flag: 'wx' });
  renameSync(fresh, file);
}

/** A small file that only its owner can read; undefined where there is none, it is a link, or others may read it (K11). */
export function readPrivately(file: string): string | undefined {
  const stat = lookAt(file);
  if (!stat?.isFile() || stat.size > 10_000) return undefined;
  if (process.platform !== 'win32' && (stat.mode & 0o077) !== 0) return undefined;
  if (process.getuid && stat.uid !== process.getuid()) return undefined;
  return readFileSync(file, 'utf8');
}

/** What is there; nothing also where the folder it should be in is none. */
function lookAt(file: string): Stats | undefined {
  try {
    return lstatSync(file, { throwIfNoEntry: false });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOTDIR') return undefined;
    throw error;
  }
}

function lockPath(dataFolder: string): string {
  return path.join(dataFolder, 'host.lock');
}

function readLock(dataFolder: string): Lock | undefined {
  const text = readPrivately(lockPath(dataFolder));
  if (text === undefined) return undefined;
  try {
    return Lock.safeParse(JSON.parse(text)).data;
  } catch {
    // Not JSON: no lock we wrote; the store's own lock still keeps a second host out.
    return undefined;
  }
}

async function provesItself(lock: Lock): Promise<boolean> {
  const { host: authority, hostname } = new URL(lock.origin);
  if (hostname !== '127.0.0.1') return false;
  const challenge = randomBytes(24).toString('base64url');
  try {
    const url = `${lock.origin}/session/proof?challenge=${challenge}`;
    const response = await fetch(url, { signal: AbortSignal.timeout(3_000), redirect: 'error' });
    const given = Buffer.from(await response.text());
    const wanted = Buffer.from(proofOf(lock.token, authority, challenge));
    return response.ok && given.length === wanted.length && timingSafeEqual(given, wanted);
  } catch {
    // Nobody listens there, or not in our words: the host is gone.
    return false;
  }
}
