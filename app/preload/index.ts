import { contextBridge, ipcRenderer, webUtils } from 'electron';

// A port cannot cross the bridge, so it is posted to the page, under the page's own origin alone.
ipcRenderer.on('port', (event) => window.postMessage('warrant:port', location.origin, [...event.ports]));

/** All that a page has beside the web: three named functions, each of which does one thing (E6). */
contextBridge.exposeInMainWorld('warrant', {
  /** Asks for a port to the host; it arrives as a message `warrant:port`. */
  connect(): void {
    ipcRenderer.send('connect');
  },
  /** Shows the system's folder dialog; resolves to the chosen folder's path, or undefined. */
  pickFolder(): Promise<string | undefined> {
    return ipcRenderer.invoke('pick-folder');
  },
  /** The path of a file or folder that the person dropped on the page; undefined where Electron cannot say. */
  pathOf(file: File): string | undefined {
    return webUtils?.getPathForFile(file) || undefined;
  },
});
