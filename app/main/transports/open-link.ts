import { RPCLink } from '@orpc/client/websocket';
import WebSocket from 'ws';
import type { HostAddress } from './attach.ts';

/** A command's connection to a host that runs elsewhere. */
export interface OpenLink {
  link: RPCLink<Record<never, never>>;
  /** Resolves when the connection is gone, by either side. */
  closed: Promise<void>;
  close(): void;
}

/** Connects a command to a running host, for `createORPCClient(link)`. Rejects with one line when it cannot be reached. */
export function openLink(address: HostAddress): Promise<OpenLink> {
  const socket = new WebSocket(address.socket, ['warrant'], {
    headers: { authorization: `Bearer ${address.token}`, 'warrant-client': 'cli' },
    perMessageDeflate: false,
    handshakeTimeout: 10_000,
  });
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  return new Promise((resolve, reject) => {
    socket.on('error', (error) =>
      reject(new Error(`The host at ${address.socket} cannot be reached: ${error.message}`)),
    );
    socket.on('open', () => {
      // The link uses the members of a socket that ws shares with the browser's.
      const link = new RPCLink({ websocket: socket as unknown as globalThis.WebSocket });
      resolve({ link, closed, close: () => socket.close() });
    });
  });
}
