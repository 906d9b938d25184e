import { WarrantError } from '#contract/errors';

/** What of an address names this machine: a value that goes there is not seen on the way. */
const OWN_MACHINE = /^(?:localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])$/;

/**
 * An origin as it is compared: scheme, host in its one spelling, port where it is not the usual one. Throws `bad-input`
 * for anything that is more or less than an origin, and for one over which a value could be read on the way.
 */
export function secretOrigin(text: string): string {
  const fault = (why: string): WarrantError =>
    new WarrantError('bad-input', `"${text}" is no origin: ${why}. Write one such as https://api.example.com.`);
  if (!URL.canParse(text)) throw fault('it is not an address');
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') throw fault('a name or a password stands in it');
  if (url.pathname !== '/' || url.search !== '' || url.hash !== '' || /[?#]$/.test(text))
    throw fault('something follows the host');
  if (url.hostname === '' || url.hostname.includes('*')) throw fault('it names no host');
  if (url.protocol === 'http:' && !OWN_MACHINE.test(url.hostname))
    throw fault('http can be read on the way, so it is only for this machine');
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw fault('it is neither https nor http');
  return url.origin;
}
