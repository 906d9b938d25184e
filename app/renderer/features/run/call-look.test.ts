import { expect, it } from 'vitest';
import type { RunEvent } from '#contract/event';
import { foldRun, type ToolCallState } from '#contract/projections/run-state';
import { sampleCall, sampleEntries, sampleReply, sampleRun, sampleStart } from '../../testing/sample-run.ts';
import { callLook } from './call-look.ts';

/** A call that was allowed, and ended with this code. */
function ended(code: 'denied' | 'tool-failed' | 'timed-out'): ToolCallState {
  const call = sampleCall('call-1', 'http_fetch', { url: 'https://a.test/' });
  const events = sampleRun(call, 'a.test can’t be looked up').map(
    (event): RunEvent =>
      event.type === 'tool-call-ended' && event.outcome.type === 'error'
        ? { ...event, outcome: { ...event.outcome, code } }
        : event,
  );
  const state = foldRun(sampleEntries([sampleStart('Go'), sampleReply('', [call]), ...events]))?.calls.get('call-1');
  if (!state) throw new Error('no call');
  return state;
}

it('shows a call that was allowed and went wrong as failed, whatever code an older log has', () => {
  expect((['denied', 'tool-failed', 'timed-out'] as const).map((code) => callLook(ended(code)).state)).toEqual([
    'failed',
    'failed',
    'failed',
  ]);
});

it('shows one that a rule denied as denied', () => {
  const call = ended('denied');
  const decisions = call.decisions.map((decision) => ({ ...decision, decision: 'deny' as const }));
  expect(callLook({ ...call, decisions }).state).toBe('denied');
});
