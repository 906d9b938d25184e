import { addressTextFault } from '#contract/web-address';
import { REFUSED_NAMES } from './special-addresses.ts';

/** An address that was read: the one parsed form is matched, shown and connected (rule S22). */
export interface CheckedAddress {
  url: URL;
  /** In lower case, as IDNA writes it, with brackets round IPv6 and the dot of the root if it has one. */
  host: string;
  port: number;
}

const USUAL_PORT: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 };

/** The host without brackets and without the dot of the root: what is looked up, connected and named to TLS. */
export function bareHost(host: string): string {
  return host.startsWith('[') ? host.slice(1, -1) : host.replace(/\.$/, '');
}

/** Why a host is refused by its name alone, before anything is looked up (rule S12, rows A6.14 and A6.16). */
export function nameFault(host: string): string | undefined {
  const name = bareHost(host);
  if (name === '' || name.split('.').includes('')) return 'its host is no name';
  const refused = REFUSED_NAMES.find((each) => name === each || name.endsWith(`.${each}`));
  return refused && `${name} stands for this machine or for its cloud, which no rule can allow by name`;
}

/**
 * Reads an address: its text, then its parsed form, then its host's name. Looks nothing up. The reason never holds the
 * text, since that may hold a password (row A6.22).
 */
export function checkAddress(text: string): CheckedAddress | { refused: string } {
  const fault = addressTextFault(text);
  if (fault !== undefined) return { refused: `the address can’t be used: ${fault}` };
  const url = URL.parse(text);
  const port = url && (url.port === '' ? USUAL_PORT[url.protocol] : Number(url.port));
  if (!url || port === undefined || port === null || port === 0) return { refused: 'the address can’t be read' };
  if (url.username !== '' || url.password !== '')
    return { refused: 'the address can’t be used: it holds a name or a password before the host' };
  const named = nameFault(url.hostname);
  if (named !== undefined) return { refused: named };
  return { url, host: url.hostname, port };
}
