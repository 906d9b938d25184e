import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { openSnapshot } from './snapshot.ts';

const ended: string[] = [];
vi.mock(import('./guest-process.ts'), async (real) => ({
  ...(await real()),
  // A guest that never comes to an end by itself.
  startGuest: ((_setup: unknown, task: string) => {
    let resolve = (): void => {};
    const gone = new Promise<void>((done) => {
      resolve = done;
    });
    const kill = (): void => {
      ended.push(task);
      resolve();
    };
    return { listen: () => {}, kill, gone };
  }) as never,
}));

const folder = mkdtempSync(path.join(tmpdir(), 'warrant-picture-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('a picture in the making is given up when the host closes', async () => {
  mkdirSync(path.join(folder, 'pyodide'));
  writeFileSync(path.join(folder, 'pyodide/package.json'), '{}');
  writeFileSync(path.join(folder, 'guest.cjs'), '');
  const setup = { pyodideFolder: path.join(folder, 'pyodide'), guestScript: path.join(folder, 'guest.cjs') } as never;
  const closing = new AbortController();
  const opened = openSnapshot(setup, path.join(folder, 'cache'), closing.signal);
  closing.abort();
  expect(await opened).toBeUndefined();
  expect(ended).toContain('snapshot');
  expect(await openSnapshot(setup, path.join(folder, 'cache'), closing.signal)).toBeUndefined();
  expect(readdirSync(folder)).not.toContain('cache');
});
