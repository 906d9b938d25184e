import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

/**
 * Who may import whom. A folder's files may import the files and packages that match `may`, and nothing else;
 * `node:` stands for Node's own modules, a name ending in `/` for all below it. The longest folder that holds a file
 * decides for it. Tests may import what they test and are not looked at.
 */
const LAYERS: { folder: string; may: string[]; mayNot?: string[] }[] = [
  { folder: 'app/contract/', may: ['app/contract/', 'zod', '@orpc/contract'] },
  {
    folder: 'app/main/host/',
    may: ['app/contract/', 'app/main/host/', 'sandbox/protocol.ts', 'sandbox/limits.ts', 'node:', 'packages'],
    mayNot: ['electron', 'hono', '@hono/', 'ws', 'react', 'react-dom', 'zustand', 'playwright'],
  },
  {
    folder: 'app/main/host/policy/',
    may: ['app/contract/', 'app/main/host/policy/', 'node:crypto', 'ajv', 'zod', 'unbash'],
  },
  {
    folder: 'app/main/transports/',
    may: ['app/contract/', 'app/main/transports/', 'app/main/host/host.ts', 'node:', 'packages'],
    mayNot: ['electron', 'better-sqlite3', 'react'],
  },
  {
    folder: 'app/main/electron/',
    may: ['app/contract/', 'app/main/electron/', 'app/main/host/ports.ts', 'electron', 'node:', '@orpc/'],
  },
  { folder: 'app/main/', may: ['app/contract/', 'app/main/', 'electron', 'node:', 'packages'] },
  { folder: 'app/preload/', may: ['app/contract/', 'app/preload/', 'electron'] },
  {
    folder: 'app/renderer/',
    may: ['app/contract/', 'app/renderer/', 'packages'],
    mayNot: ['electron', 'better-sqlite3', 'ws', 'hono', '@orpc/server'],
  },
  {
    folder: 'sandbox/',
    may: ['sandbox/', 'app/contract/', 'node:', 'quickjs-emscripten-core', '@jitl/', 'pyodide'],
  },
  { folder: 'e2e/', may: ['e2e/', 'node:', '@playwright/test', '@axe-core/playwright'] },
];

/** Inside the host, downward only: a folder may import those of its own row and of the rows below it. */
const HOST_ROWS = [
  ['run', 'bundle'],
  ['grants', 'policy', 'tools', 'models', 'agents', 'folders', 'secrets', 'facts', 'marks', 'guardrails', 'memory'],
  ['sandbox', 'net', 'workspace', 'mcp'],
  ['store', 'redact', 'program-log'],
];

const ROOT = path.resolve(import.meta.dirname, '..');
const IMPORT =
  /(?:^|\n)\s*(?:import|export)\b[^'";]*?\bfrom\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]|(?:^|\n)import\s+['"]([^'"]+)['"]/g;

/** One import statement, with its target as a path of the repository, `node:…`, or a package's name. */
interface Import {
  file: string;
  line: number;
  target: string;
}

const files = ['app', 'sandbox', 'e2e']
  .flatMap((folder) =>
    readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
      path.posix.join(folder, name),
    ),
  )
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|(^|\/)(testing|attacks)(\/|\.ts)/.test(file));
const imports = files.flatMap(importsOf);

function importsOf(file: string): Import[] {
  const text = readFileSync(path.join(ROOT, file), 'utf8');
  return [...text.matchAll(IMPORT)].map((match) => ({
    file,
    line: text.slice(0, match.index + match[0].length).split('\n').length,
    target: targetOf(file, match[1] ?? match[2] ?? match[3] ?? ''),
  }));
}

function targetOf(file: string, specifier: string): string {
  if (specifier.startsWith('#contract/')) return `app/contract/${specifier.slice('#contract/'.length)}.ts`;
  if (specifier.startsWith('.')) return path.posix.join(path.posix.dirname(file), specifier);
  return specifier;
}

function matches(target: string, rule: string): boolean {
  if (rule === 'packages') return !/^(app|sandbox|e2e|scripts|bench)\/|^node:/.test(target);
  if (rule === 'node:' || rule.endsWith('/')) return target.startsWith(rule);
  return target === rule || (!/^(app|sandbox|node:)/.test(rule) && target.startsWith(`${rule}/`));
}

function isAllowed({ file, target }: Import): boolean {
  const layer = LAYERS.filter(({ folder }) => file.startsWith(folder)).sort(
    (a, b) => b.folder.length - a.folder.length,
  )[0];
  if (!layer) return file === 'app/architecture.test.ts';
  if (layer.mayNot?.some((rule) => matches(target, rule))) return false;
  return layer.may.some((rule) => matches(target, rule));
}

/** The row of a host file: -1 for the files at its top, which put the parts together. */
function hostRow(file: string): number {
  const folder = file.slice('app/main/host/'.length).split('/')[0] ?? '';
  return HOST_ROWS.findIndex((row) => row.includes(folder));
}

function goesDown({ file, target }: Import): boolean {
  if (!file.startsWith('app/main/host/') || !target.startsWith('app/main/host/')) return true;
  if (target === 'app/main/host/ports.ts' || file === 'app/main/host/ports.ts') return true;
  return hostRow(target) >= hostRow(file);
}

