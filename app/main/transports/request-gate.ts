import type { Access, AccessControl } from './access.ts';

/** Why a request is refused: an HTTP status and a body that says what to do. */
export interface Refusal {
  status: 401 | 403 | 421;
  body: { code: string; message: string };
}

/** The checks that stand before everything the server does. */
export interface RequestGate {
  /** Host and Origin; undefined when both are ours. */
  refuseAddress(headers: Headers): Refusal | undefined;
  /** What the bearer token proves, or why the request is refused. */
  admitBearer(headers: Headers): Access | Refusal;
  /** The same for a socket, whose page can send its token only as a subprotocol. */
  admitSocket(headers: Headers): Access | Refusal;
}

const WRONG_HOST: Refusal = {
  status: 421,
  body: { code: 'wrong-host', message: 'Warrant answers only under its own address, 127.0.0.1 and its port.' },
};
const WRONG_ORIGIN: Refusal = {
  status: 403,
  body: { code: 'wrong-origin', message: 'Another site may not talk to Warrant.' },
};
const NO_TOKEN: Refusal = {
  status: 401,
  body: {
    code: 'no-token',
    message: 'A token is needed. Run npm start or warrant serve again and open the link it prints.',
  },
};

/**
 * Host first (a name that a foreign site rebinds to 127.0.0.1 must not reach us), then Origin (a page elsewhere must
 * not, and `null` is elsewhere), then the token (another program on this machine must not). No cookie is ever looked
 * at: cookies ignore ports, so any program on 127.0.0.1 would be sent them (M6).
 */
export function createRequestGate(address: { authority: string }, access: AccessControl): RequestGate {
  const admit = (token: string | undefined): Access | Refusal => access.check(token) ?? NO_TOKEN;
  return {
    refuseAddress(headers) {
      if (headers.get('host') !== address.authority) return WRONG_HOST;
      const origin = headers.get('origin');
      return origin === null || origin === `http://${address.authority}` ? undefined : WRONG_ORIGIN;
    },
    admitBearer: (headers) => admit(bearerOf(headers)),
    admitSocket: (headers) => admit(bearerOf(headers) ?? subprotocolTokenOf(headers)),
  };
}

function bearerOf(headers: Headers): string | undefined {
  return /^Bearer ([^\s,]+)$/.exec(headers.get('authorization') ?? '')?.[1];
}

function subprotocolTokenOf(headers: Headers): string | undefined {
  const offered = (headers.get('sec-websocket-protocol') ?? '').split(',').map((name) => name.trim());
  return offered.find((name) => name.startsWith('token.'))?.slice('token.'.length);
}
