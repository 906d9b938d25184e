import type { Context } from '@orpc/server';
import { RPCHandler } from '@orpc/server/ws';
import type { MessagePortMain } from 'electron';
import { plainPort } from './plain-port.ts';

/**
 * Serves a router over a window's port. The port is dressed as the socket that oRPC's `ws` handler expects: that handler
 * survives garbage, its message-port handler ends the process on it.
 */
export function servePort<T extends Context>(
  port: MessagePortMain,
  router: ServableRouter<T>,
  context: NoInfer<T>,
): void {
  const plain = plainPort(port);
  const socket = {
    send: (data: string | Uint8Array): void => plain.postMessage(data),
    addEventListener(type: string, listener: (event: { data: string | Uint8Array }) => void): void {
      if (type === 'message') plain.onMessage((data) => listener({ data }));
      else plain.onClose(() => listener({ data: '' }));
    },
  };
  type Socket = Parameters<RPCHandler<T>['upgrade']>[0];
  const handler = new RPCHandler<T>(router);
  // The handler uses exactly these two members of a socket.
  void handler.upgrade(socket as unknown as Socket, { context } as never);
}

type ServableRouter<T extends Context> = ConstructorParameters<typeof RPCHandler<T>>[0];
