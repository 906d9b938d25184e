import { expect, it } from 'vitest';
import { linkOf } from './link-of.ts';

// What of a fact's source a person can open (case F9).

it.each([
  ['https://stats.example.org/city?year=2024#a', 'https://stats.example.org/city?year=2024#a'],
  ['http://en.wikipedia.org/wiki/%C3%85', 'http://en.wikipedia.org/wiki/%C3%85'],
  ['HTTPS://A.EXAMPLE.ORG', 'https://a.example.org/'],
])('links %s', (url, href) => {
  expect(linkOf(url)).toEqual({ href });
});

it.each([
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\tscript:alert(1)',
  ' javascript:alert(1)',
  'data:text/html,x',
  'file:///etc/passwd',
  'vbscript:x',
  'blob:https://a.example.org/1',
  'ftp://a.example.org/',
  'https:///a.example.org',
  'https://user:pass@a.example.org/',
  'https://@a.example.org/',
  'https:\\\\a.example.org/',
  'http://localhost/',
  'http://localhost./',
  'http://a.localhost:8080/',
  'http://printer/',
  'http://nas.local/',
  'http://router.lan/',
  'http://db.internal/',
  'http://x.home.arpa/',
  'http://127.0.0.1/',
  'http://127.1/',
  'http://2130706433/',
  'http://0x7f.1/',
  'http://[::1]/',
  'http://[fe80::1]/',
  'http://10.0.0.1/',
  'http://169.254.169.254/latest/meta-data',
  'http://①②⑦.0.0.1/',
  'not an address',
  '',
])('blocks %j and says why', (url) => {
  expect(linkOf(url)).toEqual({ blocked: expect.stringMatching(/^it/) });
});
