import type { Json } from '#contract/ids';
import { maskError, maskText, maskValue } from './mask-value.ts';

/** How much the program says of itself, each level with those before it. */
export const LOG_LEVELS = ['error', 'warn', 'info', 'debug'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export const DEFAULT_LOG_LEVEL: LogLevel = 'warn';

/** What is said besides: ids of Warrant's own (`run`, `call`) stay whole, all else is masked. */
export type LogFields = { [name: string]: Json | Error | undefined };

/** One record, ready to be written: nothing in it needs hiding any more. */
export interface LogRecord {
  time: string;
  level: LogLevel;
  event: string;
  fields: { [name: string]: Json };
}

/** Where records go. A sink must not throw. */
export type LogSink = (record: LogRecord) => void;

export interface ProgramLogParts {
  level: LogLevel;
  now(): number;
  /** Takes out the values of the vault, whatever they look like. */
  withoutSecrets(value: Json): Json;
  sinks: readonly LogSink[];
}

/** Fields that hold an id of Warrant's own, which is no secret however it looks. */
const OWN_IDS: ReadonlySet<string> = new Set(['run', 'call', 'approval']);

/**
 * What the program says of itself, to a terminal and a file. By default it holds no arguments, thoughts or results (rule
 * K5). Values are masked as values, before they become text (row A12.2).
 */
export class ProgramLog {
  readonly #parts: ProgramLogParts;

  constructor(parts: ProgramLogParts) {
    this.#parts = parts;
  }

  /** Is anything of this level written? So that nobody makes what nobody reads. */
  writes(level: LogLevel): boolean {
    return LOG_LEVELS.indexOf(level) <= LOG_LEVELS.indexOf(this.#parts.level);
  }

  get level(): LogLevel {
    return this.#parts.level;
  }

  error(event: string, fields: LogFields = {}): void {
    this.#write('error', event, fields);
  }

  warn(event: string, fields: LogFields = {}): void {
    this.#write('warn', event, fields);
  }

  info(event: string, fields: LogFields = {}): void {
    this.#write('info', event, fields);
  }

  debug(event: string, fields: LogFields = {}): void {
    this.#write('debug', event, fields);
  }

  #write(level: LogLevel, event: string, fields: LogFields): void {
    if (!this.writes(level)) return;
    const { now, sinks } = this.#parts;
    const shown = Object.entries(fields).flatMap(([name, value]): [string, Json][] =>
      value === undefined ? [] : [[name, this.#masked(name, value)]],
    );
    const record = { time: new Date(now()).toISOString(), level, event, fields: Object.fromEntries(shown) };
    for (const sink of sinks) sink(record);
  }

  #masked(name: string, value: Json | Error): Json {
    const { withoutSecrets } = this.#parts;
    if (value instanceof Error) return maskError(new Error(String(withoutSecrets(value.message))));
    const clean = withoutSecrets(value);
    if (OWN_IDS.has(name) && typeof clean === 'string' && /^[\w-]{1,64}$/.test(clean)) return clean;
    const masked = maskValue({ [name]: clean });
    return masked !== null && typeof masked === 'object' && !Array.isArray(masked) ? (masked[name] ?? null) : null;
  }
}

/** A record as one line for a terminal: `warn run-fault run=abc error="…"`. */
export function recordLine({ level, event, fields }: LogRecord): string {
  const words = Object.entries(fields).map(
    ([name, value]) =>
      `${name}=${typeof value === 'string' && /^[\w./:-]+$/.test(value) ? value : JSON.stringify(value)}`,
  );
  return [level, maskText(event), ...words].join(' ');
}
