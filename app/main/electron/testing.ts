/** Stands in for the `electron` module under Node: only what the shell uses, recording what it was told. */
import { EventEmitter } from 'node:events';
import { tmpdir } from 'node:os';
import { MessageChannel, type MessagePort } from 'node:worker_threads';

/** A port in main's shape over a worker port. */
class Port extends EventEmitter {
  readonly inner: MessagePort;
  constructor(inner: MessagePort) {
    super();
    this.inner = inner;
    inner.on('message', (data) => this.emit('message', { data, ports: [] }));
    inner.on('close', () => this.emit('close'));
  }
  postMessage(data: unknown): void {
    this.inner.postMessage(data);
  }
  start(): void {
    this.inner.start();
  }
  close(): void {
    this.inner.close();
  }
}

export class MessageChannelMain {
  readonly port1: Port;
  readonly port2: MessagePort;
  constructor() {
    const { port1, port2 } = new MessageChannel();
    this.port1 = new Port(port1);
    this.port2 = port2;
  }
}

type Answer = (...values: never[]) => unknown;

/** What the shell told Electron, in the order it did. */
export const told = {
  posted: [] as { channel: string; ports: MessagePort[] }[],
  schemes: [] as unknown[],
  schemeHandlers: new Map<string, (request: Request) => Response | Promise<Response>>(),
  invokeHandlers: new Map<string, Answer>(),
  sessionHandlers: new Map<string, Answer>(),
  opened: [] as string[],
  asked: [] as { message: string; detail?: string }[],
  exposed: new Map<string, Record<string, (...values: unknown[]) => unknown>>(),
  sent: [] as unknown[][],
  exits: [] as number[],
  badge: 0,
  sentToPage: [] as unknown[][],
  notifications: [] as Notification[],
  flashed: 0,
};

/** What Electron answers in a test; set before the call. */
export const answers = {
  switches: new Set<string>(),
  messageBox: 1,
  folder: undefined as string | undefined,
  keyStore: { available: true, backend: 'gnome_libsecret' },
};

export class WebContents extends EventEmitter {
  mainFrame: { url: string } = { url: 'app://warrant/' };
  openHandler: (details: { url: string }) => { action: string } = () => ({ action: 'allow' });
  readonly loaded: string[] = [];
  reloads = 0;
  devToolsClosed = 0;
  getURL(): string {
    return this.mainFrame.url;
  }
  postMessage(channel: string, _message: unknown, ports: MessagePort[]): void {
    told.posted.push({ channel, ports });
  }
  send(channel: string, ...values: unknown[]): void {
    told.sentToPage.push([channel, ...values]);
  }
  setWindowOpenHandler(handler: (details: { url: string }) => { action: string }): void {
    this.openHandler = handler;
  }
  closeDevTools(): void {
    this.devToolsClosed++;
  }
  reload(): void {
    this.reloads++;
  }
  loadURL(url: string): Promise<void> {
    this.loaded.push(url);
    return Promise.resolve();
  }
}

export class BrowserWindow extends EventEmitter {
  static all: BrowserWindow[] = [];
  readonly webContents = new WebContents();
  readonly options: { webPreferences: Record<string, unknown>; [name: string]: unknown };
  destroyed = false;
  constructor(options: BrowserWindow['options']) {
    super();
    this.options = options;
    BrowserWindow.all.push(this);
    app.emit('web-contents-created', {}, this.webContents);
  }
  static getAllWindows(): BrowserWindow[] {
    return BrowserWindow.all;
  }
  static fromWebContents(contents: WebContents): BrowserWindow | null {
    return BrowserWindow.all.find((window) => window.webContents === contents) ?? null;
  }
  loadURL(url: string): Promise<void> {
    return this.webContents.loadURL(url);
  }
  getNormalBounds() {
    return { x: 10, y: 20, width: 900, height: 700 };
  }
  isDestroyed(): boolean {
    return this.destroyed;
  }
  isMaximized(): boolean {
    return false;
  }
  isMinimized(): boolean {
    return false;
  }
  maximize(): void {}
  restore(): void {}
  focused = true;
  isFocused(): boolean {
    return this.focused;
  }
  flashFrame(): void {
    told.flashed++;
  }
  focus(): void {
    this.focused = true;
  }
  show(): void {}
}

