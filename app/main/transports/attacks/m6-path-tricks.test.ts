import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type HttpServer, serveHttp } from '../http-server.ts';
import { readPageFiles } from '../page-files.ts';
import { HOST_TOKEN, tinyHost } from '../testing.ts';

// A request's path is spelt so that a server which joins paths leaves the page's folder (E3, M6).
const root = mkdtempSync(path.join(tmpdir(), 'warrant-page-'));
let server: HttpServer;
beforeAll(async () => {
  mkdirSync(path.join(root, 'page/assets'), { recursive: true });
  writeFileSync(path.join(root, 'secret.txt'), 'secret');
  writeFileSync(path.join(root, 'page/index.html'), 'index');
  writeFileSync(path.join(root, 'page/assets/main.js'), 'main');
  symlinkSync(path.join(root, 'secret.txt'), path.join(root, 'page/link.txt'));
  const page = readPageFiles(path.join(root, 'page'));
  server = await serveHttp(tinyHost(), { port: 0, page, token: HOST_TOKEN, version: '1' });
});
afterAll(async () => {
  await server.close();
  rmSync(root, { recursive: true });
});

/** Sends the path as it is spelt; `fetch` would tidy it first. */
function get(rawPath: string): Promise<{ status: number | undefined; body: string }> {
  const { hostname, port } = new URL(server.origin);
  return new Promise((resolve, reject) => {
    request({ hostname, port, path: rawPath }, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (text) => {
        body += text;
      });
      response.on('end', () => resolve({ status: response.statusCode, body }));
    })
      .on('error', reject)
      .end();
  });
}

test.each([
  '/../secret.txt',
  '/..%2fsecret.txt',
  '/%2e%2e/secret.txt',
  '/%2e%2e%2fsecret.txt',
  '/..%5csecret.txt',
  '/assets/../../secret.txt',
  '/assets/..;/../secret.txt',
  '//etc/passwd',
  '/%00/secret.txt',
  '/link.txt',
  '/assets/',
  '/assets',
  '/__proto__',
  '/constructor',
  '/index.html%00.js',
])('%s is not found', async (spelling) => {
  const { status, body } = await get(spelling);
  expect([400, 404]).toContain(status);
  expect(body).not.toContain('secret');
});

test('the files of the page are found', async () => {
  expect(await get('/')).toEqual({ status: 200, body: 'index' });
  expect(await get('/assets/main.js')).toEqual({ status: 200, body: 'main' });
});
