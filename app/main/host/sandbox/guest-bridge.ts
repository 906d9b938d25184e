import { createHash } from 'node:crypto';
import { canonicalJson } from '#contract/canonical-json';
import type { CatalogEvent, RunEvent } from '#contract/event';
import type { FileChange } from '#contract/file-change';
import type { Json, ToolCallId } from '#contract/ids';
import type { HostCallRecord } from '#contract/projections/run-state';
import type { FileVerb } from '#contract/tool';
import { formatVirtualPath } from '#contract/virtual-path';
import type { ErrorCode, HostCall, HostReply } from '../../../../sandbox/protocol.ts';
import type { BlobStore } from '../store/blob-store.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { fromJail, GuestFiles, isRead, plainKind, refuse, sha256 } from './guest-files.ts';
import { EMPTY_HASH, type Original } from './guest-overlay.ts';
import { answerSecret, type GuestSecrets, isSecretPath, refuseHeldSecret } from './guest-secrets.ts';

/** Ends a call whose guest, run again after a restart, did not ask what the log recorded (row A19.9). */
export class GuestDivergence extends Error {}

/** Keeps account of text from outside for one guest: each read and listing, and each change of the agent's own disk. */
export interface GuestLabels {
  read(path: string): void;
  /** What the catalog is to hold before the change is made. */
  beforeGuest(operation: string, path: string, to: string | undefined): CatalogEvent[];
  afterGuest(operation: string, path: string, to: string | undefined): void;
}

export interface GuestBridgeParts {
  callId: ToolCallId;
  workspace: Workspace;
  blobs: BlobStore;
  /** What an earlier attempt recorded; answered from, by index. */
  recorded: readonly HostCallRecord[];
  /** The file rules on one use of one file: undefined if allowed, else the reason. `stat` is what a name is, no more. */
  refuses(path: string, verb: FileVerb | 'stat'): string | undefined;
  /** The secrets it may read as files, and those that may stand in no file. */
  secrets: GuestSecrets;
  /** What the guest takes in from outside, and the files it hands that on to. */
  labels: GuestLabels;
  /** Appends both together and resolves when they are on disk. */
  append(events: RunEvent[], catalog: CatalogEvent[]): Promise<unknown>;
  now(): number;
}

/** How an answer stands in the log: an error, or a value whose bytes, if any, are the blob of the entry. */
interface RecordedResponse {
  errno?: ErrorCode;
  message?: string;
  json?: Json;
  /** A secret that was given, in this version. */
  secret?: string;
  version?: number;
  /** The hash of bytes that a value stands in, which are not kept. */
  again?: string;
}

type Reply = Extract<HostReply, { ok: true }>;

/** Recorded reads wait for company until this many entries stand, or something is written. */
const FLUSH_AT = 64;

const VERBS: Record<Exclude<HostCall['operation'], 'rename'>, FileVerb | 'stat'> = {
  stat: 'stat',
  list: 'list',
  read: 'read',
  put: 'write',
  makeFolder: 'write',
  remove: 'delete',
  removeFolder: 'delete',
};

/**
 * Answers the file calls of one sandboxed guest under its warrant: each is matched by the rules of the file tools and
 * recorded in a pair. Reads and changes of `/agent` happen at once; changes of a person's folders are staged. Run again
 * after a crash, a call that was recorded is answered from the record; one that was started and not ended is settled by
 * its recorded hashes, never simply repeated.
 */
export class GuestBridge {
  readonly #parts: GuestBridgeParts;
  readonly #files: GuestFiles;
  #waiting: RunEvent[] = [];
  #catalog: CatalogEvent[] = [];
  #next = 0;
  filesRead = new Set<string>();
  filesWritten = new Set<string>();

