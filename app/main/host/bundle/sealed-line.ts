import type { BundleReport } from '#contract/views';
import { jsonDepth } from '../models/strict-json.ts';
import type { SealedEntry } from './entry-chain.ts';

/** What of a bundle a fault is about: its kind, and an entry's number, a payload's hash or a name. */
export type Subject = Pick<BundleReport['faults'][number], 'kind' | 'what' | 'seq' | 'about' | 'way'>;

/** The inside of an entry's line; the event follows. */
const ENTRY =
  /^"line":\d+,"type":"entry","seq":(\d{1,10}),"at":(-?\d{1,16}),"rowHash":"((?:[^"\\]|\\.){0,200})","(event|text|redacted)":/;
const PAYLOAD =
  /^"line":\d+,"type":"payload","name":"([^"\\]{0,200})","role":"(payload|text|file)","bytes":(\d{1,12}),"base64":"/;
/** The longest head of a line before its content. */
const MOST_HEAD = 700;
const CLOSING = 0x7d;
const TYPE = /^"line":\d+,"type":"([a-z-]+)"/;

/** The type that a line gives itself. */
export function typeOf(body: Buffer): string | undefined {
  return TYPE.exec(body.toString('latin1', 0, 60))?.[1];
}

/** The parts of an entry's line, its event as text; undefined where it can't be read. */
export function readEntry(body: Buffer): SealedEntry | undefined {
  const match = ENTRY.exec(body.toString('latin1', 0, MOST_HEAD));
  if (!match || body.at(-1) !== CLOSING) return undefined;
  const rest = body.subarray(match[0].length, -1);
  const event = match[4] === 'text' ? parseText(rest.toString('utf8')) : rest;
  if (event === undefined) return undefined;
  return {
    seq: Number(match[1]),
    at: Number(match[2]),
    hash: match[3] ?? '',
    event,
    redacted: match[4] === 'redacted',
  };
}

/** The parts of a payload's line; undefined where it can't be read. */
export function readPayload(body: Buffer): { name: string; content: Buffer } | undefined {
  const match = PAYLOAD.exec(body.toString('latin1', 0, MOST_HEAD));
  if (!match || body.at(-1) !== CLOSING) return undefined;
  return {
    name: match[1] ?? '',
    content: Buffer.from(body.toString('latin1', match[0].length, body.length - 2), 'base64'),
  };
}

/** What a line is about, also of one that was altered: as much as its bytes still say. */
export function subjectOf(body: Buffer, line: number): Subject {
  const start = body.toString('utf8', 0, 2000);
  const seq = /"seq":(\d{1,10}),/.exec(start)?.[1];
  switch (typeOf(body) ?? guessType(start)) {
    case 'entry': {
      const about = /"event":\{"type":"([a-z-]{1,40})"/.exec(start)?.[1];
      if (seq === undefined) return { kind: 'entry', what: `line ${line}` };
      return { kind: 'entry', what: seq, seq: Number(seq), ...(about !== undefined && { about }) };
    }
    case 'payload':
    case 'left-out':
      return { kind: 'payload', what: /"name":"([^"]{0,200})"/.exec(start)?.[1] ?? `line ${line}` };
    case 'policy':
      return { kind: 'policy', what: /"id":"([^"]{0,200})"/.exec(start)?.[1] ?? `line ${line}` };
    case 'tool':
      return { kind: 'tool', what: /"tool":\{"name":"([^"]{0,200})"/.exec(start)?.[1] ?? `line ${line}` };
    case 'agent':
      return { kind: 'agent', what: 'agent' };
    case 'header':
      return { kind: 'header', what: 'header' };
    case 'seal':
      return { kind: 'seal', what: 'seal' };
    default:
      return { kind: 'text', what: `line ${line}` };
  }
}

function guessType(start: string): string | undefined {
  if (start.includes('"rowHash":"')) return 'entry';
  if (start.includes('"base64":"')) return 'payload';
  if (start.includes('"format":"')) return 'header';
  if (start.includes('"sealed":"')) return 'seal';
  return undefined;
}

function parseText(json: string): Buffer | undefined {
  const value = parseShallow(json);
  return typeof value === 'string' ? Buffer.from(value) : undefined;
}

/** Nothing in a bundle is nested deeper; what walks it afterwards may recurse (rule R8). */
const DEEPEST = 600;

/** The value of a JSON text; undefined for what is none, or is nested too deeply to be looked at. */
export function parseShallow(json: string): unknown {
  return jsonDepth(json) > DEEPEST ? undefined : parse(json);
}

/** The value of a JSON text of any depth; undefined for what is none. */
export function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

/** A field of a value of unknown shape. */
export function field(value: unknown, name: string): unknown {
  return value !== null && typeof value === 'object' ? (value as Record<string, unknown>)[name] : undefined;
}
