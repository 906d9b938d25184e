import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import zlib from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { Json } from '#contract/ids';
import { type FolderFixture, makeFolderFixture } from '../../testing/folder-fixture.ts';
import { type LocalSites, localSites, type SiteAnswer } from '../../testing/local-sites.ts';
import { netContext } from '../../testing/net-context.ts';
import type { Payload, ToolResult } from '../define-tool.ts';
import { httpFetch } from './http-fetch.ts';

const PAGE = `<!doctype html><html><head><title>The port</title><style>p{}</style></head><body>
<nav><a href="/home">Home</a></nav><article><h1>The port</h1>
${'<p>Valparaíso has <a href="/wiki/People">315,732 people</a> on the coast, and more of them come each year.</p>'.repeat(6)}
<p style="display: none">HIDDEN-STYLE</p><p hidden>HIDDEN-ATTRIBUTE</p><!-- HIDDEN-COMMENT --><script>HIDDEN-SCRIPT</script>
<p><a href="javascript:alert(1)">a trick</a></p>
<table><tr><th>Year</th><th>People</th></tr><tr><td>2017</td><td>296655</td></tr></table></article></body></html>`;

const sha256 = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex');
const binary = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 3]);

const ANSWERS: Record<string, SiteAnswer> = {
  '/text': { type: 'text/plain; charset=utf-8', body: 'Hello, Valparaíso.\nSecond line.' },
  '/latin': { type: 'text/plain; charset=iso-8859-1', body: Buffer.from('Valpara\xedso', 'latin1') },
  '/klingon': { type: 'text/plain; charset=x-klingon', body: 'nuqneH' },
  '/json': {
    type: 'application/json',
    body: '{"measures":{"area":{"value":401.6,"unit":"km2","year":2024}},"n":12345678901234567890}',
  },
  '/twice': { type: 'application/json', body: '{"a":1,"a":2,"b":{"c":3},"d":1680.00}' },
  '/page': { type: 'text/html; charset=utf-8', body: PAGE },
  '/packed': { type: 'text/plain', headers: { 'content-encoding': 'gzip' }, body: zlib.gzipSync('packed text') },
  '/long': { type: 'text/plain', body: 'x'.repeat(64) },
  '/teapot': { status: 418, body: 'the teapot says DO' },
  '/picture': { type: 'image/png', body: binary },
  '/moved': { status: 302, headers: { location: 'https://www.example.com/text' } },
  '/inside': { status: 302, headers: { location: 'http://169.254.169.254/latest' } },
  '/slow': { hang: true },
};

let sites: LocalSites;
beforeAll(async () => {
  sites = await localSites(['example.org', 'www.example.com'], ({ path: at, method, body }) =>
    method === 'POST' ? { type: 'text/plain', body: `got ${body}` } : ANSWERS[at],
  );
});
afterAll(() => sites.close());

async function fetched(
  input: { [field: string]: Json },
  options: Record<string, Json> = {},
  folder: FolderFixture = makeFolderFixture(),
): Promise<ToolResult & { payload?: Payload | undefined; changes: string[] }> {
  const context = netContext(folder, sites, { options });
  onTestFinished(() => context.network.close());
  const result = await httpFetch.run(input, context);
  const payload = result.type === 'ok' ? result.payloads?.[0] : undefined;
  return { ...result, payload, changes: context.changes.map((change) => change.path) };
}

const at = (name: string): string => `https://example.org${name}`;
const textOf = (result: ToolResult): string => (result.type === 'ok' ? result.text : result.message);

