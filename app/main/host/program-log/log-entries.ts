import { holdsAnswers } from '#contract/agent';
import type { Entry, RunEvent } from '#contract/event';
import type { Json } from '#contract/ids';
import { formatModelRef } from '#contract/model';
import { effectiveCall, type RunState } from '#contract/projections/run-state';
import type { ProgramLog } from './program-log.ts';

/**
 * Says what happened in a run, for whoever looks at the program: that a call was decided and made, and how long it took;
 * what it was given only at `info`, masked and cut, and what the model thought only at `debug` (row A12.1). Results and
 * prompts are in the run's own log, never here, nor is an answer that guardrails look at.
 */
export function logEntries(log: ProgramLog, state: RunState, entries: readonly Entry<RunEvent>[]): void {
  if (!log.writes('info')) return;
  for (const { event } of entries) logEvent(log, state, event);
}

function logEvent(log: ProgramLog, state: RunState, event: RunEvent): void {
  const run = state.run.id;
  const toolOf = (id: string): string => state.calls.get(id)?.call.tool ?? '';
  switch (event.type) {
    case 'run-started': {
      const { agent, goal } = event.run;
      log.info('run-started', { run, agent: agent.name, model: formatModelRef(agent.model), goal: goal.type });
      return;
    }
    case 'model-called': {
      const { reply, ms } = event;
      log.info('model-called', {
        run,
        ms,
        stop: reply.stopReason,
        calls: reply.toolCalls.length,
        characters: reply.text.length,
        tokens: reply.usage.inputTokens + reply.usage.outputTokens,
      });
      const thought = [reply.reasoning ?? '', reply.toolCalls.length > 0 ? reply.text : ''].join(' ').trim();
      if (thought !== '' && !holdsAnswers(state.run.agent)) log.debug('thought', { run, text: thought });
      return;
    }
    case 'tool-call-decided': {
      const call = state.calls.get(event.callId);
      const { decision } = event;
      const input: Json = call ? effectiveCall(call).input : null;
      log.info('call-decided', { run, call: event.callId, tool: toolOf(event.callId), decision: decision.type, input });
      return;
    }
    case 'tool-call-ended': {
      const { outcome, ms } = event;
      const output = outcome.output;
      const bytes = output ? ('blob' in output ? output.bytes : Buffer.byteLength(output.text)) : 0;
      const how = outcome.type === 'ok' ? 'ok' : outcome.code;
      log.info('call-ended', { run, call: event.callId, tool: toolOf(event.callId), outcome: how, ms, bytes });
      return;
    }
    case 'approval-requested':
      log.info('approval-requested', { run, approval: event.approval.id, tool: event.approval.call.tool });
      return;
    case 'guardrail-checked':
      log.info('guardrail-checked', { run, guardrail: event.guardrail, verdict: event.verdict });
      return;
    case 'gathering-ended':
      log.info('gathering-ended', { run });
      return;
    case 'limit-reached':
      log.info('limit-reached', { run, limit: event.limit });
      return;
    case 'run-ended':
      log.info('run-ended', { run, end: event.end.type });
      return;
    default:
      return;
  }
}
