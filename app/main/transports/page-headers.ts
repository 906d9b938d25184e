/** Where a page may connect: nowhere (the window talks over its port) or to the server it came from (browser mode). */
export type ConnectSource = 'none' | 'self';

/**
 * The headers every page file is sent with, the same for the window's own scheme and for browser mode (E2).
 * No script but our files, no `eval`, no image or request that leaves: a picture's address would carry text out (E10).
 */
export function pageHeaders(connect: ConnectSource): Record<string, string> {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src '${connect}'`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ];
  return {
    'content-security-policy': policy.join('; '),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), usb=(), serial=(), hid=()',
    'cache-control': 'no-store',
  };
}
