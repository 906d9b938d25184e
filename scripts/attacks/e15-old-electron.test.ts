import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { NEWEST_KNOWN_MAJOR, whyUnsupported } from '../electron-support.ts';
import { ROOT } from '../root.ts';

// An app on an Electron without fixes is open to every known hole of its Chromium (E15).
test('the Electron of package.json is one of the three supported majors', () => {
  const manifest = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as {
    devDependencies: { electron: string };
  };
  expect(whyUnsupported(manifest.devDependencies.electron, NEWEST_KNOWN_MAJOR)).toBeUndefined();
});

test.each([
  ['42.9.9', 45],
  ['25.1.1', 45],
  ['45.0.0', 48],
  ['^45.0.0', 45],
  ['latest', 45],
  ['', 45],
])('Electron %s is refused when the newest is %i', (version, newest) => {
  expect(whyUnsupported(version, newest)).toMatch(/Electron/);
});

test('an answer that makes the newest look old lets no older one in', () => {
  expect(whyUnsupported('30.0.0', 32)).toMatch(/gets no more security fixes/);
});

test('the three newest are accepted', () => {
  for (const version of ['43.0.0', '44.1.2', '45.5.0', '46.0.0']) expect(whyUnsupported(version, 45)).toBeUndefined();
});
