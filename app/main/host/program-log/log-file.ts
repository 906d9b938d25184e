import fs from 'node:fs';
import path from 'node:path';
import { makePrivateFolder } from '../store/private-folder.ts';
import type { LogSink } from './program-log.ts';

/** A file of the log at most; the one before it is kept. */
const LARGEST_FILE = 1 << 20;

/** Where the log of the program stands in a data folder. */
export const logFileOf = (dataFolder: string): string => path.join(dataFolder, 'logs', 'warrant.log');

/**
 * Writes records as lines of JSON to a file that only its owner can read, made with the first record. A file that is full
 * becomes `warrant.log.1`. Where it can't be written, that is said once and the program goes on: a full disk is told of
 * where it matters.
 * @param onFault told once why the file can't be written
 */
export function logFile(file: string, onFault: (fault: unknown) => void): LogSink & { close(): void } {
  let open: { fd: number; size: number } | undefined;
  let broken = false;
  const close = (): void => {
    if (open) fs.closeSync(open.fd);
    open = undefined;
  };
  const write = (line: Buffer): void => {
    if (open && open.size + line.length > LARGEST_FILE) {
      close();
      fs.renameSync(file, `${file}.1`);
    }
    open ??= openFile(file);
    fs.writeSync(open.fd, line);
    open.size += line.length;
  };
  const sink = (record: Parameters<LogSink>[0]): void => {
    if (broken) return;
    try {
      write(Buffer.from(`${JSON.stringify(record)}\n`));
    } catch (fault) {
      broken = true;
      close();
      onFault(fault);
    }
  };
  return Object.assign(sink, { close });
}

function openFile(file: string): { fd: number; size: number } {
  makePrivateFolder(path.dirname(file));
  const { O_APPEND, O_CREAT, O_WRONLY, O_NOFOLLOW = 0 } = fs.constants;
  const fd = fs.openSync(file, O_APPEND | O_CREAT | O_WRONLY | O_NOFOLLOW, 0o600);
  fs.fchmodSync(fd, 0o600);
  return { fd, size: fs.fstatSync(fd).size };
}
