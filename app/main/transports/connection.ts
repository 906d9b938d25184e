import type { RPCHandler } from '@orpc/server/ws';

/** Who is on the other end of a connection; the host decides by it what the caller may ask for. */
export interface Connection {
  client: 'window' | 'browser' | 'cli' | 'http';
}

/** What a transport needs of a host: the router that answers calls made in a connection's context. */
export interface Served {
  router: ConstructorParameters<typeof RPCHandler<Connection>>[0];
}

/** Nothing a person does needs a larger message; a larger one ends its connection instead of filling memory (E5). */
export const MAX_MESSAGE_BYTES = 16 * 1024 * 1024;
