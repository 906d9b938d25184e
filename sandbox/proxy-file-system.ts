import { FileError, type GuestFiles } from './guest-files.ts';
import type { Attributes, ErrorCode, Mount } from './protocol.ts';

/** The little of Emscripten's file system that is used here. */
export type EmscriptenFiles = {
  ErrnoError: new (errno: number) => Error;
  createNode(parent: Node | null, name: string, mode: number, device: number): Node;
  destroyNode(node: Node): void;
  mkdirTree(path: string): void;
  chmod(path: string, mode: number): void;
  chdir(path: string): void;
  mount(type: unknown, options: object, path: string): void;
};
type Node = {
  id: number;
  name: string;
  mode: number;
  parent: Node;
  mount: { mountpoint: string };
  writers?: number;
  removed?: boolean;
  node_ops: unknown;
  stream_ops: unknown;
};
type Stream = { node: Node; flags: number; position: number };

const FOLDER = 0o040000;
const FILE = 0o100000;
const KIND = 0o170000;
/** The bits of `open` that say how: 0 is reading only. */
const ACCESS_MODE = 3;

/** Emscripten's numbers. */
const ERRNO: Record<ErrorCode, number> = {
  EACCES: 2,
  EBUSY: 10,
  EEXIST: 20,
  EFBIG: 22,
  EINVAL: 28,
  EIO: 29,
  EISDIR: 31,
  ENOENT: 44,
  ENOSPC: 51,
  ENOTDIR: 54,
  ENOTEMPTY: 55,
  EROFS: 69,
  EXDEV: 75,
};

function modeOf({ kind, writable }: Attributes): number {
  if (kind === 'folder') return FOLDER | (writable ? 0o777 : 0o555);
  return kind === 'file' ? FILE | (writable ? 0o666 : 0o444) : FILE;
}

/**
 * Mounts the host's folders in Emscripten's file system, so that `open`, `os` and `pathlib` work on them. Paths are the
 * same as the file tools use. `/folders` itself is a read-only folder that lists the granted names.
 * @param fileSystem Pyodide's `FS`
 * @param files where the calls go
 */
export function mountFolders(fileSystem: EmscriptenFiles, files: GuestFiles, mounts: Mount[]): void {
  for (const mount of mounts) {
    fileSystem.mkdirTree(mount.path);
    fileSystem.mount(createProxy(fileSystem, files, mount.writable), {}, mount.path);
  }
  for (const parent of new Set(mounts.map(({ path }) => path.slice(0, path.lastIndexOf('/'))))) {
    if (parent !== '') fileSystem.chmod(parent, 0o555);
  }
  if (mounts[0] !== undefined) fileSystem.chdir(mounts[0].path);
}