  constructor(parts: GuestBridgeParts) {
    this.#parts = parts;
    this.#files = new GuestFiles(parts.workspace, (path, verb) => parts.refuses(path, verb), parts.now);
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
    if (isSecretPath(call.path)) return this.#secret(call, requestHash);
    const held = refuseHeldSecret(call, this.#parts.secrets.heldIn);
    if (held !== undefined) return this.#record(call, requestHash, refuse('EACCES', held));
    const parsed = this.#parts.workspace.parse(call.path);
    if (!parsed.ok) return this.#record(call, requestHash, refuse('EACCES', parsed.error.message));
    const path = formatVirtualPath(parsed.value);
    const refused = this.#refused(call, path);
    if (refused !== undefined) return this.#record(call, requestHash, refuse('EACCES', refused));
    const reply = isRead(call)
      ? await this.#record(call, requestHash, this.#files.read(call, path))
      : path.startsWith('/agent')
        ? await this.#change(call, path, requestHash, record)
        : await this.#record(call, requestHash, this.#files.stage(call, path));
    return this.#counted(call, path, reply);
  }

  /** Puts what is recorded and not yet written on disk. */
  async flush(): Promise<void> {
    const events = this.#waiting;
    const catalog = this.#catalog;
    this.#waiting = [];
    this.#catalog = [];
    if (events.length > 0) await this.#parts.append(events, catalog);
  }

  /** The change set of the call, its bytes durable. */
  async staged(): Promise<FileChange[]> {
    const { overlay } = this.#files;
    for (const bytes of overlay.files()) await this.#parts.blobs.put(bytes);
    return overlay.changes();
  }

  /** A move is to its file what it is in `move_file`: it is read and gone here, and written there (rule P19). */
  #refused(call: HostCall, path: string): string | undefined {
    const { refuses, workspace } = this.#parts;
    if (call.operation !== 'rename') return refuses(path, VERBS[call.operation]);
    const to = workspace.parse(call.to);
    if (!to.ok) return to.error.message;
    return refuses(path, 'read') ?? refuses(path, 'delete') ?? refuses(formatVirtualPath(to.value), 'write');
  }

