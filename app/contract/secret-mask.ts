import type { Json } from './ids.ts';

/** What the redactor leaves where a secret or what looks like a key stood (rule K3), also as an address encodes it. */
const MASK = /(?:\[|%5b)(?:secret|redacted)(?::|%3a)[^\]\s]{1,200}?(?:\]|%5d)/iu;

/** The first mask in a value, in its strings and its keys; undefined where it holds none. Whole texts are looked at. */
export function maskIn(value: Json | undefined): string | undefined {
  if (typeof value === 'string') return MASK.exec(value)?.[0];
  if (value === null || typeof value !== 'object') return undefined;
  const parts = Array.isArray(value) ? value : Object.entries(value).flat();
  for (const part of parts) {
    const found = maskIn(part);
    if (found !== undefined) return found;
  }
  return undefined;
}
