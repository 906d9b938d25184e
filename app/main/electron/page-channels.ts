import {
  type BrowserWindow,
  dialog,
  ipcMain,
  MessageChannelMain,
  type MessagePortMain,
  type WebFrameMain,
} from 'electron';
import { isPageAddress } from './app-protocol.ts';
import { notifyWaiting, readWaitingNotice } from './notify-waiting.ts';

/** Nothing once a port is answered; a promise where that takes a look first, `ended` where nobody is there any more. */
export type PortAnswer = undefined | Promise<'ended' | undefined>;

interface PageEvent {
  sender: object;
  senderFrame: WebFrameMain | null;
}

/**
 * Answers the three channels a page has: `connect` sends it a port, `pick-folder` shows the system's folder dialog,
 * `waiting` tells the person that something waits. All look at the sender first (E4). A page has one port: asking again
 * closes the one before.
 */
export function answerPage(
  currentWindow: () => BrowserWindow | undefined,
  connect: (port: MessagePortMain) => PortAnswer,
): void {
  let port: MessagePortMain | undefined;
  let picking = false;
  ipcMain.on('connect', (event) => {
    const window = currentWindow();
    if (!window || !comesFromPage(event, window)) return;
    port?.close();
    const { port1, port2 } = new MessageChannelMain();
    port = port1;
    const give = (ended: 'ended' | undefined): void => {
      if (window.isDestroyed()) return;
      if (ended) window.webContents.send('ended');
      else window.webContents.postMessage('port', null, [port2]);
    };
    const answer = connect(port1);
    if (answer) void answer.then(give);
    else give(undefined);
  });
  ipcMain.on('waiting', (event, ...values: unknown[]) => {
    const window = currentWindow();
    const notice = readWaitingNotice(values);
    if (!window || !notice || !comesFromPage(event, window)) return;
    notifyWaiting(window, notice, (place) => window.webContents.send('open-place', place));
  });
  ipcMain.handle('pick-folder', async (event) => {
    const window = currentWindow();
    if (!window || !comesFromPage(event, window)) throw new Error('refused');
    if (picking) return undefined;
    picking = true;
    try {
      const picked = await dialog.showOpenDialog(window, {
        title: 'Choose a folder',
        buttonLabel: 'Choose',
        properties: ['openDirectory', 'createDirectory'],
      });
      return picked.canceled ? undefined : picked.filePaths[0];
    } finally {
      picking = false;
    }
  });
}

/**
 * Whether an event was sent by the page itself: our window, its main frame, its address parsed (E4).
 * A frame that is gone, a frame within the page, another window and a page at another address are strangers.
 */
function comesFromPage(event: PageEvent, window: BrowserWindow): boolean {
  const { sender, senderFrame } = event;
  if (window.isDestroyed() || sender !== window.webContents || !senderFrame) return false;
  return senderFrame === window.webContents.mainFrame && isPageAddress(senderFrame.url);
}
