import fs from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { WarrantError } from '#contract/errors';
import { MIGRATIONS, type Migration } from './migrations.ts';
import { keepPrivate, makePrivateFolder, syncFolder } from './private-folder.ts';
import { asStorageError } from './storage-error.ts';

/** The database's name in the data folder. */
const DATABASE_FILE = 'warrant.db';

/** Marks a SQLite file as Warrant's ("Wrnt"). */
const APPLICATION_ID = 0x57726e74;
const OLDEST_SQLITE = [3, 51, 3] as const;

/** How long a write waits for a program that holds the file, before it fails as `locked`. */
const BUSY_MS = 1000;

const SYNCHRONOUS = { NORMAL: 1, FULL: 2 } as const;

/**
 * What every connection is set to and read back as (rule D1). `secure_delete` overwrites what is deleted; the two
 * `fullfsync` count on macOS only, where a plain fsync stops at the drive's cache.
 */
const SETTINGS: readonly [name: string, value: string, readBack: string | number][] = [
  ['journal_mode', 'WAL', 'wal'],
  ['fullfsync', 'ON', 1],
  ['checkpoint_fullfsync', 'ON', 1],
  ['foreign_keys', 'ON', 1],
  ['trusted_schema', 'OFF', 0],
  ['secure_delete', 'ON', 1],
];

/** Throws `internal` for a SQLite older than 3.51.3, whose WAL could lose commits (rule D1). */
export function checkSqliteVersion(version: string): void {
  const parts = version.split('.').map(Number);
  for (const [place, least] of OLDEST_SQLITE.entries()) {
    const part = parts[place] ?? 0;
    if (part > least) return;
    if (part < least)
      throw new WarrantError(
        'internal',
        `SQLite ${version} is too old; at least ${OLDEST_SQLITE.join('.')} is needed.`,
      );
  }
}

function set(database: Database.Database, name: string, value: string, readBack: string | number): void {
  database.pragma(`${name} = ${value}`);
  const found = database.pragma(name, { simple: true });
  if (found !== readBack)
    throw new WarrantError('disk', `SQLite did not take ${name} = ${value} for ${database.name}: it is ${found}.`);
}

function connect(file: string, synchronous: keyof typeof SYNCHRONOUS): Database.Database {
  const database = new Database(file, { timeout: BUSY_MS });
  try {
    checkSqliteVersion(String(database.prepare('SELECT sqlite_version()').pluck().get()));
    for (const [name, value, readBack] of SETTINGS) set(database, name, value, readBack);
    set(database, 'synchronous', synchronous, SYNCHRONOUS[synchronous]);
    return database;
  } catch (cause) {
    database.close();
    throw cause;
  }
}

/** A copy of the database as it is, made by SQLite itself (rule D15), private and on disk when this returns. */
function keepCopy(database: Database.Database, file: string): void {
  const partial = `${file}.tmp`;
  fs.rmSync(partial, { force: true });
  fs.closeSync(fs.openSync(partial, 'wx', 0o600));
  database.prepare('VACUUM INTO ?').run(partial);
  const descriptor = fs.openSync(partial, 'r+');
  fs.fsyncSync(descriptor);
  fs.closeSync(descriptor);
  fs.renameSync(partial, file);
  syncFolder(path.dirname(file));
}

function migrate(database: Database.Database, steps: readonly Migration[]): void {
  const tables = database.prepare('SELECT count(*) FROM sqlite_schema').pluck().get();
  const owner = database.pragma('application_id', { simple: true });
  if (tables !== 0 && owner !== APPLICATION_ID)
    throw new WarrantError(
      'corrupt',
      `${database.name} is a database of another program. It was left as it is; move it away to start anew.`,
    );
  const version = Number(database.pragma('user_version', { simple: true }));
  const newest = steps.at(-1)?.version ?? 0;
  if (version > newest)
    throw new WarrantError(
      'newer-data',
      `${database.name} was written by a newer Warrant (format ${version}, this one knows ${newest}). Update Warrant to open it.`,
    );
  const ahead = steps.filter((step) => step.version > version);
  if (ahead.length > 0 && version > 0) keepCopy(database, `${database.name}.format-${version}`);
  for (const step of ahead)
    database
      .transaction(() => {
        step.up(database);
        database.pragma(`application_id = ${APPLICATION_ID}`);
        database.pragma(`user_version = ${step.version}`);
      })
      .exclusive();
}

/**
 * Opens, or makes, the database of a data folder: WAL, every commit synced, settings read back (rule D1), folder and
 * files private (K11), brought to this format step by step with a copy of the old one kept beside it
 * (`warrant.db.format-N`, rule D14). One host per folder is held by `host-lock.ts`, not here.
 *
 * Throws `newer-data`, `corrupt`, `refused`, `disk` or `locked`, each with one clear line; the file is left as it was.
 */
export function openDatabase(dataFolder: string, steps: readonly Migration[] = MIGRATIONS): Database.Database {
  makePrivateFolder(dataFolder);
  const file = path.join(fs.realpathSync(dataFolder), DATABASE_FILE);
  let database: Database.Database | undefined;
  try {
    // Made here, not by SQLite, for its mode; -wal and -shm take theirs from it.
    if (!keepPrivate(file)) fs.closeSync(fs.openSync(file, 'wx', 0o600));
    for (const part of ['-wal', '-shm']) keepPrivate(file + part);
    database = connect(file, 'FULL');
    migrate(database, steps);
    return database;
  } catch (cause) {
    database?.close();
    throw asStorageError(cause, `open ${file}`);
  }
}

/**
 * A second connection for what can be computed again from the log (the run index): its commits are not synced one by
 * one, so they cost the loop nothing. The log must never be written through it.
 */
export function openCacheConnection(database: Database.Database): Database.Database {
  return connect(database.name, 'NORMAL');
}
