import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Attributes, ErrorCode, HostCall, HostReply, HostRequest, Json } from '../protocol.ts';

/** A bridge over a temporary folder, with the calls it answered. It guards nothing: for tests and benchmarks only. */
export type TempFolderBridge = {
  /** The real folder behind `/agent` (as `agent`) and `/folders/NAME` (as `folders/NAME`). */
  folder: string;
  calls: HostCall[];
  bridge(call: HostCall): HostReply;
  remove(): void;
};

const CODES = new Set<string>(['EACCES', 'EEXIST', 'EISDIR', 'ENOENT', 'ENOTDIR', 'ENOTEMPTY', 'EROFS']);

/**
 * Makes the folder and the bridge.
 * @param readOnly paths under which writing is refused, in words
 */
export function createTempFolderBridge(readOnly: string[] = []): TempFolderBridge {
  const folder = mkdtempSync(path.join(tmpdir(), 'warrant-sandbox-'));
  mkdirSync(path.join(folder, 'agent'));
  mkdirSync(path.join(folder, 'folders'));
  const calls: HostCall[] = [];
  const isReadOnly = (guestPath: string): boolean => readOnly.some((prefix) => guestPath.startsWith(prefix));
  const attributes = (guestPath: string): Attributes => {
    const found = statSync(path.join(folder, guestPath));
    const kind = found.isFile() ? 'file' : found.isDirectory() ? 'folder' : 'other';
    return { kind, size: found.size, modified: Math.floor(found.mtimeMs), writable: !isReadOnly(guestPath) };
  };
  const answer = (call: HostRequest): { json: Json; bytes?: Uint8Array } => {
    const real = path.join(folder, call.path);
    switch (call.operation) {
      case 'stat': {
        const json = attributes(call.path);
        return json.kind === 'file' && json.size <= call.inline ? { json, bytes: readFileSync(real) } : { json };
      }
      case 'list':
        return {
          json: { entries: readdirSync(real).map((name) => ({ name, ...attributes(`${call.path}/${name}`) })) },
        };
      case 'read':
        return { json: null, bytes: readFileSync(real).subarray(call.position, call.position + call.length) };
      case 'put':
        writeFileSync(real, call.bytes);
        return { json: attributes(call.path) };
      case 'makeFolder':
        mkdirSync(real);
        return { json: null };
      case 'remove':
        unlinkSync(real);
        return { json: null };
      case 'removeFolder':
        rmdirSync(real);
        return { json: null };
      case 'rename':
        renameSync(real, path.join(folder, call.to));
        return { json: null };
    }
  };
  return {
    folder,
    calls,
    bridge(call) {
      calls.push(call);
      const writes = !['stat', 'list', 'read'].includes(call.operation);
      if (writes && isReadOnly(call.path)) {
        return { ok: false, errno: 'EACCES', message: `${call.path} is granted for reading only` };
      }
      try {
        return { ok: true, ...answer(call) };
      } catch (error) {
        const code = (error as NodeJS.ErrnoException).code ?? '';
        return { ok: false, errno: CODES.has(code) ? (code as ErrorCode) : 'EIO' };
      }
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
