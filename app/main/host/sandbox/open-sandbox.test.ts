import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { openSandbox } from './open-sandbox.ts';
import * as pool from './sandbox-pool.ts';

vi.mock(import('./sandbox-pool.ts'), () => ({ createSandboxPool: vi.fn() }));

test('a sandbox that was closed before it warmed starts nothing', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'warrant-sandbox-'));
  const place = {
    node: process.execPath,
    script: path.resolve('sandbox/main.ts'),
    modules: path.resolve('node_modules'),
  };
  await openSandbox(place, folder, true).close();
  await wait(20);
  expect(pool.createSandboxPool).not.toHaveBeenCalled();
  openSandbox(place, folder, true);
  await vi.waitFor(() => expect(pool.createSandboxPool).toHaveBeenCalled());
  rmSync(folder, { recursive: true });
});
