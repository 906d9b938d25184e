import * as z from 'zod';
import { RunId, ToolCallId } from './ids.ts';

/** Where text came from. A result carries the union of its inputs' labels unless its tool declares otherwise. */
export const Label = z.object({
  origin: z.literal('outside'),
  /** The call whose result it came with; absent where it was there from the start (a tool's description). */
  callId: ToolCallId.optional(),
  /** The tool whose result or description it is. */
  tool: z.string().optional(),
  url: z.string().optional(),
  path: z.string().optional(),
  /** The memory by which the text came into this run, and the run that kept it; the other fields say where that had it. */
  memory: z.object({ id: z.string(), run: RunId.optional() }).optional(),
});
export type Label = z.infer<typeof Label>;

/** So many sources are named; with more, the last label stands for all that are not. */
export const MOST_LABELS = 32;

/**
 * The labels of two texts together (rule A9): each source once, by tool, address, path and memory, the first one kept. Never
 * empty unless both are. Gives back `one` itself where `other` adds nothing.
 */
export function unionLabels(one: readonly Label[], other: readonly Label[]): readonly Label[] {
  if (other.length === 0 || one.length >= MOST_LABELS) return one;
  const known = new Set(one.map(sourceOf));
  const fresh = other.filter((label) => {
    const source = sourceOf(label);
    if (known.has(source)) return false;
    known.add(source);
    return true;
  });
  if (fresh.length === 0) return one;
  const all = [...one, ...fresh];
  return all.length > MOST_LABELS ? [...all.slice(0, MOST_LABELS - 1), { origin: 'outside' }] : all;
}

function sourceOf({ tool, url, path, memory }: Label): string {
  const place = path !== undefined ? [path] : url !== undefined ? ['', url] : ['', '', tool];
  return JSON.stringify(memory ? [place, memory.id] : place);
}
