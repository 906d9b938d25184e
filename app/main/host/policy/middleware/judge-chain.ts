import type { RunEvent } from '#contract/event';
import type { Json } from '#contract/ids';
import type { Rule } from '#contract/permission';
import type { ToolCallState } from '#contract/projections/run-state';
import { type AskedCall, askMiddleware } from './ask-middleware.ts';
import type { Link } from './chain.ts';
import { isBuiltin } from './check-middleware.ts';

/** What a whole chain says of one form of a call, and the entries that keep it. */
export type ChainVerdict = { events: RunEvent[] } & (
  | { type: 'pass' }
  | { type: 'ask' | 'deny'; rule: Rule; reason: string }
  | { type: 'rewrite'; state: ToolCallState }
);

/** The call as the entry `call-rewritten` will leave it. */
function rewritten(asked: AskedCall, by: string, input: Json, events: readonly RunEvent[]): ToolCallState {
  const { state, run } = asked;
  const judged = events.flatMap((event) =>
    event.type === 'middleware-judged'
      ? [{ seq: run.seq + 1, by: event.by, verdict: event.verdict, reason: event.reason }]
      : [],
  );
  const again = state.edited !== undefined && state.rewrites.includes(state.edited.by);
  return {
    ...state,
    approvedInput: again ? state.approvedInput : state.edited?.input,
    edited: { input, by },
    rewrites: [...state.rewrites, by],
    formedSeq: run.seq + 1,
    judged: [...state.judged, ...judged],
  };
}

/** A verdict that the log does not hold yet. One of a middleware that is not built in was written down before. */
function verdictEntries(
  link: Link,
  { state }: AskedCall,
  verdict: 'pass' | 'ask' | 'deny',
  reason: string,
): RunEvent[] {
  const last = state.judged.findLast((each) => each.by === link.by && each.seq > state.formedSeq);
  if (last?.verdict === verdict && last.reason === reason) return [];
  if (!isBuiltin(link.name) && last) return [];
  return [{ type: 'middleware-judged', callId: state.call.id, by: link.by, verdict, reason }];
}

/** What a middleware that is still in the chain asked of an earlier form: it is asked of every later one too. */
function askedBefore(links: readonly Link[], { state }: AskedCall): { rule: Rule; reason: string } | undefined {
  for (const link of links) {
    const ask = state.judged.findLast((each) => each.by === link.by && each.verdict === 'ask');
    if (ask) return { rule: link.rule, reason: ask.reason };
  }
  return undefined;
}

/**
 * Asks the middlewares of a chain in their order (row A17.2). The first that denies ends it. Changed arguments are a new
 * form, which is decided from the start, after the others were asked about this one: what one of them says of either form
 * holds, so that a change of arguments widens nothing (row A17.5).
 */
export function judgeChain(links: readonly Link[], asked: AskedCall): ChainVerdict {
  const events: RunEvent[] = [];
  let asks = askedBefore(links, asked);
  let change: { by: string; input: Json } | undefined;
  for (const link of links) {
    const verdict = askMiddleware(link, asked);
    if (verdict.type === 'skip') continue;
    if (verdict.type === 'rewrite') {
      change ??= { by: link.by, input: verdict.input };
      continue;
    }
    const { type, reason } = verdict;
    events.push(...verdictEntries(link, asked, type, reason));
    if (type === 'deny') return { type, rule: link.rule, reason, events };
    if (type === 'ask') asks ??= { rule: link.rule, reason };
  }
  if (change) {
    const { by, input } = change;
    const state = rewritten(asked, by, input, events);
    return {
      type: 'rewrite',
      state,
      events: [...events, { type: 'call-rewritten', callId: asked.call.id, by, input }],
    };
  }
  return asks ? { type: 'ask', ...asks, events } : { type: 'pass', events };
}
