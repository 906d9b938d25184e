import { app, BrowserWindow, nativeTheme } from 'electron';
import { PAGE_ADDRESS } from './app-protocol.ts';
import { safeWebPreferences } from './hardening.ts';
import { keepWindowState, MINIMUM_SIZE, readWindowState } from './window-state.ts';

/** What a window is made from. */
export interface WindowParts {
  /** The built preload script. */
  preload: string;
  /** Where the window's place is kept. */
  stateFile: string;
  packaged: boolean;
}

/** The page's paper in light and dark, so that the window does not flash before its first paint. */
const PAPER = { light: '#fafbf9', dark: '#12181f' };

/** A page that crashes more often than this in a minute is left as it is. */
const MOST_RELOADS = 3;

/** Opens the one window: sandboxed, isolated, without Node, where it was last time (E1). */
export function openWindow(parts: WindowParts): BrowserWindow {
  const { maximized, ...bounds } = readWindowState(parts.stateFile);
  const window = new BrowserWindow({
    ...bounds,
    minWidth: MINIMUM_SIZE.width,
    minHeight: MINIMUM_SIZE.height,
    show: false,
    title: 'Warrant',
    backgroundColor: nativeTheme.shouldUseDarkColors ? PAPER.dark : PAPER.light,
    webPreferences: safeWebPreferences(parts.preload, parts.packaged),
  });
  if (maximized) window.maximize();
  keepWindowState(window, parts.stateFile);
  window.once('ready-to-show', () => window.show());
  window.on('page-title-updated', (_event, title) => app.setBadgeCount(waitingCountOf(title)));
  reloadAfterCrash(window);
  void window.loadURL(PAGE_ADDRESS);
  return window;
}

/** The number of questions that wait, as the page writes it at the head of its title: `(3) Warrant`. */
export function waitingCountOf(title: string): number {
  return Number(/^\((\d{1,4})\) /.exec(title)?.[1] ?? 0);
}

/** The host keeps everything, so a crashed page comes back by loading it again (E16). */
function reloadAfterCrash(window: BrowserWindow): void {
  let crashes: number[] = [];
  window.webContents.on('render-process-gone', (_event, { reason }) => {
    if (reason === 'clean-exit' || reason === 'killed') return;
    const now = Date.now();
    crashes = [...crashes.filter((at) => now - at < 60_000), now];
    process.stderr.write(`The window's page ended (${reason}).\n`);
    if (crashes.length > MOST_RELOADS) return;
    setTimeout(() => {
      if (!window.isDestroyed()) window.webContents.reload();
    }, 500);
  });
}
