import type { Json } from '#contract/ids';

/** Characters of one text in a record (row A12.2). */
const LONGEST_TEXT = 160;
/** Levels and entries of a value that are written. */
const MOST_LEVELS = 6;
const MOST_ENTRIES = 50;
/** Of a token, so much of its beginning and end may be read. */
const SHOWN = 4;

const BEARER = /\b(bearer|basic|token)(\s+)([^\s"',;]+)/gi;
const SECRET_NAME = 'key|token|secret|password|passwd|pwd|sig|signature|auth|authorization|credential|session';
const QUERY = new RegExp(`([?&#;][\\w.%-]*(?:${SECRET_NAME})[\\w.%-]*=)([^&\\s#"'<>]+)`, 'gi');
const FIELDS: ReadonlySet<string> = new Set(SECRET_NAME.split('|'));
const TOKEN = /[A-Za-z0-9_-]{20,}/g;

const middle = (token: string): string =>
  token.length < 3 * SHOWN ? '…' : `${token.slice(0, SHOWN)}…${token.slice(-SHOWN)}`;

/**
 * A text as a log of the program may hold it: tokens after `Bearer`, values of a query that are named like a key, and
 * whatever looks like a token have their middle hidden; then it is cut (row A12.2). Masking comes first, so that what is
 * cut leaves no half of a token behind that is not one any more.
 */
export function maskText(text: string, longest = LONGEST_TEXT): string {
  const masked = text
    .replace(BEARER, (_, word: string, space: string, token: string) => `${word}${space}${middle(token)}`)
    .replace(QUERY, (_, name: string, value: string) => `${name}${middle(value)}`)
    .replace(TOKEN, middle);
  return masked.length > longest ? `${masked.slice(0, longest)}…` : masked;
}

/** An error as a log may hold it: its first line, masked. */
export function maskError(fault: unknown): string {
  const words = fault instanceof Error ? fault.message : String(fault);
  return maskText(words.split(/[\r\n\u2028\u2029]/, 1)[0] ?? '');
}

/** `apiKey`, `x-auth-token`, `secrets`: the last word of a name says what it holds. */
function isNamedLikeKey(name: string): boolean {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/);
  const last = words.findLast((word) => word !== '') ?? '';
  return FIELDS.has(last) || FIELDS.has(last.replace(/s$/, ''));
}

/** The same for every text of a value, before it is written as one (rule K5). Fields named like a key are left out whole. */
export function maskValue(value: Json, longest = LONGEST_TEXT, level = 0): Json {
  if (typeof value === 'string') return maskText(value, longest);
  if (value === null || typeof value !== 'object') return value;
  if (level >= MOST_LEVELS) return '…';
  if (Array.isArray(value)) {
    const shown = value.slice(0, MOST_ENTRIES).map((inner) => maskValue(inner, longest, level + 1));
    return value.length > MOST_ENTRIES ? [...shown, `… ${value.length - MOST_ENTRIES} more`] : shown;
  }
  const fields = Object.entries(value);
  const shown = fields.slice(0, MOST_ENTRIES).map(([name, inner]): [string, Json] => {
    const hidden = isNamedLikeKey(name) && (typeof inner === 'string' || Array.isArray(inner));
    return [maskText(name), hidden ? '[hidden]' : maskValue(inner, longest, level + 1)];
  });
  if (fields.length > MOST_ENTRIES) shown.push(['…', `${fields.length - MOST_ENTRIES} more`]);
  return Object.fromEntries(shown);
}