const lineOf = ({ file, line, target }: Import): string => `${file}:${line} imports ${target}`;

test('the walk sees the imports it is about', () => {
  const seen = new Set(imports.map(({ target }) => target));
  expect(imports.length).toBeGreaterThan(100);
  for (const target of ['electron', 'node:path', 'app/contract/event.ts', 'zod']) expect(seen).toContain(target);
});

test('every import goes where its folder may reach', () => {
  expect(imports.filter((statement) => !isAllowed(statement)).map(lineOf)).toEqual([]);
});

test('inside the host, imports go downward', () => {
  expect(imports.filter((statement) => !goesDown(statement)).map(lineOf)).toEqual([]);
});

test('every folder of the host has its row', () => {
  const folders = readdirSync(path.join(ROOT, 'app/main/host'), { withFileTypes: true }).filter((entry) =>
    entry.isDirectory(),
  );
  const known = new Set([...HOST_ROWS.flat(), 'testing', 'attacks']);
  expect(folders.map(({ name }) => name).filter((name) => !known.has(name))).toEqual([]);
});

test('the host reads no environment: what it needs comes in as ports', () => {
  const readers = files.filter(
    (file) => file.startsWith('app/main/host/') && /\bprocess\.env\b/.test(readFileSync(path.join(ROOT, file), 'utf8')),
  );
  expect(readers).toEqual([]);
});

/** Node's and other modules that reach the network, and the ways to them that need no import statement. */
const REACHES_OUT =
  /^(?:node:)?(?:http|https|http2|net|tls|dgram|dns|dns\/promises|inspector)$|^(?:undici|ws|eventsource)$/;
const REACHES_OUT_UNSEEN =
  /(?<![.\w])(?:new\s+(?:WebSocket|EventSource|XMLHttpRequest)\b|(?:await|return|=>|=)\s*fetch\s*\(|require\s*\(\s*['"`])|\b(?:globalThis|global)\b|\bprocess\.(?:binding|getBuiltinModule)\b/;

/** May this host file reach the network by itself? The guard, the model providers, and a type of the ports (rule S28). */
const mayReachOut = (file: string): boolean =>
  ['app/main/host/net/', 'app/main/host/models/'].some((folder) => file.startsWith(folder)) ||
  file === 'app/main/host/ports.ts';

function reachesOut(file: string, text: string): boolean {
  if (!file.startsWith('app/main/host/') || mayReachOut(file)) return false;
  const code = text.replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, '');
  const named = [...text.matchAll(IMPORT)].map((match) => match[1] ?? match[2] ?? match[3] ?? '');
  return named.some((target) => REACHES_OUT.test(target)) || REACHES_OUT_UNSEEN.test(code);
}

test('inside the host, only the guard and the model providers reach the network (S28)', () => {
  expect(files.filter((file) => reachesOut(file, readFileSync(path.join(ROOT, file), 'utf8')))).toEqual([]);
});

test('another way out would be seen', () => {
  const ways = [
    "import http from 'node:http';",
    "import { connect } from 'net';",
    "import { lookup } from 'node:dns/promises';",
    "import { request } from 'undici';",
    "export * from 'node:tls';",
    "const net = await import('node:net');",
    "const net = require('node:net');",
    "const reply = await fetch('https://a.example/');",
    "const reply = await globalThis.fetch('https://a.example/');",
    "const socket = new WebSocket('wss://a.example/');",
    "const net = process.getBuiltinModule('net');",
  ];
  for (const way of ways) {
    expect(reachesOut('app/main/host/tools/builtin/x.ts', way), way).toBe(true);
    expect(reachesOut('app/main/host/net/x.ts', way), way).toBe(false);
  }
  expect(reachesOut('app/main/host/tools/builtin/x.ts', "await context.fetch({ url: 'https://a.example/' });")).toBe(
    false,
  );
});

test('a forbidden import would be seen', () => {
  const wrong: [string, string][] = [
    ['app/contract/event.ts', 'node:fs'],
    ['app/contract/event.ts', 'app/main/host/host.ts'],
    ['app/main/host/host.ts', 'electron'],
    ['app/main/host/host.ts', 'app/main/transports/attach.ts'],
    ['app/main/host/policy/authorize.ts', 'node:fs'],
    ['app/main/transports/attach.ts', 'app/main/host/store/event-log.ts'],
    ['app/main/electron/window.ts', 'app/main/host/host.ts'],
    ['app/preload/index.ts', 'node:fs'],
    ['app/renderer/main.tsx', 'app/main/host/host.ts'],
    ['app/renderer/main.tsx', 'node:fs'],
    ['app/renderer/main.tsx', 'electron'],
    ['sandbox/main.ts', 'app/main/host/ports.ts'],
    ['sandbox/main.ts', 'better-sqlite3'],
    ['e2e/run.spec.ts', 'app/main/cli.ts'],
  ];
  for (const [file, target] of wrong) expect(isAllowed({ file, line: 1, target }), `${file} → ${target}`).toBe(false);
  expect(goesDown({ file: 'app/main/host/store/log.ts', line: 1, target: 'app/main/host/run/start-run.ts' })).toBe(
    false,
  );
  expect(goesDown({ file: 'app/main/host/store/log.ts', line: 1, target: 'app/main/host/host.ts' })).toBe(false);
});
