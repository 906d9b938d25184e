import net, { type Socket } from 'node:net';
import type { NetScope } from '../net/network.ts';
import type { Ports } from '../ports.ts';

/** An internet of this machine's own servers: names, the addresses they are said to have, and who really answers. */
export interface LocalInternet {
  ports: NonNullable<Ports['net']>;
  /** Each socket that was made, as `address:port`: what the guard refuses makes none. */
  connects: string[];
  /** Each name that was looked up. */
  lookups: string[];
}

/**
 * For tests of what leaves the machine: `names` gives the addresses of each name, and every connection to a public
 * address goes to the local port that `servers` names for it (`'*'` for all others). The socket says that its other end
 * is the address that was asked for, as a real one would, so that the guard's own check stays in force. Addresses of
 * this machine are connected as they are.
 */
export function localInternet(
  names: Readonly<Record<string, readonly string[]>>,
  servers: Readonly<Record<string, number>>,
  ca?: string,
): LocalInternet {
  const connects: string[] = [];
  const lookups: string[] = [];
  return {
    connects,
    lookups,
    ports: {
      async resolve(name) {
        lookups.push(name);
        const found = Object.hasOwn(names, name) ? names[name] : undefined;
        if (found) return [...found];
        throw Object.assign(new Error(`no such name: ${name}`), { code: 'ENOTFOUND' });
      },
      connect(address, port) {
        connects.push(`${address}:${port}`);
        if (address === '127.0.0.1') return net.connect(port, address);
        return socketAs(address, net.connect(servers[address] ?? servers['*'] ?? 1, '127.0.0.1'));
      },
      ...(ca === undefined ? {} : { ca }),
    },
  };
}

/** A socket that says its other end is this address. */
export function socketAs(address: string, socket: Socket): Socket {
  return Object.defineProperty(socket, 'remoteAddress', { value: address });
}

/** A scope that lets every hop through, so that the guard alone decides. */
export function openScope(more: Partial<NetScope> = {}): NetScope {
  return {
    refuses: () => undefined,
    privateRanges: () => [],
    secretHeaders: async () => [],
    signal: new AbortController().signal,
    ...more,
  };
}

/** Starts a server of node:http or node:net on a free port of this machine, and gives the port. */
export async function listen(server: net.Server): Promise<number> {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return (server.address() as net.AddressInfo).port;
}
