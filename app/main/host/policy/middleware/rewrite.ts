import type { Rewrite } from '#contract/middleware';
import type { AskedCall, BeforeVerdict } from './ask-middleware.ts';
import type { Link } from './chain.ts';

/**
 * `rewrite`: in one text argument, replaces every literal `from` by `to`, once for each call. The example of a
 * middleware that changes arguments: it returns the new ones, and both forms are then decided (rule A15).
 */
export function rewrite({ tool, field, from, to }: Rewrite, link: Link, { call, state }: AskedCall): BeforeVerdict {
  if (state.purpose.type !== 'execute' || (tool !== undefined && tool !== call.tool)) return { type: 'skip' };
  if (state.rewrites.includes(link.by)) return { type: 'skip' };
  const { input } = call;
  if (input === null || typeof input !== 'object' || Array.isArray(input)) return { type: 'skip' };
  const fields = new Map(Object.entries(input));
  const text = fields.get(field);
  if (typeof text !== 'string' || !text.includes(from)) return { type: 'skip' };
  return {
    type: 'rewrite',
    input: Object.fromEntries(
      fields.set(
        field,
        text.replaceAll(from, () => to),
      ),
    ),
  };
}
