import { contextBridge, ipcRenderer, webUtils } from 'electron';

// A port cannot cross the bridge, so it is posted to the page, under the page's own origin alone.
ipcRenderer.on('port', (event) => window.postMessage('warrant:port', location.origin, [...event.ports]));

// The program this window was attached to has ended: no port comes.
ipcRenderer.on('ended', () => window.postMessage('warrant:ended', location.origin));

// A notification was clicked: the page is told which place it had named.
ipcRenderer.on('open-place', (_event, place: unknown) => {
  if (typeof place === 'string') window.postMessage({ type: 'warrant:open', place }, location.origin);
});

/** All that a page has beside the web: four named functions, each of which does one thing (E6). */
contextBridge.exposeInMainWorld('warrant', {
  /** Asks for a port to the host; it arrives as a message `warrant:port`. */
  connect(): void {
    ipcRenderer.send('connect');
  },
  /** Shows the system's folder dialog; resolves to the chosen folder's path, or undefined. */
  pickFolder(): Promise<string | undefined> {
    return ipcRenderer.invoke('pick-folder');
  },
  /** Tells the person that something waits, while the window is in the background: whose it is and how many, no more. */
  tellWaiting(kind: 'question' | 'limit', agent: string, count: number, place: string): void {
    ipcRenderer.send('waiting', String(kind), String(agent), Number(count), String(place));
  },
  /** The path of a file or folder that the person dropped on the page; undefined where Electron cannot say. */
  pathOf(file: File): string | undefined {
    return webUtils?.getPathForFile(file) || undefined;
  },
});
