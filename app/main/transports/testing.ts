import { eventIterator, oc } from '@orpc/contract';
import { implement, withEventMeta } from '@orpc/server';
import * as z from 'zod';
import type { Connection } from './connection.ts';
import { type HttpServer, serveHttp } from './http-server.ts';

/** A contract of three calls, for tests of the wires alone. */
export const tinyContract = {
  echo: {
    say: oc
      .route({ method: 'POST', path: '/echo' })
      .input(z.strictObject({ text: z.string() }))
      .output(z.string()),
    who: oc.route({ method: 'GET', path: '/who' }).output(z.string()),
    count: oc
      .route({ method: 'GET', path: '/count' })
      .input(
        z.object({ afterSeq: z.coerce.number().int().min(0).default(0), upTo: z.coerce.number().int().default(3) }),
      )
      .output(eventIterator(z.object({ seq: z.int() }))),
  },
};

/** A host that holds nothing: echoes, says who called, and counts to a number, resuming after the last seen. */
export function tinyHost() {
  const os = implement(tinyContract).$context<Connection>();
  const router = os.router({
    echo: {
      say: os.echo.say.handler(({ input }) => input.text),
      who: os.echo.who.handler(({ context }) => context.client),
      count: os.echo.count.handler(async function* ({ input, lastEventId }) {
        for (let seq = Math.max(input.afterSeq, Number(lastEventId ?? 0) || 0) + 1; seq <= input.upTo; seq++) {
          yield withEventMeta({ seq }, { id: String(seq) });
        }
      }),
    },
  });
  return { router };
}

/** The host token of every test server. */
export const HOST_TOKEN = 'host-token-of-the-tests-0123456789';

/** A server over the tiny host with a one-line page. */
export function serveTiny(): Promise<HttpServer> {
  const index = { type: 'text/html; charset=utf-8', bytes: new TextEncoder().encode('<title>Warrant</title>') };
  return serveHttp(tinyHost(), {
    port: 0,
    page: new Map([
      ['/', index],
      ['/index.html', index],
    ]),
    token: HOST_TOKEN,
    version: '1.2.3',
  });
}

/** Follows a page link: what the page does with the fragment of its address. */
export function exchangeLink(server: HttpServer, link: string): Promise<Response> {
  const token = new URLSearchParams(new URL(link).hash.slice(1)).get('token');
  return fetch(`${server.origin}/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: server.origin },
    body: JSON.stringify({ token }),
  });
}

/** A page's own token. */
export async function pageToken(server: HttpServer): Promise<string> {
  const response = await exchangeLink(server, server.pageUrl());
  return ((await response.json()) as { token: string }).token;
}
