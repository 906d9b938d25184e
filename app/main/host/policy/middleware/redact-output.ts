import type { Json } from '#contract/ids';
import { MIDDLEWARE } from '#contract/middleware';
import type { Chain } from './chain.ts';

/** What stands in place of a text that was masked. */
export const MASK = '[masked]';

/** A text with what is to be masked taken out, and how often; or why it can't be shown at all. */
export type Masked = { ok: true; text: string; times: number } | { ok: false; reason: string };

/** Masks what a tool gave, before it is kept, shown or sent to a model. `by`: the middlewares that do. */
export interface OutputMask {
  by: string[];
  /** A result as a whole. */
  result(text: string): Masked;
  /** Words about a result, such as the message of a fault. */
  words(text: string): Masked;
}

/** Every spelling in which a text may stand in a result: as it is, and as JSON writes it. Longer ones first. */
function spellings(texts: readonly string[]): string[] {
  const all = new Set<string>();
  for (const text of texts) all.add(text).add(JSON.stringify(text).slice(1, -1));
  return [...all].sort((one, other) => other.length - one.length);
}

/** All of them in one pass: what is put in place of one is never taken for another. */
function maskTexts(text: string, wanted: readonly string[]): { text: string; times: number } {
  if (wanted.length === 0) return { text, times: 0 };
  const escaped = wanted.map((each) => each.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&'));
  let times = 0;
  const masked = text.replace(new RegExp(escaped.join('|'), 'g'), () => {
    times++;
    return MASK;
  });
  return { text: masked, times };
}

/** Steps of a JSON Pointer (RFC 6901). */
function stepsOf(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** Masks the value at a pointer, in place; false where there is none. */
function maskAt(root: { value: Json }, pointer: string): boolean {
  let parent: { [key: string]: Json } | Json[] = root as { value: Json };
  let key = 'value';
  for (const step of stepsOf(pointer)) {
    const value: Json | undefined = Array.isArray(parent) ? parent[Number(key)] : parent[key];
    if (value === null || typeof value !== 'object' || !Object.hasOwn(value, step)) return false;
    if (Array.isArray(value) && !/^\d+$/.test(step)) return false;
    parent = value;
    key = step;
  }
  Object.defineProperty(parent, key, { value: MASK, enumerable: true, writable: true, configurable: true });
  return true;
}

function maskPointers(text: string, pointers: readonly string[]): Masked {
  if (pointers.length === 0) return { ok: true, text, times: 0 };
  let value: Json;
  try {
    value = JSON.parse(text) as Json;
  } catch {
    // The only fault of JSON.parse: a result in which the places can't be found is not shown.
    return { ok: false, reason: 'it is not JSON, so the places that are to be masked can’t be found in it' };
  }
  const root = { value };
  const times = pointers.filter((pointer) => maskAt(root, pointer)).length;
  if (times === 0) return { ok: true, text, times };
  return { ok: true, text: JSON.stringify(root.value, null, text.includes('\n') ? 2 : undefined), times };
}

/**
 * What the chain of a call masks in its result: the union of all its `redact-output` (row A17.12). Undefined where it
 * masks nothing. A chain that can't be read masks everything.
 */
export function outputMask(chain: Chain, tool: string): OutputMask | undefined {
  if (!chain.ok) {
    const withheld = (): Masked => ({ ok: false, reason: chain.reason });
    return { by: [], result: withheld, words: withheld };
  }
  const uses = chain.links.flatMap((link) => {
    if (link.name !== 'redact-output') return [];
    const config = MIDDLEWARE[link.name].config.parse(link.config);
    return config.tool === undefined || config.tool === tool ? [{ by: link.by, ...config }] : [];
  });
  if (uses.length === 0) return undefined;
  const texts = spellings(uses.flatMap((use) => use.texts));
  const pointers = [...new Set(uses.flatMap((use) => use.pointers))];
  const words = (text: string): Masked => ({ ok: true, ...maskTexts(text, texts) });
  return {
    by: uses.map((use) => use.by),
    words,
    result(text) {
      const placed = maskPointers(text, pointers);
      if (!placed.ok) return placed;
      const masked = maskTexts(placed.text, texts);
      return { ok: true, text: masked.text, times: placed.times + masked.times };
    },
  };
}
