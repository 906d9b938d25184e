import type { Json } from './ids.ts';

/**
 * JSON with the keys of every object in code unit order and nothing between tokens (the form of RFC 8785, whose number
 * and string forms are those of `JSON.stringify`). Equal values give equal text, so their hashes can be compared.
 */
export function canonicalJson(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const fields = Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonicalJson(value[key] as Json)}`);
  return `{${fields.join(',')}}`;
}
