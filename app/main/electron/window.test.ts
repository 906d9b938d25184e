import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import * as electron from './testing.ts';
import { openWindow, waitingCountOf } from './window.ts';
import { readWindowState } from './window-state.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'warrant-window-'));
const stateFile = path.join(folder, 'window.json');
beforeEach(() => rmSync(stateFile, { force: true }));
afterAll(() => rmSync(folder, { recursive: true }));

test('a window comes back where it was', () => {
  openWindow({ preload: '/p.cjs', stateFile, packaged: false });
  const window = electron.BrowserWindow.all.at(-1);
  expect([window?.webContents.loaded, window?.options.width]).toEqual([['app://warrant/'], 1280]);
  window?.emit('close');
  expect(JSON.parse(readFileSync(stateFile, 'utf8'))).toEqual({
    x: 10,
    y: 20,
    width: 900,
    height: 700,
    maximized: false,
  });
  expect(readWindowState(stateFile)).toEqual({ x: 10, y: 20, width: 900, height: 700, maximized: false });
});

test.each(['', '{', 'null', '[]', '{"width":"wide"}', '{"width":1e99,"height":5}', '{"__proto__":{"width":1}}'])(
  'a state file that holds %j is a first start',
  (text) => {
    writeFileSync(stateFile, text);
    expect(readWindowState(stateFile)).toEqual({ width: 1280, height: 840, maximized: false });
  },
);

test('a place on a display that is gone is forgotten, the size is kept', () => {
  writeFileSync(stateFile, '{"x":5000,"y":0,"width":900,"height":700,"maximized":true}');
  expect(readWindowState(stateFile)).toEqual({ width: 900, height: 700, maximized: true });
});

test('a window is never smaller than its screens need', () => {
  writeFileSync(stateFile, '{"width":10,"height":10}');
  expect(readWindowState(stateFile)).toEqual({ width: 720, height: 520, maximized: false });
});

test('the badge counts what the title says is waiting', () => {
  expect(['(3) Warrant', 'Warrant', '(x) Warrant', '(12) A run', '3 Warrant', '(99999) a'].map(waitingCountOf)).toEqual(
    [3, 0, 0, 12, 0, 0],
  );
  openWindow({ preload: '/p.cjs', stateFile, packaged: false });
  electron.BrowserWindow.all.at(-1)?.emit('page-title-updated', {}, '(2) Warrant');
  expect(electron.told.badge).toBe(2);
});
