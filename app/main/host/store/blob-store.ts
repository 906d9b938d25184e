import { hash as digest, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { WarrantError } from '#contract/errors';
import type { Hash } from '#contract/ids';
import { Redactor } from '../redact/redactor.ts';
import { makePrivateFolder, syncFolder } from './private-folder.ts';
import { asStorageError } from './storage-error.ts';

const HASH = /^[0-9a-f]{64}$/;
const TEMPORARY = '.tmp';

/** How long bytes that were put are kept although no entry names them: the entry that will is on its way. */
export const LEASE_MS = 60_000;

/** The name of bytes: their SHA-256, lower-case hex. */
export function hashOf(bytes: Uint8Array): Hash {
  return digest('sha256', bytes, 'hex');
}

/**
 * Large payloads by their hash, as files `blobs/ab/abcdef…` of the data folder. Bytes with a name never change; the same
 * bytes are kept once.
 */
export class BlobStore {
  readonly #folder: string;
  /** When bytes were put last, and how often it was that no entry names yet. */
  readonly #putAt = new Map<Hash, { at: number; times: number }>();

  readonly #redactor: Redactor;

  /** Opens the store, removing half-written files that a kill left. Throws `refused` or `disk`. */
  constructor(dataFolder: string, redactor: Redactor = new Redactor()) {
    this.#redactor = redactor;
    this.#folder = path.join(dataFolder, 'blobs');
    makePrivateFolder(this.#folder);
    for (const name of fs.readdirSync(this.#folder))
      if (name.endsWith(TEMPORARY)) fs.rmSync(path.join(this.#folder, name), { force: true });
  }

  /** A text as it may be kept: without secrets. Files of a person are bytes, and kept as they are. */
  clean(text: string): string {
    return this.#redactor.text(text);
  }

  /** Keeps bytes; resolves when they are on disk, so that the entry naming them may be written (rule D17). */
  async put(bytes: Uint8Array): Promise<Hash> {
    const hash = hashOf(bytes);
    this.#lease(hash);
    const file = this.#place(hash);
    const temporary = this.#temporary();
    try {
      if (!this.#holds(file, bytes)) {
        await fs.promises.writeFile(temporary, bytes, { mode: 0o600, flag: 'wx', flush: true });
        await fs.promises.rename(temporary, file);
      } else await syncFile(file);
      syncFolder(path.dirname(file));
    } catch (cause) {
      fs.rmSync(temporary, { force: true });
      throw asStorageError(cause, `keep ${bytes.length} bytes in ${this.#folder}`);
    }
    return hash;
  }

  /**
   * Keeps bytes without waiting for the disk: for what would be read again after a crash. `get` does not take what a
   * power loss tore for the whole.
   */
  putLater(bytes: Uint8Array): Hash {
    const hash = hashOf(bytes);
    this.#lease(hash);
    const file = this.#place(hash);
    const temporary = this.#temporary();
    try {
      if (!this.#holds(file, bytes)) {
        fs.writeFileSync(temporary, bytes, { mode: 0o600, flag: 'wx' });
        fs.renameSync(temporary, file);
      }
    } catch (cause) {
      fs.rmSync(temporary, { force: true });
      throw asStorageError(cause, `keep ${bytes.length} bytes in ${this.#folder}`);
    }
    return hash;
  }

  /** The bytes of `hash`, or undefined where they are not kept. Throws `corrupt` for a file that holds other bytes. */
  get(hash: Hash): Buffer | undefined {
    const bytes = this.getUnchecked(hash);
    if (bytes === undefined || hashOf(bytes) === hash) return bytes;
    throw new WarrantError(
      'corrupt',
      `${this.#path(hash)} does not hold the bytes it is named after. Restore it from a backup.`,
    );
  }

  /** Whatever stands where the bytes of `hash` were put: for showing that they are not the same any more. */
  getUnchecked(hash: Hash): Buffer | undefined {
    if (!HASH.test(hash)) return undefined;
    const file = this.#path(hash);
    try {
      return fs.readFileSync(file);
    } catch (cause) {
      if (isMissing(cause)) return undefined;
      throw asStorageError(cause, `read ${file}`);
    }
  }

  /** The bytes of `hash` as text; invalid UTF-8 is replaced. */
  getText(hash: Hash): string | undefined {
    return this.get(hash)?.toString('utf8');
  }

  has(hash: Hash): boolean {
    return this.size(hash) !== undefined;
  }

  /** How many bytes are kept under `hash`, or undefined. */
  size(hash: Hash): number | undefined {
    if (!HASH.test(hash)) return undefined;
    return fs.statSync(this.#path(hash), { throwIfNoEntry: false })?.size;
  }

  /** Deletes the bytes, on disk when it returns. Deleting what is not kept is no fault. */
  remove(hash: Hash): void {
    if (!this.has(hash)) return;
    const file = this.#path(hash);
    try {
      fs.rmSync(file, { force: true });
      syncFolder(path.dirname(file));
    } catch (cause) {
      throw asStorageError(cause, `delete ${file}`);
    }
  }

  /** Whether an entry that names these bytes may still be on its way. */
  isLeased(hash: Hash): boolean {
    const put = this.#putAt.get(hash);
    return put !== undefined && performance.now() - put.at < LEASE_MS;
  }

  /** The entry is written for which these bytes were put, once: they are free for others to delete. */
  settle(hash: Hash): void {
    const put = this.#putAt.get(hash);
    if (!put) return;
    put.times -= 1;
    if (put.times === 0) this.#putAt.delete(hash);
  }

  #lease(hash: Hash): void {
    const times = this.isLeased(hash) ? (this.#putAt.get(hash)?.times ?? 0) : 0;
    this.#putAt.delete(hash);
    this.#putAt.set(hash, { at: performance.now(), times: times + 1 });
    for (const old of this.#putAt.keys()) {
      if (this.isLeased(old)) break;
      this.#putAt.delete(old);
    }
  }

  #path(hash: Hash): string {
    return path.join(this.#folder, hash.slice(0, 2), hash);
  }

  #place(hash: Hash): string {
    const file = this.#path(hash);
    try {
      const made = fs.mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
      if (made !== undefined) syncFolder(this.#folder);
    } catch (cause) {
      throw asStorageError(cause, `make a folder in ${this.#folder}`);
    }
    return file;
  }

  #temporary(): string {
    return path.join(this.#folder, randomBytes(8).toString('hex') + TEMPORARY);
  }

  /** Looks at the bytes, not only at the name: a file that a power loss tore is written again. */
  #holds(file: string, bytes: Uint8Array): boolean {
    if (fs.statSync(file, { throwIfNoEntry: false })?.size !== bytes.length) return false;
    return fs.readFileSync(file).equals(bytes);
  }
}

async function syncFile(file: string): Promise<void> {
  const handle = await fs.promises.open(file, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function isMissing(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && (cause.code === 'ENOENT' || cause.code === 'ENOTDIR');
}
