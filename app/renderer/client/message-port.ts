import { RPCLink } from '@orpc/client/message-port';
import { type Connection, EndedError } from './connection.ts';

declare global {
  interface Window {
    /** What the window's preload exposes: four named functions and nothing else (rule E6). */
    warrant?: {
      connect(): void;
      /** The system's folder dialog; undefined where nothing was chosen. */
      pickFolder(): Promise<string | undefined>;
      /** Tells the person that something waits, while the window is in the background: no more than whose and how many. */
      tellWaiting(kind: 'question' | 'limit', agent: string, count: number, place: string): void;
      /** The path of something dropped on the page; undefined where it can't be known. */
      pathOf(file: File): string | undefined;
    };
  }
}

/**
 * The window's end: asks the preload for a port and waits for it to arrive from this very window (a frame can't send
 * one). Throws `EndedError` where the program it was attached to has ended. The port is closed when the page goes, so that the host ends its subscriptions.
 */
export function connectPort(ask: () => void): Promise<Connection> {
  return new Promise((resolve, reject) => {
    window.addEventListener('message', function take(event) {
      if (event.source === window && event.data === 'warrant:ended') {
        window.removeEventListener('message', take);
        reject(new EndedError());
        return;
      }
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
