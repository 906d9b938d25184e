import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { Warrant } from './testing/warrant.ts';

it('says which entry of the catalog is broken and what to do, and verify still looks at every stream (D12)', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'warrant-broken-'));
  const warrant = new Warrant(path.join(folder, 'home'), folder);
  expect((await warrant.run(['run', '1 + 2', '--agent', 'desk-calculator'])).code).toBe(0);
  const database = new Database(path.join(warrant.dataFolder, 'warrant.db'));
  database.prepare("update entries set event = '{x' where stream = 'catalog' and seq = 2").run();
  database.close();
  const runs = await warrant.run(['runs']);
  expect(runs).toMatchObject({ code: 1, out: '' });
  expect(runs.err).toMatch(/entry 2.*log verify.*move it away/s);
  const verified = await warrant.run(['log', 'verify']);
  expect(verified.code).toBe(1);
  expect(verified.err).toMatch(/^catalog: entry 2 is the first that is broken/);
  fs.rmSync(folder, { recursive: true });
});
