import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { type LocalInternet, localInternet } from './local-internet.ts';
import { TEST_TLS } from './test-tls.ts';

/** A request as a site got it. */
export interface SeenRequest {
  host: string;
  method: string;
  /** Path and query. */
  path: string;
  headers: http.IncomingHttpHeaders;
  body: string;
}

/** What a site answers; `hang`: nothing, for ever. */
export interface SiteAnswer {
  status?: number;
  type?: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array;
  hang?: boolean;
}

/** Sites of an internet that is only here, over real sockets, both with TLS and without. */
export interface LocalSites {
  internet: LocalInternet;
  requests: SeenRequest[];
  close(): Promise<void>;
}

const PUBLIC = '93.184.215.14';

async function listen(server: http.Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

/**
 * Serves `answer` for every host of `hosts`, which all have a public address; other names do not exist.
 * @param names further names and their addresses, for what only looks them up
 */
export async function localSites(
  hosts: readonly string[],
  answer: (request: SeenRequest) => SiteAnswer | undefined,
  names: Readonly<Record<string, readonly string[]>> = {},
): Promise<LocalSites> {
  const requests: SeenRequest[] = [];
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { method = '', url: path = '', headers } = request;
    const seen = { host: headers.host ?? '', method, path, headers, body: Buffer.concat(chunks).toString('utf8') };
    requests.push(seen);
    const { status = 200, type, headers: more = {}, body = '', hang } = answer(seen) ?? { status: 404 };
    if (hang) return;
    response.writeHead(status, { ...(type !== undefined && { 'content-type': type }), ...more });
    response.end(body);
  };
  const plain = http.createServer((request, response) => void handle(request, response));
  const secure = https.createServer({ cert: TEST_TLS.cert, key: TEST_TLS.key }, (request, response) => {
    void handle(request, response);
  });
  const [plainPort, securePort] = [await listen(plain), await listen(secure)];
  const addresses = Object.fromEntries(hosts.map((host) => [host, [PUBLIC]]));
  const internet = localInternet({ ...addresses, ...names }, {}, TEST_TLS.ca);
  const byPort = localInternet({}, { '*': plainPort });
  const bySecurePort = localInternet({}, { '*': securePort });
  const { connects } = internet;
  internet.ports.connect = (address, port) => {
    connects.push(`${address}:${port}`);
    const { connect } = (port === 443 ? bySecurePort : byPort).ports;
    if (!connect) throw new Error('an internet of this machine connects');
    return connect(address, port);
  };
  return {
    internet,
    requests,
    async close() {
      for (const server of [plain, secure]) {
        server.closeAllConnections();
        await new Promise((resolve) => server.close(resolve));
      }
    },
  };
}
