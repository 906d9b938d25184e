import { expect, test, vi } from 'vitest';
import { answerPage } from './page-channels.ts';
import * as electron from './testing.ts';

const window = new electron.BrowserWindow({ webPreferences: {} });
let answer: () => Promise<'ended' | undefined>;
answerPage(
  () => window as never,
  () => answer(),
);

test.each([
  ['ended', [], [['ended']]],
  [undefined, ['port'], []],
] as const)('a page whose program is %s gets a port only where somebody answers it', async (state, posted, sent) => {
  electron.told.posted.length = 0;
  electron.told.sentToPage.length = 0;
  answer = () => Promise.resolve(state);
  electron.ipcMain.emit('connect', { sender: window.webContents, senderFrame: window.webContents.mainFrame });
  await vi.waitFor(() => expect(electron.told.posted.length + electron.told.sentToPage.length).toBe(1));
  expect([electron.told.posted.map(({ channel }) => channel), electron.told.sentToPage]).toEqual([posted, sent]);
});
