import { createHash } from 'node:crypto';
import { canonicalJson } from '#contract/canonical-json';
import type { RunEvent } from '#contract/event';
import type { FileChange } from '#contract/file-change';
import type { Json, ToolCallId } from '#contract/ids';
import type { HostCallRecord } from '#contract/projections/run-state';
import type { FileVerb } from '#contract/tool';
import { formatVirtualPath } from '#contract/virtual-path';
import type { ErrorCode, HostCall, HostReply } from '../../../../sandbox/protocol.ts';
import type { BlobStore } from '../store/blob-store.ts';
import type { JailErrorCode } from '../workspace/jail-error.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { EMPTY_HASH, GuestOverlay, type Original, type Staged } from './guest-overlay.ts';

/** Ends a call whose guest, run again after a restart, did not ask what the log recorded (row A19.9). */
export class GuestDivergence extends Error {}

export interface GuestBridgeParts {
  callId: ToolCallId;
  workspace: Workspace;
  blobs: BlobStore;
  /** What an earlier attempt recorded; answered from, by index. */
  recorded: readonly HostCallRecord[];
  /** The file rules on one use of one file: undefined if allowed, else the reason. `stat` is what a name is, no more. */
  refuses(path: string, verb: FileVerb | 'stat'): string | undefined;
  /** Appends and resolves when it is on disk. */
  append(events: RunEvent[]): Promise<unknown>;
  now(): number;
}

type Reply = Extract<HostReply, { ok: true }>;

/** Files of a guest are at most this large: they pass through memory whole. */
const LARGEST_FILE = 64 << 20;
/** Recorded reads wait for company until this many entries stand, or something is written. */
const FLUSH_AT = 64;

const VERBS: Record<HostCall['operation'], FileVerb | 'stat'> = {
  stat: 'stat',
  list: 'list',
  read: 'read',
  put: 'write',
  makeFolder: 'write',
  remove: 'delete',
  removeFolder: 'delete',
  rename: 'write',
};

const ERRNO: Partial<Record<JailErrorCode, ErrorCode>> = {
  'not-found': 'ENOENT',
  'is-folder': 'EISDIR',
  'not-a-folder': 'ENOTDIR',
  exists: 'EEXIST',
  'not-empty': 'ENOTEMPTY',
  'no-space': 'ENOSPC',
  'read-only': 'EROFS',
  'too-large': 'EFBIG',
  io: 'EIO',
};

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const refuse = (errno: ErrorCode, message: string): HostReply => ({ ok: false, errno, message });

/**
 * Answers the file calls of one sandboxed guest under its warrant: each is matched by the rules of the file tools and
 * recorded in a pair. Reads and changes of `/agent` happen at once; changes of a person's folders are staged. Run again
 * after a crash, a call that was recorded is answered from the record; one that was started and not ended is settled by
 * its recorded hashes, never simply repeated.
 */
export class GuestBridge {
  readonly overlay = new GuestOverlay();
  readonly #parts: GuestBridgeParts;
  #waiting: RunEvent[] = [];
  #next = 0;
  filesRead = new Set<string>();
  filesWritten = new Set<string>();

  constructor(parts: GuestBridgeParts) {
    this.#parts = parts;
  }

  /** One question of the guest. Throws `GuestDivergence` where a re-run guest asks something else. */
  async answer(call: HostCall): Promise<HostReply> {
    if (call.index !== this.#next) throw new GuestDivergence(`host call ${call.index} came out of order`);
    this.#next++;
    const requestHash = hashOf(call);
    const record = this.#parts.recorded[call.index];
    if (record && (record.operation !== call.operation || record.requestHash !== requestHash))
      throw new GuestDivergence(`host call ${call.index} is not the one that was recorded`);
    if (record?.ended) return this.#replay(call, record);
    const parsed = this.#parts.workspace.parse(call.path);
    if (!parsed.ok) return this.#record(call, requestHash, refuse('EACCES', parsed.error.message));
    const path = formatVirtualPath(parsed.value);
    const refused = this.#refused(call, path);
    if (refused !== undefined) return this.#record(call, requestHash, refuse('EACCES', refused));
    this.#count(call, path);
    if (isRead(call)) return this.#record(call, requestHash, this.#read(call, path));
    if (!path.startsWith('/agent')) return this.#record(call, requestHash, this.#stage(call, path));
    return this.#change(call, path, requestHash, record);
  }

  /** Puts what is recorded and not yet written on disk. */
  async flush(): Promise<void> {
    const events = this.#waiting;
    this.#waiting = [];
    if (events.length > 0) await this.#parts.append(events);
  }

  /** The change set of the call, its bytes durable. */
  async staged(): Promise<FileChange[]> {
    for (const bytes of this.overlay.files()) await this.#parts.blobs.put(bytes);
    return this.overlay.changes();
  }

  #refused(call: HostCall, path: string): string | undefined {
    const verb = VERBS[call.operation];
    const refused = this.#parts.refuses(path, verb);
    if (refused !== undefined || call.operation !== 'rename') return refused;
    const to = this.#parts.workspace.parse(call.to);
    if (!to.ok) return to.error.message;
    return this.#parts.refuses(formatVirtualPath(to.value), 'write');
  }

