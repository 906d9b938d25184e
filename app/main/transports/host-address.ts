import type { HostAddress } from './attach.ts';

/**
 * Reads the URL of a running host: `ws://…/rpc#token=…` as the lock file has it, or the link that `serve` prints,
 * `http://…/#token=…`, whose one-time token is exchanged here.
 * Rejects with one clear line when the URL is not one of these, or the link was used.
 */
export async function readHostAddress(url: string): Promise<HostAddress> {
  const parsed = parseUrl(url);
  const token = new URLSearchParams(parsed.hash.slice(1)).get('token');
  if (!token)
    throw new Error('The URL of the host to attach to holds no token. Copy the whole URL, with its #token=….');
  const secure = parsed.protocol === 'wss:' || parsed.protocol === 'https:';
  const socket = `${secure ? 'wss' : 'ws'}://${parsed.host}/rpc`;
  if (parsed.protocol === 'ws:' || parsed.protocol === 'wss:') return { socket, token };
  if (parsed.protocol === 'http:' || parsed.protocol === 'https:') {
    return { socket, token: await exchange(`${parsed.protocol}//${parsed.host}/session`, token) };
  }
  throw new Error(`The URL of the host to attach to must start with ws: or http:, not ${parsed.protocol}`);
}

function parseUrl(url: string): URL {
  try {
    return new URL(url);
  } catch {
    throw new Error('The URL of the host to attach to is not a URL.');
  }
}

async function exchange(url: string, invitation: string): Promise<string> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token: invitation }),
  });
  const body: unknown = await response.json();
  if (response.ok && hasText(body, 'token')) return body.token;
  throw new Error(hasText(body, 'message') ? body.message : `The host answered ${response.status}.`);
}

function hasText<Key extends string>(value: unknown, key: Key): value is Record<Key, string> {
  return (
    typeof value === 'object' &&
    value !== null &&
    key in value &&
    typeof (value as Record<Key, unknown>)[key] === 'string'
  );
}
