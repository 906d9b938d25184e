// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import * as electron from '../testing.ts';

// A page looks for a way to send on any channel (E6).
const preload = '../../../preload/index.ts'; // in a variable: its compiler project is another one
await import(preload);
const page = globalThis as unknown as { location: { origin: string }; postMessage(): void };
const exposed = electron.told.exposed.get('warrant') ?? {};

test('the page is given one object with four functions', () => {
  expect([...electron.told.exposed.keys()]).toEqual(['warrant']);
  expect(Object.keys(exposed).sort()).toEqual(['connect', 'pathOf', 'pickFolder', 'tellWaiting']);
  expect(Object.values(exposed).map((value) => typeof value)).toEqual(Array(4).fill('function'));
});

test('no argument reaches a channel', async () => {
  electron.told.sent.length = 0;
  expect(exposed.connect?.('evil', { a: 1 })).toBeUndefined();
  await exposed.pickFolder?.('evil', '/etc');
  expect(electron.told.sent).toEqual([['connect'], ['pick-folder']]);
});

test('what waits goes out as four plain values, whatever was given', () => {
  electron.told.sent.length = 0;
  const odd = { toString: () => 'odd' };
  exposed.tellWaiting?.('question', odd, '3', '#/inbox/1', { more: true });
  expect(electron.told.sent).toEqual([['waiting', 'question', 'odd', 3, '#/inbox/1']]);
});

test('a clicked notification posts its place to the page of our origin, without the event', () => {
  const post = vi.spyOn(page, 'postMessage').mockImplementation(() => {});
  electron.ipcRenderer.emit('open-place', { sender: 'secret' }, '#/inbox/1');
  electron.ipcRenderer.emit('open-place', { sender: 'secret' }, { place: 'x' });
  expect(post.mock.calls).toEqual([[{ type: 'warrant:open', place: '#/inbox/1' }, page.location.origin]]);
  post.mockRestore();
});

test('a port is posted to the page of our origin, without the event', () => {
  const post = vi.spyOn(page, 'postMessage').mockImplementation(() => {});
  const ports = [new MessageChannel().port1];
  electron.ipcRenderer.emit('port', { sender: 'secret', ports });
  expect(post.mock.calls).toEqual([['warrant:port', page.location.origin, ports]]);
});

test('the path of something that is no dropped file is undefined', () => {
  expect(exposed.pathOf?.({})).toBeUndefined();
  expect(exposed.pathOf?.({ path: '/home/person/folder' })).toBe('/home/person/folder');
});
