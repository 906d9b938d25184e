import fs from 'node:fs';
import { type ChildKind, holdRoot, kindOf, lookAt, openChildFile, openChildFolder, refuseKind } from './held-child.ts';
import { done, fail, type JailResult } from './jail-error.ts';
import type { OpenFolder } from './open-folder.ts';
import { isTemporaryName } from './temporary-name.ts';
import { type Arrival, type Route, walk } from './walk.ts';

/**
 * Reading inside one granted folder: the one gate to real files. Every operation walks from the held folder (`walk`)
 * and returns a value or a `JailError` whose message shows no real path.
 */

export interface FileStat {
  kind: ChildKind;
  /** Bytes of a file, 0 for others. */
  size: number;
  modifiedMs: number;
  mode: number;
  /** The names after links were followed. */
  names: readonly string[];
}

export interface ListedEntry {
  name: string;
  /** A link is shown as a link and never looked through (P17). */
  kind: ChildKind;
  size: number;
}

export interface FileContent {
  bytes: Buffer;
  /** The size of the whole file when it was opened. */
  size: number;
  /** True when the cap cut it. */
  truncated: boolean;
}

/**
 * What is at the end of a route.
 * @returns its kind, size, time and names, or `not-found` and the errors of the walk
 */
export function statInside(root: OpenFolder, route: Route): JailResult<FileStat> {
  return walk(root, route, ({ parent, name, names, folderOnly }) => {
    const found = name === undefined ? undefined : lookAt(parent, name);
    if (name !== undefined && !found) return notFound(route);
    const stat = found?.stat ?? fs.fstatSync(root.fd, { bigint: true });
    const kind = kindOf(stat);
    if (folderOnly && kind !== 'folder') return fail('not-a-folder', `${route.shown} is not a folder.`);
    const size = kind === 'file' ? Number(stat.size) : 0;
    return done({ kind, size, modifiedMs: Number(stat.mtimeMs), mode: Number(stat.mode & 0o777n), names });
  });
}

/**
 * The entries of a folder, sorted by name in the order of their characters' numbers, the same in every language.
 * @param most stops after this many
 * @returns the entries, or `not-a-folder`, `not-found` and the errors of the walk
 */
export function listInside(
  root: OpenFolder,
  route: Route,
  most: number,
): JailResult<{ entries: ListedEntry[]; truncated: boolean }> {
  return walk(root, route, (arrival) => {
    const folder = openArrived(root, route, arrival);
    if (!folder.ok) return folder;
    try {
      const all = fs
        .readdirSync(folder.value.path, { withFileTypes: true })
        .filter(({ name }) => !isTemporaryName(name));
      all.sort((a, b) => (a.name < b.name ? -1 : 1));
      const entries = all.slice(0, most).map((entry) => {
        const kind = kindOf(entry);
        const size = kind === 'file' ? Number(lookAt(folder.value, entry.name)?.stat.size ?? 0) : 0;
        return { name: entry.name, kind, size };
      });
      return done({ entries, truncated: all.length > most });
    } finally {
      if (folder.value.fd !== root.fd) fs.closeSync(folder.value.fd);
    }
  });
}

/**
 * A file up to a cap. At most `cap + 1` bytes are read, whatever the size (P34); a cut falls between two characters.
 * @returns the bytes and whether they were cut, or `is-folder`, `not-a-file`, `hard-link`, `not-found`, `outside` …
 */
export function readInside(root: OpenFolder, route: Route, cap: number): JailResult<FileContent> {
  return withFile(root, route, (fd, size) => {
    const buffer = Buffer.allocUnsafe(Math.min(cap, size) + 1);
    let bytes = buffer.subarray(0, readFully(fd, buffer, 0));
    // A file may grow, or say that it is empty and not be: go on to the cap only if there is more.
    if (bytes.length === buffer.length && bytes.length <= cap) {
      const larger = Buffer.allocUnsafe(cap + 1);
      bytes.copy(larger);
      bytes = larger.subarray(0, bytes.length + readFully(fd, larger.subarray(bytes.length), bytes.length));
    }
    const truncated = bytes.length > cap;
    return {
      bytes: truncated ? cutBetweenCharacters(bytes, cap) : bytes,
      size: Math.max(size, bytes.length),
      truncated,
    };
  });
}

/**
 * A part of a file, for the sandbox's file calls.
 * @returns at most `length` bytes from `offset`, fewer at the end of the file
 */
export function readRangeInside(root: OpenFolder, route: Route, offset: number, length: number): JailResult<Buffer> {
  return withFile(root, route, (fd, size) => {
    const buffer = Buffer.allocUnsafe(Math.max(0, Math.min(length, size - offset)));
    return buffer.subarray(0, readFully(fd, buffer, offset));
  });
}

/** Opens the file at the end of a route, hands its descriptor on, and closes it. */
function withFile<Value>(root: OpenFolder, route: Route, use: (fd: number, size: number) => Value): JailResult<Value> {
  return walk(root, route, ({ parent, name, folderOnly }) => {
    if (name === undefined) return refuseKind('folder', route.shown);
    if (folderOnly) {
      const kind = lookAt(parent, name)?.kind;
      return kind === 'folder'
        ? refuseKind(kind, route.shown)
        : fail('not-a-folder', `${route.shown} is not a folder.`);
    }
    const file = openChildFile(root, parent, name, route.shown);
    if (!file.ok) return file;
    try {
      return done(use(file.value.fd, Number(file.value.stat.size)));
    } finally {
      fs.closeSync(file.value.fd);
    }
  });
}

function openArrived(root: OpenFolder, route: Route, { parent, name }: Arrival) {
  if (name === undefined) return done(holdRoot(root));
  const kind = lookAt(parent, name)?.kind;
  if (kind === undefined) return notFound(route);
  if (kind !== 'folder') return fail('not-a-folder', `${route.shown} is not a folder.`);
  return openChildFolder(root, parent, name, route.shown);
}

function notFound(route: Route): JailResult<never> {
  return fail('not-found', `${route.shown} does not exist.`);
}

/** Reads until the buffer is full or the file ends. */
function readFully(fd: number, buffer: Buffer, position: number): number {
  let filled = 0;
  while (filled < buffer.length) {
    const count = fs.readSync(fd, buffer, filled, buffer.length - filled, position + filled);
    if (count === 0) break;
    filled += count;
  }
  return filled;
}

/** At most `cap` bytes, without the beginning of a UTF-8 character whose end is beyond them (A8.8). */
function cutBetweenCharacters(bytes: Buffer, cap: number): Buffer {
  for (let end = cap; end > cap - 4 && end >= 0; end -= 1) {
    if (((bytes[end] ?? 0) & 0xc0) !== 0x80) return bytes.subarray(0, end);
  }
  return bytes.subarray(0, cap);
}
