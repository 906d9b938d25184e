import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Listeners } from './listeners.ts';
import { logFile } from './log-file.ts';
import { LOG_LEVELS, type LogLevel, type LogRecord, ProgramLog, recordLine } from './program-log.ts';

function logAt(level: LogLevel): { log: ProgramLog; records: LogRecord[] } {
  const records: LogRecord[] = [];
  const log = new ProgramLog({
    level,
    now: () => 0,
    withoutSecrets: (value) => JSON.parse(JSON.stringify(value).replaceAll('hunter2', '[secret]')),
    sinks: [(record) => void records.push(record)],
  });
  return { log, records };
}

describe('the log of the program', () => {
  it.each(LOG_LEVELS)('at %s writes that level and those before it', (level) => {
    const { log, records } = logAt(level);
    for (const each of LOG_LEVELS) log[each]('it');
    expect(records.map((record) => record.level)).toEqual(LOG_LEVELS.slice(0, LOG_LEVELS.indexOf(level) + 1));
  });

  it('takes the vault’s values out, masks what looks like a key, and keeps its own ids', () => {
    const { log, records } = logAt('info');
    const token = 'x'.repeat(40);
    log.info('it', { run: 'id-000000000000000000001', text: `hunter2 ${token}`, error: new Error('hunter2\nmore') });
    expect(records[0]?.fields).toEqual({
      run: 'id-000000000000000000001',
      text: '[secret] xxxx…xxxx',
      error: '[secret]',
    });
    log.info('it', { run: `a ${token}` });
    expect(records[1]?.fields).toEqual({ run: 'a xxxx…xxxx' });
  });

  it('is one line for a terminal, whatever is in it', () => {
    const { log, records } = logAt('warn');
    log.warn('it', { text: 'a\nwarn forged', path: '/a/b' });
    expect(records.map(recordLine)).toEqual(['warn it text="a\\nwarn forged" path=/a/b']);
  });
});

describe('the file of the log', () => {
  const folder = (): string => {
    const made = fs.mkdtempSync(path.join(os.tmpdir(), 'warrant-log-'));
    onTestFinished(() => fs.rmSync(made, { recursive: true, force: true }));
    return made;
  };
  const record = (text: string): LogRecord => ({ time: '', level: 'warn', event: 'it', fields: { text } });
  const never = (fault: unknown): never => {
    throw fault;
  };

  it('is for its owner alone, and made with the first record', () => {
    const file = path.join(folder(), 'logs', 'warrant.log');
    const sink = logFile(file, never);
    expect(fs.existsSync(file)).toBe(false);
    sink(record('a'));
    sink.close();
    expect(fs.statSync(file).mode & 0o777).toBe(0o600);
    expect(fs.statSync(path.dirname(file)).mode & 0o777).toBe(0o700);
  });

  it('is at most one mebibyte, with the one before it', () => {
    const at = folder();
    const file = path.join(at, 'warrant.log');
    const sink = logFile(file, never);
    for (let count = 0; count < 50; count++) sink(record('x'.repeat(100_000)));
    sink.close();
    expect(fs.readdirSync(at).sort()).toEqual(['warrant.log', 'warrant.log.1']);
    for (const name of fs.readdirSync(at)) expect(fs.statSync(path.join(at, name)).size).toBeLessThanOrEqual(1 << 20);
  });

  it('is never a link to another file, and its fault is told once', () => {
    const at = folder();
    fs.writeFileSync(path.join(at, 'theirs'), 'untouched');
    fs.symlinkSync(path.join(at, 'theirs'), path.join(at, 'warrant.log'));
    const faults: unknown[] = [];
    const sink = logFile(path.join(at, 'warrant.log'), (fault) => void faults.push(fault));
    sink(record('a'));
    sink(record('b'));
    expect(faults).toHaveLength(1);
    expect(fs.readFileSync(path.join(at, 'theirs'), 'utf8')).toBe('untouched');
  });
});

it('a listener that throws keeps nobody else from being told (A12.3)', () => {
  const faults: unknown[] = [];
  const listeners = new Listeners<[number]>((fault) => void faults.push(fault));
  const told: number[] = [];
  listeners.add(() => {
    throw new Error('broken');
  });
  const off = listeners.add((number) => void told.push(number));
  listeners.tell(1);
  off();
  listeners.tell(2);
  expect(told).toEqual([1]);
  expect(faults).toHaveLength(2);
});
