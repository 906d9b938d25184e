import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Json } from '#contract/ids';

/** One request as the server saw it. */
interface SeenRequest {
  method: string;
  path: string;
  headers: IncomingMessage['headers'];
  body: string;
}

/** A local server that speaks for a model provider in a test; each request is answered by the next handler, the last for ever. */
export interface ModelServer {
  url: string;
  seen: SeenRequest[];
  close(): Promise<void>;
}

export type Handler = (response: ServerResponse, request: SeenRequest) => void;

/** Starts a server on a free port of the loopback address. */
export async function modelServer(...handlers: Handler[]): Promise<ModelServer> {
  const seen: SeenRequest[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (chunk: string) => {
      body += chunk;
    });
    request.on('end', () => {
      const handler = handlers[Math.min(seen.length, handlers.length - 1)];
      const one = { method: request.method ?? '', path: request.url ?? '', headers: request.headers, body };
      seen.push(one);
      handler?.(response, one);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    seen,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Server-sent events: `data:` lines, with an `event:` line where the value has a `type` (Anthropic's way). */
export function events(values: readonly Json[], options: { named?: boolean; done?: boolean } = {}): Handler {
  return (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const value of values) response.write(eventOf(value, options.named === true));
    if (options.done === true) response.write('data: [DONE]\n\n');
    response.end();
  };
}

/** A stream that breaks off after its values, without an end. */
export function cutAfter(values: readonly Json[], options: { named?: boolean } = {}): Handler {
  return (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(values.map((value) => eventOf(value, options.named === true)).join(''), () => {
      setTimeout(() => response.destroy(), 30);
    });
  };
}

/** A plain answer with a status. */
export function status(code: number, body: Json = {}, headers: Record<string, string> = {}): Handler {
  return (response) => {
    response.writeHead(code, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify(body));
  };
}

function eventOf(value: Json, named: boolean): string {
  const type = typeof value === 'object' && value !== null && !Array.isArray(value) ? value.type : undefined;
  return `${named && typeof type === 'string' ? `event: ${type}\n` : ''}data: ${JSON.stringify(value)}\n\n`;
}
