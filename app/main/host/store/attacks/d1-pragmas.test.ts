import fs from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { checkSqliteVersion, openCacheConnection, openDatabase } from '../database.ts';
import { temporaryFolder } from '../testing.ts';

const read = (database: Database.Database, names: string[]) =>
  Object.fromEntries(names.map((name) => [name, database.pragma(name, { simple: true })]));

it('opens in WAL, with every commit of the log synced, and reads the settings back', () => {
  const place = temporaryFolder();
  const database = openDatabase(place.folder);
  const names = ['journal_mode', 'synchronous', 'fullfsync', 'checkpoint_fullfsync', 'foreign_keys', 'secure_delete'];
  const full = {
    journal_mode: 'wal',
    synchronous: 2,
    fullfsync: 1,
    checkpoint_fullfsync: 1,
    foreign_keys: 1,
    secure_delete: 1,
  };
  expect(read(database, names)).toEqual(full);
  const cache = openCacheConnection(database);
  expect(read(cache, names)).toEqual({ ...full, synchronous: 1 });
  expect(read(database, names)).toEqual(full);
  checkSqliteVersion(String(database.prepare('SELECT sqlite_version()').pluck().get()));
  cache.close();
  database.close();
  place.remove();
});

it('brings a database back to WAL that another program set to something else', () => {
  const place = temporaryFolder();
  openDatabase(place.folder).close();
  const other = new Database(path.join(place.folder, 'warrant.db'));
  other.pragma('journal_mode = DELETE');
  other.close();
  const database = openDatabase(place.folder);
  expect(database.pragma('journal_mode', { simple: true })).toBe('wal');
  database.close();
  place.remove();
});

it('refuses a database with a second name: SQLite would lose what the other name’s log holds', () => {
  const place = temporaryFolder();
  openDatabase(place.folder).close();
  const file = path.join(place.folder, 'warrant.db');
  fs.linkSync(file, path.join(place.folder, 'copy.db'));
  expect(() => openDatabase(place.folder)).toThrow(expect.objectContaining({ code: 'refused' }));
  fs.renameSync(path.join(place.folder, 'copy.db'), path.join(place.folder, 'real.db'));
  fs.rmSync(file);
  fs.symlinkSync('real.db', file);
  expect(() => openDatabase(place.folder)).toThrow(expect.objectContaining({ code: 'refused' }));
  place.remove();
});
