import { foldName, isSensitivePath } from '#contract/path-rules';
import type { Grant, Permission } from '#contract/permission';
import type { FileVerb, ToolCall } from '#contract/tool';
import { allowsLine, holdsCommand, readCommandLine } from './command-line.ts';
import { coversMethod, coversPort, matchesHost, type Reading } from './host-pattern.ts';
import type { NetUseOfCall } from './net-use.ts';

/** A file as the rules see it: the granted folder's id, or the agent's disk, and the names below it. */
export interface FilePlace {
  folder: string;
  segments: readonly string[];
}

type SameName = (one: string, other: string) => boolean;

const exactly: SameName = (one, other) => one === other;
/** Spellings that some file system takes for one name: a rule that denies or asks holds for all of them (rule P10). */
const folded: SameName = (one, other) => one === other || foldName(one) === foldName(other);

const sameName = (reading: Reading): SameName => (reading === 'exact' ? exactly : folded);

/** How a grant is read: only one that allows holds for nothing beside what it says. */
export function readingOf({ type }: Pick<Grant, 'type'>): Reading {
  return type === 'allow' ? 'exact' : 'every-spelling';
}

/** The parts of a pattern. */
export function partsOf(pattern: string): string[] {
  return pattern.split('/').filter((part) => part !== '');
}

/** `*` is one segment, `**` any number, also none; anything else is itself (row A8.17). */
export function matchesPattern(pattern: string, segments: readonly string[], reading: Reading = 'exact'): boolean {
  return matchesFrom(partsOf(pattern), 0, segments, 0, sameName(reading));
}

function matchesFrom(
  parts: readonly string[],
  at: number,
  segments: readonly string[],
  from: number,
  same: SameName,
): boolean {
  let segment = from;
  for (let index = at; index < parts.length; index++) {
    const part = parts[index];
    if (part === '**') {
      if (index === parts.length - 1) return true;
      for (let next = segment; next <= segments.length; next++)
        if (matchesFrom(parts, index + 1, segments, next, same)) return true;
      return false;
    }
    const name = segments[segment];
    if (name === undefined || part === undefined || (part !== '*' && !same(part, name))) return false;
    segment++;
  }
  return segment === segments.length;
}

/** Does a grant cover this use of this file? One that denies or asks covers every spelling of the path. */
export function coversFile(grant: Grant, place: FilePlace, verb: FileVerb): boolean {
  return matchesFile(grant.permission, place, verb, readingOf(grant));
}

/** Does a file permission cover this use of this file? */
export function matchesFile(
  permission: Permission,
  place: FilePlace,
  verb: FileVerb,
  reading: Reading = 'exact',
): boolean {
  if (permission.kind !== 'file' || !permission.verbs.includes(verb)) return false;
  if (permission.folder !== '*' && permission.folder !== place.folder) return false;
  if (permission.only === 'secret-files' && !isSensitivePath(place.segments)) return false;
  return matchesPattern(permission.path, place.segments, reading);
}

/** Does a grant cover this call? */
export function coversTool(grant: Grant, call: ToolCall): boolean {
  return matchesTool(grant.permission, call, readingOf(grant));
}

/**
 * Does a tool permission cover this call? Values are literals, `*` or `**` as a whole (row A16.11). What can't be read
 * (arguments that are no object, a value that is no text or number, no command line) is covered by a rule that denies
 * or asks, and by none that allows.
 */
export function matchesTool(permission: Permission, call: ToolCall, reading: Reading = 'exact'): boolean {
  if (permission.kind !== 'tool') return false;
  const { tool, command, input, line } = permission;
  if (tool !== '*' && !sameName(reading)(tool, call.tool)) return false;
  if (!matchesPattern(command, call.command, reading)) return false;
  const fields = Object.entries(input ?? {});
  if (fields.length === 0 && !line) return true;
  const given = fieldsOf(call);
  if (!given) return reading === 'every-spelling';
  if (!fields.every(([field, value]) => matchesValue(value, given.get(field), reading))) return false;
  return !line || matchesLine(line, given.get(line.field), reading);
}

