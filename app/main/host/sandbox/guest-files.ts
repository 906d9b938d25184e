import { createHash } from 'node:crypto';
import type { Json } from '#contract/ids';
import type { FileVerb } from '#contract/tool';
import { formatVirtualPath } from '#contract/virtual-path';
import type { ErrorCode, HostCall, HostReply } from '../../../../sandbox/protocol.ts';
import type { JailErrorCode } from '../workspace/jail-error.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { EMPTY_HASH, GuestOverlay, type Original, type Staged } from './guest-overlay.ts';

/** The calls that change nothing. */
export type GuestRead = Extract<HostCall, { operation: 'stat' | 'list' | 'read' }>;

/** Files of a guest are at most this large: they pass through memory whole. */
const LARGEST_FILE = 64 << 20;

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

/** SHA-256 as the log writes it. */
export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** A refusal that the guest turns into its language's own error. */
export const refuse = (errno: ErrorCode, message: string): HostReply => ({ ok: false, errno, message });

/** Is it one of the calls that change nothing? */
export function isRead(call: HostCall): call is GuestRead {
  return call.operation === 'stat' || call.operation === 'list' || call.operation === 'read';
}

/**
 * The files as one sandboxed guest sees them: what it staged in a person's folders, laid over the disk. Whether a use is
 * allowed is asked before; only content that comes along with a `stat` is asked for here.
 */
export class GuestFiles {
  readonly overlay = new GuestOverlay();
  readonly #workspace: Workspace;
  readonly #refuses: (path: string, verb: FileVerb | 'stat') => string | undefined;
  readonly #now: () => number;

  constructor(
    workspace: Workspace,
    refuses: (path: string, verb: FileVerb | 'stat') => string | undefined,
    now: () => number,
  ) {
    this.#workspace = workspace;
    this.#refuses = refuses;
    this.#now = now;
  }

  /** What the guest finds at a path: its own changes first, the disk below them. */
  read(call: GuestRead, path: string): HostReply {
    const over = this.overlay.get(path);
    if (over?.kind === 'gone') return refuse('ENOENT', `${path} does not exist`);
    if (call.operation === 'list')
      return over?.kind === 'file' ? refuse('ENOTDIR', `${path} is a file`) : this.#list(path);
    if (over) return readStaged(call, over, path);
    const workspace = this.#workspace;
    if (call.operation === 'read') {
      if (this.#refuses(path, 'read') !== undefined) return refuse('EACCES', `${path} may not be read`);
      const range = workspace.readRange(path, call.position, call.length);
      return range.ok ? { ok: true, json: null, bytes: range.value } : fromJail(range.error);
    }
    const stat = workspace.stat(path);
    if (!stat.ok) return fromJail(stat.error);
    const { kind, size, modifiedMs } = stat.value;
    const json: Json = { kind: plainKind(kind), size, modified: modifiedMs, writable: this.#writable(path) };
    const inline = kind === 'file' && size <= call.inline && this.#refuses(path, 'read') === undefined;
    if (!inline) return { ok: true, json };
    const content = workspace.read(path, call.inline);
    if (!content.ok) return fromJail(content.error);
    return { ok: true, json: { ...json, size: content.value.bytes.length }, bytes: content.value.bytes };
  }

  #list(path: string): HostReply {
    const listed = this.#workspace.list(path);
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
    return this.#workspace.folders.some((folder) => folder.name === name && folder.access === 'write');
  }

  /** What is on disk at a path, whatever was staged; `bytes` is given those of a file. */
  original(path: string, bytes?: (read: Uint8Array) => void): Original {
    const stat = this.#workspace.stat(path);
    if (!stat.ok) return { kind: 'missing', hash: undefined, mode: 0o600 };
    if (stat.value.kind === 'folder') return { kind: 'folder', hash: EMPTY_HASH, mode: stat.value.mode & 0o777 };
    const content = this.#workspace.read(path, LARGEST_FILE);
    if (content.ok && !content.value.truncated) bytes?.(content.value.bytes);
    return { kind: 'file', hash: content.ok ? sha256(content.value.bytes) : undefined, mode: stat.value.mode & 0o777 };
  }

  /** Why nothing may be changed at a path, as the change itself would find it later: a link on the way, say (A8.14). */
  #wall(path: string): HostReply | undefined {
    if (path.split('/').length <= 3) return refuse('EBUSY', `${path} is a granted folder itself`);
    const looked = this.#workspace.lookForChange(path);
    const fits = looked.ok || looked.error.code === 'not-found' || looked.error.code === 'not-a-folder';
    return fits ? undefined : fromJail(looked.error);
  }

