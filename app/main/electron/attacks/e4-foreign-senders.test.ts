import { beforeEach, expect, test } from 'vitest';
import { answerPage } from '../page-channels.ts';
import * as electron from '../testing.ts';

// A frame in the page, another window, a page at another address or a frame that is gone uses our channels (E4).
const window = new electron.BrowserWindow({ webPreferences: {} });
const other = new electron.BrowserWindow({ webPreferences: {} });
let connected = 0;
answerPage(
  () => window as never,
  () => {
    connected++;
    return undefined;
  },
);

beforeEach(() => {
  connected = 0;
  window.destroyed = false;
  window.webContents.mainFrame = { url: 'app://warrant/' };
  electron.answers.folder = '/home/person/folder';
  electron.told.notifications.length = 0;
  window.focused = false;
});

const own = () => ({ sender: window.webContents, senderFrame: window.webContents.mainFrame });

function pick(event: object): Promise<unknown> {
  return Promise.resolve((electron.told.invokeHandlers.get('pick-folder') as (event: object) => unknown)(event));
}

const strangers: [string, () => object][] = [
  ['no frame', () => ({ sender: window.webContents, senderFrame: null })],
  ['an inner frame of ours', () => ({ sender: window.webContents, senderFrame: { url: 'app://warrant/' } })],
  ['another window', () => ({ sender: other.webContents, senderFrame: other.webContents.mainFrame })],
  ["another window with our window's frame", () => ({ sender: other.webContents, senderFrame: own().senderFrame })],
  ['no sender', () => ({ sender: {}, senderFrame: own().senderFrame })],
  ...[
    'app://warrant.attacker.example/',
    'app://warrant@attacker.example/',
    'app://warrant:1/',
    'app://warrantx/',
    'apps://warrant/',
    'https://warrant/',
    'https://attacker.example/#app://warrant/',
    'file:///app://warrant/',
    'about:blank',
    'about:srcdoc',
    'data:text/html,app://warrant/',
    'blob:app://warrant/0000',
    '',
  ].map((url): [string, () => object] => [
    `our main frame at ${url || 'no address'}`,
    () => {
      window.webContents.mainFrame = { url };
      return own();
    },
  ]),
  [
    'a window that was destroyed',
    () => {
      window.destroyed = true;
      return own();
    },
  ],
];

test.each(strangers)('%s gets neither port nor dialog nor notification', async (_name, event) => {
  const before = electron.told.posted.length;
  electron.ipcMain.emit('connect', event());
  expect([connected, electron.told.posted.length - before]).toEqual([0, 0]);
  await expect(pick(event())).rejects.toThrow('refused');
  electron.ipcMain.emit('waiting', event(), 'question', 'sample', 1, '#/inbox/1');
  expect(electron.told.notifications).toEqual([]);
});

test('the page itself gets all, so that the refusals above mean something', async () => {
  electron.ipcMain.emit('connect', own());
  expect([connected, electron.told.posted.at(-1)?.channel]).toEqual([1, 'port']);
  expect(await pick(own())).toBe('/home/person/folder');
  electron.ipcMain.emit('waiting', own(), 'question', 'sample', 1, '#/inbox/1');
  expect(electron.told.notifications).toHaveLength(1);
});

test('a page that asks for port after port has one', async () => {
  electron.ipcMain.emit('connect', own());
  const first = electron.told.posted.at(-1)?.ports[0];
  const closed = new Promise<void>((resolve) => first?.on('close', () => resolve()));
  electron.ipcMain.emit('connect', own());
  await closed;
  expect(connected).toBe(2);
});

test('there are these three channels and no fourth', () => {
  expect([...electron.told.invokeHandlers.keys(), ...electron.ipcMain.eventNames()]).toEqual([
    'pick-folder',
    'connect',
    'waiting',
  ]);
});
