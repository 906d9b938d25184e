import { OpenAPIGenerator } from '@orpc/openapi';
import { OpenAPIHandler } from '@orpc/openapi/fetch';
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4';
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { Access } from './access.ts';
import { type Connection, MAX_MESSAGE_BYTES, type Served } from './connection.ts';
import type { RequestGate } from './request-gate.ts';

/** Under `/api`: the method table as REST, and its OpenAPI document at `/api/openapi.json`. Every path needs a token. */
export function apiRoutes(host: Served, gate: RequestGate, version: string): Hono<{ Variables: { access: Access } }> {
  const handler = new OpenAPIHandler<Connection>(host.router);
  const routes = new Hono<{ Variables: { access: Access } }>();
  let document: Promise<object> | undefined;
  routes.use(async (context, next) => {
    const access = gate.admitBearer(context.req.raw.headers);
    if (typeof access !== 'string') return context.json(access.body, access.status);
    context.set('access', access);
    await next();
    context.header('cache-control', 'no-store');
  });
  routes.use(
    bodyLimit({
      maxSize: MAX_MESSAGE_BYTES,
      onError: (context) => context.json({ code: 'too-large', message: 'The body is larger than 16 MB.' }, 413),
    }),
  );
  routes.get('/openapi.json', async (context) => {
    document ??= describeApi(host, version);
    return context.json(await document);
  });
  routes.all('*', async (context) => {
    const client = context.get('access') === 'host' ? 'http' : 'browser';
    const { matched, response } = await handler.handle(context.req.raw, { prefix: '/api', context: { client } });
    return matched ? context.newResponse(response.body, response) : context.notFound();
  });
  return routes;
}

function describeApi(host: Served, version: string): Promise<object> {
  const generator = new OpenAPIGenerator({ schemaConverters: [new ZodToJsonSchemaConverter()] });
  return generator.generate(host.router, {
    info: { title: 'Warrant', version },
    servers: [{ url: '/api' }],
    security: [{ bearer: [] }],
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
  });
}
