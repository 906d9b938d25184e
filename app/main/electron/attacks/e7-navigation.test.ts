import { expect, test } from 'vitest';
import { harden } from '../hardening.ts';
import * as electron from '../testing.ts';

// A link, a script or a drop leads the window elsewhere, opens another or embeds a page (E7).
harden(true);
const { webContents } = new electron.BrowserWindow({ webPreferences: {} });

function prevented(name: string, url: string): boolean {
  let stopped = false;
  webContents.emit(name, { url, preventDefault: () => (stopped = true) }, url);
  return stopped;
}

const foreign = [
  'https://attacker.example/',
  'http://127.0.0.1:1/',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'data:text/html,x',
  'about:blank',
  'app://warrant/assets/main.js',
  'app://warrant.attacker.example/',
  'app://attacker/',
  'warrant://install',
  'not an address',
];

test.each(foreign)('navigation to %s is refused in every frame', (url) => {
  expect(prevented('will-navigate', url)).toBe(true);
  expect(prevented('will-frame-navigate', url)).toBe(true);
});

test('the page may be loaded again', () => {
  expect(prevented('will-navigate', 'app://warrant/')).toBe(false);
});

test('a blank page, which is loaded without asking, is replaced by our own', () => {
  webContents.emit('did-navigate', {}, 'app://warrant/#/inbox');
  expect(webContents.loaded).toEqual([]);
  webContents.emit('did-navigate', {}, 'about:blank');
  expect(webContents.loaded).toEqual(['app://warrant/']);
});

test('redirects and embedded pages are refused, wherever they lead', () => {
  expect(prevented('will-redirect', 'app://warrant/')).toBe(true);
  expect(prevented('will-attach-webview', 'app://warrant/')).toBe(true);
});

test.each(foreign)('a new window for %s is refused', (url) => {
  expect(webContents.openHandler({ url })).toEqual({ action: 'deny' });
});

test('a request of the page that leaves is cancelled, also from a frame or a picture', () => {
  const before = electron.told.sessionHandlers.get('before-request') as unknown as (
    details: { url: string },
    answer: (verdict: { cancel: boolean }) => void,
  ) => void;
  const cancelled = (url: string): boolean => {
    let cancel = false;
    before({ url }, (verdict) => {
      cancel = verdict.cancel;
    });
    return cancel;
  };
  for (const url of ['https://attacker.example/x.png', 'http://a/', 'file:///etc/passwd', 'ws://a/', 'devtools://x/']) {
    expect(cancelled(url), url).toBe(true);
  }
  expect(cancelled('app://warrant/assets/main.js')).toBe(false);
});

test('a download is refused unless the page itself made it', () => {
  const refused = (url: string): boolean => {
    let stopped = false;
    electron.session.defaultSession.emit(
      'will-download',
      { preventDefault: () => (stopped = true) },
      { getURL: () => url },
    );
    return stopped;
  };
  expect(refused('https://attacker.example/setup.exe')).toBe(true);
  expect(refused('data:text/html,x')).toBe(true);
  expect(refused('blob:https://attacker.example/1')).toBe(true);
  expect(refused('blob:app://warrant/1')).toBe(false);
});
