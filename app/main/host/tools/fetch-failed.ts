import type { NetReply } from '../net/network.ts';
import type { ToolResult } from './define-tool.ts';

/** What every request of a tool says of who asks. */
export const USER_AGENT = 'Warrant (desktop agent workbench)';

/**
 * A request that brought nothing, as the outcome of a tool.
 * @param what was not done, in words that name the place: `example.org was not read`
 */
export function fetchFailed(what: string, reply: Exclude<NetReply, { type: 'ok' }>): ToolResult {
  const error = (code: 'denied' | 'timed-out' | 'cancelled' | 'tool-failed', message: string): ToolResult => ({
    type: 'error',
    code,
    message: `${what}: ${/[.?!]$/u.test(message) ? message : `${message}.`}`,
  });
  // A name that is not found is no rule's refusal.
  if (reply.type === 'refused') return error(reply.why === 'lookup' ? 'tool-failed' : 'denied', reply.reason);
  if (reply.code === 'timed-out' || reply.code === 'cancelled') return error(reply.code, reply.message);
  return error('tool-failed', reply.message);
}
