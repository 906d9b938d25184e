import WebSocket from 'ws';

/** The end of a window's port that a relay needs: text or bytes, both ways. */
export interface RelayPort {
  postMessage(data: string | Uint8Array): void;
  onMessage(listener: (data: string | Uint8Array) => void): void;
  onClose(listener: () => void): void;
  close(): void;
}

/** Where a host is found: its socket's address and a token that it accepts. */
export interface HostAddress {
  socket: string;
  token: string;
}

/** What is kept for a socket that is not open yet; a page sends a handful of calls, not thousands. */
const MAX_WAITING = 1_000;

/**
 * Relays a window's port to a host elsewhere. The frames are the same on both wires, so nothing is parsed.
 * When either side closes, the other is closed; the page then connects again, and reconnecting is its matter alone.
 * `report` is given one line when the host cannot be reached.
 */
export function attach(port: RelayPort, address: HostAddress, report: (line: string) => void): void {
  const socket = new WebSocket(address.socket, ['warrant'], {
    headers: { authorization: `Bearer ${address.token}`, 'warrant-client': 'window' },
    perMessageDeflate: false,
    handshakeTimeout: 10_000,
  });
  const waiting: (string | Uint8Array)[] = [];
  let closing = false;
  const closeSocket = (): void => {
    closing = true;
    socket.terminate();
  };
  port.onMessage((data) => {
    if (socket.readyState === WebSocket.OPEN) socket.send(data);
    else if (socket.readyState === WebSocket.CONNECTING && waiting.push(data) > MAX_WAITING) closeSocket();
  });
  port.onClose(closeSocket);
  socket.on('open', () => {
    for (const data of waiting.splice(0)) socket.send(data);
  });
  socket.on('message', (data: Buffer, binary: boolean) => {
    port.postMessage(binary ? Uint8Array.from(data) : data.toString());
  });
  socket.on('error', (error) => {
    if (!closing) report(`The host at ${address.socket} cannot be reached: ${error.message}`);
  });
  socket.on('close', () => port.close());
}