  /** A change of a person's folder: laid over the disk, decided as one set when the call ends. */
  stage(call: HostCall, path: string): HostReply {
    const wall = this.#wall(path);
    if (wall) return wall;
    const kind = this.overlay.get(path)?.kind ?? this.original(path).kind;
    const there = kind !== 'gone' && kind !== 'missing';
    const at = this.#now();
    switch (call.operation) {
      case 'put': {
        if (kind === 'folder') return refuse('EISDIR', `${path} is a folder`);
        if (!this.#folderExists(path)) return refuse('ENOENT', `the folder of ${path} does not exist`);
        const staged: Staged = { kind: 'file', bytes: call.bytes, hash: sha256(call.bytes), at };
        this.overlay.set(path, staged, () => this.original(path));
        return { ok: true, json: attributesOf(staged) };
      }
      case 'makeFolder':
        if (there) return refuse('EEXIST', `${path} exists`);
        if (!this.#folderExists(path)) return refuse('ENOENT', `the folder of ${path} does not exist`);
        this.overlay.set(path, { kind: 'folder', at }, () => this.original(path));
        return { ok: true, json: null };
      case 'remove':
      case 'removeFolder': {
        if (!there) return refuse('ENOENT', `${path} does not exist`);
        if (call.operation === 'remove' && kind === 'folder') return refuse('EISDIR', `${path} is a folder`);
        if (call.operation === 'removeFolder' && kind === 'file') return refuse('ENOTDIR', `${path} is a file`);
        if (call.operation === 'removeFolder' && this.#holds(path) > 0)
          return refuse('ENOTEMPTY', `${path} is not empty`);
        this.overlay.set(path, { kind: 'gone' }, () => this.original(path));
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
    if (path === to) return { ok: true, json: null };
    if (!to.startsWith('/folders/')) return refuse('EXDEV', 'a file can’t be moved from a folder to the agent’s disk');
    const wall = this.#wall(to);
    if (wall) return wall;
    if ((this.overlay.get(to)?.kind ?? this.original(to).kind) === 'folder')
      return refuse('EISDIR', `${to} is a folder`);
    if (staged?.kind === 'folder') return refuse('EXDEV', 'a folder can’t be moved');
    let bytes = staged?.bytes;
    if (!bytes) {
      const content = this.#workspace.read(path, LARGEST_FILE);
      if (!content.ok)
        return content.error.code === 'is-folder'
          ? refuse('EXDEV', 'a folder can’t be moved')
          : fromJail(content.error);
      if (content.value.truncated) return refuse('EFBIG', `${path} is too large to be moved`);
      bytes = content.value.bytes;
    }
    if (!this.#folderExists(to)) return refuse('ENOENT', `the folder of ${to} does not exist`);
    this.overlay.set(to, { kind: 'file', bytes, hash: sha256(bytes), at }, () => this.original(to));
    this.overlay.set(path, { kind: 'gone' }, () => this.original(path));
    return { ok: true, json: null };
  }

  #folderExists(path: string): boolean {
    const folder = path.slice(0, path.lastIndexOf('/'));
    const over = this.overlay.get(folder);
    if (over) return over.kind === 'folder';
    const stat = this.#workspace.stat(folder);
    return stat.ok && stat.value.kind === 'folder';
  }

  #holds(path: string): number {
    const listed = this.#list(path);
    return listed.ok ? ((listed.json as { entries: Json[] }).entries.length ?? 0) : 0;
  }

  #shown(text: string): string {
    const parsed = this.#workspace.parse(text);
    return parsed.ok ? formatVirtualPath(parsed.value) : text;
  }
}

/** What a guest is told of a kind: links and devices are something else. */
export function plainKind(kind: string): 'file' | 'folder' | 'other' {
  return kind === 'file' || kind === 'folder' ? kind : 'other';
}

function attributesOf(staged: Exclude<Staged, { kind: 'gone' }>): { [key: string]: Json } {
  const size = staged.kind === 'file' ? staged.bytes.length : 0;
  return { kind: staged.kind, size, modified: staged.at, writable: true };
}

function readStaged(
  call: Exclude<GuestRead, { operation: 'list' }>,
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

/** A refusal of the jail as a guest's error. */
export function fromJail(error: { code: JailErrorCode; message: string }): HostReply {
  return refuse(ERRNO[error.code] ?? 'EACCES', error.message);
}
