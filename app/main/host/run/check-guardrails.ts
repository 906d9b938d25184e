import type { RunEvent } from '#contract/event';
import type { RunState } from '#contract/projections/run-state';
import type { RunEnd } from '#contract/run';
import type { MarkedAnswer } from './mark-answer.ts';

/** Looks at a run that is about to complete: pass, or the reason why its answer is not published. */
type Guardrail = (state: RunState) => string | undefined;

/** Every fact of a run names where it came from and the bytes it stands in (row A9.8). */
const factsProvenanced: Guardrail = (state) => {
  let index = 0;
  for (const fact of state.facts.values()) {
    if (!fact.sources[0]?.url) return `fact ${index} (${fact.claim}): missing source_url`;
    if (!fact.payloadHash) return `fact ${index} (${fact.claim}): missing payload_hash`;
    index++;
  }
  return undefined;
};

const GUARDRAILS: ReadonlyMap<string, Guardrail> = new Map([['facts-provenanced', factsProvenanced]]);

/**
 * The last look before a run completes, in the order of the agent file, stopping at the first that blocks (row A9.10).
 * An unknown guardrail blocks: what can't be checked is not published.
 */
export async function checkGuardrails(
  state: RunState,
  answer: MarkedAnswer,
  signal: AbortSignal,
): Promise<{ events: RunEvent[]; blocked?: Extract<RunEnd, { type: 'blocked' }> }> {
  void [answer, signal];
  const events: RunEvent[] = [];
  for (const name of state.run.agent.guardrails) {
    const guardrail = GUARDRAILS.get(name);
    const reason = guardrail ? guardrail(state) : 'there is no guardrail of that name';
    const verdict = reason === undefined ? 'pass' : 'block';
    events.push({ type: 'guardrail-checked', guardrail: name, verdict, reason: reason ?? '', level: 'run' });
    if (reason !== undefined) return { events, blocked: { type: 'blocked', guardrail: name, reason } };
  }
  return { events };
}
