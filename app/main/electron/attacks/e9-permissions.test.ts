import { expect, test } from 'vitest';
import { harden } from '../hardening.ts';
import * as electron from '../testing.ts';

// The page, or script that got into it, asks for what only the person's own programs should have (E9).
harden(true);
const { webContents } = new electron.BrowserWindow({ webPreferences: {} });

function requested(permission: string): boolean {
  const handler = electron.told.sessionHandlers.get('permission-request') as unknown as (
    contents: object,
    permission: string,
    answer: (granted: boolean) => void,
  ) => void;
  let granted = false;
  handler(webContents, permission, (answer) => {
    granted = answer;
  });
  return granted;
}

function checked(permission: string, contents: object | null = webContents): boolean {
  const handler = electron.told.sessionHandlers.get('permission-check') as unknown as (
    contents: object | null,
    permission: string,
  ) => boolean;
  return handler(contents, permission);
}

test.each([
  'media',
  'camera',
  'microphone',
  'display-capture',
  'geolocation',
  'notifications',
  'clipboard-read',
  'deprecated-sync-clipboard-read',
  'midi',
  'midiSysex',
  'pointerLock',
  'keyboardLock',
  'fullscreen',
  'openExternal',
  'usb',
  'serial',
  'hid',
  'fileSystem',
  'storage-access',
  'top-level-storage-access',
  'window-management',
  'speaker-selection',
  'idle-detection',
  'mediaKeySystem',
  'unknown',
  'something-of-next-year',
  '__proto__',
])('%s is denied', (permission) => {
  expect([requested(permission), checked(permission)]).toEqual([false, false]);
});

test('a device is denied', () => {
  expect((electron.told.sessionHandlers.get('device-permission') as () => boolean)()).toBe(false);
});

test('the page may copy, and only the page', () => {
  expect([requested('clipboard-sanitized-write'), checked('clipboard-sanitized-write')]).toEqual([true, true]);
  expect(checked('clipboard-sanitized-write', null)).toBe(false);
  webContents.mainFrame = { url: 'https://attacker.example/' };
  expect([requested('clipboard-sanitized-write'), checked('clipboard-sanitized-write')]).toEqual([false, false]);
});
