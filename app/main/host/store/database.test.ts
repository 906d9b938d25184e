import fs from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkSqliteVersion, openDatabase } from './database.ts';
import { MIGRATIONS, type Migration } from './migrations.ts';
import { temporaryFolder } from './testing.ts';

let place: ReturnType<typeof temporaryFolder>;
let file: string;

beforeEach(() => {
  place = temporaryFolder();
  file = path.join(place.folder, 'warrant.db');
});

afterEach(() => place.remove());

const failing: Migration = {
  version: MIGRATIONS.length + 1,
  name: 'one that fails half way',
  up(database) {
    database.exec('CREATE TABLE half (x)');
    throw new Error('half way');
  },
};

const next: Migration = {
  version: MIGRATIONS.length + 1,
  name: 'next',
  up: (database) => database.exec('ALTER TABLE runs ADD COLUMN extra TEXT'),
};

it('numbers the steps of the format from 1 without a gap', () => {
  expect(MIGRATIONS.map((step) => step.version)).toEqual(MIGRATIONS.map((_, at) => at + 1));
});

it('makes the data folder with every folder above it, and opens it again', () => {
  const deep = path.join(place.folder, 'a', 'b', 'ü c');
  openDatabase(deep).close();
  openDatabase(deep).close();
  expect(fs.readdirSync(deep)).toEqual(['warrant.db']);
});

describe('a step of the format', () => {
  it('happens whole or not at all, and leaves a copy of the database before it', () => {
    const before = openDatabase(place.folder);
    before.prepare("INSERT INTO heads VALUES ('run:a', 1, 'x')").run();
    before.close();
    expect(() => openDatabase(place.folder, [...MIGRATIONS, failing])).toThrow('half way');
    const after = openDatabase(place.folder);
    expect(after.prepare("SELECT count(*) FROM sqlite_schema WHERE name = 'half'").pluck().get()).toBe(0);
    expect(after.prepare('SELECT seq FROM heads').pluck().get()).toBe(1);
    after.close();
    const copy = new Database(`${file}.format-${MIGRATIONS.length}`, { readonly: true });
    expect(copy.prepare('SELECT stream, seq FROM heads').all()).toEqual([{ stream: 'run:a', seq: 1 }]);
    expect(copy.pragma('integrity_check', { simple: true })).toBe('ok');
    copy.close();
    expect(fs.statSync(`${file}.format-${MIGRATIONS.length}`).mode & 0o777).toBe(0o600);

    openDatabase(place.folder, [...MIGRATIONS, next]).close();
    expect(() => openDatabase(place.folder)).toThrow(expect.objectContaining({ code: 'newer-data' }));
  });

  it('leaves no copy of a database that is new', () => {
    openDatabase(place.folder).close();
    expect(fs.readdirSync(place.folder)).toEqual(['warrant.db']);
  });
});

describe('a file that is not ours', () => {
  const untouched = (bytes: Buffer) => {
    fs.writeFileSync(file, bytes, { mode: 0o600 });
    expect(() => openDatabase(place.folder)).toThrow(expect.objectContaining({ code: 'corrupt' }));
    expect(fs.readFileSync(file).equals(bytes)).toBe(true);
  };

  it('is refused and left alone when it is no database', () => {
    untouched(Buffer.from('Dear diary, '.repeat(1000)));
    untouched(Buffer.from('short'));
  });

  it('is refused and left alone when it is the database of another program', () => {
    const other = new Database(file);
    other.exec('CREATE TABLE bookmarks (url); INSERT INTO bookmarks VALUES (1)');
    other.close();
    expect(() => openDatabase(place.folder)).toThrow(
      expect.objectContaining({ code: 'corrupt', message: expect.stringContaining('another program') }),
    );
    const again = new Database(file, { readonly: true });
    expect(again.prepare('SELECT count(*) FROM bookmarks').pluck().get()).toBe(1);
    again.close();
  });

  it('is refused when its first page is damaged', () => {
    openDatabase(place.folder).close();
    const bytes = fs.readFileSync(file);
    untouched(Buffer.concat([bytes.subarray(0, 100), Buffer.alloc(3000, 0xff), bytes.subarray(3100)]));
  });
});

it('fails with one clear line where the data folder can’t be made', () => {
  fs.writeFileSync(file, '');
  expect(() => openDatabase(path.join(file, 'inside'))).toThrow(
    expect.objectContaining({ code: 'disk', message: expect.stringContaining(path.join(file, 'inside')) }),
  );
});

it('takes SQLite from 3.51.3 on', () => {
  for (const version of ['3.51.3', '3.51.10', '3.52.0', '4.0.0']) checkSqliteVersion(version);
  for (const version of ['3.51.2', '3.50.9', '2.99.99', '3.51'])
    expect(() => checkSqliteVersion(version), version).toThrow(expect.objectContaining({ code: 'internal' }));
});
