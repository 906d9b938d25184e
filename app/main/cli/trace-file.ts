import fs from 'node:fs';
import { holdsAnswers } from '#contract/agent';
import type { Entry, RunEvent } from '#contract/event';
import type { Json } from '#contract/ids';
import type { RunState } from '#contract/projections/run-state';
import { maskValue } from '../host/program-log/mask-value.ts';
import { UsageError } from './exit-codes.ts';
import { writeFaultWords } from './output-place.ts';

/** Characters of a text in a trace with bodies. */
const LONGEST_BODY = 10_000;

/** Writes what happened in a run as lines of JSON. */
export interface TraceFile {
  entry(entry: Entry<RunEvent>, state: RunState): void;
  close(): void;
}

/**
 * Opens the trace of a run (row A12.5): a new file, which only its owner can read, and gone again if nothing happened. It says what
 * happened when and how long it took, and of no prompt, argument, result or answer what it says; `bodies` adds them, with
 * whatever looks like a key masked, but no words of a model that are held back. Throws `UsageError` for a
 * file that is there already, or can't be written.
 */
export function openTrace(file: string, bodies: boolean): TraceFile {
  const fd = openPrivate(file);
  let empty = true;
  return {
    entry(entry, state) {
      const { seq, at, event } = entry;
      const line = {
        time: new Date(at).toISOString(),
        seq,
        type: event.type,
        ...metadataOf(event, state),
        ...(bodies && bodyOf(event, state)),
      };
      fs.writeSync(fd, `${JSON.stringify(line)}\n`);
      empty = false;
    },
    close() {
      fs.closeSync(fd);
      if (empty) fs.rmSync(file, { force: true });
    },
  };
}

/** What an event holds; of an agent whose answers are held back no words of its model, but the answer let through (D9). */
function bodyOf(event: RunEvent, state: RunState): { body?: Json } {
  let shown: RunEvent = event;
  if (holdsAnswers(state.run.agent)) {
    if (HELD_EVENTS.has(event.type)) return {};
    if (event.type === 'model-called') {
      const { reasoning: _, citations: __, ...reply } = event.reply;
      shown = { ...event, reply: { ...reply, text: '' } };
    }
  }
  return { body: maskValue(JSON.parse(JSON.stringify(shown)) as Json, LONGEST_BODY) };
}

/** Events that repeat what the model wrote. */
const HELD_EVENTS: ReadonlySet<RunEvent['type']> = new Set(['answer-marked', 'repair-requested', 'context-compacted']);

function openPrivate(file: string): number {
  try {
    return fs.openSync(file, 'wx', 0o600);
  } catch (fault) {
    throw new UsageError(`The trace can’t be written to ${file}: ${writeFaultWords(fault, file)}`);
  }
}

/** What is said of an event without what it holds. */
function metadataOf(event: RunEvent, state: RunState): { [field: string]: Json } {
  const toolOf = (id: string): { call: string; tool: string } => ({
    call: id,
    tool: state.calls.get(id)?.call.tool ?? '',
  });
  switch (event.type) {
    case 'run-started':
      return { run: event.run.id, agent: event.run.agent.name, protocol: event.run.protocol };
    case 'model-called': {
      const { reply, ms, requestHash } = event;
      const { inputTokens, outputTokens } = reply.usage;
      const usage = { input_tokens: inputTokens, output_tokens: outputTokens };
      return { ms, stop: reply.stopReason, calls: reply.toolCalls.length, request: requestHash, ...usage };
    }
    case 'tool-call-decided':
      return { ...toolOf(event.callId), decision: event.decision.type, rule: event.decision.rule.id };
    case 'tool-call-started':
      return { ...toolOf(event.callId), attempt: event.attempt };
    case 'tool-call-ended': {
      const { outcome, ms } = event;
      return { ...toolOf(event.callId), ms, outcome: outcome.type === 'ok' ? 'ok' : outcome.code };
    }
    case 'approval-requested':
      return { approval: event.approval.id, tool: event.approval.call.tool };
    case 'guardrail-checked':
      return { guardrail: event.guardrail, verdict: event.verdict };
    case 'limit-reached':
      return { limit: event.limit };
    case 'repair-requested':
      return { attempt: event.attempt };
    case 'run-ended':
      return { end: event.end.type };
    default:
      return {};
  }
}
