import { addressTextFault } from '#contract/web-address';
import { parseUrl } from '../../components/parse-url.ts';

/** Names that never lead outside a machine or a home (RFC 6761, RFC 6762, RFC 8375, ICANN's `internal`). */
const INTERNAL =
  /(^|\.)(localhost|local|localdomain|internal|intranet|private|corp|home|lan|home\.arpa|test|invalid|onion)$/;

/**
 * The address of a source as a link, or why it is shown as text only (case F9): another scheme than HTTP, a name or
 * password before the host, an address of numbers, or a host inside a machine or a home network. It looks nothing up.
 */
export function linkOf(url: string): { href: string } | { blocked: string } {
  const fault = addressTextFault(url);
  if (fault !== undefined) return { blocked: fault };
  const parsed = parseUrl(url);
  if (!parsed) return { blocked: 'it can’t be read as an address' };
  const { href, hostname, protocol, username, password } = parsed;
  const host = hostname.replace(/\.+$/, '').toLowerCase();
  if (protocol !== 'https:' && protocol !== 'http:')
    return { blocked: 'it begins with something other than http: or https:' };
  if (username !== '' || password !== '') return { blocked: 'it holds a name or a password before the host' };
  // The parser has turned every way of writing an IPv4 address into four numbers.
  if (host.startsWith('[') || /^[\d.]+$/.test(host)) return { blocked: 'its host is an address of numbers' };
  if (!host.includes('.') || INTERNAL.test(host)) return { blocked: 'its host is inside a machine or a home network' };
  return { href };
}
