import { isSensitivePath } from '#contract/path-rules';
import type { Grant, Permission } from '#contract/permission';
import type { FileVerb, ToolCall } from '#contract/tool';

/** A file as the rules see it: the granted folder's id, or the agent's disk, and the names below it. */
export interface FilePlace {
  folder: string;
  segments: readonly string[];
}

/** `*` is one segment, `**` any number, also none; anything else is itself (row A8.17). */
export function matchesPattern(pattern: string, segments: readonly string[]): boolean {
  const parts = pattern.split('/').filter((part) => part !== '');
  return matchesFrom(parts, 0, segments, 0);
}

function matchesFrom(parts: readonly string[], at: number, segments: readonly string[], from: number): boolean {
  let segment = from;
  for (let index = at; index < parts.length; index++) {
    const part = parts[index];
    if (part === '**') {
      if (index === parts.length - 1) return true;
      for (let next = segment; next <= segments.length; next++)
        if (matchesFrom(parts, index + 1, segments, next)) return true;
      return false;
    }
    if (segment >= segments.length || (part !== '*' && part !== segments[segment])) return false;
    segment++;
  }
  return segment === segments.length;
}

/** Does the grant's file permission cover this use of this file? */
export function matchesFile(permission: Permission, place: FilePlace, verb: FileVerb): boolean {
  if (permission.kind !== 'file' || !permission.verbs.includes(verb)) return false;
  if (permission.folder !== '*' && permission.folder !== place.folder) return false;
  if (permission.only === 'secret-files' && !isSensitivePath(place.segments)) return false;
  return matchesPattern(permission.path, place.segments);
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

/** The grants that hold for this agent now: not expired, not used up. `used` counts by `grant-used` entries. */
export function grantsInForce(
  grants: Iterable<Grant>,
  agent: string,
  now: number,
  used: ReadonlyMap<string, number>,
): Grant[] {
  return [...grants].filter(
    (grant) =>
      (grant.agent === 'every' || grant.agent === agent) &&
      (grant.expiresAt === undefined || grant.expiresAt > now) &&
      (grant.uses === undefined || (used.get(grant.id) ?? 0) < grant.uses),
  );
}
