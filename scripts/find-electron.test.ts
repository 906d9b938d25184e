import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { canHost, findElectron } from './find-electron.ts';

const root = mkdtempSync(path.join(tmpdir(), 'warrant-electron-'));
afterAll(() => rmSync(root, { recursive: true }));

test('the folder of ELECTRON_OVERRIDE_DIST_PATH comes first, with the version it holds', () => {
  const folder = path.join(root, 'dist');
  const program =
    process.platform === 'darwin'
      ? 'Electron.app/Contents/MacOS/Electron'
      : process.platform === 'win32'
        ? 'electron.exe'
        : 'electron';
  mkdirSync(path.dirname(path.join(folder, program)), { recursive: true });
  writeFileSync(path.join(folder, program), '');
  writeFileSync(path.join(folder, 'version'), 'v45.5.0\n');
  const env = { ELECTRON_OVERRIDE_DIST_PATH: folder };
  expect(findElectron(env)).toEqual({ binary: path.join(folder, program), folder, version: '45.5.0' });
});

test('a folder without a binary holds no Electron', () => {
  expect(findElectron({ ELECTRON_OVERRIDE_DIST_PATH: path.join(root, 'empty') })).toBeUndefined();
});

test('an Electron can hold the host when its Node is new enough', () => {
  expect(['25.1.1', '34.9.9', '35.0.0', '45.5.0', 'unknown'].map(canHost)).toEqual([false, false, true, true, true]);
});
