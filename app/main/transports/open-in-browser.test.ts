import { expect, test } from 'vitest';
import { browserOpener, openInBrowser } from './open-in-browser.ts';

test('a browser is opened where a person can see it, and nowhere else', () => {
  expect(browserOpener({ DISPLAY: ':0' }, 'linux')?.command).toBe('xdg-open');
  expect(browserOpener({ WAYLAND_DISPLAY: 'wayland-0' }, 'linux')?.command).toBe('xdg-open');
  expect(browserOpener({}, 'darwin')?.command).toBe('open');
  expect(browserOpener({}, 'win32')?.command).toBe('rundll32');
  expect(browserOpener({}, 'linux')).toBeUndefined();
  expect(browserOpener({ DISPLAY: ':0', CI: 'true' }, 'linux')).toBeUndefined();
});

test('a system without an opener is no error', async () => {
  expect(await openInBrowser('http://127.0.0.1:1/', {}, 'linux')).toBe(false);
});