  #count(call: HostCall, path: string): void {
    if (call.operation === 'read') this.filesRead.add(path);
    if (call.operation === 'put' || call.operation === 'rename') this.filesWritten.add(path);
  }

  #start(call: HostCall, requestHash: string, hashes: { before?: string; after?: string } = {}): RunEvent {
    const { index, operation, path } = call;
    return { type: 'host-call-started', callId: this.#parts.callId, index, operation, path, requestHash, ...hashes };
  }

  #end(call: HostCall, reply: HostReply): RunEvent {
    const { callId, blobs } = this.#parts;
    if (!reply.ok) {
      const response: Json = { errno: reply.errno, message: reply.message ?? '' };
      return { type: 'host-call-ended', callId, index: call.index, response };
    }
    const kept = reply.bytes === undefined ? {} : { data: blobs.putLater(reply.bytes), bytes: reply.bytes.length };
    return { type: 'host-call-ended', callId, index: call.index, response: { json: reply.json }, ...kept };
  }

  /** Records a pair that has no effect to protect: it joins the next write. */
  async #record(call: HostCall, requestHash: string, reply: HostReply): Promise<HostReply> {
    this.#waiting.push(this.#start(call, requestHash), this.#end(call, reply));
    if (this.#waiting.length >= FLUSH_AT) await this.flush();
    return reply;
  }

  #replay(call: HostCall, record: HostCallRecord): HostReply {
    const response = record.ended?.response as { errno?: ErrorCode; message?: string; json?: Json };
    if (response.errno !== undefined) return refuse(response.errno, response.message ?? '');
    const path = this.#shown(call.path);
    this.#count(call, path);
    if (!isRead(call) && !path.startsWith('/agent')) this.#stage(call, path);
    const reply: Reply = { ok: true, json: response.json ?? null };
    if (record.ended?.data === undefined) return reply;
    const bytes = this.#parts.blobs.get(record.ended.data);
    if (!bytes) throw new GuestDivergence(`the bytes that host call ${call.index} read are not kept any more`);
    return { ...reply, bytes };
  }

  #shown(text: string): string {
    const parsed = this.#parts.workspace.parse(text);
    return parsed.ok ? formatVirtualPath(parsed.value) : text;
  }

  #read(call: Extract<HostCall, { operation: 'stat' | 'list' | 'read' }>, path: string): HostReply {
    const over = this.overlay.get(path);
    if (over?.kind === 'gone') return refuse('ENOENT', `${path} does not exist`);
    if (call.operation === 'list') return this.#list(path);
    if (over) return readStaged(call, over, path);
    const { workspace } = this.#parts;
    if (call.operation === 'read') {
      if (this.#parts.refuses(path, 'read') !== undefined) return refuse('EACCES', `${path} may not be read`);
      const range = workspace.readRange(path, call.position, call.length);
      return range.ok ? { ok: true, json: null, bytes: range.value } : fromJail(range.error);
    }
    const stat = workspace.stat(path);
    if (!stat.ok) return fromJail(stat.error);
    const { kind, size, modifiedMs } = stat.value;
    const json: Json = { kind: plainKind(kind), size, modified: modifiedMs, writable: this.#writable(path) };
    const inline = kind === 'file' && size <= call.inline && this.#parts.refuses(path, 'read') === undefined;
    if (!inline) return { ok: true, json };
    const content = workspace.read(path, call.inline);
    if (!content.ok) return fromJail(content.error);
    this.filesRead.add(path);
    return { ok: true, json: { ...json, size: content.value.bytes.length }, bytes: content.value.bytes };
  }

  #list(path: string): HostReply {
    const listed = this.#parts.workspace.list(path);
    const over = this.overlay.get(path);
    if (!listed.ok && over?.kind !== 'folder') return fromJail(listed.error);
    const writable = this.#writable(path);
    const entries = new Map<string, Json>();
    for (const { name, kind, size } of listed.ok ? listed.value.entries : [])
      entries.set(name, { name, kind: plainKind(kind), size, modified: 0, writable });
    for (const { name, staged } of this.overlay.below(path))
      if (staged.kind === 'gone') entries.delete(name);
      else entries.set(name, { name, ...attributesOf(staged) });
    return { ok: true, json: { entries: [...entries.values()] } };
  }

  #writable(path: string): boolean {
    if (path === '/agent' || path.startsWith('/agent/')) return true;
    const name = path.split('/')[2];
    return this.#parts.workspace.folders.some((folder) => folder.name === name && folder.access === 'write');
  }

  #original(path: string): Original {
    const stat = this.#parts.workspace.stat(path);
    if (!stat.ok) return { kind: 'missing', hash: undefined, mode: 0o600 };
    if (stat.value.kind === 'folder') return { kind: 'folder', hash: EMPTY_HASH, mode: stat.value.mode & 0o777 };
    const content = this.#parts.workspace.read(path, LARGEST_FILE);
    return { kind: 'file', hash: content.ok ? sha256(content.value.bytes) : undefined, mode: stat.value.mode & 0o777 };
  }

  /** A change of a person's folder: laid over the disk, decided as one set when the call ends. */
  #stage(call: HostCall, path: string): HostReply {
    const kind = this.overlay.get(path)?.kind ?? this.#original(path).kind;
    const there = kind !== 'gone' && kind !== 'missing';
    const at = this.#parts.now();
    switch (call.operation) {
      case 'put': {
        if (kind === 'folder') return refuse('EISDIR', `${path} is a folder`);
        if (!this.#folderExists(path)) return refuse('ENOENT', `the folder of ${path} does not exist`);
        const staged: Staged = { kind: 'file', bytes: call.bytes, hash: sha256(call.bytes), at };
        this.overlay.set(path, staged, this.#original(path));
        return { ok: true, json: attributesOf(staged) };
      }
      case 'makeFolder':
        if (there) return refuse('EEXIST', `${path} exists`);
        if (!this.#folderExists(path)) return refuse('ENOENT', `the folder of ${path} does not exist`);
        this.overlay.set(path, { kind: 'folder', at }, this.#original(path));
        return { ok: true, json: null };
      case 'remove':
      case 'removeFolder': {
        if (!there) return refuse('ENOENT', `${path} does not exist`);
        if (call.operation === 'remove' && kind === 'folder') return refuse('EISDIR', `${path} is a folder`);
        if (call.operation === 'removeFolder' && kind === 'file') return refuse('ENOTDIR', `${path} is a file`);
        if (call.operation === 'removeFolder' && this.#holds(path) > 0)
          return refuse('ENOTEMPTY', `${path} is not empty`);
        this.overlay.set(path, { kind: 'gone' }, this.#original(path));
        return { ok: true, json: null };
      }
      case 'rename':
        return this.#stageRename(path, this.#shown(call.to), at);
      default:
        return refuse('EINVAL', 'not a change');
    }
  }

  #stageRename(path: string, to: string, at: number): HostReply {
    const staged = this.overlay.get(path);
    if (staged?.kind === 'gone') return refuse('ENOENT', `${path} does not exist`);
    if (!to.startsWith('/folders/')) return refuse('EXDEV', 'a file can’t be moved from a folder to the agent’s disk');
    let bytes = staged?.kind === 'file' ? staged.bytes : undefined;
    if (!bytes) {
      const content = this.#parts.workspace.read(path, LARGEST_FILE);
      if (!content.ok)
        return content.error.code === 'is-folder'
          ? refuse('EXDEV', 'a folder can’t be moved')
          : fromJail(content.error);
      if (content.value.truncated) return refuse('EFBIG', `${path} is too large to be moved`);
      bytes = content.value.bytes;
    }
    if (!this.#folderExists(to)) return refuse('ENOENT', `the folder of ${to} does not exist`);
    this.overlay.set(to, { kind: 'file', bytes, hash: sha256(bytes), at }, this.#original(to));
    this.overlay.set(path, { kind: 'gone' }, this.#original(path));
    return { ok: true, json: null };
  }

  #folderExists(path: string): boolean {
    const folder = path.slice(0, path.lastIndexOf('/'));
    const over = this.overlay.get(folder);
    if (over) return over.kind === 'folder';
    const stat = this.#parts.workspace.stat(folder);
    return stat.ok && stat.value.kind === 'folder';
  }

  #holds(path: string): number {
    const listed = this.#list(path);
    return listed.ok ? ((listed.json as { entries: Json[] }).entries.length ?? 0) : 0;
  }

  /** A change of the agent's own disk: its intent is durable first, with the hashes that settle it after a crash. */
  async #change(
    call: HostCall,
    path: string,
    requestHash: string,
    record: HostCallRecord | undefined,
  ): Promise<HostReply> {
    const before = this.#original(path);
    const target = call.operation === 'rename' ? this.#shown(call.to) : path;
    const after =
      call.operation === 'put' ? sha256(call.bytes) : call.operation === 'makeFolder' ? EMPTY_HASH : undefined;
    if (record) {
      const done = this.#alreadyDone(call, record, before, target);
      if (done) return this.#close(call, done);
      if ((before.hash ?? '') !== (record.before ?? ''))
        throw new GuestDivergence(
          `${path} is neither what it was before the restart nor what the call would have made`,
        );
    } else {
      if (call.operation === 'put') await this.#parts.blobs.put(call.bytes);
      const hashes = { ...(before.hash ? { before: before.hash } : {}), ...(after ? { after } : {}) };
      this.#waiting.push(this.#start(call, requestHash, hashes));
      await this.flush();
    }
    return this.#close(call, this.#perform(call, path));
  }

  #close(call: HostCall, reply: HostReply): HostReply {
    this.#waiting.push(this.#end(call, reply));
    return reply;
  }

  /** The reply of a change that was made before the crash; undefined where it was not, also as it could not be. */
  #alreadyDone(call: HostCall, record: HostCallRecord, now: Original, target: string): HostReply | undefined {
    const wasThere = record.before !== undefined;
    switch (call.operation) {
      case 'put':
        return now.hash === record.after && now.kind === 'file' ? this.#attributes(target) : undefined;
      case 'makeFolder':
        return now.kind === 'folder' && !wasThere ? { ok: true, json: null } : undefined;
      case 'rename': {
        const moved = wasThere && now.kind === 'missing' && this.#original(target).hash === record.before;
        return moved ? { ok: true, json: null } : undefined;
      }
      default:
        return now.kind === 'missing' && wasThere ? { ok: true, json: null } : undefined;
    }
  }

  #attributes(path: string): HostReply {
    const stat = this.#parts.workspace.stat(path);
    if (!stat.ok) return fromJail(stat.error);
    const { kind, size, modifiedMs } = stat.value;
    return { ok: true, json: { kind: plainKind(kind), size, modified: modifiedMs, writable: true } };
  }

  #perform(call: HostCall, path: string): HostReply {
    const { workspace } = this.#parts;
    const nothing = (result: { ok: true } | { ok: false; error: Parameters<typeof fromJail>[0] }): HostReply =>
      result.ok ? { ok: true, json: null } : fromJail(result.error);
    switch (call.operation) {
      case 'put': {
        const written = workspace.write(path, call.bytes);
        return written.ok ? this.#attributes(path) : fromJail(written.error);
      }
      case 'makeFolder':
        return nothing(workspace.makeFolder(path));
      case 'remove':
      case 'removeFolder': {
        const stat = workspace.stat(path);
        const folder = stat.ok && stat.value.kind === 'folder';
        if (stat.ok && folder !== (call.operation === 'removeFolder'))
          return folder ? refuse('EISDIR', `${path} is a folder`) : refuse('ENOTDIR', `${path} is a file`);
        return nothing(workspace.remove(path));
      }
      case 'rename':
        if (!this.#shown(call.to).startsWith('/agent/'))
          return refuse('EXDEV', 'a file can’t be moved off the agent’s disk');
        return nothing(workspace.move(path, call.to, { overwrite: true }));
      default:
        return refuse('EINVAL', 'not a change');
    }
  }
}

