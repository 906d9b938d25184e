import { expect, test } from 'vitest';
import { pageHeaders } from '../../transports/page-headers.ts';
import { registerScheme, serveScheme } from '../app-protocol.ts';
import * as electron from '../testing.ts';

// A page or a link asks the scheme for what is not the page's (E3); what it gets carries the policy as a header (E2).
registerScheme();
serveScheme(
  new Map([
    ['/', { type: 'text/html; charset=utf-8', bytes: new TextEncoder().encode('index') }],
    ['/assets/main.js', { type: 'text/javascript', bytes: new TextEncoder().encode('main') }],
  ]),
  pageHeaders('none'),
);

async function get(url: string, method = 'GET'): Promise<Response> {
  const handler = electron.told.schemeHandlers.get('app');
  if (!handler) throw new Error('no scheme');
  return handler(new Request(url, { method }));
}

test('the scheme is standard and secure and may nothing more', () => {
  expect(electron.told.schemes).toEqual([{ scheme: 'app', privileges: { standard: true, secure: true } }]);
  expect([...electron.told.schemeHandlers.keys()]).toEqual(['app']);
});

test.each([
  'app://warrant/..%2fpackage.json',
  'app://warrant/%2e%2e/package.json',
  'app://warrant/%2e%2e%2f%2e%2e%2fetc/passwd',
  'app://warrant//etc/passwd',
  'app://warrant/assets/',
  'app://warrant/assets/main.js%00',
  'app://warrant/__proto__',
  'app://other/',
  'app://warrant.attacker.example/',
  'app://warrant:8080/',
])('%s is not found', async (url) => {
  expect((await get(url)).status).toBe(404);
});

test('another method is not answered', async () => {
  expect((await get('app://warrant/', 'POST')).status).toBe(404);
});

test('page, script and refusal carry a policy without eval, inline script or any connection', async () => {
  for (const url of ['app://warrant/', 'app://warrant/assets/main.js', 'app://warrant/nothing']) {
    const policy = (await get(url)).headers.get('content-security-policy') ?? '';
    const rules = new Map(policy.split('; ').map((rule) => [rule.split(' ')[0], rule.split(' ').slice(1).join(' ')]));
    expect(Object.fromEntries(rules)).toEqual({
      'default-src': "'none'",
      'script-src': "'self'",
      'style-src': "'self' 'unsafe-inline'",
      'img-src': "'self' data:",
      'font-src': "'self'",
      'connect-src': "'none'",
      'frame-ancestors': "'none'",
      'base-uri': "'none'",
      'form-action': "'none'",
    });
  }
});
