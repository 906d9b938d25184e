import { app, BrowserWindow, session, type WebContents, type WebPreferences } from 'electron';
import { isPageAddress, PAGE_ADDRESS } from './app-protocol.ts';
import { openExternal } from './open-external.ts';

/** What every window is made with (E1). Written out, defaults included, so that a change of a default changes nothing. */
export function safeWebPreferences(preload: string, packaged: boolean): WebPreferences {
  return {
    preload,
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
    devTools: !packaged,
  };
}

/** The one permission a page has: to put text on the clipboard when the person copies (E9). */
const PERMISSIONS = new Set(['clipboard-sanitized-write']);

/** Schemes a page may load from. `data:` and `blob:` never leave the machine. */
const LOADABLE = new Set(['app:', 'data:', 'blob:']);

/**
 * Shuts every door of the page that we do not use: permissions, devices, requests, navigation, new windows, embedded
 * pages, downloads, developer tools (E1, E7, E9, E14). Call once, when Electron is ready, before the first window.
 */
export function harden(packaged: boolean): void {
  const own = session.defaultSession;
  own.setPermissionRequestHandler((contents, permission, answer) => {
    answer(PERMISSIONS.has(permission) && isPageAddress(contents.getURL()));
  });
  own.setPermissionCheckHandler((contents, permission) => {
    return PERMISSIONS.has(permission) && contents !== null && isPageAddress(contents.getURL());
  });
  own.setDevicePermissionHandler(() => false);
  own.webRequest.onBeforeRequest((details, answer) => {
    const { protocol } = new URL(details.url);
    answer({ cancel: !LOADABLE.has(protocol) && (packaged || protocol !== 'devtools:') });
  });
  own.on('will-download', (event, item) => {
    // An export is made by the page itself, as a blob; everything else would come from elsewhere.
    if (!item.getURL().startsWith('blob:app://warrant/')) event.preventDefault();
  });
  app.on('web-contents-created', (_event, contents) => hardenContents(contents, packaged));
}

function hardenContents(contents: WebContents, packaged: boolean): void {
  const refuseForeign = (event: { url: string; preventDefault(): void }): void => {
    // A reload passes through here too, so exactly our own address is let through.
    if (!isPageAddress(event.url)) event.preventDefault();
  };
  contents.on('will-navigate', refuseForeign);
  contents.on('will-frame-navigate', refuseForeign);
  contents.on('will-redirect', (event) => event.preventDefault());
  contents.on('will-attach-webview', (event) => event.preventDefault());
  // `about:blank` is loaded without asking anybody; the page is put back at once.
  contents.on('did-navigate', (_event, url) => {
    if (!isPageAddress(url)) void contents.loadURL(PAGE_ADDRESS);
  });
  contents.setWindowOpenHandler(({ url }) => {
    void openExternal(BrowserWindow.fromWebContents(contents) ?? undefined, url);
    return { action: 'deny' };
  });
  if (packaged) contents.on('devtools-opened', () => contents.closeDevTools());
}
