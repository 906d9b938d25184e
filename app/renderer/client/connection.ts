import type { RPCLink as PortLink } from '@orpc/client/message-port';
import type { RPCLink as SocketLink } from '@orpc/client/websocket';

/** The end of one transport: the link that carries calls, and when it was lost. */
export interface Connection {
  link: PortLink<Record<never, never>> | SocketLink<Record<never, never>>;
  closed: Promise<void>;
}

/** The program that this window was attached to has ended by itself; another one may be started any time. */
export class EndedError extends Error {
  override readonly name = 'EndedError';
}

/** The page may not connect, and trying again will not help: its link was used, or it never had one. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError';
}
