import fs from 'node:fs';
import path from 'node:path';
import { isWithin, type Mount, mountOf, placeOf, placesOverlap } from './mount-table.ts';

/** A place that no agent may be granted: the path, and what it is in words. */
export interface ProtectedPlace {
  path: string;
  what: string;
}

/** File systems that show the machine and not files. */
const SYSTEM_TYPES = [
  'proc',
  'sysfs',
  'devtmpfs',
  'devpts',
  'cgroup',
  'cgroup2',
  'securityfs',
  'debugfs',
  'tracefs',
  'mqueue',
];
const SYSTEM_FOLDERS = ['/proc', '/sys', '/dev'];

/**
 * Where keys and passwords of a person are kept on the usual systems (P18).
 * @param home the person's home folder
 */
export function keyStoresOf(home: string): ProtectedPlace[] {
  const stores: [string, string][] = [
    ['.ssh', 'SSH keys'],
    ['.gnupg', 'GnuPG keys'],
    ['.aws', 'cloud keys'],
    ['.local/share/keyrings', 'the key store'],
    ['.local/share/kwalletd', 'the key store'],
    ['Library/Keychains', 'the key store'],
    ['AppData/Roaming/Microsoft/Protect', 'the key store'],
    ['AppData/Roaming/Microsoft/Credentials', 'the key store'],
    ['AppData/Local/Microsoft/Credentials', 'the key store'],
  ];
  return stores.map(([name, what]) => ({ path: path.join(home, name), what }));
}

/**
 * The protected place that a folder is, contains or lies in, also through a link or a bind mount (P18).
 * @param real the real path of the folder to be granted
 * @returns the sentence for the refusal, or nothing
 */
export function findProtected(
  real: string,
  places: readonly ProtectedPlace[],
  mounts: readonly Mount[],
): string | undefined {
  if (path.parse(real).root === real) return 'it is the whole disk; choose a folder in it';
  const type = mountOf(real, mounts)?.type ?? '';
  if (SYSTEM_FOLDERS.some((folder) => isWithin(real, folder)) || SYSTEM_TYPES.includes(type)) {
    return 'it belongs to the operating system and holds devices, not files';
  }
  for (const place of places) {
    const protectedPath = realOrComing(place.path);
    if (protectedPath === undefined) continue;
    const relation = relate(real, protectedPath, mounts);
    if (relation) return `it ${relation} ${place.what}`;
  }
  return undefined;
}

function relate(real: string, place: string, mounts: readonly Mount[]): string | undefined {
  if (real === place) return 'is';
  if (isWithin(place, real)) return 'contains';
  if (isWithin(real, place)) return 'lies in';
  // The same folder by another path: a bind mount, or another spelling on a disk that ignores case.
  if (chainHolds(place, real)) return 'contains';
  if (chainHolds(real, place)) return 'lies in';
  const target = placeOf(place, mounts);
  if (!target) return undefined;
  const own = placeOf(real, mounts);
  if (own && placesOverlap(own, target)) return 'shows, through a mount,';
  const inside = mounts.filter(({ point }) => point !== real && isWithin(point, real));
  const shows = inside.some(({ device, root }) => placesOverlap({ device, path: root }, target));
  return shows ? 'shows, through a mount in it,' : undefined;
}

/** Whether a folder, by device and inode, is another one or lies below it. */
function chainHolds(inner: string, outer: string): boolean {
  const wanted = fs.statSync(outer, { bigint: true, throwIfNoEntry: false });
  if (!wanted) return false;
  for (let at = inner; ; at = path.dirname(at)) {
    const stat = fs.statSync(at, { bigint: true, throwIfNoEntry: false });
    if (stat?.dev === wanted.dev && stat.ino === wanted.ino) return true;
    if (path.dirname(at) === at) return false;
  }
}

/** The real path, or what it will be once the missing part is made; the nearest folder that exists decides. */
function realOrComing(place: string): string | undefined {
  for (let at = path.resolve(place), rest = ''; ; rest = path.join(path.basename(at), rest), at = path.dirname(at)) {
    if (fs.existsSync(at)) return path.join(fs.realpathSync.native(at), rest);
    if (path.dirname(at) === at) return undefined;
  }
}
