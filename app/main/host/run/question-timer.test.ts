import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { RunState } from '#contract/projections/run-state';
import { decisionOf, policyInput } from '../testing/policy-fixture.ts';
import { QuestionTimer } from './question-timer.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
});
afterEach(() => {
  vi.useRealTimers();
});

const given = { tool: 'write_file', input: { path: 'a', content: 'x' } };

/** A run whose question ends at `expiresAt`, or has no end. */
function waiting(id: string, expiresAt: number | undefined): RunState {
  const { run, state } = policyInput({ ...given, run: { id } });
  const [asked] = decisionOf(given);
  if (asked?.type !== 'approval-requested') throw new Error('a write asks');
  const approval = { ...asked.approval, ...(expiresAt !== undefined && { expiresAt }) };
  return { ...run, calls: new Map([['call-1', { ...state, status: 'waiting', approval }]]) };
}

function timer(offset = { ms: 0 }): { timer: QuestionTimer; woken: string[] } {
  const woken: string[] = [];
  return {
    woken,
    timer: new QuestionTimer(
      () => Date.now() + offset.ms,
      (run) => woken.push(run),
    ),
  };
}

it('wakes each run when its question ends, and one without an end never', () => {
  const { timer: one, woken } = timer();
  one.watch(waiting('late', 90_000));
  one.watch(waiting('soon', 5_000));
  one.watch(waiting('never', undefined));
  vi.advanceTimersByTime(4_999);
  expect(woken).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(woken).toEqual(['soon']);
  vi.advanceTimersByTime(1_000_000);
  expect(woken).toEqual(['soon', 'late']);
});

it('wakes no run whose question was answered, and none when it is closed', () => {
  const { timer: one, woken } = timer();
  one.watch(waiting('a', 5_000));
  one.watch({ ...waiting('a', 5_000), open: [] });
  one.watch(waiting('b', 6_000));
  one.close();
  vi.advanceTimersByTime(100_000);
  expect(woken).toEqual([]);
});

it('notices within a minute that the clock was put forward (D9)', () => {
  const offset = { ms: 0 };
  const { timer: one, woken } = timer(offset);
  one.watch(waiting('a', 10_000_000));
  offset.ms = 20_000_000;
  vi.advanceTimersByTime(60_000);
  expect(woken).toEqual(['a']);
});
