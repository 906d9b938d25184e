import type { MessagePortMain } from 'electron';

/** A port as a relay wants it: text or bytes and nothing else. Anything else ends the connection (E5). */
export function plainPort(port: MessagePortMain) {
  return {
    postMessage: (data: string | Uint8Array): void => port.postMessage(data),
    onMessage(listener: (data: string | Uint8Array) => void): void {
      port.on('message', ({ data }) => {
        if (isFrame(data)) listener(data);
        else port.close();
      });
      port.start();
    },
    onClose: (listener: () => void): void => void port.on('close', listener),
    close: (): void => port.close(),
  };
}

/** Nothing a person does needs a larger message. */
const MAX_FRAME = 16 * 1024 * 1024;

/** Whether a message of a page can be a frame of the wire: text or bytes up to 16 MB. */
function isFrame(data: unknown): data is string | Uint8Array {
  if (typeof data === 'string') return data.length <= MAX_FRAME;
  return data instanceof Uint8Array && data.byteLength <= MAX_FRAME;
}