function isRead(call: HostCall): call is Extract<HostCall, { operation: 'stat' | 'list' | 'read' }> {
  return call.operation === 'stat' || call.operation === 'list' || call.operation === 'read';
}

function hashOf(call: HostCall): string {
  const { index: _index, ...request } = call;
  const value: Json = 'bytes' in request ? { ...request, bytes: sha256(request.bytes) } : request;
  return createHash('sha256').update(canonicalJson(value)).digest('hex');
}

function plainKind(kind: string): 'file' | 'folder' | 'other' {
  return kind === 'file' || kind === 'folder' ? kind : 'other';
}

function attributesOf(staged: Exclude<Staged, { kind: 'gone' }>): { [key: string]: Json } {
  const size = staged.kind === 'file' ? staged.bytes.length : 0;
  return { kind: staged.kind, size, modified: staged.at, writable: true };
}

function readStaged(
  call: Extract<HostCall, { operation: 'stat' | 'read' }>,
  staged: Exclude<Staged, { kind: 'gone' }>,
  path: string,
): HostReply {
  if (call.operation === 'stat') {
    const json = attributesOf(staged);
    return staged.kind === 'file' && staged.bytes.length <= call.inline
      ? { ok: true, json, bytes: staged.bytes }
      : { ok: true, json };
  }
  if (staged.kind === 'folder') return refuse('EISDIR', `${path} is a folder`);
  return { ok: true, json: null, bytes: staged.bytes.subarray(call.position, call.position + call.length) };
}

function fromJail(error: { code: JailErrorCode; message: string }): HostReply {
  return refuse(ERRNO[error.code] ?? 'EACCES', error.message);
}
