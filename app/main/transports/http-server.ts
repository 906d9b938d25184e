import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import { type AccessControl, createAccessControl } from './access.ts';
import { apiRoutes } from './api-routes.ts';
import type { Served } from './connection.ts';
import { proofOf } from './lock-file.ts';
import type { PageFile } from './page-files.ts';
import { pageHeaders } from './page-headers.ts';
import { createRequestGate, type RequestGate } from './request-gate.ts';
import { sessionRoutes } from './session-routes.ts';
import { serveSockets } from './websocket-server.ts';

/** What the server needs beside the host. */
export interface HttpServerOptions {
  /** 0 takes any free port. */
  port: number;
  /** The built page, by URL path; empty for a host without one. */
  page: Map<string, PageFile>;
  /** The host's own token, kept in the data folder. */
  token: string;
  /** The version that the OpenAPI document names. */
  version: string;
}

/** A running server on loopback. */
export interface HttpServer {
  /** `http://127.0.0.1:PORT` */
  origin: string;
  /** A link to the page that works once; each call makes another. */
  pageUrl(): string;
  /** Where a window or a command attaches; holds the host's token, so it is a secret. */
  attachUrl: string;
  /** How many connections of each kind of client are open. */
  clients(): Record<string, number>;
  /** Ends every connection and frees the port. */
  close(): Promise<void>;
}

/**
 * Serves page, API and sockets on 127.0.0.1, and on nothing else (M6).
 * Rejects with the system's error when the port is taken.
 */
export async function serveHttp(host: Served, options: HttpServerOptions): Promise<HttpServer> {
  const access = createAccessControl(options.token);
  // The port is known only after listening, so the gate and the app read the address from here.
  const address = { authority: '' };
  const gate = createRequestGate(address, access);
  const server = createServer();
  const sockets = serveSockets(server, host, gate);
  const prove = (challenge: string): string => proofOf(options.token, address.authority, challenge);
  const pageUrl = (): string => `http://${address.authority}/#token=${access.invite()}`;
  const app = createApp({ host, options, access, gate, clients: sockets.clients, pageUrl, prove });
  server.on('request', getRequestListener(app.fetch, { overrideGlobalObjects: false }));
  await listen(server, options.port);
  address.authority = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const origin = `http://${address.authority}`;
  return {
    origin,
    pageUrl,
    attachUrl: `ws://${address.authority}/rpc#token=${options.token}`,
    clients: sockets.clients,
    close() {
      sockets.close();
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      return closed;
    },
  };
}

interface AppParts {
  host: Served;
  options: HttpServerOptions;
  access: AccessControl;
  gate: RequestGate;
  clients: () => Record<string, number>;
  pageUrl: () => string;
  prove: (challenge: string) => string;
}

function createApp(parts: AppParts): Hono {
  const app = new Hono();
  const headers = pageHeaders('self');
  app.use(async (context, next) => {
    const refusal = parts.gate.refuseAddress(context.req.raw.headers);
    if (refusal) return context.json(refusal.body, refusal.status);
    await next();
  });
  app.route('/session', sessionRoutes(parts));
  app.route('/api', apiRoutes(parts.host, parts.gate, parts.options.version));
  app.on(['GET', 'HEAD'], '*', (context) => {
    const file = parts.options.page.get(context.req.path);
    if (!file) return context.text('Not found', 404, headers);
    return context.body(file.bytes, 200, { ...headers, 'content-type': file.type });
  });
  app.notFound((context) => context.json({ code: 'not-found', message: 'There is nothing at this address.' }, 404));
  return app;
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      resolve();
    });
  });
}
