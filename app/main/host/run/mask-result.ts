import type { RunEvent } from '#contract/event';
import type { ToolCallId } from '#contract/ids';
import type { RunState } from '#contract/projections/run-state';
import { chainOfTool } from '../policy/middleware/chain.ts';
import { MASK, type Masked, outputMask } from '../policy/middleware/redact-output.ts';
import { policySettings } from '../policy/policy-settings.ts';
import type { RunParts } from './run-parts.ts';

/** Masks what one call gives, before it is kept, shown or told to a model (row A17.12). */
export interface ResultMask {
  /** A result as a whole, or why nothing of it may be shown. */
  result(text: string): { ok: true; text: string } | { ok: false; reason: string };
  /** Words about it. */
  words(text: string): string;
  /** Whether something of a text would be masked; nothing is counted. */
  touches(text: string): boolean;
  /** The entry that says how much was masked, for the batch that ends the call. */
  entry(callId: ToolCallId): RunEvent[];
}

/** The mask of a tool by the chain of now; undefined where no middleware masks its results. */
export function resultMask(run: RunState, tool: string, parts: Pick<RunParts, 'journal'>): ResultMask | undefined {
  const mask = outputMask(chainOfTool(run, tool, policySettings(parts.journal.catalog.settings)), tool);
  if (!mask) return undefined;
  let times = 0;
  const counted = (masked: Masked): Masked => {
    if (masked.ok) times += masked.times;
    return masked;
  };
  return {
    result(text) {
      const masked = counted(mask.result(text));
      return masked.ok ? masked : { ok: false, reason: `The result is withheld: ${masked.reason}.` };
    },
    words(text) {
      const masked = counted(mask.words(text));
      return masked.ok ? masked.text : MASK;
    },
    touches(text) {
      const masked = mask.words(text);
      return !masked.ok || masked.times > 0;
    },
    entry(callId) {
      const reason = `${times === 1 ? '1 place was' : `${times} places were`} masked in its result.`;
      return mask.by
        .slice(0, times > 0 ? 1 : 0)
        .map((by) => ({ type: 'middleware-judged', callId, by, verdict: 'pass', reason }));
    },
  };
}

/** The entries that end a call, with the words of a fault masked too, and what was masked told. */
export function maskedEvents(events: RunEvent[], callId: ToolCallId, mask: ResultMask | undefined): RunEvent[] {
  if (!mask) return events;
  const masked = events.map((event) =>
    event.type === 'tool-call-ended' && event.outcome.type === 'error'
      ? { ...event, outcome: { ...event.outcome, message: mask.words(event.outcome.message) } }
      : event,
  );
  return [...mask.entry(callId), ...masked];
}
