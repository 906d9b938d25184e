import type { RateLimit } from '#contract/middleware';
import type { AskedCall, BeforeVerdict } from './ask-middleware.ts';
import type { Link } from './chain.ts';

/**
 * `rate-limit`: at most `calls` calls in each window of `seconds`, which begin at the start of time and do not move. A
 * call counts by its id, in the window in which it was asked for, once it was let through; so neither a replay nor an
 * answer that comes later is charged twice (row A17.11). A call that stands later than this one counts too: a clock that
 * was put back opens no new window (case O15). The changes that code staged were counted with the code.
 */
export function rateLimit(
  { tool, calls, seconds }: RateLimit,
  link: Link,
  { call, state, run, before }: AskedCall,
): BeforeVerdict {
  if (state.purpose.type !== 'execute' || (tool !== undefined && tool !== call.tool)) return { type: 'skip' };
  const passed = (of: typeof state): boolean =>
    of.judged.some((each) => each.by === link.by && each.verdict === 'pass');
  const through = { type: 'pass' as const, reason: link.rule.sentence };
  if (passed(state)) return through;
  const size = seconds * 1000;
  const start = Math.floor(state.at / size) * size;
  const counted = new Set<string>();
  for (const other of run.calls.values()) if (other.at >= start && passed(other)) counted.add(other.call.id);
  for (const event of before)
    if (event.type === 'middleware-judged' && event.by === link.by && event.verdict === 'pass')
      counted.add(event.callId);
  counted.delete(call.id);
  return counted.size < calls ? through : { type: 'deny', reason: `${link.rule.sentence} Try again later.` };
}