function createProxy(fileSystem: EmscriptenFiles, files: GuestFiles, writable: boolean) {
  const pathOf = (node: Node): string => {
    const names: string[] = [];
    let at = node;
    for (; at.parent !== at; at = at.parent) names.push(at.name);
    return [at.mount.mountpoint, ...names.reverse()].join('/');
  };
  /** Nodes made so far, by place, to tell which one a removal or a replacement meets without asking the host. */
  const nodes = new Map<string, Node>();
  const keyOf = (parent: Node, name: string): string => `${parent.id}/${name}`;
  /** A file that was removed while open has no path any more; another may stand in its place. */
  const livePath = (node: Node): string => {
    if (node.removed) throw new FileError('ENOENT');
    return pathOf(node);
  };
  const within = (parent: Node, name: string): string => `${pathOf(parent)}/${name}`;
  /** Turns our errors into the ones Emscripten understands. */
  const guarded =
    <Arguments extends unknown[], Result>(body: (...given: Arguments) => Result) =>
    (...given: Arguments): Result => {
      try {
        return body(...given);
      } catch (error) {
        if (error instanceof FileError) throw new fileSystem.ErrnoError(ERRNO[error.code] ?? ERRNO.EIO);
        throw error;
      }
    };
  const createNode = (parent: Node | null, name: string, mode: number): Node => {
    const node = fileSystem.createNode(parent, name, mode, 0);
    node.node_ops = nodeOperations;
    node.stream_ops = streamOperations;
    if (parent !== null) nodes.set(keyOf(parent, name), node);
    return node;
  };

  const nodeOperations = {
    getattr: guarded((node: Node) => {
      const { size, modified } = node.removed ? { size: 0, modified: 0 } : files.stat(pathOf(node));
      const time = new Date(modified);
      return {
        dev: 1,
        ino: node.id,
        mode: node.mode,
        nlink: 1,
        uid: 0,
        gid: 0,
        rdev: 0,
        size,
        atime: time,
        mtime: time,
        ctime: time,
        blksize: 4096,
        blocks: Math.ceil(size / 512),
      };
    }),
    /** Sizes are kept; modes and times are accepted and forgotten, as on a disk without them (`shutil.copy` sets both). */
    setattr: guarded((node: Node, change: { size?: number }) => {
      if (change.size !== undefined) files.truncate(pathOf(node), change.size);
    }),
    lookup: guarded((parent: Node, name: string) => createNode(parent, name, modeOf(files.stat(within(parent, name))))),
    mknod: guarded((parent: Node, name: string, mode: number) => {
      const folder = (mode & KIND) === FOLDER;
      if (folder) files.makeFolder(within(parent, name));
      else files.create(within(parent, name));
      return createNode(parent, name, folder ? FOLDER | 0o777 : FILE | 0o666);
    }),
    rename: guarded((node: Node, folder: Node, name: string) => {
      files.rename(pathOf(node), within(folder, name));
      const replaced = nodes.get(keyOf(folder, name));
      if (replaced !== undefined) {
        replaced.removed = true;
        fileSystem.destroyNode(replaced);
      }
      nodes.delete(keyOf(node.parent, node.name));
      nodes.set(keyOf(folder, name), node);
      node.name = name;
    }),
    unlink: guarded((parent: Node, name: string) => {
      files.remove(within(parent, name));
      const node = nodes.get(keyOf(parent, name));
      if (node !== undefined) node.removed = true;
      nodes.delete(keyOf(parent, name));
    }),
    rmdir: guarded((parent: Node, name: string) => {
      files.removeFolder(within(parent, name));
      nodes.delete(keyOf(parent, name));
    }),
    readdir: guarded((node: Node) => ['.', '..', ...files.list(pathOf(node)).map((entry) => entry.name)]),
  };

  const isWriter = (stream: Stream): boolean => (stream.flags & ACCESS_MODE) !== 0;
  const streamOperations = {
    open: (stream: Stream) => {
      if (isWriter(stream)) stream.node.writers = (stream.node.writers ?? 0) + 1;
    },
    dup: (stream: Stream) => streamOperations.open(stream),
    close: guarded((stream: Stream) => {
      if (!isWriter(stream)) return;
      stream.node.writers = (stream.node.writers ?? 1) - 1;
      if (stream.node.writers === 0 && !stream.node.removed) files.release(pathOf(stream.node));
    }),
    fsync: guarded((stream: Stream) => {
      if (isWriter(stream) && !stream.node.removed) files.flush(pathOf(stream.node));
      return 0;
    }),
    read: guarded((stream: Stream, target: Uint8Array, offset: number, length: number, position: number) => {
      const part = files.read(livePath(stream.node), position, length);
      target.set(part, offset);
      return part.length;
    }),
    write: guarded((stream: Stream, source: Uint8Array, offset: number, length: number, position: number) => {
      files.write(livePath(stream.node), source.subarray(offset, offset + length), position);
      return length;
    }),
    llseek: guarded((stream: Stream, offset: number, whence: number) => {
      const base = whence === 1 ? stream.position : whence === 2 ? files.stat(pathOf(stream.node)).size : 0;
      if (base + offset < 0) throw new FileError('EINVAL');
      return base + offset;
    }),
  };

  return {
    mount(mount: Node['mount']): Node {
      const root = createNode(null, '/', FOLDER | (writable ? 0o777 : 0o555));
      root.mount = mount;
      return root;
    },
  };
}