/** The arguments of a call by name; undefined where they are no object. */
export function fieldsOf({ input }: ToolCall): ReadonlyMap<string, unknown> | undefined {
  const named = input !== null && typeof input === 'object' && !Array.isArray(input);
  return named ? new Map(Object.entries(input)) : undefined;
}

/** The text by which a value is compared; undefined for a list or an object. */
export function valueText(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' || value === null ? String(value) : undefined;
}

/** One text for the spellings of a value that may mean the same: letters, and `./a//b` beside `a/b`. */
export function looseValue(text: string): string {
  const parts: string[] = [];
  for (const part of foldName(text.trim()).split('/')) {
    if (part === '..' && parts.length > 0) parts.pop();
    else if (part !== '' && part !== '.') parts.push(part);
  }
  return parts.join('/');
}

function matchesValue(wanted: string, value: unknown, reading: Reading): boolean {
  if (value === undefined) return false;
  if (wanted === '*' || wanted === '**') return true;
  const text = valueText(value);
  if (text === undefined) return reading === 'every-spelling';
  return wanted === text || (reading === 'every-spelling' && looseValue(wanted) === looseValue(text));
}

type LineRule = NonNullable<Extract<Permission, { kind: 'tool' }>['line']>;

function matchesLine({ words, more }: LineRule, value: unknown, reading: Reading): boolean {
  if (reading === 'exact') return typeof value === 'string' && allowsLine(readCommandLine(value), words, more);
  return typeof value !== 'string' || holdsCommand(readCommandLine(value), words, more);
}

/** Does a grant cover this use of the network (row A16.13)? */
export function coversNet(grant: Grant, use: NetUseOfCall): boolean {
  return matchesNet(grant.permission, use, readingOf(grant));
}

/** Does a network permission cover this use? */
export function matchesNet(permission: Permission, use: NetUseOfCall, reading: Reading = 'exact'): boolean {
  return (
    permission.kind === 'net' &&
    coversMethod(permission.methods, use.method, reading) &&
    coversPort(permission.ports, use.port, reading) &&
    matchesHost(permission.host, use.host, reading)
  );
}

/**
 * Does a grant cover this use of a secret? An allow names one secret; a deny or ask may name all with `*`, and one about
 * sending a secret holds for seeing its value too, since who sees it may send it.
 */
export function coversSecret(grant: Grant, name: string, use: 'header' | 'reveal'): boolean {
  const { permission } = grant;
  if (permission.kind !== 'secret') return false;
  if (readingOf(grant) === 'exact') return permission.use === use && permission.name === name;
  const wider = permission.use === 'header' && use === 'reveal';
  return (permission.use === use || wider) && (permission.name === '*' || folded(permission.name, name));
}

/** Does a grant cover reading this setting? An allow names one; a deny or ask may name all with `*`. */
export function coversConfig(grant: Grant, key: string): boolean {
  const { permission } = grant;
  if (permission.kind !== 'config') return false;
  if (readingOf(grant) === 'exact') return permission.key === key;
  return permission.key === '*' || folded(permission.key, key);
}

/**
 * Why a pattern is none, in words: part of a segment is never a pattern (rows A8.17, A16.11). Undefined if it is one. For
 * whoever takes a rule from a person: such a rule would never match.
 */
export function patternFault(pattern: string): string | undefined {
  const part = partsOf(pattern).find((each) => each.includes('*') && each !== '*' && each !== '**');
  return part && `${part} is no pattern: * stands for one whole name, ** for any number of them`;
}

/**
 * The grant that is named where several match: one without a number of uses before one with, then the least id. So
 * decision and reason are the same in whatever order the rules are kept (rule A13).
 */
export function findGrant(grants: Iterable<Grant>, matches: (grant: Grant) => boolean): Grant | undefined {
  let found: Grant | undefined;
  for (const grant of grants) if (matches(grant) && (!found || comesBefore(grant, found))) found = grant;
  return found;
}

function comesBefore(one: Grant, other: Grant): boolean {
  const counted = Number(one.uses !== undefined) - Number(other.uses !== undefined);
  return counted === 0 ? one.id < other.id : counted < 0;
}
