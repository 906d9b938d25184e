import { RPCLink } from '@orpc/client/websocket';
import { t } from '../strings/translate.ts';
import { type Connection, RefusedError } from './connection.ts';

const STORED = 'warrant-token';

/**
 * The token of this page. The address carries a one-time token in its fragment (never sent to a server, never in a log);
 * it is exchanged once, the page's own is kept for this tab, and the address is cleaned. Throws `RefusedError` where
 * the link was used up or there is none.
 */
async function pageToken(): Promise<string> {
  const invitation = new URLSearchParams(location.hash.slice(1)).get('token');
  if (invitation) {
    const response = await fetch('/session', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token: invitation }),
    });
    history.replaceState(null, '', location.pathname);
    const body: unknown = await response.json();
    if (response.ok && typeof body === 'object' && body !== null && 'token' in body && typeof body.token === 'string') {
      sessionStorage.setItem(STORED, body.token);
      return body.token;
    }
  }
  const stored = sessionStorage.getItem(STORED);
  if (!stored) throw new RefusedError();
  return stored;
}

/** The browser's end. A socket that never opens rejects, so that the page can try again instead of waiting for ever. */
export async function connectSocket(): Promise<Connection> {
  const token = await pageToken();
  const scheme = location.protocol === 'https:' ? 'wss:' : 'ws:';
  const websocket = new WebSocket(`${scheme}//${location.host}/rpc`, ['warrant', `token.${token}`]);
  const closed = new Promise<void>((done) => websocket.addEventListener('close', () => done()));
  addEventListener('pagehide', () => websocket.close(), { once: true });
  return new Promise((resolve, reject) => {
    websocket.addEventListener('open', () => resolve({ link: new RPCLink({ websocket }), closed }));
    void closed.then(() => reject(new Error(t('fault.unreachable'))));
  });
}