export class Notification extends EventEmitter {
  readonly options: { title: string; body: string };
  closed = false;
  constructor(options: { title: string; body: string }) {
    super();
    this.options = options;
  }
  static isSupported(): boolean {
    return true;
  }
  show(): void {
    told.notifications.push(this);
  }
  close(): void {
    this.closed = true;
  }
}

class App extends EventEmitter {
  isPackaged = false;
  name = 'Warrant';
  readonly paths = new Map<string, string>();
  readonly commandLine = { hasSwitch: (name: string): boolean => answers.switches.has(name) };
  whenReady(): Promise<void> {
    return Promise.resolve();
  }
  getPath(name: string): string {
    return this.paths.get(name) ?? tmpdir();
  }
  setPath(name: string, path: string): void {
    this.paths.set(name, path);
  }
  getAppPath(): string {
    return process.cwd();
  }
  getVersion(): string {
    return '0.0.0';
  }
  requestSingleInstanceLock(): boolean {
    return true;
  }
  setBadgeCount(count: number): void {
    told.badge = count;
  }
  exit(code: number): void {
    told.exits.push(code);
  }
  quit(): void {}
}

export const app = new App();

class IpcMain extends EventEmitter {
  handle(channel: string, handler: Answer): void {
    told.invokeHandlers.set(channel, handler);
  }
}
export const ipcMain = new IpcMain();

export const protocol = {
  registerSchemesAsPrivileged: (schemes: unknown[]): void => void told.schemes.push(...schemes),
  handle: (scheme: string, handler: (request: Request) => Response | Promise<Response>): void =>
    void told.schemeHandlers.set(scheme, handler),
};

class Session extends EventEmitter {
  readonly webRequest = {
    onBeforeRequest: (handler: Answer): void => void told.sessionHandlers.set('before-request', handler),
  };
  setPermissionRequestHandler(handler: Answer): void {
    told.sessionHandlers.set('permission-request', handler);
  }
  setPermissionCheckHandler(handler: Answer): void {
    told.sessionHandlers.set('permission-check', handler);
  }
  setDevicePermissionHandler(handler: Answer): void {
    told.sessionHandlers.set('device-permission', handler);
  }
}
export const session = { defaultSession: new Session() };

export const shell = {
  openExternal(url: string): Promise<void> {
    told.opened.push(url);
    return Promise.resolve();
  },
};

export const dialog = {
  showMessageBox(...values: unknown[]): Promise<{ response: number }> {
    told.asked.push(values.at(-1) as { message: string });
    return Promise.resolve({ response: answers.messageBox });
  },
  showOpenDialog(): Promise<{ canceled: boolean; filePaths: string[] }> {
    const { folder } = answers;
    return Promise.resolve({ canceled: folder === undefined, filePaths: folder === undefined ? [] : [folder] });
  },
  showErrorBox(): void {},
};

export const nativeTheme = { shouldUseDarkColors: false };
export const screen = { getAllDisplays: () => [{ workArea: { x: 0, y: 0, width: 1920, height: 1080 } }] };
export const Menu = { buildFromTemplate: (template: unknown) => template, setApplicationMenu: (): void => {} };

/** A key store that turns a text round, so that a test can tell kept bytes from plain ones. */
export const safeStorage = {
  isEncryptionAvailable: (): boolean => answers.keyStore.available,
  isAsyncEncryptionAvailable: (): Promise<boolean> => Promise.resolve(answers.keyStore.available),
  getSelectedStorageBackend: (): string => answers.keyStore.backend,
  encryptString: (text: string): Buffer => Buffer.from(text).reverse(),
  decryptString: (bytes: Buffer): string => Buffer.from(bytes).reverse().toString(),
  encryptStringAsync: (text: string): Promise<Buffer> => Promise.resolve(Buffer.from(text).reverse()),
  decryptStringAsync: (bytes: Buffer) =>
    Promise.resolve({ result: Buffer.from(bytes).reverse().toString(), shouldReEncrypt: false }),
};

export const contextBridge = {
  exposeInMainWorld: (name: string, value: Record<string, (...values: unknown[]) => unknown>): void =>
    void told.exposed.set(name, value),
};
class IpcRenderer extends EventEmitter {
  send(...values: unknown[]): void {
    told.sent.push(values);
  }
  invoke(...values: unknown[]): Promise<unknown> {
    told.sent.push(values);
    return Promise.resolve(answers.folder);
  }
}
export const ipcRenderer = new IpcRenderer();
export const webUtils = { getPathForFile: (file: { path?: string }): string => file.path ?? '' };
