import { protocol } from 'electron';

/** The page's own address; the scheme is ours, so its origin is nobody else's. */
export const PAGE_ADDRESS = 'app://warrant/';

interface ServedFile {
  type: string;
  bytes: Uint8Array<ArrayBuffer>;
}

/** Makes `app:` a standard and secure scheme. Must run before Electron is ready. */
export function registerScheme(): void {
  protocol.registerSchemesAsPrivileged([{ scheme: 'app', privileges: { standard: true, secure: true } }]);
}

/**
 * Serves the page's files under `app://warrant` with the policy's headers, and nothing else (E2, E3).
 * A path is looked up in the map as it came and never joined to a folder: `..%2f` is a name that no file has.
 */
export function serveScheme(files: Map<string, ServedFile>, headers: Record<string, string>): void {
  protocol.handle('app', (request) => {
    const address = parseAddress(request.url);
    const file = address && isPageHost(address) ? files.get(address.pathname) : undefined;
    if (!file || request.method !== 'GET') return new Response('Not found', { status: 404, headers });
    return new Response(file.bytes, { headers: { ...headers, 'content-type': file.type } });
  });
}

/** Whether an address is the page itself: scheme and host parsed, not compared as text (E4). */
export function isPageAddress(address: string): boolean {
  const parsed = parseAddress(address);
  return parsed !== undefined && isPageHost(parsed) && (parsed.pathname === '/' || parsed.pathname === '/index.html');
}

function isPageHost(address: URL): boolean {
  return (
    address.protocol === 'app:' &&
    address.hostname === 'warrant' &&
    address.port === '' &&
    address.username === '' &&
    address.password === ''
  );
}

function parseAddress(address: string): URL | undefined {
  try {
    return new URL(address);
  } catch {
    // Not an address at all; the callers treat it as a foreign one.
    return undefined;
  }
}
