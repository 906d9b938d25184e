import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Entry, Entry as EntrySchema, type RunEvent } from '#contract/event';
import { foldRun } from '#contract/projections/run-state';
import { MIGRATIONS } from '../migrations.ts';
import { openStore } from '../store.ts';
import { renamed, temporaryFolder } from '../testing.ts';

const FIXTURES = fileURLToPath(new URL('../fixtures/', import.meta.url));
const NEWEST = MIGRATIONS.length;

let place: ReturnType<typeof temporaryFolder>;
let file: string;

beforeEach(() => {
  place = temporaryFolder();
  file = path.join(place.folder, 'warrant.db');
});

afterEach(() => place.remove());

it('has a database of every format there was', () => {
  const formats = fs.readdirSync(FIXTURES).sort();
  expect(formats).toEqual(MIGRATIONS.map((step) => `format-${step.version}.db`));
});

describe.each(MIGRATIONS)('a database of format $version', ({ version }) => {
  beforeEach(() => fs.copyFileSync(path.join(FIXTURES, `format-${version}.db`), file));

  it('opens, verifies, reads, folds and goes on', async () => {
    const store = openStore(place.folder, Date.now);
    expect(store.log.verify('run:golden')).toEqual({ ok: true, entries: 14 });
    expect(store.log.verify('catalog')).toEqual({ ok: true, entries: 3 });
    const entries = store.log.readVerified('run:golden') as Entry<RunEvent>[];
    for (const entry of [...entries, ...store.log.read('catalog')]) expect(EntrySchema.parse(entry)).toEqual(entry);
    expect(foldRun(entries)).toMatchObject({
      title: 'Check the ledger',
      seq: 14,
      steps: 3,
      end: { type: 'completed' },
    });
    expect(store.runs.behind()).toEqual(['golden']);
    await store.log.append([{ stream: 'run:golden', expectedSeq: 14, events: [renamed('goes on')] }]);
    store.close();
    const after = new Database(file, { readonly: true });
    expect(after.pragma('user_version', { simple: true })).toBe(NEWEST);
    expect(after.pragma('integrity_check', { simple: true })).toBe('ok');
    after.close();
  });

  it('keeps a copy of itself as it was, unless it is of the newest format', () => {
    openStore(place.folder, Date.now).close();
    const copy = `${file}.format-${version}`;
    expect(fs.existsSync(copy)).toBe(version < NEWEST);
    if (version < NEWEST) {
      const old = new Database(copy, { readonly: true });
      expect(old.pragma('user_version', { simple: true })).toBe(version);
      expect(old.prepare('SELECT stream, seq FROM heads ORDER BY stream').all()).toEqual([
        { stream: 'catalog', seq: 3 },
        { stream: 'run:golden', seq: 14 },
      ]);
      old.close();
    }
  });
});

it('refuses a database of a newer Warrant with one clear line, and leaves it as it is', () => {
  fs.copyFileSync(path.join(FIXTURES, `format-${NEWEST}.db`), file);
  const newer = new Database(file);
  newer.pragma(`user_version = ${NEWEST + 1}`);
  newer.close();
  const before = fs.readFileSync(file);
  expect(() => openStore(place.folder, Date.now)).toThrow(
    expect.objectContaining({ code: 'newer-data', message: expect.stringContaining('Update Warrant to open it.') }),
  );
  expect(fs.readFileSync(file).equals(before)).toBe(true);
});
