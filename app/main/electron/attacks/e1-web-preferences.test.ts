import { expect, test } from 'vitest';
import * as electron from '../testing.ts';
import { openWindow } from '../window.ts';

// A page that runs foreign script must find a sandbox, another world and no Node (E1).
// The real Electron's answer is read back in e2e/shell.spec.ts.
const expected = {
  preload: '/preload.cjs',
  sandbox: true,
  contextIsolation: true,
  webSecurity: true,
  nodeIntegration: false,
  nodeIntegrationInWorker: false,
  nodeIntegrationInSubFrames: false,
  webviewTag: false,
  allowRunningInsecureContent: false,
  experimentalFeatures: false,
  navigateOnDragDrop: false,
  spellcheck: false,
};

test.each([true, false])('a window is made with every safe preference (packaged: %s)', (packaged) => {
  openWindow({ preload: '/preload.cjs', stateFile: '/nonexistent/state.json', packaged });
  expect(electron.BrowserWindow.all.at(-1)?.options.webPreferences).toEqual({ ...expected, devTools: !packaged });
});
