import { expect, test } from 'vitest';
import { mountOf, parseMountTable, placeOf, placesOverlap } from './mount-table.ts';

const TABLE = `21 1 8:1 / / rw,relatime shared:1 - ext4 /dev/sda1 rw
35 21 8:2 /@home /home rw,relatime shared:2 master:3 - btrfs /dev/sda2 rw
40 21 8:1 /srv/a\\040folder /mnt/bound rw - ext4 /dev/sda1 rw
41 21 0:5 / /proc rw - proc proc rw
broken line
`;

test('the table is read, blanks in names included, and a broken line is left out', () => {
  expect(parseMountTable(TABLE)).toEqual([
    { device: '8:1', root: '/', point: '/', type: 'ext4' },
    { device: '8:2', root: '/@home', point: '/home', type: 'btrfs' },
    { device: '8:1', root: '/srv/a folder', point: '/mnt/bound', type: 'ext4' },
    { device: '0:5', root: '/', point: '/proc', type: 'proc' },
  ]);
});

test('a path is placed in its file system by the nearest mount', () => {
  const mounts = parseMountTable(TABLE);
  expect(mountOf('/proc/self', mounts)?.type).toBe('proc');
  expect(placeOf('/home/me', mounts)).toEqual({ device: '8:2', path: '/@home/me' });
  expect(placeOf('/homes/me', mounts)).toEqual({ device: '8:1', path: '/homes/me' });
  expect(placeOf('/mnt/bound/x', mounts)).toEqual({ device: '8:1', path: '/srv/a folder/x' });
});

test('places overlap on one device when one holds the other', () => {
  const place = (device: string, path: string) => ({ device, path });
  expect(placesOverlap(place('8:1', '/a'), place('8:1', '/a/b'))).toBe(true);
  expect(placesOverlap(place('8:1', '/a/b'), place('8:1', '/a'))).toBe(true);
  expect(placesOverlap(place('8:1', '/a'), place('8:1', '/ab'))).toBe(false);
  expect(placesOverlap(place('8:1', '/a'), place('8:2', '/a'))).toBe(false);
});
