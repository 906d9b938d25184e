import { FILE_LIMITS } from './limits.ts';
import type { Attributes, Entry, ErrorCode, HostReply, HostRequest, Json } from './protocol.ts';

/** A file call that failed, with the host's words if it gave any. */
export class FileError extends Error {
  readonly code: ErrorCode;
  constructor(code: ErrorCode, message?: string) {
    super(message ?? code);
    this.code = code;
  }
}

/** What is known of a path: attributes, and perhaps its content, or one piece of it. */
type Known = { attributes: Attributes; content?: Uint8Array; piece?: { position: number; bytes: Uint8Array } };

/** A file being written: whole, in memory, sent when it is closed. */
type Held = { buffer: Uint8Array; size: number; dirty: boolean; onHost: boolean; attributes?: Attributes };

/**
 * The mounts as a guest's file system sees them: few trips, and always the same ones.
 *
 * What the guest once saw stays as it was until the guest itself changes it, however long it runs. There is no expiry by
 * time, because the sequence of host calls must depend on the code and the replies alone (see `HostCall`). Names that do
 * not exist are asked for again each time.
 */
export type GuestFiles = {
  stat(path: string): Attributes;
  list(path: string): Entry[];
  /** At most `length` bytes from `position`; none at the end. */
  read(path: string, position: number, length: number): Uint8Array;
  /** Begins an empty file that the host hears of when it is flushed. */
  create(path: string): void;
  truncate(path: string, size: number): void;
  write(path: string, bytes: Uint8Array, position: number): void;
  /** Sends a written file to the host; nothing if it has not changed. */
  flush(path: string): void;
  /** Flushes, and no longer holds the file in memory. */
  release(path: string): void;
  /** Releases every file still held: the end of a job. */
  releaseAll(): void;
  makeFolder(path: string): void;
  remove(path: string): void;
  removeFolder(path: string): void;
  rename(path: string, to: string): void;
  /** Whether any file is held for writing. */
  isHolding(): boolean;
  /** The host's words at the last refusal. */
  lastRefusal(): string | undefined;
};

