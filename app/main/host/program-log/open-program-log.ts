import type { Ports } from '../ports.ts';
import type { Redactor } from '../redact/redactor.ts';
import { logFile, logFileOf } from './log-file.ts';
import { DEFAULT_LOG_LEVEL, type LogRecord, ProgramLog, recordLine } from './program-log.ts';

/** The log of one host: to its file in the data folder, and to standard error or wherever the ports say. */
export function openProgramLog(ports: Ports, redactor: Redactor): ProgramLog & { close(): void } {
  const { level = DEFAULT_LOG_LEVEL, write = (line: string) => void process.stderr.write(`${line}\n`) } =
    ports.log ?? {};
  const terminal = (record: LogRecord): void => write(recordLine(record));
  const file = logFile(logFileOf(ports.dataFolder), (fault) => log.warn('log-file-failed', { error: asError(fault) }));
  const log = new ProgramLog({
    level,
    now: ports.now,
    withoutSecrets: (value) => redactor.value(value),
    sinks: [terminal, file],
  });
  return Object.assign(log, { close: () => file.close() });
}

/** What was thrown, as an error. */
export const asError = (fault: unknown): Error => (fault instanceof Error ? fault : new Error(String(fault)));
