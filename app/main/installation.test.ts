import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { dataFolderOf } from './data-folder.ts';
import { locateInstallation } from './installation.ts';
import { providerEnvironment } from './provider-environment.ts';

const root = mkdtempSync(path.join(tmpdir(), 'warrant-installation-'));
afterAll(() => rmSync(root, { recursive: true }));

function withNode(folder: string): string {
  mkdirSync(path.join(folder, 'bin'), { recursive: true });
  writeFileSync(path.join(folder, 'bin/node'), '');
  return path.join(folder, 'bin/node');
}

test('a checkout has its parts in place', () => {
  const checkout = path.join(root, 'checkout');
  const node = withNode(path.join(checkout, 'node_modules/node'));
  expect(locateInstallation(path.join(checkout, 'out/main'), 'linux')).toEqual({
    packaged: false,
    appFolder: path.join(checkout, 'out'),
    resources: path.join(checkout, 'resources'),
    page: path.join(checkout, 'out/renderer'),
    preload: path.join(checkout, 'out/preload/index.cjs'),
    sandbox: {
      node,
      script: path.join(checkout, 'out/main/sandbox.cjs'),
      modules: path.join(checkout, 'node_modules'),
    },
  });
});

test.each(['app.asar', 'app.asar.unpacked'])(
  'the packaged app finds its own Node and what lies unpacked (from %s)',
  (archive) => {
    const resources = path.join(root, 'Warrant/resources');
    const node = withNode(path.join(resources, 'node'));
    expect(locateInstallation(path.join(resources, archive, 'out/main'), 'linux')).toEqual({
      packaged: true,
      appFolder: path.join(root, 'Warrant'),
      resources,
      page: path.join(resources, archive, 'out/renderer'),
      preload: path.join(resources, archive, 'out/preload/index.cjs'),
      sandbox: {
        node,
        script: path.join(resources, 'app.asar.unpacked/out/main/sandbox.cjs'),
        modules: path.join(resources, 'app.asar.unpacked/node_modules'),
      },
    });
  },
);

test('without its Node there is no sandbox, and no other Node takes its place', () => {
  expect(locateInstallation(path.join(root, 'bare/out/main'), 'linux').sandbox).toBeUndefined();
});

test('the data folder is where the platform keeps application data, unless named', () => {
  expect(dataFolderOf({ WARRANT_HOME: '/x' }, 'linux', '/home/p')).toBe('/x');
  expect(dataFolderOf({}, 'linux', '/home/p')).toBe('/home/p/.local/share/warrant');
  expect(dataFolderOf({ XDG_DATA_HOME: '/data' }, 'linux', '/home/p')).toBe('/data/warrant');
  expect(dataFolderOf({}, 'darwin', '/Users/p')).toBe('/Users/p/Library/Application Support/Warrant');
});

test('of the environment only model providers are taken', () => {
  const env = {
    OPENAI_API_KEY: 'a',
    ANTHROPIC_BASE_URL: 'b',
    OLLAMA_HOST: 'c',
    AWS_SECRET_ACCESS_KEY: 'd',
    OPENAI_API_KEY_OLD: 'e',
    GOOGLE_GENERATIVE_AI_API_KEY: '',
  };
  expect([...providerEnvironment(env)]).toEqual([
    ['OPENAI_API_KEY', 'a'],
    ['ANTHROPIC_BASE_URL', 'b'],
    ['OLLAMA_HOST', 'c'],
  ]);
});
