import { foldName, isSensitivePath } from '#contract/path-rules';
import type { Grant, Permission } from '#contract/permission';
import type { FileVerb, ToolCall } from '#contract/tool';

/** A file as the rules see it: the granted folder's id, or the agent's disk, and the names below it. */
export interface FilePlace {
  folder: string;
  segments: readonly string[];
}

type SameName = (one: string, other: string) => boolean;

const exactly: SameName = (one, other) => one === other;
/** Spellings that some file system takes for one name: a rule that denies holds for all of them (rule P10). */
const folded: SameName = (one, other) => one === other || foldName(one) === foldName(other);

/** `*` is one segment, `**` any number, also none; anything else is itself (row A8.17). */
export function matchesPattern(pattern: string, segments: readonly string[], same: SameName = exactly): boolean {
  const parts = pattern.split('/').filter((part) => part !== '');
  return matchesFrom(parts, 0, segments, 0, same);
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

/** Does a grant cover this use of this file? One that denies covers every spelling of the path. */
export function coversFile({ type, permission }: Grant, place: FilePlace, verb: FileVerb): boolean {
  return matchesFile(permission, place, verb, type === 'deny' ? folded : exactly);
}

/** Does a file permission cover this use of this file? */
export function matchesFile(
  permission: Permission,
  place: FilePlace,
  verb: FileVerb,
  same: SameName = exactly,
): boolean {
  if (permission.kind !== 'file' || !permission.verbs.includes(verb)) return false;
  if (permission.folder !== '*' && permission.folder !== place.folder) return false;
  if (permission.only === 'secret-files' && !isSensitivePath(place.segments)) return false;
  return matchesPattern(permission.path, place.segments, same);
}

/** Does a grant cover this call? */
export function coversTool({ permission }: Grant, call: ToolCall): boolean {
  return matchesTool(permission, call);
}

/** Does the grant's tool permission cover this call? Values are literals, `*` or `**` as a whole (row A16.11). */
export function matchesTool(permission: Permission, call: ToolCall): boolean {
  if (permission.kind !== 'tool') return false;
  if (permission.tool !== '*' && permission.tool !== call.tool) return false;
  if (!matchesPattern(permission.command, call.command)) return false;
  const fields = Object.entries(permission.input ?? {});
  if (fields.length === 0) return true;
  if (call.input === null || typeof call.input !== 'object' || Array.isArray(call.input)) return false;
  const given = new Map(Object.entries(call.input));
  return fields.every(([field, value]) => {
    const actual = given.get(field);
    return actual !== undefined && (value === '*' || value === '**' || value === actual);
  });
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
