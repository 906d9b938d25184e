import { addressTextFault, hiddenCharacterFault } from '#contract/web-address';
import { withoutBodyHeaders, withoutCredentials } from './request-headers.ts';

/** What is sent at one hop. */
export interface Hop {
  url: string;
  method: string;
  headers: Readonly<Record<string, string>>;
  body: Uint8Array | undefined;
}

const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/** Does this answer lead on? One that names no place to go to, or an empty one, is an error like any other (case U59). */
export function isRedirect(status: number): boolean {
  return REDIRECTS.has(status);
}

/** The address a redirect leads to, or why its text is none. A relative one starts from the address that was asked. */
function targetOf(location: string, from: URL): { url: URL } | { refused: string } {
  // Servers write names in UTF-8, which the transport gives byte by byte.
  const text = Buffer.from(location, 'latin1').toString('utf8');
  const whole = /^[a-z][a-z0-9+.-]*:/i.test(text) ? text : text.startsWith('//') ? from.protocol + text : undefined;
  const fault = whole === undefined ? hiddenCharacterFault(text) : addressTextFault(whole);
  if (fault !== undefined) return { refused: `the redirect can’t be followed: ${fault}` };
  const url = URL.parse(whole ?? text, from.href);
  return url ? { url } : { refused: 'the redirect can’t be followed: its address can’t be read' };
}

/**
 * The next hop of a redirect, or why it is not followed: never from https to http (rule S19), never a body sent again to
 * another origin (rule S21). Headers that may hold credentials stay behind when the origin changes (rule S20). The caller
 * checks the new address as it checked the first (rule S18).
 */
export function followRedirect(hop: Hop, from: URL, status: number, location: string): Hop | { refused: string } {
  const target = targetOf(location, from);
  if ('refused' in target) return target;
  const { url } = target;
  if (from.protocol === 'https:' && url.protocol === 'http:')
    return { refused: `the redirect from ${from.host} leads from https to http` };
  const sameOrigin = url.origin === from.origin;
  const asksAgain = status === 303 ? hop.method !== 'HEAD' : status < 303 && hop.method === 'POST';
  const headers = sameOrigin ? hop.headers : withoutCredentials(hop.headers);
  if (asksAgain) return { url: url.href, method: 'GET', headers: withoutBodyHeaders(headers), body: undefined };
  if (!sameOrigin && (hop.body !== undefined || !['GET', 'HEAD', 'OPTIONS'].includes(hop.method)))
    return { refused: `the redirect from ${from.host} would send what was sent there to ${url.host}` };
  return { url: url.href, method: hop.method, headers, body: hop.body };
}
