import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { app, type BrowserWindow, dialog, type MessagePortMain } from 'electron';
import { dataFolderOf } from './data-folder.ts';
import { registerScheme, serveScheme } from './electron/app-protocol.ts';
import { harden } from './electron/hardening.ts';
import { setMenu } from './electron/menu.ts';
import { answerPage, type PortAnswer } from './electron/page-channels.ts';
import { plainPort } from './electron/plain-port.ts';
import { refuseDebugging } from './electron/refuse-debugging.ts';
import { openSafeStorageCipher } from './electron/safe-storage-cipher.ts';
import { openWindow } from './electron/window.ts';
import type { Ports } from './host/ports.ts';
import { locateInstallation } from './installation.ts';
import { developmentEnvironment } from './provider-environment.ts';
import { attach, type HostAddress } from './transports/attach.ts';
import { readHostAddress } from './transports/host-address.ts';
import { endedWell, findRunningHost } from './transports/lock-file.ts';
import { type PageFile, readPageFiles } from './transports/page-files.ts';
import { pageHeaders } from './transports/page-headers.ts';

// The window's entry: ports, host, window, in that order. Everything that needs a newer Node than an old Electron has
// (host, oRPC, SQLite) is behind a dynamic import, so that an old one can still show a window onto a host elsewhere.

/** What answers a page's port: a host in this process, or one elsewhere, which may have ended meanwhile. */
type Connect = (port: MessagePortMain) => PortAnswer;

const installation = locateInstallation(import.meta.dirname, process.platform);
const dataFolder = dataFolderOf(process.env, process.platform, app.getPath('home'));
/** What this program says of its own goes through the host that knows the secrets, once there is one. */
let withoutSecrets = (text: string): string => text;
const report = (line: string): void => void process.stderr.write(`${withoutSecrets(line)}\n`);

if (refuseDebugging()) {
  registerScheme();
  // Chromium's own files live in the data folder too, so that nothing is written elsewhere (E17).
  const windowFolder = path.join(dataFolder, 'window');
  mkdirSync(windowFolder, { recursive: true, mode: 0o700 });
  app.setPath('userData', windowFolder);
  if (app.requestSingleInstanceLock()) void app.whenReady().then(start).catch(failToStart);
  else app.quit();
}

async function start(): Promise<void> {
  const page = readPageFiles(installation.page);
  harden(installation.packaged);
  serveScheme(page, pageHeaders('none'));
  setMenu(installation.packaged);
  const connect = await connectToHost(page);
  let window: BrowserWindow | undefined;
  const show = (): void => {
    window = openWindow({
      preload: installation.preload,
      stateFile: path.join(dataFolder, 'window/place.json'),
      packaged: installation.packaged,
    });
    window.on('closed', () => {
      window = undefined;
    });
  };
  answerPage(() => window, connect);
  show();
  app.on('activate', () => (window ? window.show() : show()));
  app.on('second-instance', () => {
    if (!window) return show();
    if (window.isMinimized()) window.restore();
    window.focus();
  });
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit();
  });
}

/** `WARRANT_ATTACH` first; then a host that runs on this data folder; else a host of our own, which others find. */
async function connectToHost(page: Map<string, PageFile>): Promise<Connect> {
  const elsewhere = process.env.WARRANT_ATTACH ? await readHostAddress(process.env.WARRANT_ATTACH) : undefined;
  if (elsewhere) return answered((port) => attach(plainPort(port), elsewhere, report));
  if (await findRunningHost(dataFolder)) return attachToRunning;
  return await startOwnHost(page);
}

/** What answers a port at once. */
function answered(connect: (port: MessagePortMain) => void): Connect {
  return (port) => {
    connect(port);
    return undefined;
  };
}

/** Looks the host up each time a page connects: after a restart it has another address. */
async function attachToRunning(port: MessagePortMain): Promise<'ended' | undefined> {
  const lock = await findRunningHost(dataFolder);
  if (!lock) {
    port.close();
    return endedWell(dataFolder) ? 'ended' : undefined;
  }
  const address: HostAddress = { socket: `${lock.origin.replace('http', 'ws')}/rpc`, token: lock.token };
  attach(plainPort(port), address, report);
  return undefined;
}

async function startOwnHost(page: Map<string, PageFile>): Promise<Connect> {
  const [{ createHost }, { openFrontDoor }, { servePort }] = await Promise.all([
    import('./host/host.ts'),
    import('./transports/front-door.ts'),
    import('./electron/message-port-transport.ts'),
  ]);
  const host = await createHost(await electronPorts());
  withoutSecrets = (text) => host.redact(text);
  const door = await openFrontDoor(host, { dataFolder, port: 0, page, version: app.getVersion() });
  let closing = false;
  app.on('before-quit', (event) => {
    if (closing) return;
    closing = true;
    event.preventDefault();
    void door
      .close()
      .then(() => host.close())
      .catch((error: unknown) => report(`The host did not end well: ${String(error)}`))
      .then(() => app.quit());
  });
  return answered((port) => servePort(port, host.router, { client: 'window' }));
}

async function electronPorts(): Promise<Ports> {
  return {
    version: app.getVersion(),
    dataFolder,
    resources: installation.resources,
    appFolder: installation.appFolder,
    home: app.getPath('home'),
    electron: true,
    platform: process.platform,
    now: Date.now,
    newId: () => randomBytes(12).toString('base64url'),
    sandbox: installation.sandbox,
    cipher: await openSafeStorageCipher(process.platform),
    passphrase: process.env.WARRANT_PASSPHRASE,
    environment: installation.packaged ? new Map() : developmentEnvironment(process.env, process.cwd()),
    advances: true,
  };
}

function failToStart(error: unknown): void {
  const message = error instanceof Error ? error.message : String(error);
  report(`Warrant could not start: ${message}`);
  // Started by a click there is no terminal to read the line in.
  if (installation.packaged) dialog.showErrorBox('Warrant could not start', message);
  app.exit(1);
}
