import { once } from 'node:events';
import net, { type Socket } from 'node:net';
import tls from 'node:tls';
import { buildConnector, Pool } from 'undici';
import { isSameAddress } from './address-policy.ts';
import { bareHost, type CheckedAddress } from './check-address.ts';
import { GuardFault } from './guard-fault.ts';

/** Makes a socket to an address, with no look-up on the way. */
export type ConnectSocket = (address: string, port: number) => Socket;

/** The last of several addresses may take the whole of it, the others give way sooner. */
const CONNECT_MS = 10_000;
const NEXT_MS = 3_000;
/** An idle connection is closed then. */
const IDLE_MS = 4_000;

const systemConnect: ConnectSocket = (address, port) => net.connect({ host: address, port });

/** A socket that is connected to this very address, as its other end says. */
async function openSocket(address: string, port: number, connect: ConnectSocket, limit: number): Promise<Socket> {
  const socket = connect(address, port);
  const timer = setTimeout(() => socket.destroy(new Error('there was no connection in time')), limit);
  try {
    if (socket.connecting) await once(socket, 'connect');
  } finally {
    clearTimeout(timer);
  }
  if (isSameAddress(socket.remoteAddress ?? '', address)) return socket;
  socket.destroy();
  throw new GuardFault(`the connection to ${address} led to another address, so nothing was sent`);
}

async function openFirst(addresses: readonly string[], port: number, connect: ConnectSocket): Promise<Socket> {
  let fault: unknown = new Error('no address');
  for (const [at, address] of addresses.entries()) {
    try {
      return await openSocket(address, port, connect, at === addresses.length - 1 ? CONNECT_MS : NEXT_MS);
    } catch (error) {
      if (error instanceof GuardFault) throw error;
      fault = error;
    }
  }
  throw fault;
}

/**
 * Kept connections to addresses that were checked. Each pool is for one origin and one list of checked addresses, so a
 * socket never serves another host or an address that the guard did not just allow (rules S14, S16). The proxies of the
 * system are not looked at (rule S25).
 */
export class GuardedConnections {
  readonly #connect: ConnectSocket;
  readonly #overTls: buildConnector.connector;
  readonly #pools = new Map<string, Pool>();

  /** @param ca a further root for TLS, as PEM */
  constructor(connect: ConnectSocket | undefined, ca: string | undefined) {
    this.#connect = connect ?? systemConnect;
    const roots = ca === undefined ? {} : { ca: [...tls.getCACertificates('default'), ca] };
    this.#overTls = buildConnector({ ...roots, allowH2: false, timeout: CONNECT_MS });
  }

  /** The pool for an origin at these addresses, which the caller has just checked; to be used at once. */
  poolFor({ url, host, port }: CheckedAddress, addresses: readonly string[]): Pool {
    const key = `${url.origin} ${addresses.toSorted().join(' ')}`;
    const kept = this.#pools.get(key);
    if (kept) return kept;
    const pool = new Pool(url.origin, {
      connect: this.#connectorTo(bareHost(host), port, addresses),
      allowH2: false,
      connections: 8,
      // The total deadline of a request bounds these.
      headersTimeout: 0,
      bodyTimeout: 0,
      keepAliveTimeout: IDLE_MS,
      keepAliveMaxTimeout: IDLE_MS,
    });
    this.#pools.set(key, pool);
    const endIdle = (): void => {
      const { connected, pending, queued, running } = pool.stats;
      if (connected + pending + queued + running > 0 || this.#pools.get(key) !== pool) return;
      this.#pools.delete(key);
      void pool.close();
    };
    pool.on('disconnect', endIdle).on('connectionError', endIdle);
    return pool;
  }

  async close(): Promise<void> {
    const pools = [...this.#pools.values()];
    this.#pools.clear();
    await Promise.all(pools.map((pool) => pool.destroy()));
  }

  #connectorTo(name: string, port: number, addresses: readonly string[]): buildConnector.connector {
    return (options, callback) => {
      openFirst(addresses, port, this.#connect).then(
        (socket) => {
          socket.setNoDelay(true);
          if (options.protocol !== 'https:') return callback(null, socket);
          // The certificate is checked against the name, or against the address where that is the host.
          const servername = net.isIP(name) === 0 ? { servername: name } : {};
          this.#overTls({ ...options, ...servername, hostname: name, httpSocket: socket }, callback);
        },
        (error: unknown) => callback(error instanceof Error ? error : new Error(String(error)), null),
      );
    };
  }
}