/** @param call asks the host; @throws {FileError} from every method when the host refuses or a limit is reached */
export function createGuestFiles(call: (request: HostRequest) => HostReply): GuestFiles {
  const known = new Map<string, Known>();
  const held = new Map<string, Held>();
  let keptBytes = 0;
  let heldBytes = 0;
  let refusal: string | undefined;

  const ask = (request: HostRequest): { json: Json; bytes: Uint8Array } => {
    if (request.path.length > FILE_LIMITS.pathCharacters) throw new FileError('EINVAL');
    const reply = call(request);
    if (reply.ok) return { json: reply.json, bytes: reply.bytes ?? new Uint8Array(0) };
    refusal = reply.message ?? refusal;
    throw new FileError(reply.errno, reply.message);
  };

  const weight = (entry: Known): number => (entry.content?.length ?? 0) + (entry.piece?.bytes.length ?? 0);
  const forget = (path: string): void => {
    const entry = known.get(path);
    if (entry !== undefined) keptBytes -= weight(entry);
    known.delete(path);
  };
  /** Replaces what is known; drops the oldest content when there is too much of it. */
  const learn = (path: string, entry: Known): Known => {
    forget(path);
    known.set(path, entry);
    keptBytes += weight(entry);
    if (keptBytes > FILE_LIMITS.keptBytes) {
      for (const [oldPath, old] of known) {
        if (keptBytes <= FILE_LIMITS.keptBytes) break;
        if (oldPath === path) continue;
        keptBytes -= weight(old);
        known.set(oldPath, { attributes: old.attributes });
      }
    }
    return entry;
  };
  const look = (path: string): Known => {
    const { json, bytes } = ask({ operation: 'stat', path, inline: FILE_LIMITS.inlineBytes });
    const attributes = json as unknown as Attributes;
    const whole = attributes.kind === 'file' && bytes.length === attributes.size;
    return learn(path, whole ? { attributes, content: bytes } : { attributes });
  };

  const hold = (path: string, file: Held): Held => {
    held.set(path, file);
    heldBytes += file.buffer.length;
    forget(path);
    return file;
  };
  const drop = (path: string): void => {
    heldBytes -= held.get(path)?.buffer.length ?? 0;
    held.delete(path);
  };
  const holdExisting = (path: string): Held => {
    const already = held.get(path);
    if (already !== undefined) return already;
    const { size } = files.stat(path);
    if (size > FILE_LIMITS.fileBytes) throw new FileError('EFBIG');
    const buffer = new Uint8Array(size);
    let have = 0;
    while (have < size) {
      const part = files.read(path, have, size - have);
      if (part.length === 0) break;
      buffer.set(part, have);
      have += part.length;
    }
    return hold(path, { buffer, size: have, dirty: false, onHost: true });
  };
  const resize = (file: Held, size: number): void => {
    if (size > FILE_LIMITS.fileBytes) throw new FileError('EFBIG');
    if (size > file.buffer.length) {
      const capacity = Math.min(FILE_LIMITS.fileBytes, Math.max(size, file.buffer.length * 2, 4096));
      if (heldBytes + capacity - file.buffer.length > FILE_LIMITS.heldBytes) throw new FileError('ENOSPC');
      const grown = new Uint8Array(capacity);
      grown.set(file.buffer.subarray(0, file.size));
      heldBytes += capacity - file.buffer.length;
      file.buffer = grown;
    } else if (size > file.size) {
      file.buffer.fill(0, file.size, size);
    }
    file.size = size;
    file.dirty = true;
  };
  const heldAttributes = (file: Held): Attributes => ({
    kind: 'file',
    size: file.size,
    modified: Date.now(),
    writable: true,
  });

  const files: GuestFiles = {
    stat(path) {
      const file = held.get(path);
      return file !== undefined ? heldAttributes(file) : (known.get(path) ?? look(path)).attributes;
    },
    list(path) {
      const { entries } = ask({ operation: 'list', path }).json as unknown as { entries: Entry[] };
      const inside = path === '/' ? '/' : `${path}/`;
      const listed = new Map<string, Entry>();
      for (const { name, ...attributes } of entries) {
        if (name === '' || name === '.' || name === '..' || name.includes('/') || name.includes('\0')) continue;
        const before = known.get(inside + name);
        const same = before?.attributes.modified === attributes.modified && before.attributes.size === attributes.size;
        if (!same) learn(inside + name, { attributes });
        listed.set(name, { name, ...attributes });
      }
      for (const [heldPath, file] of held) {
        const name = heldPath.slice(inside.length);
        if (heldPath.startsWith(inside) && !name.includes('/')) listed.set(name, { name, ...heldAttributes(file) });
      }
      return [...listed.values()];
    },
    read(path, position, length) {
      const file = held.get(path);
      if (file !== undefined) return file.buffer.subarray(position, Math.min(position + length, file.size));
      let entry = known.get(path) ?? look(path);
      const { size } = entry.attributes;
      if (entry.content === undefined && entry.attributes.kind === 'file' && size <= FILE_LIMITS.inlineBytes) {
        entry = look(path);
      }
      if (entry.content !== undefined) return entry.content.subarray(position, position + length);
      const piece = entry.piece;
      if (piece !== undefined && position >= piece.position && position < piece.position + piece.bytes.length) {
        return piece.bytes.subarray(position - piece.position, position - piece.position + length);
      }
      if (position >= size && entry.attributes.kind === 'file') return new Uint8Array(0);
      const asked = Math.min(Math.max(length, FILE_LIMITS.windowBytes), FILE_LIMITS.readBytes);
      const { bytes } = ask({ operation: 'read', path, position, length: asked });
      if (asked === FILE_LIMITS.windowBytes) {
        learn(path, { attributes: entry.attributes, piece: { position, bytes } });
      }
      return bytes.subarray(0, length);
    },
    create(path) {
      hold(path, { buffer: new Uint8Array(0), size: 0, dirty: true, onHost: false });
    },
    truncate(path, size) {
      if (size === 0 && !held.has(path)) {
        hold(path, { buffer: new Uint8Array(0), size: 0, dirty: true, onHost: true });
      } else {
        resize(holdExisting(path), size);
      }
    },
    write(path, bytes, position) {
      const file = holdExisting(path);
      if (position + bytes.length > file.size) resize(file, position + bytes.length);
      file.buffer.set(bytes, position);
      file.dirty = true;
    },
    flush(path) {
      const file = held.get(path);
      if (file === undefined || !file.dirty) return;
      try {
        const reply = ask({ operation: 'put', path, bytes: file.buffer.subarray(0, file.size) });
        file.attributes = reply.json as unknown as Attributes;
        file.dirty = false;
        file.onHost = true;
      } catch (error) {
        drop(path);
        throw error;
      }
    },
    release(path) {
      files.flush(path);
      const file = held.get(path);
      drop(path);
      if (file?.attributes === undefined) return;
      const small = file.size <= FILE_LIMITS.inlineBytes;
      learn(path, { attributes: file.attributes, ...(small && { content: file.buffer.slice(0, file.size) }) });
    },
    releaseAll() {
      for (const path of [...held.keys()]) files.release(path);
    },
    makeFolder(path) {
      ask({ operation: 'makeFolder', path });
    },
    remove(path) {
      const file = held.get(path);
      if (file === undefined || file.onHost) ask({ operation: 'remove', path });
      drop(path);
      forget(path);
    },
    removeFolder(path) {
      ask({ operation: 'removeFolder', path });
      forget(path);
    },
    rename(path, to) {
      files.flush(path);
      ask({ operation: 'rename', path, to });
      for (const changed of [path, to]) {
        drop(changed);
        for (const inside of [...known.keys()]) {
          if (inside === changed || inside.startsWith(`${changed}/`)) forget(inside);
        }
      }
    },
    isHolding: () => held.size > 0,
    lastRefusal: () => refusal,
  };
  return files;
}
