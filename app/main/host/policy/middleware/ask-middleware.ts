import type { RunEvent } from '#contract/event';
import type { Json } from '#contract/ids';
import { MIDDLEWARE } from '#contract/middleware';
import type { RunState, ToolCallState } from '#contract/projections/run-state';
import type { ToolCall } from '#contract/tool';
import type { FileUseOfCall } from '../authorize.ts';
import type { NetUseOfCall } from '../net-use.ts';
import type { Link } from './chain.ts';
import { isBuiltin } from './check-middleware.ts';
import { rateLimit } from './rate-limit.ts';
import { requireApproval } from './require-approval.ts';
import { rewrite } from './rewrite.ts';

/** The call that a middleware is asked about: recorded things alone. */
export interface AskedCall {
  /** In its present form. */
  call: ToolCall;
  uses: readonly FileUseOfCall[];
  nets: readonly NetUseOfCall[];
  state: ToolCallState;
  run: RunState;
  /** What is about to be written with it, of calls that were decided before it in the same step. */
  before: readonly RunEvent[];
}

/** What a middleware says before a call runs. `skip`: the call is none of its business, and nothing is written down. */
export type BeforeVerdict =
  | { type: 'skip' }
  | { type: 'pass' | 'ask' | 'deny'; reason: string }
  | { type: 'rewrite'; input: Json };

/** A verdict that the log holds of the call in its present form: that of a middleware which a person wrote. */
function recorded({ by, name }: Link, { state }: AskedCall): BeforeVerdict {
  const last = state.judged.findLast((each) => each.by === by && each.seq > state.formedSeq);
  return last
    ? { type: last.verdict, reason: last.reason }
    : { type: 'deny', reason: `middleware ${name} is not here, so nothing that it judges runs` };
}

/**
 * Asks one middleware of a chain about a call. Pure: a built-in looks at recorded state, the verdict of any other must
 * stand in the log. What throws denies (case O10).
 */
export function askMiddleware(link: Link, asked: AskedCall): BeforeVerdict {
  const { name, config } = link;
  if (!isBuiltin(name)) return recorded(link, asked);
  try {
    switch (name) {
      case 'require-approval':
        return requireApproval(MIDDLEWARE[name].config.parse(config), link, asked);
      case 'rate-limit':
        return rateLimit(MIDDLEWARE[name].config.parse(config), link, asked);
      case 'rewrite':
        return rewrite(MIDDLEWARE[name].config.parse(config), link, asked);
      case 'redact-output':
        return { type: 'skip' };
    }
  } catch (fault) {
    const why = fault instanceof Error ? fault.message : String(fault);
    return { type: 'deny', reason: `${link.by} failed: ${why}` };
  }
}
