import path from 'node:path';

/** One line of the kernel's mount table: which part of which file system is seen at a mount point. */
export interface Mount {
  device: string;
  /** The path inside the file system that the mount shows; not `/` for a bind mount of a folder. */
  root: string;
  point: string;
  type: string;
}

/** Where a path lies in its file system, whatever mount it is reached through. */
export interface FileSystemPlace {
  device: string;
  path: string;
}

/**
 * Parses `/proc/self/mountinfo`. Lines of another form are left out.
 * @param text the file's text; empty where there is no such file
 */
export function parseMountTable(text: string): Mount[] {
  return text.split('\n').flatMap((line) => {
    const [, , device, root, point, ...rest] = line.split(' ');
    const type = rest[rest.indexOf('-') + 1];
    if (device === undefined || root === undefined || point === undefined || type === undefined) return [];
    return [{ device, root: decodeOctal(root), point: decodeOctal(point), type }];
  });
}

/**
 * The mount that a path is on: the one with the longest mount point, the latest of equals.
 * @param real a real path
 */
export function mountOf(real: string, mounts: readonly Mount[]): Mount | undefined {
  let best: Mount | undefined;
  for (const mount of mounts) {
    if (isWithin(real, mount.point) && mount.point.length >= (best?.point.length ?? 0)) best = mount;
  }
  return best;
}

/**
 * Where a path lies in its file system, so that a folder is known again through a bind mount (P18).
 * @param real a real path
 */
export function placeOf(real: string, mounts: readonly Mount[]): FileSystemPlace | undefined {
  const mount = mountOf(real, mounts);
  return mount && { device: mount.device, path: path.posix.join(mount.root, path.posix.relative(mount.point, real)) };
}

/** Whether one of two places is the other or lies in it. */
export function placesOverlap(a: FileSystemPlace, b: FileSystemPlace): boolean {
  return a.device === b.device && (isWithin(a.path, b.path) || isWithin(b.path, a.path));
}

/** Whether a path is a folder or lies in it; `/data-x` does not lie in `/data` (P4). */
export function isWithin(inner: string, outer: string): boolean {
  const relative = path.relative(outer, inner);
  return relative === '' || !(relative === '..' || relative.startsWith(`..${path.sep}`) || path.isAbsolute(relative));
}

/** The table writes a space, a tab, a line end and a backslash as octal numbers. */
function decodeOctal(text: string): string {
  return text.replace(/\\([0-7]{3})/g, (_, octal: string) => String.fromCharCode(Number.parseInt(octal, 8)));
}
