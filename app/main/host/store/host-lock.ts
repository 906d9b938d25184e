import fs from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import * as z from 'zod';
import { WarrantError } from '#contract/errors';
import { keepPrivate, makePrivateFolder } from './private-folder.ts';
import { asStorageError } from './storage-error.ts';

/** How long to wait for a host that is just ending. */
const WAIT_MS = 250;

/** Held locks, so that none is collected as garbage, and with that given back, while its host still runs. */
const held = new Set<Database.Database>();

/** The right to write a data folder. The system takes it back when the process ends, however it ends. */
export interface HostLock {
  release(): void;
}

const Address = z.object({ origin: z.string() });

/** The address that the running host wrote for commands that attach; undefined while it is still starting. */
function addressOf(dataFolder: string): string | undefined {
  try {
    return Address.safeParse(JSON.parse(fs.readFileSync(path.join(dataFolder, 'host.lock'), 'utf8'))).data?.origin;
  } catch {
    // No file, or half of one: the host is starting or has no front door. Who holds the folder is known without it.
    return undefined;
  }
}

/**
 * Makes this process the one host of a data folder (rule D13), or throws `locked` with the address of the one that is.
 *
 * The lock is an exclusive SQLite lock on the empty file `host.guard`, held while the host runs: a lock of the operating
 * system, so two that start at once can't both get it and a killed host leaves none behind. The file itself stays; it
 * must never be opened in another way, as closing any descriptor of it would drop the lock on POSIX systems.
 */
export function takeHostLock(dataFolder: string): HostLock {
  makePrivateFolder(dataFolder);
  const file = path.join(fs.realpathSync(dataFolder), 'host.guard');
  let guard: Database.Database | undefined;
  try {
    makeOnce(file);
    guard = new Database(file, { timeout: WAIT_MS });
    guard.exec('BEGIN EXCLUSIVE');
  } catch (cause) {
    guard?.close();
    const fault = asStorageError(cause, `lock the data folder ${dataFolder}`);
    if (!(fault instanceof WarrantError) || fault.code !== 'locked') throw fault;
    const address = addressOf(dataFolder);
    throw new WarrantError(
      'locked',
      address === undefined
        ? `Another Warrant is using the data folder ${dataFolder} and is starting or ending. Try again in a moment.`
        : `Another Warrant is using the data folder ${dataFolder}, at ${address}. Attach to it, or end it first.`,
      address === undefined ? [] : [address],
    );
  }
  const taken = guard;
  held.add(taken);
  return {
    release() {
      held.delete(taken);
      taken.close();
    },
  };
}

function makeOnce(file: string): void {
  if (keepPrivate(file)) return;
  try {
    fs.closeSync(fs.openSync(file, 'wx', 0o600));
  } catch (cause) {
    // Another host made it at this moment; which of the two gets the lock is settled by the lock.
    if (!(cause instanceof Error && 'code' in cause && cause.code === 'EEXIST')) throw cause;
  }
}