  /** Counts a file that was read or written; content that came along with a `stat` was read. */
  #counted(call: HostCall, path: string, reply: HostReply): HostReply {
    if (!reply.ok) return reply;
    const { operation } = call;
    const { labels } = this.#parts;
    const to = operation === 'rename' ? this.#shown(call.to) : undefined;
    if (operation === 'read' || (operation === 'stat' && reply.bytes)) this.filesRead.add(path);
    if (operation === 'put') this.filesWritten.add(path);
    if (to !== undefined) this.filesWritten.add(to);
    // What a file is like says something too: its size, its time.
    if (isRead(call) || operation === 'rename') labels.read(path);
    if (path.startsWith('/agent')) labels.afterGuest(operation, path, to);
    return reply;
  }

  #start(
    call: HostCall,
    requestHash: string,
    hashes: { before?: string; after?: string; to?: string; replaced?: string } = {},
  ): RunEvent {
    const { index, operation, path } = call;
    return { type: 'host-call-started', callId: this.#parts.callId, index, operation, path, requestHash, ...hashes };
  }

  #end(call: HostCall, reply: HostReply): RunEvent {
    const { callId, blobs } = this.#parts;
    if (!reply.ok) {
      const response: Json = { errno: reply.errno, message: reply.message ?? '' };
      return { type: 'host-call-ended', callId, index: call.index, response };
    }
    if (reply.bytes && this.#parts.secrets.heldIn(reply.bytes).length > 0) {
      // Such bytes are not kept: they are read again, and must be the same.
      const response: Json = { json: reply.json, again: sha256(reply.bytes) };
      return { type: 'host-call-ended', callId, index: call.index, response };
    }
    const kept = reply.bytes === undefined ? {} : { data: blobs.putLater(reply.bytes), bytes: reply.bytes.length };
    return { type: 'host-call-ended', callId, index: call.index, response: { json: reply.json }, ...kept };
  }

  /** A secret as a file. Its record says which version was given, and holds no value. */
  async #secret(call: HostCall, requestHash: string): Promise<HostReply> {
    const { reply, record } = await answerSecret(call, this.#parts.secrets);
    if (!record) return this.#record(call, requestHash, reply);
    const ended: RunEvent = {
      type: 'host-call-ended',
      callId: this.#parts.callId,
      index: call.index,
      response: record,
    };
    this.#waiting.push(this.#start(call, requestHash), ended);
    return reply;
  }

  /** Records a pair that has no effect to protect: it joins the next write. */
  async #record(call: HostCall, requestHash: string, reply: HostReply): Promise<HostReply> {
    this.#waiting.push(this.#start(call, requestHash), this.#end(call, reply));
    if (this.#waiting.length >= FLUSH_AT) await this.flush();
    return reply;
  }

  /** What the record does not hold, because a value stands in it, is looked up again: the same, or none. */
  async #again(call: HostCall, response: RecordedResponse): Promise<HostReply> {
    if (response.secret !== undefined) {
      const { reply, record } = await answerSecret(call, this.#parts.secrets);
      if (record?.version === response.version) return reply;
      throw new GuestDivergence(`the value of the secret ${response.secret} that the code was given is gone`);
    }
    const path = this.#shown(call.path);
    const reply = isRead(call) ? this.#files.read(call, path) : undefined;
    if (reply?.ok && reply.bytes && sha256(reply.bytes) === response.again) return this.#counted(call, path, reply);
    throw new GuestDivergence(`${path} does not hold what it held before the restart`);
  }

  async #replay(call: HostCall, record: HostCallRecord): Promise<HostReply> {
    const response = record.ended?.response as RecordedResponse;
    if (response.secret !== undefined || response.again !== undefined) return this.#again(call, response);
    if (response.errno !== undefined) return refuse(response.errno, response.message ?? '');
    const path = this.#shown(call.path);
    if (!isRead(call) && !path.startsWith('/agent') && !this.#files.stage(call, path).ok)
      throw new GuestDivergence(`${path} can’t be changed as it could before the restart`);
    const reply: Reply = { ok: true, json: response.json ?? null };
    if (record.ended?.data === undefined) return this.#counted(call, path, reply);
    const bytes = this.#parts.blobs.get(record.ended.data);
    if (!bytes) throw new GuestDivergence(`the bytes that host call ${call.index} read are not kept any more`);
    return this.#counted(call, path, { ...reply, bytes });
  }

  #shown(text: string): string {
    const parsed = this.#parts.workspace.parse(text);
    return parsed.ok ? formatVirtualPath(parsed.value) : text;
  }

  /** A change of the agent's own disk: its intent is durable first, with the hashes that settle it after a crash. */
  async #change(
    call: HostCall,
    path: string,
    requestHash: string,
    record: HostCallRecord | undefined,
  ): Promise<HostReply> {
    // What is changed, moved over or removed is kept, so that it can be put back.
    const kept: Uint8Array[] = [];
    const keep = (bytes: Uint8Array): void => void kept.push(bytes);
    const before = this.#files.original(path, keep);
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
      const to = call.operation === 'rename' ? target : undefined;
      const replaced = to === undefined || to === path ? undefined : this.#files.original(to, keep).hash;
      for (const bytes of kept) this.#parts.blobs.putLater(bytes);
      if (call.operation === 'put') await this.#parts.blobs.put(call.bytes);
      const hashes = {
        ...(before.hash ? { before: before.hash } : {}),
        ...(after ? { after } : {}),
        ...(to === undefined ? {} : { to }),
        ...(replaced ? { replaced } : {}),
      };
      this.#catalog.push(...this.#parts.labels.beforeGuest(call.operation, path, to));
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
        const moved = wasThere && now.kind === 'missing' && this.#files.original(target).hash === record.before;
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

function hashOf(call: HostCall): string {
  const { index: _index, ...request } = call;
  const value: Json = 'bytes' in request ? { ...request, bytes: sha256(request.bytes) } : request;
  return createHash('sha256').update(canonicalJson(value)).digest('hex');
}
