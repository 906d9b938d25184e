import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { RPCHandler } from '@orpc/server/ws';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Access } from './access.ts';
import { type Connection, MAX_MESSAGE_BYTES, type Served } from './connection.ts';
import type { Refusal, RequestGate } from './request-gate.ts';

/** The open sockets of one server. */
export interface Sockets {
  /** How many connections of each kind of client are open. */
  clients(): Record<string, number>;
  close(): void;
}

/**
 * Answers upgrades at `/rpc`: a page's token comes as subprotocol, an attaching program's as bearer.
 * Only the name `warrant` is ever accepted as protocol, so the token is not echoed.
 */
export function serveSockets(server: Server, host: Served, gate: RequestGate): Sockets {
  const rpc = new RPCHandler<Connection>(host.router);
  const open = new Map<WebSocket, Connection['client']>();
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_MESSAGE_BYTES,
    perMessageDeflate: false,
    handleProtocols: (offered) => (offered.has('warrant') ? 'warrant' : false),
  });
  server.on('upgrade', (request, stream: Duplex, head) => {
    const headers = headersOf(request);
    const refusal = gate.refuseAddress(headers) ?? refusePath(request.url);
    const access = refusal ?? gate.admitSocket(headers);
    if (typeof access !== 'string') return refuse(stream, access);
    sockets.handleUpgrade(request, stream, head, (socket) => {
      const client = clientOf(access, headers);
      open.set(socket, client);
      socket.on('close', () => open.delete(socket));
      // A broken frame or one over the limit: ws closes the socket itself, and other sockets are not concerned.
      socket.on('error', () => socket.terminate());
      void rpc.upgrade(socket, { context: { client } });
    });
  });
  return {
    clients() {
      const counts: Record<string, number> = { window: 0, browser: 0, cli: 0 };
      for (const client of open.values()) counts[client] = (counts[client] ?? 0) + 1;
      return counts;
    },
    close() {
      for (const socket of sockets.clients) socket.terminate();
      sockets.close();
    },
  };
}

/** A page is a browser whatever it says; a program that holds the host's token says which of the two it is. */
function clientOf(access: Access, headers: Headers): Connection['client'] {
  if (access === 'page') return 'browser';
  return headers.get('warrant-client') === 'window' ? 'window' : 'cli';
}

interface NotFound {
  status: 404;
  body: { code: string; message: string };
}

function refusePath(url: string | undefined): NotFound | undefined {
  if (url === '/rpc') return undefined;
  return { status: 404, body: { code: 'not-found', message: 'Sockets are answered at /rpc.' } };
}

function refuse(stream: Duplex, refusal: Refusal | NotFound): void {
  const body = JSON.stringify(refusal.body);
  // The other side may be gone already; there is nobody left to tell.
  stream.on('error', () => stream.destroy());
  stream.end(
    `HTTP/1.1 ${refusal.status} Refused\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}

/** Node joins repeated headers of a request with commas; a repeated Host or Authorization then matches nothing. */
function headersOf(request: IncomingMessage): Headers {
  const headers = new Headers();
  for (const [name, values] of Object.entries(request.headersDistinct)) {
    for (const value of values ?? []) headers.append(name, value);
  }
  return headers;
}
