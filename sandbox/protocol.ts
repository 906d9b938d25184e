/**
 * All that crosses between the host and a sandboxed guest: one pipe (file descriptor 3), frames both ways.
 *
 * A frame is `u32 body length | u8 kind | u32 JSON length | JSON | bytes`, little-endian; the body is everything after
 * the kind. The guest reads and writes it blocking, so a guest's call is synchronous to the code inside.
 *
 * The guest is not trusted: it may forge any frame. Nothing here validates; the host does
 * (`app/main/host/sandbox/parse-guest-message.ts`), and the guest trusts the host.
 */

/** A value that survives JSON. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** What the guest speaks: which engine a process warms. */
export type Language = 'javascript' | 'python';

/**
 * A folder the guest sees, under the same path as the file tools use: `/agent` or `/folders/NAME`. `writable` only
 * shapes what the guest is told early (mode bits); the host decides every call by itself.
 */
export type Mount = { path: string; writable: boolean };

/** Limits the guest keeps by itself, so that an honest guest ends tidily; the host keeps them again. */
export type JobLimits = { outputBytes: number; valueBytes: number };

/**
 * One piece of code to run once. With `args`, the code sees a global `args`, and a top-level function `main`, if there
 * is one, is called with it; the job's value is then what `main` returned.
 */
export type Job = { language: Language; code: string; args?: Json; limits: JobLimits; mounts: Mount[] };

/** The kind of a thing in a mount. `other` (link, device, unreadable) is listed, and can be neither read nor written. */
export type EntryKind = 'file' | 'folder' | 'other';

/** What is known of one file or folder. `modified` is in milliseconds since 1970. */
export type Attributes = { kind: EntryKind; size: number; modified: number; writable: boolean };

/** A name in a folder, with its attributes, so that listing needs one call. */
export type Entry = { name: string } & Attributes;

/**
 * One question of the guest, numbered from 0 without gaps: the same code given the same replies asks the same questions,
 * so that a call may be run again after a crash and be answered from the record.
 *
 * - `stat`: reply `Attributes`, and the content as bytes when it is a file of at most `inline` bytes
 * - `list`: reply `{ entries: Entry[] }`
 * - `read`: reply bytes, at most `length` from `position`; fewer only at the end
 * - `put`: the whole new content as bytes; creates or replaces the file; reply `Attributes`
 * - `makeFolder`, `remove` (a file), `removeFolder` (an empty one), `rename` (replaces a file at `to`): reply null
 */
export type HostCall = { index: number } & HostRequest;
export type HostRequest =
  | { operation: 'stat'; path: string; inline: number }
  | { operation: 'list'; path: string }
  | { operation: 'read'; path: string; position: number; length: number }
  | { operation: 'put'; path: string; bytes: Uint8Array }
  | { operation: 'makeFolder'; path: string }
  | { operation: 'remove'; path: string }
  | { operation: 'removeFolder'; path: string }
  | { operation: 'rename'; path: string; to: string };

/** The errors a reply may name; the guest turns them into its language's own (`PermissionError`, …). */
export type ErrorCode =
  | 'EACCES'
  | 'EBUSY'
  | 'EEXIST'
  | 'EFBIG'
  | 'EINVAL'
  | 'EIO'
  | 'EISDIR'
  | 'ENOENT'
  | 'ENOSPC'
  | 'ENOTDIR'
  | 'ENOTEMPTY'
  | 'EROFS'
  | 'EXDEV';

/** The host's answer. `message` says in words why a call was refused; it reaches the error the guest reports. */
export type HostReply =
  | { ok: true; json: Json; bytes?: Uint8Array }
  | { ok: false; errno: ErrorCode; message?: string };

/** How the job ended, as the guest tells it. Output has gone before, in frames of its own. */
export type JobResult =
  | { type: 'ok'; truncated: boolean; value?: Json }
  | { type: 'error'; name: string; message: string; traceback: string; truncated: boolean };

/** Frame kinds. Guest to host: `ready`, `output` (UTF-8 bytes), `call`, `result`, `snapshot`. Host to guest: the rest. */
export const FRAME = { ready: 1, output: 2, call: 3, result: 4, snapshot: 5, job: 16, reply: 17 } as const;

/** Bytes before a frame's JSON: body length, kind, JSON length. */
export const FRAME_HEAD_BYTES = 9;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/**
 * Encodes all of a frame but its trailing bytes, which the caller writes after it (so that megabytes are not copied).
 * @param kind one of `FRAME`
 * @param json what JSON can hold; `undefined` for none
 * @param bytesLength how many bytes will follow
 */
export function encodeFrameHead(kind: number, json: unknown, bytesLength: number): Uint8Array {
  const text = json === undefined ? new Uint8Array(0) : encoder.encode(JSON.stringify(json));
  const head = new Uint8Array(FRAME_HEAD_BYTES + text.length);
  const view = new DataView(head.buffer);
  view.setUint32(0, 4 + text.length + bytesLength, true);
  view.setUint8(4, kind);
  view.setUint32(5, text.length, true);
  head.set(text, FRAME_HEAD_BYTES);
  return head;
}

/**
 * Splits a frame's body into its JSON text and its bytes.
 * @returns undefined when the body is too short for what it claims to hold
 */
export function splitFrameBody(body: Uint8Array): { text: string; bytes: Uint8Array } | undefined {
  if (body.length < 4) return undefined;
  const length = new DataView(body.buffer, body.byteOffset, body.length).getUint32(0, true);
  if (length > body.length - 4) return undefined;
  return { text: decoder.decode(body.subarray(4, 4 + length)), bytes: body.subarray(4 + length) };
}
