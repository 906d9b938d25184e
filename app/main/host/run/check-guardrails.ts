import type { RunEvent } from '#contract/event';
import type { UnprovenFact } from '#contract/fact';
import { effectiveCall, type RunState } from '#contract/projections/run-state';
import type { RunEnd } from '#contract/run';
import { type Guardrail, guardrailNamed, type Judged, type JudgedCall } from '../guardrails/guardrails.ts';
import type { MarkedAnswer } from './mark-answer.ts';

/** What the guardrails of a run said, in their order. */
export interface GuardrailVerdicts {
  events: RunEvent[];
  blocked?: Extract<RunEnd, { type: 'blocked' }>;
}

/**
 * The last look before a run completes, in the order of the agent file, stopping at the first that blocks (row A9.10,
 * case F21). What can't be checked is not published: an unknown name, a guardrail that throws and one that is stopped
 * before it has decided (row A9.13) all block. A task is looked at as a task (row A9.11).
 * @param named finds a guardrail by its name; handed in by tests
 */
export async function checkGuardrails(
  state: RunState,
  answer: MarkedAnswer,
  signal: AbortSignal,
  named: (name: string) => Guardrail | { fault: string } = guardrailNamed,
): Promise<GuardrailVerdicts> {
  const events: RunEvent[] = [];
  const { guardrails } = state.run.agent;
  if (guardrails.length === 0) return { events };
  const judged = judgedOf(state, answer);
  for (const name of guardrails) {
    const reason = await reasonOf(named(name), judged, signal);
    const verdict = reason === undefined ? 'pass' : 'block';
    events.push({ type: 'guardrail-checked', guardrail: name, verdict, reason: reason ?? '', level: judged.level });
    if (reason !== undefined) return { events, blocked: { type: 'blocked', guardrail: name, reason } };
  }
  return { events };
}

const STOPPED = 'it was stopped before it had decided';

async function reasonOf(
  guardrail: Guardrail | { fault: string },
  judged: Judged,
  signal: AbortSignal,
): Promise<string | undefined> {
  if (typeof guardrail !== 'function') return guardrail.fault;
  try {
    const reason = await Promise.race([guardrail(judged, signal), whenStopped(signal)]);
    return reason ?? (signal.aborted ? STOPPED : undefined);
  } catch (fault) {
    const words = fault instanceof Error ? fault.message : String(fault);
    return `the guardrail failed: ${words.trim() === '' ? 'it gave no reason' : words}`;
  }
}

/** Rejects when the run is stopped: a guardrail that waits then has not let the answer through. */
function whenStopped(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const stop = (): void => reject(new Error(STOPPED));
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
}

/** A copy that nothing can change: neither a guardrail for the next one, nor one what is published (row A9.12). */
function judgedOf(state: RunState, { text, marks, badges }: MarkedAnswer): Judged {
  const facts = [...state.facts.values()];
  const calls: JudgedCall[] = [];
  const unproven: UnprovenFact[] = [];
  for (const call of state.calls.values()) {
    const { id, tool, command, input } = effectiveCall(call);
    const outcome = call.status === 'ended' ? call.outcome.type : 'open';
    calls.push({ id, tool, command, input, outcome });
    if (call.status === 'ended' && call.outcome.type === 'ok') unproven.push(...(call.outcome.unproven ?? []));
  }
  const level = state.run.parent?.kind === 'task' ? 'task' : 'run';
  const judged: Judged = { level, text, tasks: [{ text, facts }], facts, unproven, marks, badges, calls };
  return frozen(structuredClone(judged));
}

function frozen<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const inner of Object.values(value)) frozen(inner);
  return value;
}
