import { beforeEach, expect, test, vi } from 'vitest';
import { harden } from '../hardening.ts';
import { menuTemplate } from '../menu.ts';
import { refuseDebugging } from '../refuse-debugging.ts';
import * as electron from '../testing.ts';

// Another program starts the packaged app so that it can look into the page or take the sandbox away (E14).
vi.spyOn(process.stderr, 'write').mockReturnValue(true);
beforeEach(() => {
  electron.answers.switches.clear();
  electron.told.exits.length = 0;
  electron.app.isPackaged = true;
});

test.each([
  'remote-debugging-port',
  'remote-debugging-pipe',
  'inspect',
  'inspect-brk',
  'no-sandbox',
  'disable-web-security',
  'load-extension',
  'js-flags',
  'renderer-cmd-prefix',
])('the packaged app does not start with --%s', (name) => {
  electron.answers.switches.add(name);
  expect(refuseDebugging()).toBe(false);
  expect(electron.told.exits).toEqual([1]);
});

test('it starts without them, and with a switch that opens nothing', () => {
  electron.answers.switches.add('disable-gpu');
  expect(refuseDebugging()).toBe(true);
  expect(electron.told.exits).toEqual([]);
});

test('developer tools that open in the packaged app are closed', () => {
  harden(true);
  const { webContents } = new electron.BrowserWindow({ webPreferences: {} });
  webContents.emit('devtools-opened');
  expect(webContents.devToolsClosed).toBe(1);
});

test('no item of the packaged menu leads to them', () => {
  for (const platform of ['linux', 'darwin', 'win32'] as const) {
    expect(JSON.stringify(menuTemplate(platform, true))).not.toMatch(/DevTools|viewMenu|forceReload/i);
  }
  expect(JSON.stringify(menuTemplate('linux', false))).toContain('toggleDevTools');
});