describe('http_fetch', () => {
  it('gives text as it is, under a line of status, address, type, size and hash', async () => {
    const result = await fetched({ url: at('/text') });
    const [head, , ...rest] = textOf(result).split('\n');
    const body = 'Hello, Valparaíso.\nSecond line.';
    expect(head).toBe(`200 https://example.org/text · text/plain · 32 bytes · SHA-256 ${sha256(body)}`);
    expect(rest.join('\n')).toBe(body);
    expect(result.payload).toMatchObject({ organization: 'example.org', url: at('/text'), mediaType: 'text/plain' });
    expect(result.payload?.claims).toEqual([{ claim: 'Hello, Valparaíso.', at: { from: 0, to: 32 } }]);
  });

  it('reads the charset that the answer names, and says so where nobody knows it', async () => {
    const result = await fetched({ url: at('/latin') });
    expect(textOf(result)).toContain('Valparaíso');
    expect(sha256(result.payload?.bytes ?? '')).toBe(sha256(Buffer.from('Valpara\xedso', 'latin1')));
    expect(await fetched({ url: at('/klingon') })).toMatchObject({
      type: 'error',
      message: expect.stringContaining('x-klingon'),
    });
  });

  it('sets JSON out without changing a digit, and claims each value at its pointer', async () => {
    const result = await fetched({ url: at('/json') });
    expect(textOf(result)).toContain('"n": 12345678901234567890');
    expect(result.payload?.claims).toContainEqual({
      claim: 'measures › area: 401.6 km2 (2024)',
      at: { pointer: '/measures/area/value' },
    });
    expect(sha256(result.payload?.bytes ?? '')).toBe(sha256(String(ANSWERS['/json']?.body)));
  });

  it('says which key of JSON stands twice, and makes facts of the others', async () => {
    const result = await fetched({ url: at('/twice') });
    expect(textOf(result)).toContain('[“a” stands twice in one object, so what is under it is no fact.]');
    expect(result.payload?.claims.map(({ claim }) => claim)).toEqual(['b › c: 3', 'd: 1680.00']);
  });

  it('turns a page into Markdown: links whole, tables kept, nothing that a person would not see', async () => {
    const result = await fetched({ url: at('/page') });
    const text = textOf(result);
    expect(text).toContain('[315,732 people](https://example.org/wiki/People)');
    expect(text).toMatch(/\| 2017 +\| 296655 +\|/);
    expect(text).not.toMatch(/HIDDEN|javascript:/);
    expect(text).toContain('a trick');
    expect(result.payload?.claims).toEqual([{ claim: 'The port', at: { from: 0, to: Buffer.byteLength(PAGE) } }]);
  });

  it('hashes decoded bytes, cuts at the limit and says so', async () => {
    expect(sha256((await fetched({ url: at('/packed') })).payload?.bytes ?? '')).toBe(sha256('packed text'));
    const cut = await fetched({ url: at('/long') }, { max_bytes: 8 });
    expect(cut).toMatchObject({ type: 'ok', truncated: true });
    expect(textOf(cut)).toContain('cut: only the first 8 bytes were read');
    expect(textOf(cut).endsWith('xxxxxxxx\n[cut here]')).toBe(true);
  });

  it('gives the status of an answer that is no success, and nothing of its body (A6.7)', async () => {
    const result = await fetched({ url: at('/teapot') });
    expect(result).toMatchObject({ type: 'error', code: 'tool-failed' });
    expect(textOf(result)).toMatch(/418/);
    expect(textOf(result)).not.toContain('DO');
  });

  it('follows to another host and names where it ended; an address inside is refused', async () => {
    const result = await fetched({ url: at('/moved') });
    expect(textOf(result)).toContain('200 https://www.example.com/text');
    expect(result.payload).toMatchObject({ url: 'https://www.example.com/text', organization: 'example.com' });
    expect(await fetched({ url: at('/inside') })).toMatchObject({ type: 'error', code: 'denied' });
  });

  it('shows no binary, and saves its bytes with their hash where it may write', async () => {
    const shown = await fetched({ url: at('/picture') });
    expect(textOf(shown)).toContain('Give save_to');
    expect(shown.payload).toBeUndefined();
    const folder = makeFolderFixture();
    const saved = await fetched({ url: at('/picture'), save_to: '/folders/ROOT/p.png' }, {}, folder);
    expect(textOf(saved)).toContain(`Saved 8 bytes to /folders/ROOT/p.png (new file), SHA-256 ${sha256(binary)}`);
    expect(saved.changes).toEqual(['/folders/ROOT/p.png']);
    expect(fs.readFileSync(path.join(folder.root, 'p.png'))).toEqual(binary);
    const readOnly = makeFolderFixture([], { access: 'read' });
    const refused = await fetched({ url: at('/picture'), save_to: '/folders/ROOT/p.png' }, {}, readOnly);
    expect(refused).toMatchObject({ type: 'error', changes: [] });
  });

  it('sends a method, headers and a body as they are given, and no others (A6.10)', async () => {
    sites.requests.length = 0;
    const result = await fetched({ url: at('/post'), method: 'POST', headers: { 'X-One': '1' }, body: 'hello' });
    expect(textOf(result)).toContain('got hello');
    const [seen] = sites.requests;
    expect(Object.keys(seen?.headers ?? {}).sort()).toEqual(
      ['accept-encoding', 'connection', 'content-length', 'host', 'user-agent', 'x-one'].sort(),
    );
  });

  it('stops at its own time', async () => {
    const result = await fetched({ url: at('/slow') }, { timeout: 1 });
    expect(result).toMatchObject({ type: 'error', code: 'timed-out' });
  });

  it.each([
    [{ timeout: 30.001 }, 'timeout'],
    [{ timeout: 0 }, 'timeout'],
    [{ max_bytes: 5_242_881 }, 'max_bytes'],
    [{ redirects: 5 }, 'redirects'],
  ])('refuses the option %o by its name, without a request (A6.23)', async (options, name) => {
    sites.requests.length = 0;
    const result = await fetched({ url: at('/text') }, options as unknown as Record<string, Json>);
    expect(result).toMatchObject({ type: 'error', code: 'invalid-input', message: expect.stringContaining(name) });
    expect(sites.requests).toEqual([]);
  });

  it.each([['', 'http://[', 'http:///', 'nowhere']].flat())('refuses the address “%s” (A6.21)', async (url) => {
    sites.requests.length = 0;
    expect((await fetched({ url })).type).toBe('error');
    expect(sites.requests).toEqual([]);
  });
});
