import { RPCLink } from '@orpc/client/message-port';
import type { Connection } from './connection.ts';

declare global {
  interface Window {
    /** What the window's preload exposes: three named functions and nothing else (rule E6). */
    warrant?: {
      connect(): void;
      /** The system's folder dialog; undefined where nothing was chosen. */
      pickFolder(): Promise<string | undefined>;
      /** The path of something dropped on the page; undefined where it can't be known. */
      pathOf(file: File): string | undefined;
    };
  }
}

/**
 * The window's end: asks the preload for a port and waits for it to arrive from this very window (a frame can't send
 * one). The port is closed when the page goes, so that the host ends its subscriptions.
 */
export function connectPort(ask: () => void): Promise<Connection> {
  return new Promise((resolve) => {
    window.addEventListener('message', function take(event) {
      const port = event.ports[0];
      if (event.source !== window || event.data !== 'warrant:port' || !port) return;
      window.removeEventListener('message', take);
      const closed = new Promise<void>((done) => port.addEventListener('close', () => done()));
      const link = new RPCLink({ port });
      addEventListener('pagehide', () => port.close(), { once: true });
      port.start();
      resolve({ link, closed });
    });
    ask();
  });
}
