import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import * as z from 'zod';
import type { AccessControl } from './access.ts';
import type { RequestGate } from './request-gate.ts';

const Exchange = z.strictObject({ token: z.string().min(1).max(200) });

const LINK_USED = {
  code: 'link-used',
  message: 'This link was already used. Run npm start or warrant serve again and open the new link.',
};
const BAD_CHALLENGE = { code: 'invalid-input', message: 'A challenge is 32 characters of base64url.' };

interface SessionParts {
  access: AccessControl;
  gate: RequestGate;
  clients: () => Record<string, number>;
  pageUrl: () => string;
  /** What this host answers to a challenge, to prove that it knows its token. */
  prove: (challenge: string) => string;
}

/**
 * Under `/session`:
 * `POST /` turns the token of a page link into the page's own token, once (401 `link-used` the second time);
 * `GET /proof?challenge=…` proves that this host knows its token, before a command sends it;
 * `POST /invitations` makes another page link, `GET /clients` counts who is connected; both need the host's token.
 */
export function sessionRoutes(parts: SessionParts): Hono {
  const routes = new Hono();
  routes.use(async (context, next) => {
    await next();
    context.header('cache-control', 'no-store');
  });
  routes.post('/', bodyLimit({ maxSize: 4096 }), async (context) => {
    const exchange = Exchange.safeParse(await context.req.json().catch(() => undefined));
    if (!exchange.success) {
      return context.json({ code: 'invalid-input', message: 'The body must be {"token": "…"}.' }, 400);
    }
    const token = parts.access.exchange(exchange.data.token);
    return token === undefined ? context.json(LINK_USED, 401) : context.json({ token });
  });
  routes.get('/proof', (context) => {
    const challenge = context.req.query('challenge') ?? '';
    if (!/^[A-Za-z0-9_-]{32}$/.test(challenge)) return context.json(BAD_CHALLENGE, 400);
    return context.text(parts.prove(challenge));
  });
  routes.post('/invitations', (context) => {
    const refusal = refuseAllButHost(parts.gate, context.req.raw.headers);
    return refusal ? context.json(refusal.body, refusal.status) : context.json({ url: parts.pageUrl() });
  });
  routes.get('/clients', (context) => {
    const refusal = refuseAllButHost(parts.gate, context.req.raw.headers);
    return refusal ? context.json(refusal.body, refusal.status) : context.json(parts.clients());
  });
  return routes;
}

/** A page may not invite others: a link is made by someone who can read the data folder. */
function refuseAllButHost(gate: RequestGate, headers: Headers) {
  const access = gate.admitBearer(headers);
  if (access === 'host') return undefined;
  if (access === 'page') {
    return { status: 403, body: { code: 'host-only', message: 'A page may not do this.' } } as const;
  }
  return access;
}
